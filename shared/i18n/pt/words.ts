import type {
  ColumnNames,
  NoShiftText,
  ProviderNames,
  ReconcileAdvice,
  ReconciledText,
  SeatNotes,
  TenderNames,
} from '../texts.ts'
import { countedIn } from '../counted.ts'

export const tenderNames: TenderNames = {
  card: 'Cartão',
  cash: 'Numerário',
  notes: 'Notas de banco',
  'mobile-money': 'Mobile Money',
  'orange-money': 'Orange Money',
  'mtn-momo': 'MTN MoMo',
  'credit-slip': 'Vale de reembolso',
  free: 'Gratuito',
}

export const seatNotes: SeatNotes = {
  accessible: 'Lugar para cadeira de rodas',
  companion: 'Acompanhante',
  restrictedView: 'Visibilidade reduzida',
  stepFree: 'Acesso sem degraus',
}

export const providerNames: ProviderNames = {
  'djomy-link': 'Djomy',
  'djomy-push': 'Djomy',
  'orange-money': 'Orange',
  'mtn-momo': 'MTN',
  'stripe-terminal': 'Stripe',
  sumup: 'SumUp',
  simulated: 'simulador',
}

export const reconcileAdvice: ReconcileAdvice = {
  'not-listed':
    'Este bilhete não é válido para entrar. Indique à bilheteira a referência e o número do bilhete. Se ela não o repuser, reembolse-o.',
  'not-recorded':
    'Este bilhete não foi pago aqui. Procure-o nas outras caixas. Se também lá não estiver, peça à bilheteira que o anule.',
  differs:
    'Os dados deste bilhete diferem entre a caixa e a bilheteira. Pergunte à bilheteira quais estão certos e imprima um duplicado do bilhete.',
  'given-back': 'Reembolsado aqui, mas ainda válido na bilheteira. Peça-lhe que anule o bilhete.',
  unsettled: 'O pagamento foi recebido, mas faltam os bilhetes. Responda à pergunta em aberto desta venda.',
  'not-asked': 'A bilheteira não respondeu. Compare de novo mais tarde.',
}

export const columns: ColumnNames = {
  amount: 'valor',
  at: 'data',
  compared: 'comparado em',
  count: 'quantidade',
  currency: 'moeda',
  detail: 'detalhe',
  difference: 'diferença',
  driver: 'controlador',
  event: 'evento',
  from: 'de',
  here: 'aqui',
  item: 'rubrica',
  kind: 'relatório',
  line: 'linha do extrato',
  name: 'nome',
  order: 'pedido',
  owner: 'referência do cliente',
  providerReference: 'referência do prestador',
  reference: 'referência',
  register: 'caixa',
  sale: 'venda',
  seat: 'lugar',
  shift: 'turno',
  staff: 'funcionário',
  state: 'estado',
  there: 'no prestador',
  ticket: 'bilhete',
  ticketNumber: 'número do bilhete',
  to: 'a',
  toDo: 'a fazer',
}

const counted = countedIn('pt-PT')

export const reconciled: ReconciledText = (shift, sales, agreed, differences) =>
  `Turno ${shift}: ${counted(sales, 'venda comparada', 'vendas comparadas')}, ${counted(agreed, 'bilhete concordante', 'bilhetes concordantes')}, ${counted(differences, 'diferença', 'diferenças')}`

export const noShift: NoShiftText = (ledger, shift) =>
  shift === null ? `${ledger}: nenhum turno` : `${ledger}: não há turno ${shift}`

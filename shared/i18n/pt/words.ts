import type {
  ColumnNames,
  NoShiftText,
  ProviderNames,
  ReconcileAdvice,
  ReconciledText,
  SeatNotes,
  TenderNames,
} from '../texts.ts'

export const tenderNames: TenderNames = {
  card: 'Cartão',
  cash: 'Numerário',
  notes: 'Notas',
  'mobile-money': 'Mobile Money',
  'orange-money': 'Orange Money',
  'mtn-momo': 'MTN MoMo',
  'credit-slip': 'Vale de crédito',
  free: 'Gratuito',
}

export const seatNotes: SeatNotes = {
  accessible: 'Cadeira de rodas',
  companion: 'Acompanhante',
  restrictedView: 'Visibilidade reduzida',
  stepFree: 'Sem degraus',
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
    'Este bilhete não é válido para entrar. Dê à bilheteira a referência e o número do bilhete; senão, reembolse.',
  'not-recorded': 'Ninguém pagou este bilhete aqui. Procure-o nas outras caixas; senão, peça à bilheteira que o anule.',
  differs: 'Os dois não dizem o mesmo deste bilhete. Pergunte à bilheteira o que vale e imprima de novo.',
  'given-back': 'Reembolsado aqui, ainda válido na bilheteira. Peça-lhe que o anule.',
  unsettled: 'O dinheiro foi recebido e faltam os bilhetes. Responda à pergunta que espera por esta venda.',
  'not-asked': 'A bilheteira não respondeu. Compare de novo mais tarde.',
}

export const columns: ColumnNames = {
  amount: 'montante',
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
  item: 'valor',
  kind: 'relatório',
  line: 'linha do extrato',
  name: 'nome',
  order: 'encomenda',
  owner: 'referência do cliente',
  providerReference: 'referência do operador',
  reference: 'referência',
  register: 'caixa',
  sale: 'venda',
  seat: 'lugar',
  shift: 'turno',
  staff: 'funcionário',
  state: 'estado',
  there: 'do outro lado',
  ticket: 'bilhete',
  ticketNumber: 'número do bilhete',
  to: 'a',
  toDo: 'a fazer',
}

export const reconciled: ReconciledText = (shift, sales, agreed, differences) =>
  `Turno ${shift} – vendas comparadas: ${sales}, bilhetes que concordam: ${agreed}, diferenças: ${differences}`

export const noShift: NoShiftText = (ledger, shift) =>
  shift === null ? `${ledger}: nenhum turno` : `${ledger}: não há turno ${shift}`

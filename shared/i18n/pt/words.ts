import type { ProviderNames, ReconcileAdvice, SeatNotes, TenderNames } from '../texts.ts'

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

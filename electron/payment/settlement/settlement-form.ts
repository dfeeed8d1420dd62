import type { ProviderLine } from '../../../shared/domain/money/settlement.ts'

/**
 * What a provider's report calls its columns and its states: small letters and digits alone, without accents; of
 * several columns that fit, the first named here counts. Every column of `names` does.
 */
export interface SettlementForm {
  readonly names: readonly string[]
  readonly date: readonly string[]
  readonly amount: readonly string[]
  readonly currency: readonly string[]
  readonly status: readonly string[]
  readonly fee: readonly string[]
  /** Whether it is a payment or money that went back, where that is a column of its own. */
  readonly type: readonly string[]
  readonly words: Readonly<Record<Exclude<ProviderLine['standing'], 'unclear'>, readonly string[]>>
}

/** No provider publishes its report: these are words of their interfaces, and those that tables usually have. */
const generalForm: SettlementForm = {
  names: [
    'reference',
    'ref',
    'transactionid',
    'transactionreference',
    'idtransaction',
    'referencetransaction',
    'numerotransaction',
    'orderid',
    'merchantreference',
    'referencemarchand',
    'externalid',
    'receipt',
    'recu',
    'referencia',
  ],
  date: ['date', 'datetime', 'dateheure', 'datetransaction', 'transactiondate', 'createdat', 'timestamp', 'data'],
  amount: ['amount', 'montant', 'montantbrut', 'grossamount', 'valor'],
  currency: ['currency', 'devise', 'monnaie', 'moeda'],
  status: ['status', 'statut', 'etat', 'state', 'estado', 'resultat'],
  fee: ['fee', 'fees', 'frais', 'commission', 'commissions', 'taxa'],
  type: ['type', 'operation', 'typeoperation', 'transactiontype', 'nature'],
  words: {
    paid: [
      'success',
      'successful',
      'succeeded',
      'completed',
      'paid',
      'approved',
      'confirmed',
      'ok',
      'payment',
      'succes',
      'reussi',
      'reussie',
      'paye',
      'payee',
      'termine',
      'terminee',
      'valide',
      'validee',
      'paiement',
      'sucesso',
      'pago',
    ],
    refunded: [
      'refund',
      'refunded',
      'reversal',
      'reversed',
      'remboursement',
      'rembourse',
      'remboursee',
      'reembolso',
      'reembolsado',
    ],
    failed: [
      'failed',
      'failure',
      'cancelled',
      'canceled',
      'expired',
      'timeout',
      'rejected',
      'declined',
      'echec',
      'echoue',
      'echouee',
      'annule',
      'annulee',
      'expire',
      'expiree',
      'refuse',
      'refusee',
      'rejete',
    ],
    waiting: ['pending', 'initiated', 'processing', 'created', 'redirected', 'encours', 'enattente', 'pendente'],
  },
}

/** What one provider's report calls its columns. */
export type ReportColumns = Partial<Omit<SettlementForm, 'words'>>

/** The general form, with what one provider calls it before the rest. */
export function formOf(own: ReportColumns): SettlementForm {
  const of = (name: keyof typeof own): readonly string[] => [...(own[name] ?? []), ...generalForm[name]]
  return {
    names: of('names'),
    date: of('date'),
    amount: of('amount'),
    currency: of('currency'),
    status: of('status'),
    fee: of('fee'),
    type: of('type'),
    words: generalForm.words,
  }
}

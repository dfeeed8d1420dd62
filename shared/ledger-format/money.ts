/** Cheque number or transfer reference as recorded in the ledger; see `readDocumentNumber`. */
export const DOCUMENT_NUMBER = /^[\p{L}\d][\p{L}\d \-/]{0,29}$/u

export interface TenderEntry {
  /**
   * `drawer`: staff count the cash and give change in existing coins. `terminal`, `telephone`: an external system
   * decides about the payment, and its outcome is queried by reference. `account`: the hub approves a charge to a
   * customer who pays later. `validator`: a device accepts banknotes one by one and gives no change. `slip`: a credit
   * voucher, recorded in the ledger that issued it. `document`: staff copy its number, and two people approve it.
   * `nothing`: no money moves.
   */
  readonly means: 'drawer' | 'terminal' | 'telephone' | 'validator' | 'slip' | 'document' | 'account' | 'nothing'
  /** Account of the ledger that payments and refunds post to. */
  readonly account: string
  /** Default key that selects the tender at a desk; absent for cash, which is accepted with Enter. */
  readonly key?: string
  readonly icon: string
  /** Brand colour of the operator, which is never used behind text; undefined if there is none. */
  readonly color: `#${string}` | undefined
  /** Set if the tender can be refunded only as a credit voucher. */
  readonly backAsSlip?: true
  /** Set if the tender is offered only when the settings name it or a provider for it. */
  readonly onlyNamed?: true
}

/** Tenders, in the order of display. */
export const tenders = {
  card: { means: 'terminal', account: 'card-clearing', key: 'F4', icon: 'card', color: undefined },
  cash: { means: 'drawer', account: 'drawer', icon: 'cash', color: undefined },
  /** Banknotes inserted at a kiosk with a note acceptor. */
  notes: {
    means: 'validator',
    account: 'cashbox',
    icon: 'notes',
    color: undefined,
    backAsSlip: true,
    onlyNamed: true,
  },
  /** Mobile money of any operator: the customer chooses the operator at the provider. */
  'mobile-money': {
    means: 'telephone',
    account: 'mobile-money-clearing',
    key: 'Ctrl+M',
    icon: 'telephone',
    color: '#64748b',
    onlyNamed: true,
  },
  'orange-money': {
    means: 'telephone',
    account: 'orange-money-clearing',
    key: 'F5',
    icon: 'telephone',
    color: '#ff7900',
  },
  'mtn-momo': { means: 'telephone', account: 'mtn-momo-clearing', key: 'F1', icon: 'telephone', color: '#ffcb05' },
  cheque: { means: 'document', account: 'cheques', key: 'Ctrl+G', icon: 'document', color: undefined, onlyNamed: true },
  'bank-transfer': {
    means: 'document',
    account: 'bank-transfers',
    key: 'Ctrl+O',
    icon: 'document',
    color: undefined,
    onlyNamed: true,
  },
  /** Offered at a desk that is enrolled with a hub. */
  account: {
    means: 'account',
    account: 'customer-receivables',
    key: 'Ctrl+U',
    icon: 'document',
    color: undefined,
    onlyNamed: true,
  },
  /** Accepted wherever vouchers are issued, without a setting. */
  'credit-slip': { means: 'slip', account: 'credit-slips', icon: 'slip', color: undefined, backAsSlip: true },
  /** Tender of free orders only. */
  free: { means: 'nothing', account: 'none', icon: 'ticket', color: undefined },
} as const satisfies Readonly<Record<string, TenderEntry>>

/**
 * Notes and coins in circulation, largest first, in minor units. Coins that are no longer used in shops are left out.
 */
export const circulation: Readonly<Record<string, Readonly<Record<'notes' | 'coins', readonly number[]>>>> = {
  // Banque centrale de la République de Guinée: notes only.
  GNF: { notes: [20_000, 10_000, 5_000, 2_000, 1_000, 500, 100], coins: [] },
  // BCEAO: 500 exists as a note and as a coin.
  XOF: { notes: [10_000, 5_000, 2_000, 1_000, 500], coins: [500, 250, 200, 100, 50, 25, 10, 5] },
  // BEAC: 500 exists as a note and as a coin.
  XAF: { notes: [10_000, 5_000, 2_000, 1_000, 500], coins: [500, 100, 50, 25, 10, 5] },
  EUR: { notes: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500], coins: [200, 100, 50, 20, 10, 5, 2, 1] },
  USD: { notes: [10_000, 5_000, 2_000, 1_000, 500, 200, 100], coins: [100, 50, 25, 10, 5, 1] },
  GBP: { notes: [5_000, 2_000, 1_000, 500], coins: [200, 100, 50, 20, 10, 5, 2, 1] },
}

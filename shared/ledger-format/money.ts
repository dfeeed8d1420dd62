export interface TenderEntry {
  /**
   * Means of payment. `drawer`: staff count the cash and give change, in existing coins. `terminal`, `telephone`: an
   * external system decides about a payment by card or by the customer's telephone, and its outcome is queried by
   * reference. `validator`: a device accepts banknotes one by one and gives no change. `slip`: a credit voucher,
   * recorded in the ledger that issued it. `nothing`: no money moves.
   */
  readonly means: 'drawer' | 'terminal' | 'telephone' | 'validator' | 'slip' | 'nothing'
  /** Account of the ledger that payments and refunds post to. */
  readonly account: string
  /** Default key at a desk; absent for cash, which is taken with Enter. */
  readonly key?: string
  /** Icon on the buttons of a kiosk. */
  readonly icon: string
  /** Brand colour of the operator: a band beside the name, never behind text. Undefined if there is none. */
  readonly color: `#${string}` | undefined
  /** It can be refunded only as a credit voucher. */
  readonly backAsSlip?: true
  /** Offered only if the machine's settings name it, or a provider for it. */
  readonly onlyNamed?: true
}

/** Tenders, in the order of display, for screens, papers, the ledger and its verifier. Their names are in `words.ts` of each language in `shared/i18n`. */
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
  /** Accepted wherever vouchers are issued; no setting names it. */
  'credit-slip': { means: 'slip', account: 'credit-slips', icon: 'slip', color: undefined, backAsSlip: true },
  /** Tender of free orders; offered for no other order. */
  free: { means: 'nothing', account: 'none', icon: 'ticket', color: undefined },
} as const satisfies Readonly<Record<string, TenderEntry>>

/** Notes and coins in circulation, largest first, in minor units. Coins that shops no longer receive are left out. */
export const circulation: Readonly<Record<string, Readonly<Record<'notes' | 'coins', readonly number[]>>>> = {
  // Banque centrale de la République de Guinée: notes only.
  GNF: { notes: [20_000, 10_000, 5_000, 2_000, 1_000, 500, 100], coins: [] },
  // BCEAO; there is a note and a coin of 500.
  XOF: { notes: [10_000, 5_000, 2_000, 1_000, 500], coins: [500, 250, 200, 100, 50, 25, 10, 5] },
  // BEAC; there are notes and coins of 500.
  XAF: { notes: [10_000, 5_000, 2_000, 1_000, 500], coins: [500, 100, 50, 25, 10, 5] },
  EUR: { notes: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500], coins: [200, 100, 50, 20, 10, 5, 2, 1] },
  USD: { notes: [10_000, 5_000, 2_000, 1_000, 500, 200, 100], coins: [100, 50, 25, 10, 5, 1] },
  GBP: { notes: [5_000, 2_000, 1_000, 500], coins: [200, 100, 50, 20, 10, 5, 2, 1] },
}

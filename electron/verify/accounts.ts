import { tenders } from '../../shared/ledger-format/money.ts'
import { hubHolds, labelled } from './chain.ts'
import type { Entry, HubAttestation, Posting, Row, Step } from './format.ts'
import type { Findings } from './report.ts'
import type { SaleAccount } from './sale-account.ts'

/** Ledger account for amounts owed by customers. */
const RECEIVABLES = tenders.account.account

type Kind = Entry<'ACCOUNT_ENTRY_CONFIRMED'>['said']['kind'] | 'charge'

interface BookedAmount {
  readonly kind: Kind
  readonly account: string
  readonly amount: number
  readonly currency: string
  confirmed: boolean
}

/**
 * Checks `accounts`: two people and the hub approved each sale on account; refunds and payments reduce the customers'
 * debts; and each confirmation of the hub belongs to a recorded credit or payment.
 */
export class AccountCheck {
  readonly #findings: Findings
  readonly #sales: ReadonlyMap<string, SaleAccount>
  readonly #hubs: readonly string[]
  /** Credits and payments by reference. */
  readonly #entries = new Map<string, BookedAmount>()
  /**
   * Customers' debts by currency: charges minus credits and payments. `#posted`: balance of the ledger account for
   * them.
   */
  readonly #owed = new Map<string, number>()
  readonly #posted = new Map<string, number>()

  constructor(findings: Findings, sales: ReadonlyMap<string, SaleAccount>, hubs: readonly string[] = []) {
    this.#findings = findings
    this.#sales = sales
    this.#hubs = hubs
  }

  /** `sale`: state of the sale before the step. */
  step(row: Row, { event, tender, postings = [] }: Step, sale: SaleAccount): void {
    const { currency } = sale.opened
    this.#post(currency, postings)
    if (tender?.kind !== 'account' || row.code === 'RESTORED') return
    const { reference, state, amount, approval = '', provider, word, refundReference = '' } = tender
    const bad = this.#bad(row, `payment ${reference}`)
    const before = sale.tenders.get(reference)
    if (row.code === 'TENDER_STARTED') {
      if (row.staff_id === null || event.second === undefined || event.second === row.staff_id)
        bad('lacks the approval of a second person')
      if (provider?.token === undefined) bad('names no account')
    }
    if (state === 'approved' && before?.state !== 'approved') {
      add(this.#owed, currency, amount)
      if (provider?.token !== undefined && approval !== provider.token) bad('is charged to another account')
      const charge = { kind: 'charge', account: approval, amount, currency } as const
      if (word || !sale.rowsLost) this.#checkAttestation(bad, charge, word, provider?.reference ?? '')
    }
    if (state !== 'refunded') return
    if (tender.refundVoucher || refundReference !== `${reference}-B1`) bad('is not refunded to the account')
    this.#book(bad, refundReference, { kind: 'credit', account: before?.approval ?? '', amount, currency })
  }

  take({ code, row, said }: Entry): void {
    if ('postings' in said) this.#post(said.currency, said.postings)
    if (code === 'ACCOUNT_PAID') this.#pay(row, said)
    if (code === 'ACCOUNT_ENTRY_CONFIRMED') this.#confirm(row, said)
    if (code !== 'REFUND_PAID' || said.kind !== 'account') return
    const { saleId, reference, amount, currency, receipt, slip } = said
    const bad = this.#bad(row, `refund ${reference}`)
    const charges = [...(this.#sales.get(saleId)?.tenders.values() ?? [])].filter(({ kind }) => kind === 'account')
    const account = charges.find(({ state }) => state === 'approved')?.approval
    if (account === undefined) bad('credits an account that the sale did not charge')
    if (slip || receipt !== reference) bad('is not refunded to the account')
    this.#book(bad, reference, { kind: 'credit', account: account ?? '', amount, currency })
  }

  /** Compares the customers' debts with the balance of their ledger account. Must be called after the last row. */
  finish(): void {
    for (const currency of new Set([...this.#owed.keys(), ...this.#posted.keys()])) {
      const [owed, posted] = [this.#owed.get(currency) ?? 0, this.#posted.get(currency) ?? 0]
      if (owed !== posted)
        this.#findings.error('accounts', null, RECEIVABLES, `is ${posted} ${currency}, but customers owe ${owed}`)
    }
  }

  #bad({ seq }: Row, what: string): (why: string) => void {
    return (why) => this.#findings.error('accounts', seq, what, why)
  }

  #post(currency: string, postings: readonly Posting[]): void {
    for (const { account, debit, credit } of postings)
      if (account === RECEIVABLES) add(this.#posted, currency, debit - credit)
  }

  #book(bad: (why: string) => void, reference: string, entry: Omit<BookedAmount, 'confirmed'>): void {
    if (this.#entries.has(reference)) bad('uses the reference of another entry')
    this.#entries.set(reference, { ...entry, confirmed: false })
    add(this.#owed, entry.currency, -entry.amount)
  }

  #pay(row: Row, said: Entry<'ACCOUNT_PAID'>['said']): void {
    const { reference, account, amount, currency, tender, received, change, second } = said
    const bad = this.#bad(row, `payment ${reference}`)
    const { means } = tenders[tender]
    if (row.staff_id === null) bad('names no staff member')
    if (!payingMeans.has(means)) bad(`is paid by ${tender}`)
    if ((means === 'document') !== (second !== undefined)) bad(`is approved by ${second ?? 'one person'}`)
    if (second !== undefined && second === row.staff_id) bad('is approved by the person who took it')
    if (received - change !== amount || (means !== 'drawer' && change !== 0))
      bad(`received ${received} and returned ${change} for ${amount}`)
    this.#book(bad, reference, { kind: 'payment', account, amount, currency })
  }

  #confirm(row: Row, said: Entry<'ACCOUNT_ENTRY_CONFIRMED'>['said']): void {
    const { reference, kind, account, amount, currency, word } = said
    const bad = this.#bad(row, `entry ${reference}`)
    const entry = this.#entries.get(reference)
    if (!entry) return bad('is confirmed, but was never recorded')
    if (entry.confirmed) bad('is confirmed twice')
    entry.confirmed = true
    const isSame = entry.kind === kind && entry.account === account && entry.amount === amount
    if (!isSame || entry.currency !== currency) bad('is confirmed with other values')
    this.#checkAttestation(bad, { kind, account, amount, currency }, word, reference)
  }

  #checkAttestation(
    bad: (why: string) => void,
    { kind, account, amount, currency }: Omit<BookedAmount, 'confirmed'>,
    word: HubAttestation | undefined,
    reference: string,
  ): void {
    if (!word) return bad("lacks the hub's attestation")
    const text = [kind, account, amount, currency, word.deviceId, reference].join('\n')
    const isForThis = word.register === account && word.reference === reference
    if (!isForThis || !hubHolds(word.hubKey, labelled('guichet account 1', text), word.sig))
      bad("lacks its hub's attestation for this entry")
    if (this.#hubs.length > 0 && !this.#hubs.includes(word.hubKey))
      bad('has the attestation of a hub that is not trusted')
  }
}

/** Ways in which a customer can pay what is owed on an account. */
const payingMeans: ReadonlySet<string> = new Set(['drawer', 'terminal', 'telephone', 'document'])

function add(sums: Map<string, number>, currency: string, amount: number): void {
  sums.set(currency, (sums.get(currency) ?? 0) + amount)
}

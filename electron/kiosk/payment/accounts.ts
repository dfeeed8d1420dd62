import { notInCash } from '../../../shared/domain/money/cash.ts'
import { type AccountView, whyNotCharged } from '../../../shared/domain/money/customer-account.ts'
import type { AccountPaid } from '../../../shared/domain/money/drawer.ts'
import {
  isAccount,
  isCash,
  isDocument,
  isProvided,
  sumOf,
  type TenderKind,
} from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { paymentReference } from '../../../shared/domain/sale/open-payment.ts'
import type { AccountRefused, Plain, UnknownCurrency } from '../../../shared/api/kiosk/failures.ts'
import type { AccountPaidView } from '../../../shared/api/kiosk/views.ts'
import type { CommandInput, OwnFailure } from '../../../shared/api/kiosk/contract.ts'
import type { Commands } from '../access.ts'
import type { AccountHub, HubCharge, PaymentRef, TenderDriver, TenderOutcome } from '../ports/devices.ts'
import type { AccountReceiptIssuer, Ports } from '../ports/ports.ts'
import type { AfterSaleService } from '../sale/after-sale.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { ShiftService } from '../staff/shifts.ts'
import type { Gate } from './payment-commands.ts'
import { HubExchange } from './slips.ts'
import { atProvider } from './tender.ts'

const ACCOUNT_DRIVER = 'hub-account'

/**
 * Returns the tender driver for sales on account. The hub approves or refuses each charge. The token of a payment is
 * the account number.
 */
export function accountDriver(hub: AccountHub): TenderDriver {
  const outcomeOf = (charge: HubCharge): TenderOutcome => {
    switch (charge.outcome) {
      case 'charged': {
        const { account, amount, currency, word } = charge
        return { outcome: 'approved', approval: account, amount, currency, word }
      }
      case 'refused':
        return { outcome: 'refused', reason: charge.reason === 'over-limit' ? 'over-limit' : 'declined' }
      case 'void':
        return { outcome: 'cancelled' }
      case 'unknown':
        return charge
    }
  }
  const ask = async ({ reference }: PaymentRef): Promise<TenderOutcome> => outcomeOf(await hub.settle(reference))
  return {
    name: ACCOUNT_DRIVER,
    host: hub.host,
    traits: {
      payer: 'none',
      shows: 'none',
      unattended: false,
      findBy: 'own',
      reference: 'short26',
      cancel: 'proves',
      decideMs: 60_000,
      settledMs: 0,
      // The hub stores every request, so the payment is polled until the hub replies.
      lateMs: Number.MAX_SAFE_INTEGER,
      refund: 'people',
    },
    async begin({ source: account, reference, amount, currency, receipt = '' }) {
      if (account === undefined) return { outcome: 'refused', reason: 'declined' }
      return outcomeOf(await hub.charge({ account, reference, amount, currency, receipt }))
    },
    ask,
    cancel: async (payment) => ((await ask(payment)).outcome === 'cancelled' ? 'closed' : 'still-open'),
  }
}

/** Delay in milliseconds after a failed request to the hub. */
const RETRY_MS = 30_000
/** Interval in milliseconds between checks of the ledger if nothing was recorded. */
const IDLE_MS = 3_600_000

/** Sends credits and payments to the hub until it confirms them, including after a restart. */
export class AccountEntries {
  readonly #ports: Pick<Ports, 'ledger' | 'clock' | 'log' | 'ids'>
  readonly #hub: AccountHub
  readonly #exchange: HubExchange
  /** References that the hub refused since the start, each logged once. */
  readonly #refused = new Set<string>()

  /** Returns null if the desk is not enrolled at a hub. */
  static open(
    ports: Pick<Ports, 'ledger' | 'clock' | 'log' | 'ids' | 'accountHub'>,
    sales: Pick<SaleService, 'subscribe'>,
    afterSales: Pick<AfterSaleService, 'onAccountCredit'>,
  ): AccountEntries | null {
    if (!ports.accountHub) return null
    const entries = new AccountEntries(ports, ports.accountHub)
    sales.subscribe((_, event) => {
      if (event?.type === 'refunded') entries.wake()
    })
    afterSales.onAccountCredit(() => entries.wake())
    return entries
  }

  constructor(ports: Pick<Ports, 'ledger' | 'clock' | 'log' | 'ids'>, hub: AccountHub) {
    this.#ports = ports
    this.#hub = hub
    this.#exchange = new HubExchange(ports.clock, {
      send: (stopping) => this.#send(stopping),
      onError: (error) => ports.log.error('hub-accounts.exchange-failed', error),
      retryMs: RETRY_MS,
      idleMs: IDLE_MS,
    })
  }

  /** Sends new entries immediately. Must be called after each row that credits or pays an account. */
  wake(): void {
    this.#exchange.wake()
  }

  stop(): Promise<void> {
    return this.#exchange.stop()
  }

  /** Sends all unconfirmed entries. Returns false if any of them must be sent again. */
  async #send(stopping: AbortSignal): Promise<boolean> {
    const { ledger, clock, ids, log } = this.#ports
    let done = true
    for (const { payments, ...entry } of ledger.accounts.unconfirmed()) {
      if (stopping.aborted) return true
      const charged = payments.map((payment) => ids.referenceFor(payment, 'short26'))
      const word = await this.#hub.book({ ...entry, items: [...entry.items, ...charged] })
      if (word === 'no-answer') return false
      const { reference, kind, account, amount, currency } = entry
      if (word === 'refused') {
        done = false
        // The account belongs to another hub, or was never created at this one.
        if (!this.#refused.has(reference)) log.error('hub-accounts.not-booked', new Error(account), { reference })
        this.#refused.add(reference)
      } else ledger.note('ACCOUNT_ENTRY_CONFIRMED', { reference, kind, account, amount, currency, word }, clock.now())
    }
    return done
  }
}

interface AccountCommandOptions {
  readonly tenders: readonly TenderKind[]
  /** Tenders whose result staff enter. */
  readonly attended: readonly TenderKind[]
  readonly gate: Gate
  readonly shifts: Pick<ShiftService, 'payAccount' | 'view'>
  readonly entries: AccountEntries | null
  readonly accountReceipts?: AccountReceiptIssuer | undefined
  readonly deviceId: string
  readonly defaultLanguage: string
}

export function accountCommands(
  ports: Pick<Ports, 'ledger' | 'clock' | 'ids' | 'tenders' | 'accountHub' | 'log'>,
  { waiting, act }: SaleScreen,
  options: AccountCommandOptions,
) {
  const { tenders, gate } = options
  const refused = (because: AccountRefused['because']) => err({ type: 'account-refused', because } as const)

  async function find(number: string): Promise<Result<AccountView, AccountRefused>> {
    const found = await ports.accountHub?.find(number)
    if (!found) return refused('hub-away')
    const account = found.find((each) => each.number === number)
    return account ? ok(account) : refused('unknown')
  }

  return {
    async findAccounts({ text }) {
      const found = await ports.accountHub?.find(text)
      return found ? ok(found) : refused('hub-away')
    },

    async payOnAccount({ saleId, account: number, amount }, { staffId }, second) {
      const driver = ports.tenders.account
      if (!driver || !tenders.some(isAccount)) return err({ type: 'tender-not-offered' })
      const stopped = await gate(saleId, driver)
      if (stopped) return stopped
      const account = await find(number)
      if (!account.ok) return account
      const still = waiting(saleId, 'priced')
      if (!still.ok) return still
      const { order, parts = [], tenderAttempts, currency } = still.value
      const due = order.amount - sumOf(parts)
      const charged = amount ?? due
      if (charged > due) return err({ type: 'too-much', due })
      const why = whyNotCharged(account.value, { amount: charged, currency })
      if (why) return refused(why)
      // A sale can be charged to one account only, because its refund is credited to one account.
      if (parts.some(({ kind, approval }) => isAccount(kind) && approval !== number)) return refused('other-account')
      const provider = atProvider(driver, paymentReference(order, tenderAttempts + 1), ports.ids)
      if (!provider) return err({ type: 'tender-not-offered' })
      return ok(
        act(saleId, {
          type: 'tender-started',
          kind: 'account',
          amount: charged,
          staffId,
          second: second.staffId,
          provider: { ...provider, token: number },
        }),
      )
    },

    ...paymentCommands(ports, find, options),
  } satisfies Partial<Commands>
}

/** Commands for payments on an account. `find`: returns the account from the hub. */
function paymentCommands(
  { ledger, log }: Pick<Ports, 'ledger' | 'log'>,
  find: (number: string) => Promise<Result<AccountView, AccountRefused>>,
  { tenders, attended, shifts, entries, accountReceipts, deviceId, defaultLanguage }: AccountCommandOptions,
) {
  const isRecorded = (reference: string): boolean => ledger.accounts.payment(reference) !== null

  /** Records a payment, unless its reference is already recorded, and prints its receipt. */
  async function take<E extends { readonly type: string }>(
    input: Pick<AccountPaid, 'reference' | 'account' | 'amount' | 'tender'>,
    staffId: string,
    paymentTo: (account: AccountView) => Result<AccountPaid, E>,
  ): Promise<Result<AccountPaidView, E | AccountRefused | UnknownCurrency | Plain<'invalid-answer'>>> {
    const { reference, account: number } = input
    const account = await find(number)
    // A repeated command only prints the receipt again, even if the hub is unreachable. It books no second payment.
    if (!isRecorded(reference)) {
      if (!account.ok) return account
      const paid = paymentTo(account.value)
      if (!paid.ok) return paid
      const done = shifts.payAccount(paid.value, staffId)
      if (!done.ok) return done
      entries?.wake()
    }
    const recorded = ledger.accounts.payment(reference)
    if (recorded?.account !== number || recorded.amount !== input.amount) return err({ type: 'invalid-answer' })
    const name = account.ok ? account.value.name : ''
    const receipt = { ...recorded, name, register: deviceId }
    const printed = await accountReceipts?.issue(receipt, defaultLanguage).catch((error: unknown) => {
      log.error('slip.paper-failed', error)
      return null
    })
    return ok({ paper: printed?.outcome === 'printed' ? 'printed' : 'none' })
  }

  return {
    async takeAccountPayment(input, { staffId }) {
      const { tender, reference } = input
      const isTaken = isCash(tender) || (isProvided(tender) && attended.includes(tender))
      // A repeated command prints the receipt of a document without another approval.
      if (!isRecorded(reference) && (!isTaken || !tenders.includes(tender)))
        return err({ type: isDocument(tender) ? 'approval-required' : 'tender-not-offered' })
      return take(input, staffId, (account) => paymentOf(input, account, staffId))
    },

    async takeAccountDocument(input, { staffId }, second) {
      const { reference, account: of, tender, amount, number, again, items } = input
      if (!isDocument(tender) || !tenders.includes(tender)) return err({ type: 'tender-not-offered' })
      const orderId = again || isRecorded(reference) ? null : ledger.orderPaidBy(tender, number)
      if (orderId !== null) return err({ type: 'approval-known', orderId })
      return take(input, staffId, (account) => {
        if (amount > account.balance) return tooMuch(account)
        const paid = { reference, account: of, tender, amount, items, approval: number, second: second.staffId }
        return ok(paidInFull(paid, account))
      })
    },
  } satisfies Partial<Commands>
}

const tooMuch = ({ balance }: AccountView) => err({ type: 'too-much', due: Math.max(0, balance) } as const)

/** Returns a payment of exactly the amount due, with the charges of `items` that are still open. */
function paidInFull(
  { amount, items, ...paid }: Omit<AccountPaid, 'currency' | 'received' | 'change' | 'receipts'>,
  { currency, items: open }: Pick<AccountView, 'currency' | 'items'>,
): AccountPaid {
  const chosen = open.filter((item) => items.includes(item.reference))
  const [own, receipts] = [chosen.map((item) => item.reference), chosen.map((item) => item.receipt)]
  return { ...paid, currency, amount, received: amount, change: 0, items: own, receipts }
}

function paymentOf(
  { reference, account, tender, amount, received, approval = '', items }: CommandInput<'takeAccountPayment'>,
  at: AccountView,
  staffId: string,
): Result<
  AccountPaid,
  Extract<OwnFailure<'takeAccountPayment'>, { type: 'too-much' | 'too-little' | 'invalid-answer' | 'not-in-cash' }>
> {
  if (amount > at.balance) return tooMuch(at)
  const isInCash = isCash(tender)
  if (received < amount) return err({ type: 'too-little', due: amount })
  if (!isInCash && (received !== amount || approval === '')) return err({ type: 'invalid-answer' })
  const fault = isInCash ? (notInCash(amount, at.currency) ?? notInCash(received, at.currency)) : null
  if (fault) return err(fault)
  const paid = { reference, account, tender, amount, items, approval: isInCash ? staffId : approval }
  return ok({ ...paidInFull(paid, at), received, change: received - amount })
}

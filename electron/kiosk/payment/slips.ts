import {
  type HubSlip,
  type IssuedSlip,
  type KnownSlip,
  readSlipCode,
  readSlipNumber,
  slipNumber,
} from '../../../shared/domain/money/credit-voucher.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { CodeFailure, SlipRefused } from '../../../shared/api/kiosk/failures.ts'
import type { Begun, HubSpending, PaymentRef, SlipHub, TenderDriver, TenderOutcome } from '../ports/devices.ts'
import type { Clock, Ids, Log, Ports, SaleLedger } from '../ports/ports.ts'

/**
 * `here`: true if the voucher is not registered at a hub. `own`: the voucher in this ledger; null if another register
 * issued the voucher.
 */
export interface FoundSlip extends HubSlip {
  readonly here: boolean
  readonly own: KnownSlip | null
}

type VoucherLookup = (text: string) => Promise<Result<FoundSlip, SlipRefused | CodeFailure>>

/** Looks up a scanned or typed voucher, and refuses a voucher that cannot be spent. */
export function slipFinder(
  { slips }: Pick<SaleLedger, 'slips'>,
  hub: SlipHub | undefined,
  tries: CodeAttemptLimiter,
  log: Log,
): VoucherLookup {
  const refused = (because: SlipRefused['because']) => err({ type: 'slip-refused', because } as const)

  function wrong(because: SlipRefused['because']) {
    tries.failed()
    if (tries.secondsLeft() > 0) log.warn('slip.numbers-locked')
    return refused(because)
  }

  async function atHub(slipId: string, own: KnownSlip | null, from: SlipHub, unknownAs: SlipRefused['because']) {
    const found = await from.find(slipId)
    if (found === 'no-answer') return refused('hub-away')
    if (found !== 'unknown') return found.free ? ok(found) : refused('spent')
    if (!own) return wrong(unknownAs)
    // `VOUCHERS_REGISTERED` was recorded, but the registration did not reach the hub.
    const slip = hubSlip(own, slips.register())
    return (await from.tell([slip])) ? ok(slip) : refused('hub-away')
  }

  return async (text) => {
    const seconds = tries.secondsLeft()
    if (seconds > 0) return err({ type: 'codes-locked', seconds })
    const claim = readSlipCode(text)
    const signed = claim !== null && slips.isOurs(text.trim())
    const slipId = claim?.slipId ?? readSlipNumber(text)
    const own = slipId === null ? null : slips.find(slipId)
    if (claim && !signed && (own || !hub)) return refused('not-ours')
    // The ledger may have lost the row of a signed voucher, which the hub may still have.
    if (slipId === null || (!own && !hub)) return wrong(signed ? 'doubtful' : 'unknown')
    if (own && own.state !== 'open') return refused(own.state)
    const isHere = own?.hub === null
    if (!isHere && (!hub || (own && own.hub !== hub.hubKey))) return refused('hub-away')
    const unknownAs = signed ? 'doubtful' : claim ? 'not-ours' : 'unknown'
    const slip =
      isHere || !hub
        ? own
          ? ok(hubSlip(own, slips.register()))
          : wrong('unknown')
        : await atHub(slipId, own, hub, unknownAs)
    if (!slip.ok) return slip
    if (claim && !isAsClaimed(slip.value, claim)) return refused('not-ours')
    return ok({ ...slip.value, here: isHere, own })
  }
}

const isAsClaimed = (slip: HubSlip, claim: HubSlip): boolean =>
  slip.amount === claim.amount && slip.currency === claim.currency && slip.register === claim.register

/** Maximum time in milliseconds to wait for the hub before a list of vouchers is shown. */
const LIST_WITHIN_MS = 3_000
/** Maximum number of parallel calls to the hub. */
const ASKED_AT_ONCE = 8

/** Returns vouchers registered at the hub that were spent elsewhere, or whose state is unknown. */
export async function askedElsewhere(
  hub: SlipHub,
  slips: readonly KnownSlip[],
  clock: Pick<Clock, 'sleep'>,
): Promise<ReadonlyMap<string, 'spent' | 'unknown'>> {
  const due = slips.filter((slip) => slip.state === 'open' && slip.hub === hub.hubKey).map(({ slipId }) => slipId)
  const said = new Map<string, 'spent' | 'unknown'>(due.map((slipId) => [slipId, 'unknown']))
  const enough = new AbortController()

  async function ask(): Promise<void> {
    for (let next = due.pop(); next !== undefined && !enough.signal.aborted; next = due.pop()) {
      const found = await hub.find(next)
      // If the hub is unreachable for one voucher, it is unreachable for all vouchers.
      if (found === 'no-answer') return
      if (found === 'unknown' || found.free) said.delete(next)
      else said.set(next, 'spent')
    }
  }

  const asking = Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask))
  await Promise.race([asking, clock.sleep(LIST_WITHIN_MS, enough.signal)])
  enough.abort()
  // The result is copied, because later replies must not change it.
  return new Map(said)
}

/** Number of wrong codes within `COUNTS_MS` milliseconds after which further attempts are refused. */
const FREE_TRIES = 5
const COUNTS_MS = 300_000

/** A correct code does not reset the count; otherwise, the owner of a valid code could guess other codes. */
export class CodeAttemptLimiter {
  readonly #clock: Pick<Clock, 'now'>
  #wrong: readonly number[] = []

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** Returns the whole seconds until the next attempt is allowed; 0 if an attempt is allowed now. */
  secondsLeft(): number {
    const nowMs = this.#clock.now().monoMs
    const last = this.#counted(nowMs).at(-FREE_TRIES)
    return last === undefined ? 0 : Math.ceil((last + COUNTS_MS - nowMs) / 1000)
  }

  failed(): void {
    const nowMs = this.#clock.now().monoMs
    this.#wrong = [...this.#counted(nowMs), nowMs]
  }

  #counted(nowMs: number): readonly number[] {
    return this.#wrong.filter((atMs) => nowMs - atMs < COUNTS_MS)
  }
}

interface HubExchangeOptions {
  /** Sends the ledger's unconfirmed entries to the hub. Resolves to true if none are left. */
  readonly send: (stopping: AbortSignal) => Promise<boolean>
  readonly onError: (error: unknown) => void
  /** Delay in milliseconds before a retry, if entries are left or `send` rejects. */
  readonly retryMs: number
  /** Interval in milliseconds between checks of the ledger if nothing was recorded. */
  readonly idleMs: number
}

/** Sends entries of the ledger to the hub until it is stopped. Starts at once. */
export class HubExchange {
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  #woken = new AbortController()

  constructor(clock: Pick<Clock, 'sleep'>, options: HubExchangeOptions) {
    this.#running = this.#run(clock, options)
  }

  /** Sends new entries immediately. If entries are already being retried, they wait for the next attempt. */
  wake(): void {
    this.#woken.abort()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(clock: Pick<Clock, 'sleep'>, { send, onError, retryMs, idleMs }: HubExchangeOptions): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      this.#woken = new AbortController()
      const done = await send(signal).catch((error: unknown) => {
        onError(error)
        return false
      })
      if (done) await clock.sleep(idleMs, AbortSignal.any([signal, this.#woken.signal]))
      else await clock.sleep(retryMs, signal)
    }
  }
}

/** Interval in milliseconds between checks for new vouchers, and delay after a failed call to the hub. */
const HUB_INTERVAL_MS = 30_000
const MAX_BATCH = 100

function hubSlip({ slipId, amount, currency, issuedUtc }: KnownSlip, register: string): HubSlip {
  return { slipId, amount, currency, register, issuedUtc }
}

/** Registers vouchers at the hub and releases vouchers whose payout failed, including after a restart. */
export class VoucherRegistration {
  readonly #ports: Pick<Ports, 'ledger' | 'clock' | 'log'>
  readonly #hub: SlipHub
  readonly #exchange: HubExchange
  readonly #releasing: Set<string>
  /** IDs of the vouchers that the hub has confirmed. */
  readonly #known = new Set<string>()

  constructor(ports: Pick<Ports, 'ledger' | 'clock' | 'log'>, hub: SlipHub) {
    this.#ports = ports
    this.#hub = hub
    this.#releasing = new Set(ports.ledger.slips.askedPayouts())
    this.#exchange = new HubExchange(ports.clock, {
      send: async () => {
        const done = await this.#tell()
        await this.#setFree()
        return done
      },
      onError: (error) => ports.log.error('hub-slips.exchange-failed', error),
      retryMs: HUB_INTERVAL_MS,
      idleMs: HUB_INTERVAL_MS,
    })
  }

  look(): void {
    this.#exchange.wake()
  }

  readonly release = (reference: string): void => {
    this.#releasing.add(reference)
    this.look()
  }

  stop(): Promise<void> {
    return this.#exchange.stop()
  }

  #toTell(): readonly KnownSlip[] {
    const due = this.#ports.ledger.slips.open().filter(({ slipId, state, hub, doubtful }) => {
      const isFresh = hub === null && state === 'open' && !doubtful
      return (isFresh || hub === this.#hub.hubKey) && !this.#known.has(slipId)
    })
    return due.slice(0, MAX_BATCH)
  }

  /** Returns false if the hub is unreachable. */
  async #tell(): Promise<boolean> {
    const { ledger, clock } = this.#ports
    const [first] = this.#toTell()
    if (!first) return true
    // Only the hub can approve a payout after `VOUCHERS_REGISTERED`, so its reachability is checked first.
    if ((await this.#hub.find(first.slipId)) === 'no-answer') return false
    const due = this.#toTell()
    const fresh = due.flatMap((slip) => (slip.hub === null ? [slip.slipId] : []))
    if (fresh.length > 0) ledger.note('VOUCHERS_REGISTERED', { slips: fresh, hubKey: this.#hub.hubKey }, clock.now())
    if (!(await this.#hub.tell(due.map((slip) => hubSlip(slip, ledger.slips.register()))))) return false
    for (const { slipId } of due) this.#known.add(slipId)
    return this.#tell()
  }

  async #setFree(): Promise<void> {
    const { ledger, clock } = this.#ports
    for (const reference of this.#releasing) {
      // A voucher that was paid out is not released.
      const asked = ledger.slips.askedPayouts().includes(reference)
      if (asked && !(await this.#hub.release(reference))) return
      if (asked) ledger.note('VOUCHER_PAYOUT_CANCELLED', { reference }, clock.now())
      this.#releasing.delete(reference)
    }
  }
}

/** Returns a new voucher, which is recorded by the step of the sale that issues it. */
export function newSlip(ids: Pick<Ids, 'uuid'>, amount: Minor, currency: string): IssuedSlip {
  return { slipId: slipNumber(ids.uuid()), amount, currency }
}

const SLIP_DRIVER = 'credit-slip'

/**
 * A voucher of this kiosk that is not registered is spent in the kiosk's ledger. A registered voucher is spent only at
 * the hub.
 */
export function slipDriver(
  { slips }: Pick<SaleLedger, 'slips'>,
  ids: Pick<Ids, 'uuid'>,
  hub: SlipHub | undefined,
): TenderDriver {
  type Sum = Pick<PaymentRef, 'amount' | 'currency'>

  function approved(slipId: string, received: number, { amount, currency }: Sum) {
    const over = received - amount
    return {
      outcome: 'approved' as const,
      approval: slipId,
      received,
      ...(over > 0 && { slip: newSlip(ids, over, currency) }),
    } satisfies TenderOutcome
  }

  function byHub(spending: HubSpending, sum: Sum): TenderOutcome {
    if (spending.outcome !== 'spent') return spending.outcome === 'refused' ? { outcome: 'cancelled' } : spending
    const { slip, word } = spending
    // If the voucher amount has become too low since the check before the payment, staff must decide.
    if (slip.currency !== sum.currency || slip.amount < sum.amount)
      return { outcome: 'approved', approval: slip.slipId, amount: slip.amount, currency: slip.currency }
    return { ...approved(slip.slipId, slip.amount, sum), word }
  }

  function here(source: string, { amount, currency }: Sum): TenderOutcome {
    const slip = slips.find(source)
    if (slip?.state !== 'taken' || slip.doubtful || slip.currency !== currency || slip.amount < amount)
      return { outcome: 'refused', reason: 'declined' }
    return approved(slip.slipId, slip.amount, { amount, currency })
  }

  async function ask(payment: PaymentRef): Promise<TenderOutcome> {
    if (payment.host === '') return { outcome: 'cancelled' }
    return hub ? byHub(await hub.settle(payment.reference), payment) : { outcome: 'unknown' }
  }

  return {
    name: SLIP_DRIVER,
    host: hub?.host ?? '',
    traits: {
      payer: 'none',
      shows: 'none',
      unattended: true,
      findBy: 'own',
      reference: 'short26',
      cancel: 'proves',
      decideMs: 60_000,
      settledMs: 0,
      // The hub stores every request, so the payment is polled until the hub replies.
      lateMs: hub ? Number.MAX_SAFE_INTEGER : 0,
      refund: 'people',
    },
    async begin({ source, amount, currency, reference }): Promise<Begun | TenderOutcome> {
      if (source === undefined) return { outcome: 'refused', reason: 'declined' }
      const own = slips.find(source)
      if (own?.hub === null) return here(source, { amount, currency })
      if (!hub || (own && own.hub !== hub.hubKey)) return { outcome: 'unavailable' }
      const spending = byHub(await hub.spend(source, reference), { amount, currency })
      return spending.outcome === 'cancelled' ? { outcome: 'refused', reason: 'declined' } : spending
    },
    ask,
    cancel: async (payment) => ((await ask(payment)).outcome === 'cancelled' ? 'closed' : 'still-open'),
  }
}

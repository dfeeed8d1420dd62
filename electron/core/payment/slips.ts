import {
  type HubSlip,
  type IssuedSlip,
  type KnownSlip,
  readSlipCode,
  readSlipNumber,
  slipNumber,
} from '../../../shared/domain/money/credit-slip.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { CodeFailure, SlipRefused } from '../../../shared/kiosk-api/failures.ts'
import type { Begun, HubSpending, KnownPayment, SlipHub, TenderDriver, TenderOutcome } from '../ports/devices.ts'
import type { Clock, Ids, Log, Ports, SaleLedger } from '../ports/ports.ts'

/** `here`: no hub was told of it. `own`: as this ledger knows it; null: another one wrote it. */
export interface FoundSlip extends HubSlip {
  readonly here: boolean
  readonly own: KnownSlip | null
}

export type SlipFinder = (text: string) => Promise<Result<FoundSlip, SlipRefused | CodeFailure>>

/** The slip that was scanned or typed, where nothing speaks against it. */
export function slipFinder(
  { slips }: Pick<SaleLedger, 'slips'>,
  hub: SlipHub | undefined,
  tries: CodeTries,
  log: Log,
): SlipFinder {
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
    // It was written down that the hub is told of it, and then it was not.
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
    // Signed here, and not in the ledger: rows are gone, and the hub may still know it.
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

/** A list is shown after that, whatever the hub has said by then. */
const LIST_WITHIN_MS = 3_000
/** Calls at once. */
const ASKED_AT_ONCE = 8

/** What the hub says of slips that it was told of; none of those that nobody else has spent. The newest are asked about first. */
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
      // Away for one, away for all.
      if (found === 'no-answer') return
      if (found === 'unknown' || found.free) said.delete(next)
      else said.set(next, 'spent')
    }
  }

  const asking = Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask))
  await Promise.race([asking, clock.sleep(LIST_WITHIN_MS, enough.signal)])
  enough.abort()
  // What is said from here on is for nobody.
  return new Map(said)
}

/** So many wrong codes are taken within the time in which each of them counts. */
const FREE_TRIES = 5
const COUNTS_MS = 300_000

/**
 * Wrong collection codes of all of a machine's customers: there are too many codes to find one at this pace. A
 * right one takes none of them back, or somebody who has one could try on for ever.
 */
interface CodeTries {
  /** Whole seconds until the next try; 0: now. */
  secondsLeft(): number
  failed(): void
}

export function countCodeTries(clock: Pick<Clock, 'now'>): CodeTries {
  let wrong: readonly number[] = []
  const counted = (nowMs: number): readonly number[] => wrong.filter((atMs) => nowMs - atMs < COUNTS_MS)
  return {
    secondsLeft() {
      const nowMs = clock.now().monoMs
      const last = counted(nowMs).at(-FREE_TRIES)
      return last === undefined ? 0 : Math.ceil((last + COUNTS_MS - nowMs) / 1000)
    },
    failed() {
      const nowMs = clock.now().monoMs
      wrong = [...counted(nowMs), nowMs]
    },
  }
}

/** A hub that was away is asked again after so long; and so often it is looked whether there is something to tell. */
const AGAIN_MS = 30_000
/** In one call. */
const AT_ONCE = 100

/** Tells the hub of this machine's slips, over restarts, and sets free what was asked for and came to nothing. */
export interface SlipTeller {
  /** There may be a new slip. */
  look(): void
  /** Nothing was given for that spending. */
  release(reference: string): void
  stop(): Promise<void>
}

function hubSlip({ slipId, amount, currency, issuedUtc }: KnownSlip, register: string): HubSlip {
  return { slipId, amount, currency, register, issuedUtc }
}

export function createSlipTeller(
  { ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>,
  hub: SlipHub,
): SlipTeller {
  const { slips } = ledger
  const stopping = new AbortController()
  const releasing = new Set(slips.askedPayouts())
  /** The hub has said that it has them. */
  const known = new Set<string>()
  let woken = new AbortController()

  const toTell = (): readonly KnownSlip[] =>
    slips
      .open()
      .filter(({ slipId, state, hub: told, doubtful }) => {
        const isFresh = told === null && state === 'open' && !doubtful
        return (isFresh || told === hub.hubKey) && !known.has(slipId)
      })
      .slice(0, AT_ONCE)

  /** False: the hub is away. */
  async function tell(): Promise<boolean> {
    const [first] = toTell()
    if (!first) return true
    // From the row on nobody but the hub can spend them: it must be there, and know what slips are.
    if ((await hub.find(first.slipId)) === 'no-answer') return false
    const due = toTell()
    const fresh = due.flatMap((slip) => (slip.hub === null ? [slip.slipId] : []))
    if (fresh.length > 0) ledger.note('SLIPS_TOLD', { slips: fresh, hubKey: hub.hubKey }, clock.now())
    if (!(await hub.tell(due.map((slip) => hubSlip(slip, slips.register()))))) return false
    for (const { slipId } of due) known.add(slipId)
    return tell()
  }

  async function setFree(): Promise<void> {
    for (const reference of releasing) {
      // What is paid out stays spent, whatever failed after it.
      const asked = slips.askedPayouts().includes(reference)
      if (asked && !(await hub.release(reference))) return
      if (asked) ledger.note('SLIP_PAYOUT_ENDED', { reference }, clock.now())
      releasing.delete(reference)
    }
  }

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = new AbortController()
      const done = await tell()
        .then(async (told) => {
          await setFree()
          return told
        })
        .catch((error: unknown) => {
          log.error('hub-slips.exchange-failed', error)
          return false
        })
      const wake = done ? [stopping.signal, woken.signal] : [stopping.signal]
      await clock.sleep(AGAIN_MS, AbortSignal.any(wake))
    }
  }

  const kept = keep()
  return {
    look: () => woken.abort(),
    release(reference) {
      releasing.add(reference)
      woken.abort()
    },
    async stop() {
      stopping.abort()
      await kept
    },
  }
}

/** A slip under a number of its own: in the ledger with the step that owes it. */
export function newSlip(ids: Pick<Ids, 'uuid'>, amount: Minor, currency: string): IssuedSlip {
  return { slipId: slipNumber(ids.uuid()), amount, currency }
}

export const SLIP_DRIVER = 'credit-slip'

/**
 * Takes credit slips. One that no hub was told of is spent here and nowhere else: the ledger gives it to one payment with its intent, and
 * takes it with the approval; what has no approval there took nothing. Any other is spent by the word of the hub, and by nothing else: it is
 * asked for as long as the payment is open.
 */
export function createSlipDriver(
  { slips }: Pick<SaleLedger, 'slips'>,
  ids: Pick<Ids, 'uuid'>,
  hub: SlipHub | undefined,
): TenderDriver {
  type Sum = Pick<KnownPayment, 'amount' | 'currency'>

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
    // Checked before it was asked for; another sum is for people.
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

  async function ask(payment: KnownPayment): Promise<TenderOutcome> {
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
      // The hub never forgets: it is asked until it answers.
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

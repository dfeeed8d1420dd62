import { type HubSlip, type KnownSlip, readSlipCode, readSlipNumber } from '../../../shared/domain/money/credit-slip.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { CodeFailure, SlipRefused } from '../../../shared/kiosk-api/failures.ts'
import type { Clock, Log, SaleLedger } from '../ports/ports.ts'
import type { SlipHub } from '../ports/slip-hub.ts'
import type { CodeTries } from '../visit/code-tries.ts'
import { hubSlip } from './slip-teller.ts'

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

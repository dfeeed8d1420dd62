import type { HubSlip, KnownSlip } from '../../../shared/domain/money/credit-slip.ts'
import type { Ports } from '../ports/ports.ts'
import type { SlipHub } from '../ports/slip-hub.ts'

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

export function hubSlip({ slipId, amount, currency, issuedUtc }: KnownSlip, register: string): HubSlip {
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

import { stopsAll, type ReadinessIssue, type Readiness } from '../../shared/domain/fleet/readiness.ts'
import type { DeviceState } from '../../shared/api/fleet/contract.ts'
import type { Clock, Log } from '../kiosk/ports/ports.ts'
import type { HubClient, HubRefused } from './hub-client.ts'
import type { HubCodes, RemoteSettings } from './hub-documents.ts'
import type { HubLedgerCheck } from './ledger-heads.ts'
import type { TicketPageClient } from './ticket-pages.ts'

interface HeartbeatOptions {
  readonly deviceId: string
  readonly heartbeatSeconds: number
  readonly line: Pick<HubClient, 'beat'>
  readonly observe: () => Promise<DeviceState>
  readonly readiness: () => Promise<Readiness>
  readonly settings: RemoteSettings
  readonly memory: Pick<HubLedgerCheck, 'told' | 'take'>
  readonly codes: HubCodes | null
  readonly pages?: Pick<TicketPageClient, 'setOffered'> | null
  readonly clock: Pick<Clock, 'sleep'>
  readonly log: Log
}

/** Interval in seconds at which readiness is checked between two heartbeats. */
const CHECK_SECONDS = 5

/**
 * Reports the kiosk's state to the hub at a fixed interval, and when the readiness changes. Failed heartbeats are not
 * queued. Logs one line when the hub becomes unreachable and one when the hub is reachable again.
 */
export function runHeartbeatLoop(options: HeartbeatOptions): { readonly stop: () => Promise<void> } {
  const { deviceId, heartbeatSeconds, line, observe, settings, memory, codes, pages, log } = options
  const ending = new AbortController()
  let number = Date.now()
  let trouble: string | null = null
  /** Issue types that the hub supports; undefined until the hub has reported its supported types. */
  let known: readonly string[] | undefined
  let told = ''
  let last = Promise.resolve()

  function note(refused: HubRefused | null): void {
    const now = refused === null ? null : refused.type === 'refused' ? refused.code : refused.type
    if (now !== trouble && !ending.signal.aborted) {
      if (refused !== null) log.warn('heartbeat.refused', { ...refused })
      else if (trouble !== null) log.info('heartbeat.accepted-again')
    }
    trouble = now
  }

  async function beat(): Promise<void> {
    if (ending.signal.aborted) return
    const state = await observe()
    told = kindsOf(state.readiness)
    number = Math.max(Date.now(), number + 1)
    const sentAs = number
    const [ledger, accessCodes] = [memory.told(), codes?.told()]
    const parts = {
      state: tellable(state, known),
      settings: settings.report(),
      ...(ledger && { ledger }),
      ...(accessCodes && { accessCodes }),
    }
    const sent = await line.beat(
      { deviceId, number, sentUtc: new Date().toISOString(), heartbeatSeconds, ...parts },
      ending.signal,
    )
    note(sent.ok ? null : sent.error)
    if (!sent.ok) return refused(sent.error)
    memory.take(sent.value?.ledger)
    pages?.setOffered(sent.value?.ticketPages ?? false)
    const takesMore = known === undefined && sent.value?.issues !== undefined
    known = sent.value?.issues
    const sendsMore = codes?.take(sent.value?.accessCodes, sentAs) ?? false
    // Settings must not change during a sale. The hub sends postponed settings again with the next heartbeat.
    const due = sent.value?.settings ?? null
    const { serving } = await observe()
    settings.postpone(due !== null && serving)
    if (due !== null && !serving) settings.take(due)
    // Sends the next heartbeat immediately if the hub has just reported its issue types or begun to offer access codes.
    if (takesMore || sendsMore) await beat()
  }

  function refused(error: HubRefused): void {
    if (error.type !== 'refused') return
    // If the clock was set back, the numbering of heartbeats continues from the last number that the hub received.
    if (error.after !== null) number = error.after
    // `INVALID_BODY` means that an older hub version, which supports fewer issue types, replaced the hub.
    if (error.code !== 'INVALID_BODY') return
    known = undefined
    codes?.take(undefined, number)
  }

  function beatNext(): Promise<void> {
    last = last.then(beat).catch((error: unknown) => log.error('heartbeat.failed', error))
    return last
  }

  async function keep(): Promise<void> {
    while (!ending.signal.aborted) {
      await beatNext()
      await untilDue(options, () => told, ending.signal)
    }
  }

  const kept = keep()
  codes?.askBy(beatNext)
  return {
    async stop() {
      codes?.askBy(null)
      ending.abort()
      await kept
      await last
    },
  }
}

/** Waits until the next interval, or until the readiness differs from the reported readiness. */
async function untilDue(
  { heartbeatSeconds, readiness, clock }: HeartbeatOptions,
  told: () => string,
  signal: AbortSignal,
): Promise<void> {
  for (let left = heartbeatSeconds; left > 0; left -= CHECK_SECONDS) {
    await clock.sleep(Math.min(left, CHECK_SECONDS) * 1000, signal)
    if (left <= CHECK_SECONDS || signal.aborted) return
    // If the readiness cannot be determined, the next heartbeat reports the reason.
    if ((await readiness().then(kindsOf, told)) !== told()) return
  }
}

const kindsOf = (readiness: Readiness | undefined): string =>
  JSON.stringify([readiness?.sells, ...(readiness?.issues ?? []).map(({ type }) => type)])

function tellable({ readiness, ...state }: DeviceState, known: readonly string[] | undefined): DeviceState {
  if (!known || !readiness) return state
  const issues = readiness.issues.flatMap((each): readonly ReadinessIssue[] => {
    if (known.includes(each.type)) return [each]
    // Every hub accepts the type `other` for an issue that stops all sales.
    return stopsAll(each) ? [{ type: 'other' }] : []
  })
  return { ...state, readiness: { ...readiness, issues } }
}

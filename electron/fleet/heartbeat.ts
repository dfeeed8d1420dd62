import { stopsAll, type ReadinessIssue, type Readiness } from '../../shared/domain/fleet/readiness.ts'
import type { DeviceState } from '../../shared/api/fleet/contract.ts'
import type { Clock, Log } from '../kiosk/ports/ports.ts'
import type { HubClient, HubRefused } from './hub-client.ts'
import type { HubCodes } from './hub-codes.ts'
import type { HubLedgerCheck } from './ledger-heads.ts'
import type { RemoteSettings } from './remote-settings.ts'

interface HeartbeatOptions {
  readonly deviceId: string
  readonly heartbeatSeconds: number
  readonly line: Pick<HubClient, 'beat'>
  readonly observe: () => Promise<DeviceState>
  /** Returns the readiness, which is also checked between two heartbeats. */
  readonly readiness: () => Promise<Readiness>
  readonly settings: RemoteSettings
  readonly memory: Pick<HubLedgerCheck, 'told' | 'take'>
  /** Null if access codes do not come from the hub. */
  readonly codes: HubCodes | null
  readonly clock: Pick<Clock, 'sleep'>
  readonly log: Log
}

/** Interval at which readiness is checked between two heartbeats. */
const CHECK_SECONDS = 5

/**
 * Reports the machine's state to the hub at a fixed interval, and when its readiness changes, until stopped. If the hub
 * does not answer, nothing is queued or delayed. The log has one line when the hub stops answering and one when it
 * answers again.
 */
export function runHeartbeatLoop(options: HeartbeatOptions): { readonly stop: () => Promise<void> } {
  const { deviceId, heartbeatSeconds, line, observe, settings, memory, codes, log } = options
  const ending = new AbortController()
  let number = Date.now()
  let trouble: string | null = null
  /** Kinds of issues that the hub supports; undefined until the hub has reported them. */
  let known: readonly string[] | undefined
  /** Readiness in the last heartbeat. */
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
    const takesMore = known === undefined && sent.value?.issues !== undefined
    known = sent.value?.issues
    const sendsMore = codes?.take(sent.value?.accessCodes, sentAs) ?? false
    // Settings must not change during a sale. The hub sends postponed settings again with the next heartbeat.
    const due = sent.value?.settings ?? null
    const { serving } = await observe()
    settings.postpone(due !== null && serving)
    if (due !== null && !serving) settings.take(due)
    // Sends the next heartbeat immediately if the hub accepts more kinds of issues, or will send codes in its next
    // reply.
    if (takesMore || sendsMore) await beat()
  }

  function refused(error: HubRefused): void {
    if (error.type !== 'refused') return
    // The clock was set back, so numbering continues from the hub's number.
    if (error.after !== null) number = error.after
    // `INVALID_BODY` means that the hub was replaced by an older version that supports fewer kinds of issues.
    if (error.code !== 'INVALID_BODY') return
    known = undefined
    codes?.take(undefined, number)
  }

  /** Sends heartbeats one after the other, each with a greater number. */
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

/** Waits until the next interval, or until readiness differs from the reported one. */
async function untilDue(
  { heartbeatSeconds, readiness, clock }: HeartbeatOptions,
  told: () => string,
  signal: AbortSignal,
): Promise<void> {
  for (let left = heartbeatSeconds; left > 0; left -= CHECK_SECONDS) {
    await clock.sleep(Math.min(left, CHECK_SECONDS) * 1000, signal)
    if (left <= CHECK_SECONDS || signal.aborted) return
    // If readiness cannot be determined, the next heartbeat reports why.
    if ((await readiness().then(kindsOf, told)) !== told()) return
  }
}

const kindsOf = (readiness: Readiness | undefined): string =>
  JSON.stringify([readiness?.sells, ...(readiness?.issues ?? []).map(({ type }) => type)])

/** Removes issues that the hub does not support and would reject. */
function tellable({ readiness, ...state }: DeviceState, known: readonly string[] | undefined): DeviceState {
  if (!known || !readiness) return state
  const issues = readiness.issues.flatMap((each): readonly ReadinessIssue[] => {
    if (known.includes(each.type)) return [each]
    // Every hub accepts `other` for an issue that stops all sales.
    return stopsAll(each) ? [{ type: 'other' }] : []
  })
  return { ...state, readiness: { ...readiness, issues } }
}

import { stopsAll, type Obstacle, type Readiness } from '../../shared/domain/fleet/readiness.ts'
import type { DeviceState } from '../../shared/fleet-api/contract.ts'
import type { Clock, Log } from '../core/ports/ports.ts'
import type { HubClient, HubRefused } from './hub-client.ts'
import type { HubCodes } from './hub-codes.ts'
import type { HubMemory } from './ledger-book.ts'
import type { RemoteSettings } from './remote-settings.ts'

export interface HeartbeatOptions {
  readonly deviceId: string
  readonly everySeconds: number
  readonly line: Pick<HubClient, 'beat'>
  readonly observe: () => Promise<DeviceState>
  /** Whether the machine can sell: the part of it that cannot wait. */
  readonly readiness: () => Promise<Readiness>
  readonly settings: RemoteSettings
  readonly memory: HubMemory
  /** Null: this machine's do not come from the hub. */
  readonly codes: HubCodes | null
  readonly clock: Pick<Clock, 'sleep'>
  readonly log: Log
}

/** So often it is looked whether the machine can still sell, between two turns. */
const LOOK_SECONDS = 5

/**
 * Tells the hub how the machine is, at its pace and as soon as something else keeps it from selling, until stopped. A hub
 * that does not answer costs one call a turn: nothing is kept for it, nothing waits for it, and the log has one line when
 * it goes and one when it is back.
 */
export function keepHeartbeat(options: HeartbeatOptions): { readonly stop: () => Promise<void> } {
  const { deviceId, everySeconds, line, observe, settings, memory, codes, log } = options
  const ending = new AbortController()
  let number = Date.now()
  let trouble: string | null = null
  /** Kinds of obstacles that the hub knows; undefined until it has said so. */
  let known: readonly string[] | undefined
  /** What kept the machine from selling when it was last told. */
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
      { deviceId, number, sentUtc: new Date().toISOString(), everySeconds, ...parts },
      ending.signal,
    )
    note(sent.ok ? null : sent.error)
    if (!sent.ok) return refused(sent.error)
    memory.take(sent.value?.ledger)
    const takesMore = known === undefined && sent.value?.obstacles !== undefined
    known = sent.value?.obstacles
    const sendsMore = codes?.take(sent.value?.accessCodes, sentAs) ?? false
    // Nobody sells under settings that change beneath them: the hub offers them again with the next heartbeat.
    const due = sent.value?.settings ?? null
    const { serving } = await observe()
    settings.postpone(due !== null && serving)
    if (due !== null && !serving) settings.take(due)
    // What the hub may be told, or has to send, does not wait for the next turn.
    if (takesMore || sendsMore) await beat()
  }

  function refused(error: HubRefused): void {
    if (error.type !== 'refused') return
    // The clock was set back: the next one goes on from where the hub is.
    if (error.after !== null) number = error.after
    // An older hub has taken the place of one that knew more.
    if (error.code !== 'INVALID_BODY') return
    known = undefined
    codes?.take(undefined, number)
  }

  /** One after the other, each with a greater number. */
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

/** Until the next turn, or until something else than was told keeps the machine from selling. */
async function untilDue(
  { everySeconds, readiness, clock }: HeartbeatOptions,
  told: () => string,
  signal: AbortSignal,
): Promise<void> {
  for (let left = everySeconds; left > 0; left -= LOOK_SECONDS) {
    await clock.sleep(Math.min(left, LOOK_SECONDS) * 1000, signal)
    if (left <= LOOK_SECONDS || signal.aborted) return
    // What cannot be found out waits for the turn, which says why.
    if ((await readiness().then(kindsOf, told)) !== told()) return
  }
}

const kindsOf = (readiness: Readiness | undefined): string =>
  JSON.stringify([readiness?.sells, ...(readiness?.obstacles ?? []).map(({ type }) => type)])

/** A hub refuses what it does not know. */
function tellable({ readiness, ...state }: DeviceState, known: readonly string[] | undefined): DeviceState {
  if (!known || !readiness) return state
  const obstacles = readiness.obstacles.flatMap((each): readonly Obstacle[] => {
    if (known.includes(each.type)) return [each]
    // A hub takes `other` for what lets the machine sell nothing.
    return stopsAll(each) ? [{ type: 'other' }] : []
  })
  return { ...state, readiness: { ...readiness, obstacles } }
}

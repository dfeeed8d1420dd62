import { isCash } from '../../../shared/domain/money/tender.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { serial } from '../../../shared/domain/serial.ts'
import { type AgentCallReason, isBadge, MAX_DESK_BADGES } from '../../../shared/domain/staff.ts'
import { type KioskEvent, mayDo } from '../../../shared/api/kiosk/contract.ts'
import type { AgentCallView, DeskCallsView, KioskInfo, SaleView } from '../../../shared/api/kiosk/views.ts'
import type { Commands, SignIns } from '../access.ts'
import type { AgentHub, BadgeFile, CallState, StoredBadge, WatchedCalls } from '../ports/devices.ts'
import type { OfficePorts } from '../ports/office.ts'
import { type Clock, COUNTER_ID, type Log, type Person, type Ports, within } from '../ports/ports.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { ShiftService } from './shifts.ts'

/** Interval in milliseconds at which an open call is repeated. The hub ends a call that is not repeated. */
const REPEAT_MS = 5_000
/**
 * Minimum interval in milliseconds between two presses of the call button that both count. Does not apply if the hub is
 * unreachable.
 */
const PRESS_EVERY_MS = 5_000
const HOUR_MS = 3_600_000

/** Sleep that `wake` ends early, even if `wake` is called before the sleep starts. */
class Alarm {
  readonly #clock: Pick<Clock, 'sleep'>
  #woken = false
  #end: (() => void) | null = null

  constructor(clock: Pick<Clock, 'sleep'>) {
    this.#clock = clock
  }

  wake(): void {
    this.#woken = true
    this.#end?.()
  }

  async sleep(ms: number, stopping: AbortSignal): Promise<void> {
    const over = new AbortController()
    this.#end = () => over.abort()
    if (!this.#woken) await this.#clock.sleep(ms, AbortSignal.any([over.signal, stopping]))
    this.#end = null
    this.#woken = false
  }
}

interface OpenCall {
  readonly callId: string
  readonly reason: AgentCallReason
  /** Sale on the screen when the customer called; null if there was none. */
  readonly saleId: string | null
  readonly sinceUtc: string
  readonly pressed: number
  readonly pressedMs: number
  readonly state: AgentCallView['state']
  readonly coming: boolean
}

/**
 * Manages the kiosk's call for an agent. At most one call is open. The customer, an agent or the end of the sale closes
 * it.
 */
export class KioskCall {
  readonly #ports: Pick<Ports, 'clock' | 'ids' | 'log'>
  readonly #hub: AgentHub
  readonly #onChange: (view: AgentCallView | null) => void
  readonly #alarm: Alarm
  #call: OpenCall | null = null
  /** True if the hub may still list a closed call of this kiosk, for example one from before a restart. */
  #clears = true
  /** Reference of the last cash payment that called an agent. */
  #called = ''

  constructor(
    ports: Pick<Ports, 'clock' | 'ids' | 'log'>,
    hub: AgentHub,
    onChange: (view: AgentCallView | null) => void,
    stopping: AbortSignal,
  ) {
    this.#ports = ports
    this.#hub = hub
    this.#onChange = onChange
    this.#alarm = new Alarm(ports.clock)
    void this.#keep(stopping)
  }

  view(): AgentCallView | null {
    const call = this.#call
    if (!call) return null
    const { reason, state, coming, sinceUtc } = call
    return { reason, state, sinceUtc, coming }
  }

  /** Opens a call, or repeats the open call with a new alert. */
  press(reason: AgentCallReason, saleId: string | null): AgentCallView | null {
    const { monoMs: nowMs, wallUtc: sinceUtc } = this.#ports.clock.now()
    const call = this.#call
    if (!call) {
      const callId = this.#ports.ids.uuid()
      const fresh = { pressed: 1, pressedMs: nowMs, state: 'calling', coming: false } as const
      this.#become({ callId, reason, saleId, sinceUtc, ...fresh })
    } else if (nowMs - call.pressedMs >= PRESS_EVERY_MS || call.state === 'unreachable') {
      this.#become({ ...call, reason, saleId, pressed: call.pressed + 1, pressedMs: nowMs, state: 'calling' })
    } else return this.view()
    this.#alarm.wake()
    return this.view()
  }

  close(): void {
    if (!this.#call) return
    this.#clears = true
    this.#become(null)
    this.#alarm.wake()
  }

  /**
   * Updates the call after a change of the sale on the screen. A cash payment calls an agent once. The call closes when
   * its sale ends.
   */
  follow(sale: SaleView | null): void {
    const stage = sale?.stage
    const isWaitingForCash = stage?.name === 'paying' && isCash(stage.tender)
    const call = this.#call
    if (call) {
      const isOver = stage?.name === 'done' || stage?.name === 'ended'
      const isGone = call.saleId !== null && sale?.saleId !== call.saleId
      if (isOver || isGone || (call.reason === 'cash' && !isWaitingForCash)) this.close()
    }
    if (!sale || !isWaitingForCash || stage.reference === this.#called) return
    this.#called = stage.reference
    this.press('cash', sale.saleId)
  }

  #become(call: OpenCall | null): void {
    this.#call = call
    this.#onChange(this.view())
  }

  async #keep(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      await this.#send().catch((error: unknown) => this.#ports.log.error('agent-call.failed', error))
      const isDue = this.#call !== null || this.#clears
      await this.#alarm.sleep(isDue ? REPEAT_MS : HOUR_MS, stopping)
    }
  }

  async #send(): Promise<void> {
    const call = this.#call
    if (!call) {
      if (this.#clears) this.#clears = !(await this.#hub.clear())
      return
    }
    const reply = await this.#hub.call(call)
    // The customer or an agent may have closed the call, or the customer may have called again, in the meantime.
    if (this.#call?.callId !== call.callId || this.#call.pressed !== call.pressed) return
    const next = after(call, reply)
    if (!next) this.#clears = false
    if (next?.state !== call.state || next.coming !== call.coming) this.#become(next)
  }
}

function after(call: OpenCall, reply: CallState): OpenCall | null {
  switch (reply.state) {
    case 'open':
      return { ...call, state: 'open', coming: reply.coming }
    case 'closed':
      return null
    case 'unreachable':
      return { ...call, state: 'unreachable' }
  }
}

/** Badges of this machine, staff list, and limit on failed badge attempts. */
export interface BadgeSettings {
  readonly file: BadgeFile
  /** Returns the staff member with the given staff number; null if there is none. */
  readonly member: (number: string) => Person | null
  /** Limits failed badge attempts like failed PIN attempts. */
  readonly attempts: {
    secondsLeft(): number
    failed(): void
    passed(): void
  }
}

export const noBadges: BadgeSettings = {
  file: { all: () => [], write: () => undefined },
  member: () => null,
  attempts: { secondsLeft: () => 0, failed: () => undefined, passed: () => undefined },
}

const AGAIN_AFTER_MS = 3_000
/** Maximum time in milliseconds to wait until the hub has received a new badge. */
const REPORTED_WITHIN_MS = 8_000

interface IssuedBadge {
  readonly code: string
  /** First characters of the code's hash. */
  readonly id: string
  /** Cancels the badge and restores the badge that it replaced. */
  readonly withdraw: () => void
}

/** Interval in milliseconds between a reply and the next request. The hub accepts one request per second. */
const LOOK_EVERY_MS = 1_000

/** Watches the open calls of all kiosks of the hub, and reports the badges of the desk. */
export class DeskCalls {
  readonly #clock: Clock
  readonly #log: Log
  readonly #hub: AgentHub
  readonly #settings: BadgeSettings
  readonly #shifts: Pick<ShiftService, 'view' | 'onZ'>
  readonly #onChange: (view: DeskCallsView) => void
  #view: WatchedCalls | null = null
  #viewMs = 0
  /** Aborts the pending request when the badges change. */
  #again = new AbortController()
  /** Functions to call after the hub has received the current badges. */
  readonly #onReported = new Set<() => void>()

  constructor(
    { clock, log }: { readonly clock: Clock; readonly log: Log },
    hub: AgentHub,
    settings: BadgeSettings,
    shifts: Pick<ShiftService, 'view' | 'onZ'>,
    onChange: (view: DeskCallsView) => void,
    stopping: AbortSignal,
  ) {
    this.#clock = clock
    this.#log = log
    this.#hub = hub
    this.#settings = settings
    this.#shifts = shifts
    this.#onChange = onChange
    shifts.onZ(() => this.report())
    void this.#keep(stopping)
  }

  view(): DeskCallsView {
    const { nowUtc = '', calls = [] } = this.#view ?? {}
    const passedMs = this.#clock.now().monoMs - this.#viewMs
    return {
      reached: this.#view !== null,
      calls: calls.map(({ callId, deviceId, reason, sinceUtc, rings, coming }) => ({
        callId,
        deviceId,
        reason,
        forMs: Math.max(0, Date.parse(nowUtc) - Date.parse(sinceUtc)) + passedMs,
        rings,
        ...(coming !== null && { coming }),
      })),
    }
  }

  /**
   * Issues a badge for the open shift, or a permanent badge, and invalidates the person's earlier badge of the same
   * kind. Resolves when the hub has received the badge. If the hub does not reply in time, no badge is issued and the
   * earlier badge remains valid. Do not call it again before it has resolved.
   */
  async issue({ staffId: staff, name }: Person, permanent: boolean): Promise<IssuedBadge | 'no-shift' | 'unreachable'> {
    const openShift = this.#openShift()
    if (openShift === null && !permanent) return 'no-shift'
    const { file } = this.#settings
    const { code, hash } = this.#hub.newBadge()
    const issuedUtc = this.#clock.now().wallUtc
    const before = this.#currentBadges()
    const earlier = before.filter((each) => each.staff === staff && each.permanent === permanent)
    const shiftNo = permanent ? 0 : (openShift ?? 0)
    file.write([
      ...before.filter((each) => !earlier.includes(each)),
      { hash, staff, name, issuedUtc, permanent, shiftNo },
    ])
    const withdraw = (): void => {
      file.write([...file.all().filter((each) => each.hash !== hash), ...earlier])
      this.report()
    }
    const { promise: reported, resolve } = Promise.withResolvers<'reported'>()
    const onReported = (): void => resolve('reported')
    this.#onReported.add(onReported)
    this.report()
    const isReported = (await within(this.#clock, REPORTED_WITHIN_MS, reported)) !== null
    this.#onReported.delete(onReported)
    if (isReported) return { code, id: hash.slice(0, 16), withdraw }
    withdraw()
    return 'unreachable'
  }

  /** Activates the permanent badge of a staff member until the open shift ends. No effect without an open shift. */
  activateBadge(staffId: string): void {
    const { file } = this.#settings
    const badges = file.all()
    const own = badges.find(({ staff, permanent }) => permanent && staff === staffId)
    const shiftNo = own && this.#openShift()
    if (own === undefined || shiftNo === null || shiftNo === undefined || own.shiftNo === shiftNo) return
    try {
      file.write(badges.map((each) => (each === own ? { ...own, shiftNo } : each)))
      this.report()
    } catch (error) {
      // A full disk must not stop the person's command.
      this.#log.error('agent-call.failed', error)
    }
  }

  /** Ends the pending request, so that the next request reports the changed badges. */
  report(): void {
    this.#again.abort()
  }

  /** Returns the number of the current shift; null if the shift has no opening float. */
  #openShift(): number | null {
    const { shiftNo, drawers } = this.#shifts.view()
    return drawers.every(({ float }) => float === null) ? null : shiftNo
  }

  /** Returns the permanent badges and the badges of the current shift, except those of former staff. */
  #currentBadges(): readonly StoredBadge[] {
    const badges = this.#settings.file.all()
    if (badges.length === 0) return []
    const { shiftNo } = this.#shifts.view()
    return badges.filter((each) => {
      const member = this.#settings.member(each.staff)
      const isCurrent = each.permanent || each.shiftNo === shiftNo
      return isCurrent && member?.name === each.name && mayDo('confirmCash', member.role)
    })
  }

  async #keep(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const waitMs = await this.#watch(stopping).catch((error: unknown) => {
        this.#log.error('agent-call.failed', error)
        return AGAIN_AFTER_MS
      })
      await this.#clock.sleep(waitMs, stopping)
    }
  }

  /** Sends one request. Returns the delay in milliseconds before the next request. */
  async #watch(stopping: AbortSignal): Promise<number> {
    this.#again = new AbortController()
    const { signal } = this.#again
    const openShift = this.#openShift()
    // The hub rejects a request with more than `MAX_DESK_BADGES` badges, so only the newest badges are reported.
    const newest = this.#currentBadges().slice(-MAX_DESK_BADGES)
    const badges = newest.map(({ shiftNo, ...badge }) => ({ ...badge, onShift: shiftNo === openShift }))
    const onReported = [...this.#onReported]
    const view = await this.#hub.watch(this.#view?.mark ?? null, badges, AbortSignal.any([signal, stopping]))
    if (view || !signal.aborted) this.#become(view)
    if (!view || stopping.aborted) return signal.aborted ? 0 : AGAIN_AFTER_MS
    for (const reported of onReported) reported()
    this.#discard(view.revoked)
    return LOOK_EVERY_MS
  }

  #become(view: WatchedCalls | null): void {
    const isSame = view?.mark === this.#view?.mark
    this.#view = view
    this.#viewMs = this.#clock.now().monoMs
    if (!isSame) this.#onChange(this.view())
  }

  /** Deletes revoked and outdated badges, so that a staff member who is removed and added again has no badge. */
  #discard(revoked: readonly string[]): void {
    const { file } = this.#settings
    const left = this.#currentBadges().filter(({ hash }) => !revoked.includes(hash))
    if (left.length < file.all().length) file.write(left)
  }
}

export interface AgentSettings extends Pick<KioskInfo, 'role'> {
  readonly shifts: ShiftService
  /** If absent, no badge is accepted. */
  readonly badges?: BadgeSettings | undefined
}

/**
 * Creates the call of a kiosk, which follows the sale on its screen, or the watched calls of a desk. Both are null if
 * no hub is configured.
 */
export function callsAtHub(
  ports: Pick<Ports, 'clock' | 'ids' | 'log' | 'agentHub'>,
  { role, shifts, badges = noBadges }: AgentSettings,
  screen: {
    readonly emit: (event: KioskEvent) => void
    follow(onShown: (sale: SaleView | null) => void): void
  },
  stopping: AbortSignal,
): { readonly call: KioskCall | null; readonly desk: DeskCalls | null } {
  const hub = ports.agentHub
  if (!hub) return { call: null, desk: null }
  if (role === 'cashier') {
    const tell = (payload: DeskCallsView): void => screen.emit({ name: 'desk-calls-changed', payload })
    return { call: null, desk: new DeskCalls(ports, hub, badges, shifts, tell, stopping) }
  }
  const call = new KioskCall(
    ports,
    hub,
    (agentCall) => screen.emit({ name: 'agent-call-changed', payload: { agentCall } }),
    stopping,
  )
  screen.follow((sale) => call.follow(sale))
  return { call, desk: null }
}

interface AgentParts {
  /** Null at a desk or without a hub. */
  readonly call: KioskCall | null
  /** Null at a kiosk or without a hub. */
  readonly desk: DeskCalls | null
  readonly badges: BadgeSettings
  readonly signIns: Pick<SignIns, 'admitBadge'>
  readonly printBadge: OfficePorts['printBadge']
}

export function agentCommands(
  { ledger, clock, log, agentHub: hub }: Pick<Ports, 'ledger' | 'clock' | 'log' | 'agentHub'>,
  screen: Pick<SaleScreen, 'sale' | 'waiting'>,
  { call, desk, badges, signIns, printBadge }: AgentParts,
) {
  const inTurn = serial()

  async function readBadge(saleId: string, code: string): ReturnType<Commands['readBadge']> {
    const sale = screen.waiting(saleId, 'paying')
    if (!sale.ok) return sale
    if (!isCash(sale.value.tender.kind)) return err({ type: 'invalid-state', stage: sale.value.state })
    if (!hub || !call) return ok({ state: 'unreachable' })
    const seconds = badges.attempts.secondsLeft()
    if (seconds > 0) return ok({ state: 'locked', seconds })
    const found = isBadge(code) ? await hub.badge(code) : 'refused'
    if (found === 'unreachable') return ok({ state: 'unreachable' })
    const person = found === 'refused' ? null : badges.member(found.staff)
    const hasOtherName = found !== 'refused' && person !== null && person.name !== found.name
    if (hasOtherName) log.warn('agent-badge.other-name', { staffId: person.staffId, desk: found.desk })
    if (found === 'refused' || !person || hasOtherName || !mayDo('confirmCash', person.role)) {
      badges.attempts.failed()
      return ok({ state: 'refused' })
    }
    badges.attempts.passed()
    call.close()
    const handle = signIns.admitBadge({ ...person, badgeOf: found.desk }, saleId)
    return ok({ state: 'known', handle, name: person.name })
  }

  return {
    async callAgent({ reason }) {
      return ok(call ? call.press(reason, screen.sale()?.saleId ?? null) : null)
    },

    async endAgentCall() {
      call?.close()
      return ok(null)
    },

    async answerCall({ deviceId, callId, answer }) {
      if (!hub || !desk) return ok({ reached: false })
      return ok({ reached: await hub.answer(deviceId, callId, answer) })
    },

    async issueBadge(_input, person) {
      if (!desk) return ok({ state: 'unreachable' })
      if (person.staffId === COUNTER_ID) return ok({ state: 'no-number' })
      const issued = await inTurn(() => desk.issue(person, false))
      if (typeof issued === 'string') return ok({ state: issued })
      ledger.note('BADGE_ISSUED', { id: issued.id }, clock.now(), person.staffId)
      return ok({ state: 'issued', code: issued.code })
    },

    async printBadge({ number }, { staffId }, second) {
      const member = badges.member(number)
      if (!member || !mayDo('confirmCash', member.role)) return err({ type: 'no-such-number' })
      return inTurn(async () => {
        const issued = (await desk?.issue(member, true)) ?? 'unreachable'
        if (typeof issued === 'string') return ok({ state: 'unreachable' })
        const { id, code, withdraw } = issued
        ledger.note('BADGE_ISSUED', { id, number, second: second.staffId }, clock.now(), staffId)
        const outcome = (await printBadge({ id, name: member.name, code }))?.outcome ?? 'failed'
        if (outcome === 'failed') withdraw()
        return ok({ state: outcome })
      })
    },

    readBadge: ({ saleId, code }) => inTurn(() => readBadge(saleId, code)),
  } satisfies Partial<Commands>
}

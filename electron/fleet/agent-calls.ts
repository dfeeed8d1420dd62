import { createHash } from 'node:crypto'
import { z } from 'zod'
import { agentCallReasons } from '../../shared/domain/staff.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import {
  badgeText,
  type CallAct,
  type CallAnswer,
  type CallReply,
  type CallRequest,
  type OpenCall,
  type OpenCallsReply,
} from '../../shared/api/fleet/contract.ts'
import { sameText } from '../host/secrets/same-secret.ts'
import { isSignedBy, type SigningKey } from './keys.ts'
import { changeRecord, type FleetRecord, readRecord, type RecordStore } from './ledger-heads.ts'

/** Time after which a call ends unless its device repeats it. Devices repeat an open call every few seconds. */
const CALL_LASTS_MS = 90_000
/** Minimum interval between two alert sounds for the calls of one device. */
const RING_EVERY_MS = 10_000
/** Time after a desk's last report at which its badges become invalid, because the desk may have closed its shift. */
const BADGE_LASTS_MS = 90_000
/** Maximum duration of a watch request (long polling), which is then answered even if nothing has changed. */
const WATCH_MS = 20_000
/** Interval at which a pending watch request reads the store, which another process of the hub may have changed. */
const LOOK_EVERY_MS = 1_000
/** Maximum number of pending watch requests per device or administrator. A further request ends the oldest. */
const MAX_WATCHES = 4
const MAX_REVOKED = 200
/** Maximum difference between the clocks of hubs that share a store. */
const MAX_CLOCK_SKEW_MS = 2_000

const badge = z.strictObject({
  hash: z.string(),
  staff: z.string(),
  name: z.string(),
  issuedUtc: z.string(),
  permanent: z.boolean(),
  onShift: z.boolean(),
})

const shape = z.strictObject({
  /** Number of the device's last request. */
  number: z.int(),
  call: z
    .strictObject({
      callId: z.string(),
      reason: z.enum(agentCallReasons),
      pressed: z.int(),
      /** True if the customer has called since the last alert sound. */
      isDue: z.boolean(),
      sinceUtc: z.string(),
      coming: z.string().nullable(),
      heardMs: z.int(),
    })
    .nullable(),
  /**
   * Number of alert sounds for the device, and the time of the last one. Both are retained when a call ends, so that a
   * new call cannot bypass the minimum interval.
   */
  rings: z.int(),
  rungMs: z.int(),
  /** Last call that was answered with `done`. Its device cannot open it again. */
  done: z.string().nullable(),
  badges: z.array(badge),
  /** Unix time in milliseconds of the desk's last report of its badges. */
  badgesMs: z.int(),
  /** Hashes of this desk's badges that were revoked. They are invalid at every desk. */
  revoked: z.array(z.string()),
})
type Known = z.infer<typeof shape>
type Call = NonNullable<Known['call']>

const nothing: Known = {
  number: 0,
  call: null,
  rings: 0,
  rungMs: 0,
  done: null,
  badges: [],
  badgesMs: 0,
  revoked: [],
}

/** Enrolled device. `role`: role reported in the first heartbeat; null before the first heartbeat. */
interface CallingDevice {
  readonly publicKey: string
  readonly role: 'kiosk' | 'cashier' | null
}

export type CallRejected =
  | { readonly type: 'device-unknown' }
  | { readonly type: 'signature-refused' }
  | { readonly type: 'not-a-desk' }
  | { readonly type: 'rate-limited'; readonly seconds: number }
  | { readonly type: 'out-of-order'; readonly after: number }
  | { readonly type: 'busy' }

/** `unknown`: the call has ended, or the desk does not have the badge. `busy`: the change could not be stored. */
export type ChangeRejected = { readonly type: 'unknown' } | { readonly type: 'busy' }

/** Manages the kiosks' calls for an agent and the agents' badges. Both are stored, so they survive a restart. */
export class AgentCalls {
  readonly #store: RecordStore
  readonly #hubKey: () => SigningKey
  readonly #nowMs: () => number
  readonly #device: (name: string) => Promise<CallingDevice | null>
  readonly #report: (fault: unknown) => void
  /** Names and versions of the unreadable records that have been reported. */
  readonly #reported = new Set<string>()
  readonly #changed = new Set<() => void>()
  readonly #watches = new Map<string, (() => void)[]>()
  #stopped = false

  constructor(
    store: RecordStore,
    hubKey: () => SigningKey,
    nowMs: () => number,
    device: (name: string) => Promise<CallingDevice | null>,
    report: (fault: unknown) => void,
  ) {
    this.#store = store
    this.#hubKey = hubKey
    this.#nowMs = nowMs
    this.#device = device
    this.#report = report
  }

  /**
   * Answers a device's request. `bytes`: received body, which the signature covers. `take`: counts the request and
   * returns the seconds to wait; 0 if the request is allowed.
   */
  async act(
    request: CallRequest,
    bytes: Uint8Array,
    signature: string,
    take: (kind: 'call' | 'watch', device: string) => number,
  ): Promise<Result<CallReply, CallRejected>> {
    const { deviceId, number, act } = request
    const device = await this.#device(deviceId)
    if (device === null) return err({ type: 'device-unknown' })
    if (!isSignedBy(device.publicKey, 'guichet calls 1', bytes, signature)) return err({ type: 'signature-refused' })
    const seconds = take(act.type === 'watch' ? 'watch' : 'call', deviceId)
    if (seconds > 0) return err({ type: 'rate-limited', seconds })
    const isOfDesk = act.type === 'watch' || act.type === 'answer'
    if (isOfDesk && device.role !== 'cashier') return err({ type: 'not-a-desk' })
    const known = await this.#change(deviceId, (before): Result<Known, CallRejected> =>
      number <= before.number
        ? err({ type: 'out-of-order', after: before.number })
        : ok({ ...this.#after(before, act), number }),
    )
    return known.ok ? this.#replyTo(request, known.value) : known
  }

  async #replyTo(request: CallRequest, { call }: Known): Promise<Result<CallReply, { readonly type: 'busy' }>> {
    const { deviceId, act } = request
    switch (act.type) {
      case 'call':
      case 'clear':
        // The customer must not see the sign-in name of an administrator.
        return ok(call ? { type: 'open', sinceUtc: call.sinceUtc, coming: call.coming !== null } : { type: 'closed' })
      case 'badge':
        return ok(await this.#badgeHolder(request, act.hash))
      case 'answer': {
        const done = await this.answer(act, deviceId)
        return done.ok || done.error.type === 'unknown' ? ok({ type: 'answered' }) : err({ type: 'busy' })
      }
      case 'watch': {
        const { badges: _, ...view } = await this.watch(deviceId, act.known)
        const { revoked } = await this.#read()
        const hashes = act.badges.map(({ hash }) => hash)
        return ok({ type: 'calls', ...view, revoked: hashes.filter((hash) => revoked.has(hash)) })
      }
    }
  }

  /** Resolves to the open calls and the revocable badges as soon as they differ from `known`, or after `WATCH_MS`. */
  async watch(who: string, known: string | null): Promise<OpenCallsReply['data']> {
    const untilMs = performance.now() + WATCH_MS
    let released = this.#stopped
    const release = (): void => {
      released = true
      this.#wake()
    }
    const others = this.#watches.get(who) ?? []
    if (others.length >= MAX_WATCHES) others[0]?.()
    this.#watches.set(who, [...others, release])
    try {
      for (;;) {
        const view = await this.#view()
        const leftMs = untilMs - performance.now()
        if (view.mark !== known || released || leftMs <= 0) return view
        await this.#next(Math.min(leftMs, LOOK_EVERY_MS))
      }
    } finally {
      const left = (this.#watches.get(who) ?? []).filter((each) => each !== release)
      if (left.length > 0) this.#watches.set(who, left)
      else this.#watches.delete(who)
    }
  }

  answer(
    { device, callId, answer }: { readonly device: string; readonly callId: string; readonly answer: CallAnswer },
    by: string,
  ): Promise<Result<unknown, ChangeRejected>> {
    return this.#change(device, (before): Result<Known, ChangeRejected> => {
      const { call } = before
      if (!this.#isOpen(call) || call.callId !== callId) return err({ type: 'unknown' })
      if (answer === 'done') return ok({ ...before, call: null, done: callId })
      return ok({ ...before, call: { ...call, coming: by, isDue: false } })
    })
  }

  /** Revokes a badge. `id`: first characters of the badge's hash. */
  revoke({ desk, id }: { readonly desk: string; readonly id: string }): Promise<Result<unknown, ChangeRejected>> {
    return this.#change(desk, (before): Result<Known, ChangeRejected> => {
      const hash = before.badges.find((each) => each.hash.startsWith(id))?.hash
      if (hash === undefined) return err({ type: 'unknown' })
      const others = before.revoked.filter((each) => each !== hash)
      return ok({ ...before, revoked: [...others, hash].slice(-MAX_REVOKED) })
    })
  }

  /**
   * Removes the call and the badges of a device. Its revocations remain, because the device may report the badges again.
   * Removes an unreadable record completely. Throws if other processes change the record.
   */
  async remove(name: string): Promise<void> {
    const record = await this.#store.findRecord({ kind: 'agent', name })
    if (record === null) return
    if (this.#knownIn(record) === null) {
      await this.#store.removeRecord({ kind: 'agent', name })
      return
    }
    const done = await this.#change(name, ({ revoked }) => ok({ ...nothing, revoked }))
    if (!done.ok) throw new Error(`${name}: another process is changing its calls and badges; try again`)
  }

  /** Answers and ends all pending watch requests. */
  stop(): void {
    this.#stopped = true
    for (const release of [...this.#watches.values()].flat()) release()
  }

  #after(before: Known, act: CallAct): Known {
    const nowMs = this.#nowMs()
    switch (act.type) {
      case 'call':
        if (act.callId === before.done) return { ...before, call: null }
        return afterCall(this.#isOpen(before.call) ? before : { ...before, call: null }, act, nowMs)
      case 'clear':
        return { ...before, call: null }
      case 'watch':
        return { ...before, badges: act.badges, badgesMs: nowMs }
      case 'badge':
      case 'answer':
        return before
    }
  }

  #isOpen(call: Call | null): call is Call {
    return call !== null && isWithin(this.#nowMs() - call.heardMs, CALL_LASTS_MS)
  }

  /**
   * Returns the records of the enrolled devices and the hashes of all revoked badges. The record of a removed device is
   * used only for its revocations, because a request in progress during the removal may have added a call or badges.
   */
  async #read(): Promise<{
    readonly enrolled: readonly (readonly [string, Known])[]
    readonly revoked: ReadonlySet<string>
  }> {
    const [records, devices] = await Promise.all([this.#store.listRecords('agent'), this.#store.listRecords('device')])
    const names = new Set(devices.map(({ name }) => name))
    const all = records.flatMap((record) => {
      const known = this.#knownIn(record)
      return known ? [[record.name, known] as const] : []
    })
    return {
      enrolled: all.filter(([name]) => names.has(name)),
      revoked: new Set(all.flatMap(([, known]) => known.revoked)),
    }
  }

  /** Returns null if the record is unreadable, and reports it once. */
  #knownIn(record: FleetRecord): Known | null {
    try {
      return readRecord(record, shape)
    } catch (error) {
      const seen = `${record.name} ${record.version}`
      const message = `${record.name}: unexpected format of its calls and badges; the next request of the device replaces them`
      if (!this.#reported.has(seen)) this.#report(new Error(message, { cause: error }))
      this.#reported.add(seen)
      return null
    }
  }

  async #view(): Promise<OpenCallsReply['data']> {
    const { enrolled, revoked } = await this.#read()
    const calls = enrolled.flatMap(([deviceId, { call, rings }]): readonly OpenCall[] => {
      if (!this.#isOpen(call)) return []
      const { callId, reason, sinceUtc, coming } = call
      return [{ callId, deviceId, reason, sinceUtc, rings, coming }]
    })
    const badges = enrolled.flatMap(([desk, known]) => {
      const valid = this.#validIn(known, revoked)
      const shown = known.badges.filter((each) => valid.includes(each) || (each.permanent && !revoked.has(each.hash)))
      return shown.map(({ hash, staff, name, issuedUtc, permanent }) => {
        return { desk, id: hash.slice(0, 16), staff, name, issuedUtc, permanent }
      })
    })
    const mark = createHash('sha256')
      .update(JSON.stringify([calls, badges, [...revoked]]))
      .digest('hex')
    return { nowUtc: new Date(this.#nowMs()).toISOString(), mark, calls, badges }
  }

  /** Returns the badges that kiosks accept now. */
  #validIn({ badges, badgesMs }: Known, revoked: ReadonlySet<string>): Known['badges'] {
    if (!isWithin(this.#nowMs() - badgesMs, BADGE_LASTS_MS)) return []
    return badges.filter(({ hash, onShift }) => onShift && !revoked.has(hash))
  }

  async #badgeHolder(request: CallRequest, hash: string): Promise<CallReply> {
    const { enrolled, revoked } = await this.#read()
    const valid = enrolled.flatMap(([desk, known]) => this.#validIn(known, revoked).map((each) => ({ ...each, desk })))
    const found = valid.filter((each) => sameText(each.hash, hash))[0]
    if (!found) return { type: 'no-badge' }
    const { staff, name, desk } = found
    const sig = this.#hubKey().sign('guichet agent badge 1', Buffer.from(badgeText(request, found)))
    return { type: 'badge', staff, name, desk, sig }
  }

  async #change<E extends { readonly type: string }>(
    name: string,
    change: (before: Known) => Result<Known, E>,
  ): Promise<Result<Known, E | { readonly type: 'busy' }>> {
    let isShown = false
    const read = (record: FleetRecord | null): Known | null => record && this.#knownIn(record)
    const changed = (known: Known | null): Result<Known, E> => {
      const before = known ?? nothing
      const next = change(before)
      isShown = next.ok && shownOf(next.value) !== shownOf(before)
      return next
    }
    const done = await changeRecord(this.#store, { kind: 'agent', name }, shape, changed, read)
    if (done.ok && isShown) this.#wake()
    return done
  }

  #wake(): void {
    for (const changed of this.#changed) changed()
  }

  /** Resolves after a change by this process, or after `ms`. */
  #next(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#changed.delete(done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      this.#changed.add(done)
    })
  }
}

/** Returns whether an age is less than `maxMs`. False below `-MAX_CLOCK_SKEW_MS`, because the clock was set back. */
const isWithin = (ageMs: number, maxMs: number): boolean => ageMs >= -MAX_CLOCK_SKEW_MS && ageMs < maxMs

/**
 * Returns the record after a device's `call`. A new call, or another press by the customer, triggers an alert sound and
 * resets `coming` to null. If the last sound was less than `RING_EVERY_MS` ago, the sound is postponed to a later
 * `call` of the device.
 */
function afterCall(
  before: Known,
  { callId, reason, pressed }: Extract<CallAct, { type: 'call' }>,
  nowMs: number,
): Known {
  const { call, rings, rungMs } = before
  const isSame = call?.callId === callId
  // Without this limit, a device could make the desks sound continuously.
  const mayRing = !isWithin(nowMs - rungMs, RING_EVERY_MS)
  const isDue = !isSame || call.isDue || pressed > call.pressed
  const isRung = isDue && mayRing
  const sinceUtc = isSame ? call.sinceUtc : new Date(nowMs).toISOString()
  const coming = isSame && !isRung ? call.coming : null
  return {
    ...before,
    call: { callId, reason, pressed, isDue: isDue && !isRung, sinceUtc, coming, heardMs: nowMs },
    ...(isRung && { rings: rings + 1, rungMs: nowMs }),
  }
}

const shownOf = ({ call, rings, badges, revoked }: Known): string =>
  JSON.stringify([call && { ...call, heardMs: 0 }, rings, badges, revoked])

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
import { changeRecord, readRecord, type RecordStore } from './ledger-heads.ts'

/** Time after which a call ends unless its device repeats it. Devices repeat an open call every few seconds. */
const CALL_LASTS_MS = 90_000
/** Minimum interval between two sounds for one device, however often the device requests one. */
const RING_EVERY_MS = 10_000
/** Time after a desk's last report at which its badges become invalid, because the desk may have closed its shift. */
const BADGE_LASTS_MS = 90_000
/** Maximum duration of a watch. The client gets a reply at that time even if nothing has changed. */
const WATCH_MS = 20_000
/** Interval at which a watch reads the store again. Another process of the hub may have changed it. */
const LOOK_EVERY_MS = 1_000
/** Maximum number of open watches per device or administrator. Another watch ends the oldest. */
const MAX_WATCHES = 4
const MAX_REVOKED = 200

const badge = z.strictObject({ hash: z.string(), staff: z.string(), name: z.string(), issuedUtc: z.string() })

const shape = z.strictObject({
  /** Number of the device's last request. */
  number: z.int(),
  call: z
    .strictObject({
      callId: z.string(),
      reason: z.enum(agentCallReasons),
      pressed: z.int(),
      sinceUtc: z.string(),
      coming: z.string().nullable(),
      heardMs: z.int(),
    })
    .nullable(),
  /**
   * Count of the device's sounds and time of the last one. Both are kept when a call is cleared, so that a new call
   * cannot sound sooner.
   */
  rings: z.int(),
  rungMs: z.int(),
  /** Last call that was answered with `done`. Its device cannot open it again. */
  done: z.string().nullable(),
  badges: z.array(badge),
  /** Unix time in milliseconds of the desk's last report of its badges. */
  badgesMs: z.int(),
  /** Hashes of revoked badges. */
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

/** Enrolled device. `role`: role in its last heartbeat; null before the first. */
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

/** Manages the kiosks' calls for an agent and the agents' badges. Both are stored, so they survive a restart. */
export class AgentCalls {
  readonly #store: RecordStore
  readonly #hubKey: () => SigningKey
  readonly #nowMs: () => number
  readonly #device: (name: string) => Promise<CallingDevice | null>
  readonly #changed = new Set<() => void>()
  readonly #watches = new Map<string, (() => void)[]>()
  #stopped = false

  constructor(
    store: RecordStore,
    hubKey: () => SigningKey,
    nowMs: () => number,
    device: (name: string) => Promise<CallingDevice | null>,
  ) {
    this.#store = store
    this.#hubKey = hubKey
    this.#nowMs = nowMs
    this.#device = device
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
    const known = await this.#change(deviceId, number, (before) => this.#after(before, act))
    return known.ok ? ok(await this.#replyTo(request, known.value)) : known
  }

  async #replyTo(request: CallRequest, { call }: Known): Promise<CallReply> {
    const { deviceId, act } = request
    switch (act.type) {
      case 'call':
      case 'clear':
        return call ? { type: 'open', sinceUtc: call.sinceUtc, coming: call.coming } : { type: 'closed' }
      case 'badge':
        return this.#whose(request, act.hash)
      case 'answer':
        await this.answer(act, deviceId)
        return { type: 'answered' }
      case 'watch': {
        const { badges: _, ...view } = await this.watch(deviceId, act.known)
        const own = readRecord(await this.#store.findRecord({ kind: 'agent', name: deviceId }), shape)
        return { type: 'calls', ...view, revoked: own?.revoked ?? [] }
      }
    }
  }

  /** Resolves to the open calls and the valid badges when they differ from `known`, or after `WATCH_MS`. */
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

  /**
   * Answers a call. A call that has ended stays unchanged. Returns false if the hub has no record of the device or
   * cannot write it.
   */
  async answer(
    { device, callId, answer }: { readonly device: string; readonly callId: string; readonly answer: CallAnswer },
    by: string,
  ): Promise<boolean> {
    if ((await this.#store.findRecord({ kind: 'agent', name: device })) === null) return false
    const done = await this.#change(device, null, (before) => {
      if (before.call?.callId !== callId) return before
      if (answer === 'done') return { ...before, call: null, done: callId }
      return { ...before, call: { ...before.call, coming: by } }
    })
    return done.ok
  }

  /**
   * Revokes a badge. `id`: first characters of its hash. Returns false if the desk has no such badge or the write
   * fails.
   */
  async revoke({ desk, id }: { readonly desk: string; readonly id: string }): Promise<boolean> {
    const record = await this.#store.findRecord({ kind: 'agent', name: desk })
    const hash = readRecord(record, shape)?.badges.find((each) => each.hash.startsWith(id))?.hash
    if (hash === undefined) return false
    const done = await this.#change(desk, null, (before) => ({
      ...before,
      revoked: [...before.revoked.filter((each) => each !== hash), hash].slice(-MAX_REVOKED),
    }))
    return done.ok
  }

  /** Removes the calls and badges of a device. */
  remove(device: string): Promise<boolean> {
    return this.#store.removeRecord({ kind: 'agent', name: device })
  }

  /** Ends all open watches. Each client gets a reply. */
  stop(): void {
    this.#stopped = true
    for (const release of [...this.#watches.values()].flat()) release()
  }

  #after(before: Known, act: CallAct): Known {
    const nowMs = this.#nowMs()
    switch (act.type) {
      case 'call':
        if (act.callId === before.done) return { ...before, call: null }
        return renewed(this.#isOpen(before.call) ? before : { ...before, call: null }, act, nowMs)
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
    return call !== null && this.#nowMs() - call.heardMs <= CALL_LASTS_MS
  }

  async #all(): Promise<readonly (readonly [string, Known])[]> {
    const records = await this.#store.listRecords('agent')
    return records.flatMap((record) => {
      const known = readRecord(record, shape)
      return known ? [[record.name, known] as const] : []
    })
  }

  async #view(): Promise<OpenCallsReply['data']> {
    const all = await this.#all()
    const calls = all.flatMap(([deviceId, { call, rings }]): readonly OpenCall[] => {
      if (!this.#isOpen(call)) return []
      const { callId, reason, sinceUtc, coming } = call
      return [{ callId, deviceId, reason, sinceUtc, rings, coming }]
    })
    const badges = all.flatMap(([desk, known]) =>
      this.#validIn(known).map(({ hash, ...shown }) => ({ desk, id: hash.slice(0, 16), ...shown })),
    )
    const revoked = all.map(([, known]) => known.revoked)
    const mark = createHash('sha256')
      .update(JSON.stringify([calls, badges, revoked]))
      .digest('hex')
    return { nowUtc: new Date(this.#nowMs()).toISOString(), mark, calls, badges }
  }

  #validIn({ badges, badgesMs, revoked }: Known): Known['badges'] {
    if (this.#nowMs() - badgesMs > BADGE_LASTS_MS) return []
    return badges.filter(({ hash }) => !revoked.includes(hash))
  }

  async #whose(request: CallRequest, hash: string): Promise<CallReply> {
    const valid = (await this.#all()).flatMap(([desk, known]) =>
      this.#validIn(known).map((each) => ({ ...each, desk })),
    )
    const found = valid.filter((each) => sameText(each.hash, hash))[0]
    if (!found) return { type: 'no-badge' }
    const { staff, name, desk } = found
    const sig = this.#hubKey().sign('guichet agent badge 1', Buffer.from(badgeText(request, found)))
    return { type: 'badge', staff, name, desk, sig }
  }

  /** `number`: number of the device's request; null if the change does not come from the device. */
  async #change(
    name: string,
    number: number | null,
    change: (before: Known) => Known,
  ): Promise<Result<Known, CallRejected>> {
    let isShown = false
    const key = { kind: 'agent', name } as const
    const done = await changeRecord(this.#store, key, shape, (record): Result<Known, CallRejected> => {
      const before = record ?? nothing
      if (number !== null && number <= before.number) return err({ type: 'out-of-order', after: before.number })
      const next = { ...change(before), number: number ?? before.number }
      isShown = shownOf(next) !== shownOf(before)
      return ok(next)
    })
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

/**
 * Returns the record after a device's `call`. If the customer calls again, the call sounds again and `coming` becomes
 * null, unless the last sound is more recent than `RING_EVERY_MS`.
 */
function renewed(before: Known, { callId, reason, pressed }: Extract<CallAct, { type: 'call' }>, nowMs: number): Known {
  const { call, rings, rungMs } = before
  const isSame = call?.callId === callId
  // Without this limit, a device could make the desks sound continuously.
  const mayRing = nowMs - rungMs >= RING_EVERY_MS
  const isRung = mayRing && (!isSame || pressed > call.pressed)
  const sinceUtc = isSame ? call.sinceUtc : new Date(nowMs).toISOString()
  const coming = isSame && !isRung ? call.coming : null
  const counted = isSame && !isRung ? call.pressed : pressed
  return {
    ...before,
    call: { callId, reason, pressed: counted, sinceUtc, coming, heardMs: nowMs },
    ...(isRung && { rings: rings + 1, rungMs: nowMs }),
  }
}

const shownOf = ({ call, rings, badges, revoked }: Known): string =>
  JSON.stringify([call && { ...call, heardMs: 0 }, rings, badges, revoked])

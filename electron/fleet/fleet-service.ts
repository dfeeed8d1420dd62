import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { SlipStore } from '../../shared/domain/money/credit-slip.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import {
  type AskedSettings,
  deviceId as deviceName,
  deviceState,
  type DeviceView,
  type Enrolment,
  type Heartbeat,
  type LedgerReply,
  type SetSettings,
  settingsReport,
  type SettingsTarget,
  settingValues,
  type SignedCodes,
  type SignedSettings,
} from '../../shared/fleet-api/contract.ts'
import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { parseInEnglish } from '../../shared/i18n/issue-text.ts'
import type { SettingFault } from '../../shared/kiosk-api/office-views.ts'
import { sameText } from '../host/secrets/same-secret.ts'
import { type CodeStore, createCodeBook } from './code-book.ts'
import { codeKey, isPublicKey, isSignedBy, proofOf, type SigningKey } from './keys.ts'
import { createLedgerBook, type LedgerBook } from './ledger-book.ts'
import { nearestName } from './nearest-name.ts'
import { readRecord, type RecordStore } from './records.ts'
import { createSettingsBook, faultsOf, wantedOf } from './settings-book.ts'
import { createSlipBook, type SlipBook } from './slip-book.ts'

const CODE_LASTS_MS = 24 * 3_600_000
/** How often a change is tried again that met another one. */
const TRIES = 5

const enrolmentShape = z.strictObject({
  /** Base64 of what is kept of the code. */
  key: z.string(),
  group: z.string().nullable(),
  expiresMs: z.int(),
})

const deviceShape = z.strictObject({
  publicKey: z.string(),
  group: z.string().nullable(),
  enrolledUtc: z.string(),
  /** Of the last heartbeat; 0: there was none. */
  number: z.int(),
  seenUtc: z.string().nullable(),
  everySeconds: z.int(),
  state: deviceState.nullable(),
  /** Of its last heartbeat. */
  settings: settingsReport.nullable().default(null),
})
type Device = z.infer<typeof deviceShape>

export type EnrolmentRefused =
  /** No code waits for this device, or another one does; or the key is not valid. */
  { readonly type: 'code-refused' }

export type HeartbeatRefused =
  | { readonly type: 'device-unknown' }
  | { readonly type: 'signature-refused' }
  /** The device has sent this one already, or a later one. */
  | { readonly type: 'out-of-order'; readonly after: number }
  | { readonly type: 'busy' }

/** Reason for rejecting settings. `groups`: the existing groups. */
export type SettingsRefused =
  | { readonly type: 'device-unknown' }
  | { readonly type: 'group-unknown'; readonly groups: readonly string[] }
  | { readonly type: 'settings-invalid'; readonly faults: readonly SettingFault[] }

export interface FleetStore extends RecordStore, CodeStore, SlipStore {}

/** What the hub answers to a heartbeat. */
export interface DueToDevice {
  readonly settings: SignedSettings | null
  readonly ledger: LedgerReply
  readonly accessCodes: SignedCodes | null
}

/** What a hub does with its devices. */
export interface FleetService {
  /** A code for one device, told once, good for a day; the device's old key goes when it is used. */
  invite(device: string, group: string | null): Promise<{ readonly code: string; readonly expiresUtc: string }>
  enrol(wish: Enrolment): Promise<Result<{ readonly hubKey: string; readonly proof: string }, EnrolmentRefused>>
  /** `bytes` are the body as it came, which the signature is over. */
  hear(beat: Heartbeat, bytes: Uint8Array, signature: string): Promise<Result<DueToDevice, HeartbeatRefused>>
  /** What a device asks about credit slips. */
  readonly slips: SlipBook
  devices(): Promise<readonly DeviceView[]>
  /** Adds to the existing settings. Each device applies them after one of its next heartbeats. */
  set(target: SettingsTarget, values: AskedSettings, texts?: ProgramTexts): Promise<Result<null, SettingsRefused>>
  listSettings(): Promise<readonly SetSettings[]>
  /** What the hub remembers of their ledgers. */
  readonly ledgers: Pick<LedgerBook, 'accept' | 'trust'>
  /** With what is remembered of its ledger; false when there was none. */
  remove(device: string): Promise<boolean>
}

export function createFleetService(store: FleetStore, hubKey: () => SigningKey, nowMs: () => number): FleetService {
  const book = createSettingsBook(store, hubKey, nowMs)
  const ledgers = createLedgerBook(store, hubKey, nowMs)
  const codes = createCodeBook(store, hubKey)
  const nowUtc = (): string => new Date(nowMs()).toISOString()

  return {
    async invite(device, group) {
      const name = parseInEnglish(deviceName, device)
      // 80 random bits, in fours, without letters that are mistaken for others (Crockford's base 32).
      const code = [...randomBytes(16)].map((byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(byte & 31)).join('')
      const expiresMs = nowMs() + CODE_LASTS_MS
      const document = JSON.stringify({ key: codeKey(code).toString('base64'), group, expiresMs })
      await store.removeRecord({ kind: 'enrolment', name })
      const kept = await store.keepRecord({ kind: 'enrolment', name, version: 0, document })
      if (!kept) throw new Error(`${name}: somebody else asked for a code at this moment: ask again`)
      return { code: code.replaceAll(/(.{4})(?=.)/gu, '$1-'), expiresUtc: new Date(expiresMs).toISOString() }
    },

    async enrol({ deviceId, publicKey, proof }) {
      const invited = readRecord(await store.findRecord({ kind: 'enrolment', name: deviceId }), enrolmentShape)
      if (invited === null || invited.expiresMs <= nowMs()) return err({ type: 'code-refused' })
      const key = Buffer.from(invited.key, 'base64')
      if (!sameText(proof, proofOf(key, 'device', deviceId, publicKey))) return err({ type: 'code-refused' })
      if (!isPublicKey(publicKey)) return err({ type: 'code-refused' })
      // Removed before it is used: a code is good once.
      if (!(await store.removeRecord({ kind: 'enrolment', name: deviceId }))) return err({ type: 'code-refused' })
      const silent = { number: 0, seenUtc: null, everySeconds: 60, state: null, settings: null }
      const device: Device = { publicKey, group: invited.group, enrolledUtc: nowUtc(), ...silent }
      await store.removeRecord({ kind: 'device', name: deviceId })
      await store.keepRecord({ kind: 'device', name: deviceId, version: 0, document: JSON.stringify(device) })
      const own = hubKey().publicKey
      return ok({ hubKey: own, proof: proofOf(key, 'hub', deviceId, own) })
    },

    async hear(beat, bytes, signature) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const record = await store.findRecord({ kind: 'device', name: beat.deviceId })
        const device = readRecord(record, deviceShape)
        if (record === null || device === null) return err({ type: 'device-unknown' })
        if (!isSignedBy(device.publicKey, 'guichet heartbeat 1', bytes, signature))
          return err({ type: 'signature-refused' })
        if (beat.number <= device.number) return err({ type: 'out-of-order', after: device.number })
        const { number, everySeconds, state, settings } = beat
        const document = JSON.stringify({ ...device, number, everySeconds, state, settings, seenUtc: nowUtc() })
        if (await store.keepRecord({ ...record, kind: 'device', document }))
          return ok({
            settings: await book.due(beat, device.group),
            ledger: await ledgers.hear(beat.deviceId, beat.ledger ?? null),
            accessCodes: await codes.due(beat),
          })
      }
      return err({ type: 'busy' })
    },

    async devices() {
      const [records, set, views] = [await store.listRecords('device'), await book.list(), await ledgers.views()]
      const byName = records.toSorted((one, other) => compareLabels(one.name, other.name))
      return byName.map((record) => {
        const device = parseInEnglish(deviceShape, JSON.parse(record.document))
        const { group, enrolledUtc, seenUtc, everySeconds, state, settings } = device
        const wanted = wantedOf(set, record.name, group)?.version ?? null
        const ledger = views.get(record.name) ?? null
        return { deviceId: record.name, group, enrolledUtc, seenUtc, everySeconds, state, settings, wanted, ledger }
      })
    },

    async set(target, values, texts = catalogues.en) {
      if ('device' in target && (await store.findRecord({ kind: 'device', name: target.device })) === null)
        return err({ type: 'device-unknown' })
      const groups = 'group' in target ? await groupsIn(store) : []
      if ('group' in target && !groups.includes(target.group)) return err({ type: 'group-unknown', groups })
      const faults = faultsOf(values, texts)
      if (faults.length > 0) return err({ type: 'settings-invalid', faults })
      await book.set(target, settingValues.parse(values))
      return ok(null)
    },

    listSettings: () => book.list(),

    ledgers,
    slips: createSlipBook(store, hubKey, (device) => keyOf(store, device)),

    async remove(device) {
      await ledgers.remove(device)
      return store.removeRecord({ kind: 'device', name: device })
    },
  }
}

export function whyNotSet(target: SettingsTarget, refused: SettingsRefused, { refusals } = catalogues.en): string {
  switch (refused.type) {
    case 'device-unknown':
      return refusals.noDevice('device' in target ? target.device : '')
    case 'group-unknown': {
      const { groups } = refused
      const group = 'group' in target ? target.group : ''
      return refusals.noGroup(group, nearestName(group, groups) ?? '', groups.join(', '))
    }
    case 'settings-invalid':
      return refused.faults.map(({ setting, detail }) => `${setting}: ${detail}`).join('; ')
  }
}

/** Groups of enrolled and invited devices. */
async function groupsIn(store: RecordStore): Promise<readonly string[]> {
  const [devices, invited] = await Promise.all([store.listRecords('device'), store.listRecords('enrolment')])
  const groups = [
    ...devices.map((record) => readRecord(record, deviceShape)?.group),
    ...invited.map((record) => readRecord(record, enrolmentShape)?.group),
  ]
  return [...new Set(groups.filter((group) => typeof group === 'string'))].toSorted(compareLabels)
}

async function keyOf(store: RecordStore, device: string): Promise<string | null> {
  return readRecord(await store.findRecord({ kind: 'device', name: device }), deviceShape)?.publicKey ?? null
}

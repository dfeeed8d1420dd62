import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type SlipSpending, type SlipStore, spendingText } from '../../shared/domain/money/credit-slip.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import {
  type AskedSettings,
  type CodesDocument,
  type CodesInside,
  codesUse,
  deviceId as deviceName,
  deviceState,
  type DeviceView,
  type Enrolment,
  type Heartbeat,
  type LedgerReply,
  type SetSettings,
  type SettingsDocument,
  settingsReport,
  type SettingsTarget,
  settingValues,
  type SettingValues,
  type SignedCodes,
  type SignedSettings,
  type SlipCall,
  type SlipReply,
} from '../../shared/fleet-api/contract.ts'
import { readingsOf, remoteSettingNames, remoteSettings } from '../../shared/fleet-api/settings.ts'
import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { issueErrors, parseInEnglish } from '../../shared/i18n/issue-text.ts'
import type { SettingFault } from '../../shared/kiosk-api/office-views.ts'
import { settingFields } from '../../shared/kiosk-api/setting-fields.ts'
import { settings } from '../../shared/kiosk-api/settings.ts'
import { sameText } from '../host/secrets/same-secret.ts'
import { codeKey, isPublicKey, isSignedBy, proofOf, sealTo, type SigningKey } from './keys.ts'
import { createLedgerBook, type LedgerBook, readRecord, type RecordStore } from './ledger-book.ts'

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

interface CodeStore {
  /** Of every event on sale, by event id. */
  accessCodes(): Promise<Readonly<Record<string, string>>>
}

/** The access codes of the hub's events, as they go to its devices. */
function createCodeBook(store: CodeStore, hubKey: () => SigningKey) {
  /** By a secret of the hub's: nobody guesses codes by it. */
  const markOf = (codes: Readonly<Record<string, string>>): string =>
    createHmac('sha256', hubKey().derive('fleet access codes'))
      .update(JSON.stringify(Object.entries(codes).toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .digest('base64url')

  return {
    /** Null where the device wants none, or has told the mark of what there is. */
    async due({ deviceId, number, accessCodes: told }: Heartbeat): Promise<SignedCodes | null> {
      if (!told) return null
      const codes = await store.accessCodes()
      const mark = markOf(codes)
      if (told.mark === mark) return null
      const inside = JSON.stringify({ mark, codes } satisfies CodesInside)
      const sealed = sealTo(told.key, codesUse(deviceId, number), Buffer.from(inside))
      if (sealed === null) return null
      const document = JSON.stringify({ format: 1, deviceId, number, ...sealed } satisfies CodesDocument)
      return { document, signature: hubKey().sign('guichet access codes 1', Buffer.from(document)) }
    },
  }
}

/** Returns the most similar of these names; null if none is similar. */
function nearestName(typed: string, names: readonly string[]): string | null {
  const within = Math.max(2, Math.floor(typed.length / 3))
  const [near] = names
    .map((name) => ({ name, steps: editSteps(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ steps }) => steps <= within)
    .toSorted((a, b) => a.steps - b.steps)
  return near?.name ?? null
}

/** Returns the Levenshtein distance of two texts. */
function editSteps(from: string, to: string): number {
  const [letters, others] = [Array.from(from), Array.from(to)]
  let row = [0, ...others.map((_, index) => index + 1)]
  for (const [at, letter] of letters.entries()) {
    const next = [at + 1]
    for (const [index, other] of others.entries()) {
      const replaced = (row[index] ?? 0) + Number(letter !== other)
      next.push(Math.min((next[index] ?? 0) + 1, (row[index + 1] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** What is signed now may be taken for so long. */
const LASTS_MS = 24 * 3_600_000

const shape = z.strictObject({ version: z.int(), values: settingValues })

const nameOf = (target: SettingsTarget): string =>
  'device' in target ? `device ${target.device}` : `group ${target.group}`

const targetOf = (name: string): SettingsTarget =>
  name.startsWith('device ') ? { device: name.slice('device '.length) } : { group: name.slice('group '.length) }

/** Returns the invalid ones among these settings, by the schemas of a machine's own settings. */
function faultsOf(values: AskedSettings, texts: ProgramTexts): readonly SettingFault[] {
  return Object.entries(values).flatMap(([key, value]): readonly SettingFault[] => {
    const schema = schemaOf(key)
    if (!schema) {
      const near = nearestName(key, remoteSettingNames)
      return [{ setting: key, detail: texts.refusals.noSetting(near ?? '') }]
    }
    const read = value === null ? null : schema.safeParse(value, { error: issueErrors(texts.values) })
    const [issue] = read?.error?.issues ?? []
    if (!issue) return []
    const message = typeof value === 'string' && isNumber(key) ? numberExpected(value, texts) : issue.message
    return [{ setting: key, detail: `${JSON.stringify(value)}: ${message}` }]
  })
}

const isNumber = (key: string): boolean =>
  remoteSettings.some((setting) => setting.key === key && setting.kind === 'number')

/** Returns what to type in place of a text that is not a number, or that may be two numbers. */
function numberExpected(typed: string, { refusals, values }: ProgramTexts): string {
  const readings = readingsOf(typed)
  return readings === null
    ? values.expected(refusals.expected.plainNumber, '')
    : refusals.ambiguousNumber(String(readings.grouped), String(readings.decimal))
}

/** Returns the schema of one value; null if a hub does not set it. */
function schemaOf(key: string): z.ZodType | null {
  if (!remoteSettingNames.some((name) => name === key)) return null
  const [name, setting] = Object.entries(settings).find(([each]) => key === each || key.startsWith(`${each}.`)) ?? []
  if (!setting || name === undefined) return null
  if (setting.kind === 'hours') return settingFields.timeOfDay
  const whole: z.ZodType = setting.schema(settingFields)
  const part = key.slice(name.length + 1)
  return part === '' ? whole : z.preprocess((value) => ({ [part]: value }), whole)
}

/** What a device should have: its group's, and its own above them; null: nothing was set. */
function wantedOf(
  set: readonly SetSettings[],
  device: string,
  group: string | null,
): { readonly version: number; readonly values: SettingValues } | null {
  const ofGroup = set.find(({ target }) => 'group' in target && target.group === group)
  const own = set.find(({ target }) => 'device' in target && target.device === device)
  if (!ofGroup && !own) return null
  const version = Math.max(ofGroup?.version ?? 0, own?.version ?? 0)
  return { version, values: { ...ofGroup?.values, ...own?.values } }
}

/** The settings that administrators set, and what of them is due to a device. */
function createSettingsBook(store: RecordStore, hubKey: () => SigningKey, nowMs: () => number) {
  async function list(): Promise<readonly SetSettings[]> {
    const records = await store.listRecords('settings')
    return records.map((record) => ({
      target: targetOf(record.name),
      ...parseInEnglish(shape, JSON.parse(record.document)),
    }))
  }

  return {
    list,

    /** Versions are moments of the hub's clock, so that a change of the group and one of the device have an order. */
    async set(target: SettingsTarget, values: SettingValues): Promise<void> {
      const name = nameOf(target)
      for (let tries = 0; tries < TRIES; tries += 1) {
        const record = await store.findRecord({ kind: 'settings', name })
        const before = readRecord(record, shape)
        const version = Math.max(nowMs(), (before?.version ?? 0) + 1)
        const document = JSON.stringify({ version, values: { ...before?.values, ...settingValues.parse(values) } })
        if (await store.keepRecord({ kind: 'settings', name, version: record?.version ?? 0, document })) return
      }
      throw new Error(`${name}: somebody else changes these settings at this moment: try again`)
    },

    /** Null where the device has what it should have, or has said that it cannot take it. */
    async due({ deviceId, settings }: Heartbeat, group: string | null): Promise<SignedSettings | null> {
      const wanted = wantedOf(await list(), deviceId, group)
      if (wanted === null || wanted.version <= settings.filed || wanted.version === settings.refused?.version)
        return null
      const document = JSON.stringify({
        format: 1,
        deviceId,
        version: wanted.version,
        expiresUtc: new Date(nowMs() + LASTS_MS).toISOString(),
        settings: wanted.values,
      } satisfies SettingsDocument)
      return { document, signature: hubKey().sign('guichet settings 1', Buffer.from(document)) }
    },
  }
}

export type SlipCallRefused = { readonly type: 'device-unknown' } | { readonly type: 'signature-refused' }

/** `bytes` are the body as it came, which the signature is over. */
type SlipBook = (call: SlipCall, bytes: Uint8Array, signature: string) => Promise<Result<SlipReply, SlipCallRefused>>

/** The credit slips of the hub's machines: each is spent once, wherever that is. `keyOf`: null where it is no device of the hub's. */
function createSlipBook(
  store: SlipStore,
  hubKey: () => SigningKey,
  keyOf: (deviceId: string) => Promise<string | null>,
): SlipBook {
  function replyTo(spending: SlipSpending, deviceId: string, reference: string): SlipReply {
    if (spending.outcome !== 'spent') return { type: spending.outcome }
    const { slip } = spending
    const text = spendingText(slip, { register: slip.register, deviceId, reference })
    return { type: 'spent', slip, sig: hubKey().sign('guichet slip spent 1', Buffer.from(text)) }
  }

  async function answer({ deviceId, mode, act }: SlipCall): Promise<SlipReply> {
    const asker = { deviceId, mode }
    switch (act.type) {
      case 'tell': {
        const others: string[] = []
        for (const slip of act.slips) if (!(await store.tellSlip({ ...slip, ...asker }))) others.push(slip.slipId)
        return { type: 'told', others }
      }
      case 'find':
        return { type: 'found', slip: await store.findSlip({ ...act, ...asker }) }
      case 'spend':
        return replyTo(await store.spendSlip({ ...act, ...asker }), deviceId, act.reference)
      case 'settle':
        return replyTo(await store.settleSpending({ ...act, ...asker }), deviceId, act.reference)
      case 'release':
        await store.releaseSpending({ ...act, ...asker })
        return { type: 'void' }
    }
  }

  return async (call, bytes, signature) => {
    const key = await keyOf(call.deviceId)
    if (key === null) return err({ type: 'device-unknown' })
    if (!isSignedBy(key, 'guichet slips 1', bytes, signature)) return err({ type: 'signature-refused' })
    return ok(await answer(call))
  }
}

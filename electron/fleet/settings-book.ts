import { z } from 'zod'
import {
  type AskedSettings,
  type Heartbeat,
  readingsOf,
  remoteSettingNames,
  remoteSettings,
  type SetSettings,
  type SettingsDocument,
  type SettingsTarget,
  settingValues,
  type SettingValues,
  type SignedSettings,
} from '../../shared/fleet-api/contract.ts'
import type { SigningKey } from './keys.ts'
import { settingFields, settings } from '../../shared/kiosk-api/settings.ts'
import type { SettingFault } from '../../shared/kiosk-api/office-views.ts'
import type { ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { issueErrors, parseInEnglish } from '../../shared/i18n/issue-text.ts'
import { nearestName } from './nearest-name.ts'
import { readRecord, type RecordStore } from './records.ts'

/** What is signed now may be taken for so long. */
const LASTS_MS = 24 * 3_600_000
const TRIES = 5

const shape = z.strictObject({ version: z.int(), values: settingValues })

const nameOf = (target: SettingsTarget): string =>
  'device' in target ? `device ${target.device}` : `group ${target.group}`

const targetOf = (name: string): SettingsTarget =>
  name.startsWith('device ') ? { device: name.slice('device '.length) } : { group: name.slice('group '.length) }

/** Returns the invalid ones among these settings, by the schemas of a machine's own settings. */
export function faultsOf(values: AskedSettings, texts: ProgramTexts): readonly SettingFault[] {
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
export function wantedOf(
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
export function createSettingsBook(store: RecordStore, hubKey: () => SigningKey, nowMs: () => number) {
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

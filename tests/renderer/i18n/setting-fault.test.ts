import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { remoteSettings } from '../../../shared/fleet-api/settings.ts'
import type { SettingCause, SettingFault } from '../../../shared/kiosk-api/office-views.ts'
import { createI18n } from '../../../renderer/i18n/i18n.ts'
import { noticeText } from '../../../renderer/i18n/notice-text.ts'
import { settingFields, type SettingFields } from '../../../shared/kiosk-api/setting-fields.ts'
import { settings } from '../../../shared/kiosk-api/settings.ts'
import { languages, type Language } from '../../../shared/domain/language.ts'

const causes: { readonly [T in SettingCause['type']]: Extract<SettingCause, { readonly type: T }> } = {
  'same-key': { type: 'same-key', key: 'F6', commands: ['card', 'park'] },
  'no-shortcut': { type: 'no-shortcut', command: 'card', key: 'Home' },
  'not-attended': { type: 'not-attended' },
  'cash-without-pin': { type: 'cash-without-pin' },
  'printer-unknown': { type: 'printer-unknown', printer: 'secours' },
  'printer-idle': { type: 'printer-idle', printer: 'secours' },
  'printer-twice': { type: 'printer-twice' },
  'nothing-to-read-back': { type: 'nothing-to-read-back' },
  'in-training': { type: 'in-training' },
}

type Setting = { readonly kind: string; readonly schema: (fields: SettingFields) => z.ZodType }

/** Returns all limits of numbers and the maximum lengths of texts in a JSON Schema. */
function limitsOf(schema: object): readonly number[] {
  const { type, minimum, maximum, maxLength, ...parts } = schema as Record<string, unknown>
  const own = type === 'integer' || type === 'number' ? [minimum, maximum] : [maxLength]
  const below = Object.values(parts).filter((part) => typeof part === 'object' && part !== null)
  return [...own.filter((limit) => typeof limit === 'number'), ...below.flatMap(limitsOf)]
}

/** As the settings' reader says it: a technician's English, which must not be all that a supervisor gets. */
const detail = 'expected in plain English'

const said = (language: Language, fault: SettingFault): string =>
  noticeText(createI18n(language), { type: 'setting-refused', faults: [fault] }).body

describe.each(languages)('%s', (language) => {
  const { desk, office } = createI18n(language).t

  test('every rule between settings has words of its own', () => {
    const sentences = Object.values(causes).map((cause) => said(language, { setting: 'x', detail, cause }))
    expect(sentences.filter((sentence) => sentence.includes(detail) || !/[.。]$/u.test(sentence))).toEqual([])
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  test('a key for two commands names the key and both', () => {
    const sentence = said(language, { setting: 'shortcuts', detail, cause: causes['same-key'] })
    for (const part of ['F6', desk.commands.card, desk.commands.park]) expect(sentence).toContain(part)
  })

  test('a printer is named', () => {
    for (const type of ['printer-unknown', 'printer-idle'] as const)
      expect(said(language, { setting: 'x', detail, cause: causes[type] })).toContain('secours')
  })

  test.each([
    ['tenders', 'tenders'],
    ['tenders.0', 'tenders'],
    ['tenderNames.mtn-momo', 'tenderNames.mtn-momo'],
    ['updates.openingHours.to', 'updates.openingHours'],
    ['shifts.closeAt', 'shifts.closeAt'],
    ['maxSeats', 'maxSeats'],
  ] as const)('%s: says which setting, by its name on the screen, and what it takes', (setting, key) => {
    const sentence = said(language, { setting, detail })
    expect(sentence).toContain(office.settings[key])
    expect(sentence).not.toContain(detail)
  })

  test('a number out of range or a text that is too long is told its limits', () => {
    const typed = Object.entries<Setting>(settings).filter(([, { kind }]) => kind === 'number' || kind === 'text')
    const limited = typed.map(([key, { kind, schema }]) => ({
      key,
      kind,
      limits: limitsOf(z.toJSONSchema(schema(settingFields), { io: 'input', unrepresentable: 'any' })),
    }))
    expect(limited.filter(({ kind, limits }) => kind === 'number' && limits.length < 2)).toEqual([])
    expect(limited.filter(({ kind, limits }) => kind === 'text' && limits.length > 0)).not.toEqual([])
    for (const { key, limits } of limited)
      for (const limit of limits)
        expect(said(language, { setting: key, detail })).toMatch(new RegExp(`(?<!\\d)${limit}(?!\\d)`, 'u'))
  })

  test('every setting that the fleet page has a text field for has words of its own', () => {
    const typed = remoteSettings.filter(({ kind, choices }) => kind !== 'switch' && !choices)
    const unsaid = typed.filter(({ key }) => said(language, { setting: key, detail }).includes(detail))
    expect(unsaid).toEqual([])
  })

  test('what has no words is said as technicians know it', () => {
    expect(said(language, { setting: 'printers.drawer', detail })).toBe(`printers.drawer: ${detail}`)
    expect(said(language, { setting: '', detail })).toBe(detail)
  })
})

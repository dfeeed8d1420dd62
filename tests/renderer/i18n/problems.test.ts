import { describe, expect, test } from 'vitest'
import { failures } from '../../../shared/api/kiosk/failures.ts'
import { z } from 'zod'
import type { Notice, SaleMoney } from '../../../renderer/app/problem.ts'
import { explanations } from '../../../scripts/support-codes.ts'
import { createI18n } from '../../../renderer/i18n/i18n.ts'
import { deskNoticeText, noticeText } from '../../../renderer/i18n/notice-text.ts'
import { type Language, languages } from '../../../shared/domain/language.ts'
import { cardRefusals, refusalReasons } from '../../../shared/domain/money/tender.ts'
import type { SettingCause, SettingFault } from '../../../shared/api/kiosk/office-views.ts'
import { settingFields, type SettingFields } from '../../../shared/api/kiosk/setting-fields.ts'
import { remoteSettings, settings } from '../../../shared/api/kiosk/settings.ts'

const nothing = {
  fr: /rien n['’]a été (?:payé|débité|encaissé)/iu,
  en: /nothing (?:was|has been) (?:paid|charged|taken)|not been charged/iu,
  pt: /nada foi (?:pago|cobrado|debitado)/iu,
  ar: /لم (?:يُدفع شيء|يُخصم شيء|يُحصَّل)/u,
}

const worded = Object.keys(nothing) as readonly (keyof typeof nothing)[]

/** Notices shown only to staff, or before any payment is possible. */
const ofStaff = `
  wrong-pin pin-locked signed-out too-little too-much not-in-cash payer-needed too-many-seats too-many-parked
  invalid-answer hub-decides tickets-turned-up approval-known quit-not-offered training-not-offered no-report
  not-allowed second-person no-such-ticket ticket-returned tickets-cancelled other-shift other-tender
  correction-refused nothing-to-invoice refund-not-offered refund-over no-shift unreadable-report unknown-currency float-known nothing-to-close
  unknown-piece not-saved write-failed setting-refused access-code-refused unknown-printer approval-required
  weak-pin number-taken no-such-number last-supervisor message-refused`
  .trim()
  .split(/\s+/u)

const sample = {
  faults: [{ setting: 'x', detail: 'x' }],
  seatCodes: ['A-1'],
  limit: 8,
  seconds: 30,
  incident: '4711',
  reason: 'declined',
  due: 1,
  received: 2,
  currency: 'GNF',
  words: 'x',
  places: [],
  row: 'A',
  smallest: 100,
  lines: ['N1 A: 1'],
  numbers: [1],
  count: 1,
  wanted: 1,
  because: 'spent',
  field: 'reason',
  code: 'X',
  line: 1,
  what: 'x',
}

/** Reasons of the notices that do not have the reason of `sample`. */
const reasons: Readonly<Record<string, object>> = {
  'correction-refused': { because: 'returned' },
  'message-refused': { because: 'limit' },
}

const noticeOf = (type: string) => ({ ...sample, type, ...reasons[type] }) as unknown as Notice

const screenCases = `
  ticket-not-printed payment-unconfirmed refund-due payment-unknown cash-unknown service-unreachable
  tickets-mismatched program-fault`
  .trim()
  .split(/\s+/u)
const notices = Object.keys(failures).filter((type) => !screenCases.includes(type))
const customers = notices.filter((type) => !ofStaff.includes(type))

test.each(languages)('%s: every problem of a customer says whether money moved', (language) => {
  const i18n = createI18n(language)
  const { t } = i18n
  const silent = customers.filter((type) => !noticeText(i18n, noticeOf(type), 'paid').body.includes(t.money.paid))
  expect(silent).toEqual([])
})

const known: readonly SaleMoney[] = ['no-sale', 'left-open', 'pending', 'partly', 'paid', 'owed', 'closed']

test.each(worded)('%s: no text says that nothing was paid of a sale whose money is known otherwise', (language) => {
  const i18n = createI18n(language)
  const { t } = i18n
  const shown = [...new Set([...notices, ...Object.keys(t.desk.problems), 'payment-refused'])].map(noticeOf)
  for (const money of known)
    for (const notice of shown) {
      const atKiosk = notice.type in t.problems ? [noticeText(i18n, notice, money)] : []
      const texts = [deskNoticeText(i18n, notice, money), ...atKiosk]
      for (const { body } of texts) expect(body).not.toMatch(nothing[language])
    }
  expect(t.money.none).toMatch(nothing[language])
  expect(t.desk.money.none).toMatch(nothing[language])
})

test('nothing is certain about a payment after an error that the screen knows nothing else of', () => {
  const i18n = createI18n('en')
  const { t } = i18n
  const internal = { type: 'internal', incident: '4711' } as const
  expect(noticeText(i18n, internal, 'none').body).toContain(t.money['no-sale'])
  expect(noticeText(i18n, internal, 'paid').body).toContain(t.money.paid)
  expect(noticeText(i18n, { type: 'storage-full' }, 'pending').body).toContain(t.money.pending)
})

test('every case has a code of its own, and every code is explained', () => {
  const codes: readonly string[] = Object.values(failures).map(({ code }) => code)
  expect(codes.length).toBe(new Set(codes).size)
  for (const texts of Object.values(explanations)) expect(Object.keys(texts).toSorted()).toEqual(codes.toSorted())
})

test.each([
  ['fr', { type: 'unknown-seat', numbers: [12] }, 'Place 12 introuvable', 'Ce numéro n’existe'],
  ['fr', { type: 'unknown-seat', numbers: [12, 14] }, 'Places 12 et 14 introuvables', 'Ces numéros n’existent'],
  ['en', { type: 'unknown-seat', numbers: [12] }, 'Seat 12 not found', 'This number does'],
  ['en', { type: 'unknown-seat', numbers: [12, 14] }, 'Seats 12 and 14 not found', 'These numbers do'],
  ['fr', { type: 'copies-out', count: 1, wanted: 1 }, 'Duplicata sorti', 'Remettez-le'],
  ['fr', { type: 'copies-out', count: 2, wanted: 2 }, '2 duplicatas sortis', 'Remettez-les'],
  ['fr', { type: 'tickets-cancelled', seatCodes: ['F 1'] }, 'Billet annulé', 'Cette place est'],
  ['fr', { type: 'tickets-cancelled', seatCodes: ['F 1', 'F 2'] }, 'Billets annulés', 'Ces places sont'],
] as const)('%s: %j agrees with the number', (language, notice, title, body) => {
  const text = deskNoticeText(createI18n(language), notice)
  expect(text.title).toContain(title)
  expect(text.body).toContain(body)
})

const vouchers = ['not-ours', 'taken', 'spent', 'paid-out', 'doubtful', 'other-currency', 'hub-away'] as const
const voucher = { fr: 'avoir', en: 'voucher', pt: 'vale', ar: 'قسيمة' } as const

test.each(worded)('%s: the reason why a voucher is refused names the voucher, after the money', (language) => {
  const i18n = createI18n(language)
  for (const because of vouchers) {
    const reason = noticeText(i18n, { type: 'slip-refused', because }, 'none').body.split(i18n.t.money.none)[1]
    expect(reason).toContain(voucher[language])
  }
})

/** Words for one payment method, which must not appear in texts about the other. */
const cards = /carte|card|cartão|بطاق/iu
const telephones = /téléphone|telephone|telefone|هاتف|Areeba/iu

describe.each(languages)('a refusal at the desk in %s', (language) => {
  const i18n = createI18n(language, 'western', { 'mtn-momo': 'Areeba Money' })
  const refusal = (reason: string, tender: 'card' | 'mtn-momo') =>
    deskNoticeText(i18n, { type: 'payment-refused', reason, tender })

  test('a cashier reads why a payment was refused by what was to take it, and what to do next', () => {
    for (const reason of refusalReasons) {
      const [card, mobile] = [refusal(reason, 'card'), refusal(reason, 'mtn-momo')]
      expect(`${card.title} ${card.body}`, reason).not.toMatch(telephones)
      expect(`${mobile.title} ${mobile.body}`, reason).not.toMatch(cards)
      for (const { body } of [card, mobile]) expect(body.match(/[.。]/gu)?.length, reason).toBeGreaterThan(1)
    }
    const titles = (tender: 'card' | 'mtn-momo') =>
      new Set(refusalReasons.map((reason) => refusal(reason, tender).title))
    expect(titles('card').size).toBe(refusalReasons.length)
    expect(titles('mtn-momo').size).toBe(refusalReasons.length - cardRefusals.length)
    const away = deskNoticeText(i18n, { type: 'payment-unavailable', tender: 'mtn-momo' })
    for (const { title } of [refusal('unknown-payer', 'mtn-momo'), away]) expect(title).toContain('Areeba Money')
    expect(refusal('LOST_CARD', 'card'), 'an unknown reason is a plain no').toEqual(refusal('declined', 'card'))
  })
})

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

function limitsOf(schema: object): readonly number[] {
  const { type, minimum, maximum, maxLength, ...parts } = schema as Record<string, unknown>
  const own = type === 'integer' || type === 'number' ? [minimum, maximum] : [maxLength]
  const below = Object.values(parts).filter((part) => typeof part === 'object' && part !== null)
  return [...own.filter((limit) => typeof limit === 'number'), ...below.flatMap(limitsOf)]
}

/** English error detail for technicians. Supervisors must see a fuller explanation instead. */
const detail = 'expected in plain English'

const said = (language: Language, fault: SettingFault): string =>
  noticeText(createI18n(language), { type: 'setting-refused', faults: [fault] }).body

describe.each(languages)('a fault of a setting in %s', (language) => {
  const { desk, office } = createI18n(language).t

  test('every rule between settings has words of its own, which name the key and its commands, or the printer', () => {
    const sentences = Object.values(causes).map((cause) => said(language, { setting: 'x', detail, cause }))
    expect(sentences.filter((sentence) => sentence.includes(detail) || !/[.。]$/u.test(sentence))).toEqual([])
    expect(new Set(sentences).size).toBe(sentences.length)
    const sentence = said(language, { setting: 'shortcuts', detail, cause: causes['same-key'] })
    for (const part of ['F6', desk.commands.card, desk.commands.park]) expect(sentence).toContain(part)
    for (const type of ['printer-unknown', 'printer-idle'] as const)
      expect(said(language, { setting: 'x', detail, cause: causes[type] })).toContain('secours')
  })

  test.each([
    ['tenders.0', 'tenders'],
    ['tenderNames.mtn-momo', 'tenderNames.mtn-momo'],
    ['updates.openingHours.to', 'updates.openingHours'],
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

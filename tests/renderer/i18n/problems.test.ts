import { expect, test } from 'vitest'
import { supportCodes, type Notice } from '../../../renderer/app/problem.ts'
import { explanations } from '../../../scripts/support-codes.ts'
import type { SaleMoney } from '../../../renderer/app/sale-money.ts'
import { createI18n } from '../../../renderer/i18n/i18n.ts'
import { deskNoticeText, noticeText } from '../../../renderer/i18n/notice-text.ts'
import { languages } from '../../../shared/domain/language.ts'

/** How each language says that nothing was paid, or taken. */
const nothing = {
  fr: /rien n['’]a été (?:payé|débité|encaissé)/iu,
  en: /nothing (?:was|has been) (?:paid|charged|taken)|not been charged/iu,
  pt: /nada foi (?:pago|cobrado|debitado)/iu,
  ar: /لم (?:يُدفع شيء|يُخصم شيء|يُحصَّل)/u,
}

/** Met only by staff, at their desk or pad, or before there is anything to pay. */
const ofStaff: readonly Notice['type'][] = [
  'wrong-pin',
  'pin-locked',
  'signed-out',
  'too-little',
  'too-much',
  'not-in-cash',
  'payer-needed',
  'too-many-seats',
  'too-many-parked',
  'wrong-answer',
  'hub-decides',
  'tickets-turned-up',
  'approval-known',
  'quit-not-offered',
  'training-not-offered',
  'no-report',
  'not-allowed',
  'second-person',
  'no-such-ticket',
  'ticket-returned',
  'tickets-cancelled',
  'other-shift',
  'other-tender',
  'refund-not-offered',
  'refund-over',
  'no-shift',
  'unreadable-report',
  'unknown-currency',
  'float-known',
  'nothing-to-close',
  'unknown-piece',
  'not-saved',
  'not-written',
  'setting-refused',
  'access-code-refused',
  'unknown-printer',
  'second-needed',
  'guessed-pin',
  'number-taken',
  'no-such-number',
  'last-supervisor',
]

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

/** Shown on screens of their own, of which no notice tells. */
const screenCases = [
  'ticket-not-printed',
  'payment-unconfirmed',
  'refund-due',
  'payment-unknown',
  'cash-unknown',
  'service-unreachable',
  'tickets-differ',
  'program-fault',
]
const notices = Object.keys(supportCodes).filter((type) => !screenCases.includes(type))
const customers = notices.filter((type) => !ofStaff.some((each) => each === type))

test.each(languages)('%s: every problem of a customer says whether money moved', (language) => {
  const i18n = createI18n(language)
  const { t } = i18n
  const silent = customers.filter(
    (type) => !noticeText(i18n, { ...sample, type } as unknown as Notice, 'paid').body.includes(t.money.paid),
  )
  expect(silent).toEqual([])
})

const known: readonly SaleMoney[] = ['no-sale', 'left-open', 'pending', 'partly', 'paid', 'owed', 'closed']

test.each(languages)('%s: no text says that nothing was paid of a sale whose money is known otherwise', (language) => {
  const i18n = createI18n(language)
  const { t } = i18n
  const shown = [...new Set([...notices, ...Object.keys(t.desk.problems), 'payment-refused'])].map(
    (type) => ({ ...sample, type }) as unknown as Notice,
  )
  for (const money of known)
    for (const notice of shown) {
      const texts = [
        deskNoticeText(i18n, notice, money),
        ...(notice.type in t.problems ? [noticeText(i18n, notice, money)] : []),
      ]
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
  const codes: readonly string[] = Object.values(supportCodes)
  expect(codes.length).toBe(new Set(codes).size)
  for (const texts of Object.values(explanations)) expect(Object.keys(texts).toSorted()).toEqual(codes.toSorted())
})

/** One and several seats or tickets: the nouns and verbs of both texts agree with the number. */
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

test.each(languages)('%s: the reason why a voucher is refused names the voucher, after the money', (language) => {
  const i18n = createI18n(language)
  for (const because of vouchers) {
    const reason = noticeText(i18n, { type: 'slip-refused', because }, 'none').body.split(i18n.t.money.none)[1]
    expect(reason).toContain(voucher[language])
  }
})

import { expect, test } from 'vitest'
import { noticeCodes, type Notice } from '../../../renderer/app/problem.ts'
import { createI18n } from '../../../renderer/i18n/i18n.ts'

/** How each language says that nothing was paid, that nothing was taken, or that what was paid is recorded. */
const aboutMoney = {
  fr: /payé|débité/u,
  en: /paid|charged|taken from/u,
  pt: /pago|cobrado|debitado/u,
  ar: /يُدفع|يُخصم|دفعت/u,
}

/** Met only by staff, at their desk or pad, or before there is anything to pay. */
const ofStaff: readonly Notice['type'][] = [
  'wrong-pin',
  'pin-locked',
  'signed-out',
  'too-little',
  'too-much',
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
  line: 1,
  what: 'x',
}

const customers = Object.keys(noticeCodes).filter((type) => !ofStaff.some((each) => each === type))

test.each(['fr', 'en', 'pt', 'ar'] as const)('%s: every problem of a customer says whether money moved', (language) => {
  const texts = createI18n(language).t.problems as unknown as Record<
    string,
    (notice: object) => { readonly body: string }
  >
  const silent = customers.filter((type) => !aboutMoney[language].test(texts[type]?.({ ...sample, type }).body ?? ''))
  expect(silent).toEqual([])
})

test('every problem has a code of its own', () => {
  const codes = Object.values(noticeCodes)
  expect(codes.filter((code) => !/^[BVPISCR]\d+$/u.test(code))).toEqual([])
  expect(codes.length).toBe(new Set(codes).size)
})

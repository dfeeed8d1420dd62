import { describe, expect, test } from 'vitest'
import {
  beforeThePin,
  type StaffDesk,
  staffDeskReducer,
  type StaffEvent,
  type StaffSheet,
} from '../../../renderer/kiosk/staff/staff-desk.ts'
import type { ServiceView } from '../../../shared/api/kiosk/office-views.ts'
import type { ShiftClosedView } from '../../../shared/api/kiosk/views.ts'
import { shiftLeftOpen, staffCases } from '../../world/scenes/answers.ts'
import { numberLabel, questionText } from '../../../renderer/ui/staff-case.tsx'
import { createI18n } from '../../../renderer/i18n/i18n.ts'
import { languages } from '../../../shared/domain/language.ts'
import type { TenderKind } from '../../../shared/domain/money/tender.ts'

const printing = { printer: { state: 'ready', reason: '' }, printers: [] } as const
const states = { partner: { state: 'up' }, ...printing, ledger: 'ready' } as const
const service: ServiceView = { readiness: { sells: true, issues: [] }, ...states, mayQuit: true }
const papers = { paper: 'printed', reason: '', file: 'z.pdf', csv: 'z.csv', archive: '' } as const
const closed: ShiftClosedView = { kind: 'Z', shiftNo: 41, takings: [], blind: false, ...papers, terminalDays: [] }
const listed = { type: 'cases-listed', cases: staffCases } as const
const seen = { type: 'machine-seen', service } as const
const measured = { type: 'sheet-loaded', sheet: { name: 'measure', saved: true } } as const
const atShift = [listed, seen, { type: 'opened', sheet: 'shift' }] as const

const after = (...events: readonly StaffEvent[]): StaffDesk => events.reduce(staffDeskReducer, beforeThePin)

function sheetAfter(...events: readonly StaffEvent[]): StaffSheet | null {
  const desk = after(...events)
  return desk.at === 'sheet' ? desk.sheet : null
}

test('the PIN opens the cases, and what it opened keeps it for what is asked next', () => {
  const typed = [{ type: 'typed', pin: '1234' }, { type: 'asked' }] as const
  expect(after(...typed)).toEqual({ at: 'pin', pin: '1234', busy: true, refusal: null })
  const opened = { at: 'sheet', pin: '1234', busy: false, sheet: { name: 'cases' }, index: 0 }
  expect(after(...typed, listed)).toMatchObject(opened)
})

test('staff who come to find a sale do so right after the PIN, and the cases are behind it', () => {
  const listedAfterPin = { ...listed, first: 'find' } as const
  expect(after({ type: 'typed', pin: '1234' }, listedAfterPin)).toMatchObject({ sheet: { name: 'find' } })
  expect(sheetAfter(listedAfterPin, { type: 'back' })).toEqual({ name: 'cases' })
  const found = { type: 'case-found', cases: staffCases, index: 1 } as const
  const shown = { sheet: { name: 'cases' }, index: 1, busy: false }
  expect(after(listedAfterPin, { type: 'asked' }, found)).toMatchObject(shown)
  expect(sheetAfter(...atShift, found)).toMatchObject({ name: 'shift' })
})

test.each([{ type: 'wrong-pin' }, { type: 'pin-locked', seconds: 60 }] as const)(
  '$type closes every sheet and forgets the PIN',
  (problem) => {
    const refused = { type: 'refused', problem } as const
    for (const way of [[], [listed], [...atShift, { type: 'drawer-loaded', shift: shiftLeftOpen }]] as const)
      expect(after({ type: 'typed', pin: '1234' }, ...way, { type: 'asked' }, refused)).toEqual({
        ...beforeThePin,
        refusal: problem,
      })
  },
)

test('any other refusal leaves staff where they are', () => {
  const refused = { type: 'refused', problem: { type: 'storage-full' } } as const
  expect(after({ type: 'typed', pin: '1234' }, refused)).toMatchObject({ at: 'pin', pin: '1234', busy: false })
  const left = { sheet: { name: 'shift' }, busy: false, refusal: { type: 'storage-full' } }
  expect(after(...atShift, { type: 'asked' }, refused)).toMatchObject(left)
})

test('an answer that is doubted stays with its case; another case has no refusal, and a settled one is gone', () => {
  const doubted = { type: 'refused', problem: { type: 'approval-known', orderId: 'o' }, doubted: '4071' } as const
  const desk = after(listed, { type: 'case-page-changed', index: 1 }, { type: 'asked' }, doubted)
  expect(desk).toMatchObject({ index: 1, doubted: '4071', refusal: { type: 'approval-known' }, busy: false })
  expect(staffDeskReducer(desk, { type: 'case-page-changed', index: 2 })).toMatchObject({ index: 2, refusal: null })
  const settled = staffDeskReducer(desk, { ...listed, cases: staffCases.slice(1) })
  expect(settled).toMatchObject({ index: 0, doubted: null, refusal: null })
})

test('cases that are listed again while staff look at the machine leave them there', () => {
  expect(sheetAfter(...atShift, listed)).toMatchObject({ name: 'shift' })
})

test('each sheet leads back to the one before it', () => {
  const back = { type: 'back' } as const
  const ending = { type: 'shift-ending', shift: shiftLeftOpen } as const
  const drawer = { type: 'drawer-loaded', shift: shiftLeftOpen } as const
  expect(sheetAfter(listed, back)).toEqual({ name: 'cases' })
  expect(sheetAfter(listed, seen)).toEqual({ name: 'machine', service })
  expect(sheetAfter(listed, seen, back)).toEqual({ name: 'cases' })
  expect(sheetAfter(...atShift)).toEqual({ name: 'shift', service, ending: null })
  expect(sheetAfter(...atShift, back)).toEqual({ name: 'machine', service })
  expect(sheetAfter(...atShift, ending)).toEqual({ name: 'shift', service, ending: shiftLeftOpen })
  expect(sheetAfter(...atShift, ending, back)).toEqual({ name: 'shift', service, ending: null })
  expect(sheetAfter(...atShift, drawer)).toEqual({ name: 'drawer', service, shift: shiftLeftOpen })
  expect(sheetAfter(...atShift, drawer, back)).toEqual({ name: 'shift', service, ending: null })
  const codes = { type: 'sheet-loaded', sheet: { name: 'codes', events: [] } } as const
  const atCodes = [listed, seen, { type: 'opened', sheet: 'codes' }] as const
  expect(sheetAfter(...atCodes)).toEqual({ name: 'codes', service, events: null })
  expect(sheetAfter(...atCodes, codes)).toEqual({ name: 'codes', service, events: [] })
  expect(sheetAfter(...atCodes, codes, back)).toEqual({ name: 'machine', service })
  for (const sheet of ['measure', 'set-up'] as const) {
    expect(sheetAfter(listed, seen, { type: 'opened', sheet })).toMatchObject({ name: sheet })
    expect(sheetAfter(listed, seen, { type: 'opened', sheet }, back)).toEqual({ name: 'machine', service })
  }
})

test('a shift that is closed or refused is not about to be closed any more', () => {
  const ending = { type: 'shift-ending', shift: shiftLeftOpen } as const
  const told = after(...atShift, ending, { type: 'asked' }, { type: 'shift-closed', closed })
  expect(told).toMatchObject({ sheet: { name: 'shift', ending: null }, closed, busy: false })
  const leftAndBack = [{ type: 'back' }, { type: 'back' }, seen, { type: 'opened', sheet: 'shift' }] as const
  expect(leftAndBack.reduce<StaffDesk>(staffDeskReducer, told)).toMatchObject({ closed })
  const refused = { type: 'refused', problem: { type: 'storage-full' } } as const
  expect(sheetAfter(...atShift, ending, refused)).toEqual({ name: 'shift', service, ending: null })
})

test('a screen is saved until its sheet is opened again', () => {
  const atMeasure = [listed, seen, { type: 'opened', sheet: 'measure' }] as const
  expect(sheetAfter(...atMeasure)).toMatchObject({ saved: false })
  expect(sheetAfter(...atMeasure, measured)).toMatchObject({ saved: true })
  const again = [{ type: 'back' }, { type: 'opened', sheet: 'measure' }] as const
  expect(sheetAfter(...atMeasure, measured, ...again)).toMatchObject({ saved: false })
})

test('an answer that comes after its sheet was left, or after the PIN was refused, changes nothing', () => {
  for (const late of [
    { type: 'drawer-loaded', shift: shiftLeftOpen },
    { type: 'shift-ending', shift: shiftLeftOpen },
    measured,
    { type: 'sheet-loaded', sheet: { name: 'codes', events: [] } },
  ] as const) {
    expect(sheetAfter(...atShift, { type: 'back' }, late)).toEqual({ name: 'machine', service })
    expect(after(late)).toEqual(beforeThePin)
  }
  expect(after(seen)).toEqual(beforeThePin)
})

const moneyMoved = (tender: TenderKind | null) => ({ ...staffCases[1], tender })

describe.each(languages)('whether money moved, in %s', (language) => {
  const i18n = createI18n(language)
  const asked = (tender: TenderKind | null): string => questionText(moneyMoved(tender), i18n)

  test('a banknote is looked for in the cash box, not at a provider', () => {
    const atProvider = asked('orange-money').split(/[?؟]/u).at(-1)
    expect(atProvider).not.toBe('')
    for (const tender of ['notes', 'credit-slip'] as const) expect(asked(tender)).not.toContain(atProvider)
  })

  test('no approval number is asked of cash, banknotes or refund vouchers', () => {
    for (const tender of ['card', 'mobile-money'] as const)
      expect(numberLabel(moneyMoved(tender), i18n)).toBe(i18n.t.staffDesk.approval)
    for (const tender of ['cash', 'notes', 'credit-slip', null] as const)
      expect(numberLabel(moneyMoved(tender), i18n)).toBeNull()
  })
})

import { useEffect, useEffectEvent, useReducer } from 'react'
import type { CountedPiece } from '../../../shared/domain/money/cash.ts'
import { isDayClosed, type TerminalDay } from '../../../shared/domain/money/terminal-day.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { MatchingSale } from '../../../shared/domain/sale/sale-file.ts'
import type { AccessView, CreditSlipView, ServiceView, SlipCopyView } from '../../../shared/kiosk-api/office-views.ts'
import type { StaffCase } from '../../../shared/kiosk-api/staff-cases.ts'
import type { NoteBoxView, ScreenMeasure, ShiftClosedView, ShiftView } from '../../../shared/kiosk-api/views.ts'
import type { Invoke } from '../../app/client.ts'
import { poll } from '../../app/hooks.ts'
import type { Problem } from '../../app/problem.ts'
import { type DrawerEntry, enterInDrawer, type Second } from '../../components/drawer.ts'
import { doubtedBy, settleCase, type StaffAnswer } from '../../components/staff-case.tsx'
import { useKioskStore } from '../state/kiosk-context.tsx'
import type { TwoPeople } from './person-sheet.tsx'

interface Asking {
  readonly pin: string
  /** True while a request to the main process is pending. */
  readonly busy: boolean
  readonly refusal: Problem | null
}

/** State of the staff screen. */
export type StaffDesk = BeforeThePin | BehindThePin

interface BeforeThePin extends Asking {
  readonly at: 'pin'
}

export interface BehindThePin extends Asking {
  readonly at: 'sheet'
  readonly sheet: StaffSheet
  /** Sales that wait for staff. `index` is the one shown. `doubted` is the result of `doubtedBy`, or null. */
  readonly cases: readonly StaffCase[]
  readonly index: number
  readonly doubted: string | null
  /** The last report, or null. */
  readonly closed: ShiftClosedView | null
  readonly days: DaysDue
}

/** End-of-day runs of terminals that are still due. `done` is true directly after the last one was made. */
export interface DaysDue {
  readonly due: readonly TerminalDay[]
  readonly done: boolean
}

export type StaffSheet =
  | { readonly name: 'cases' }
  /** `found`: sales with the typed reference, none of which has an open question. Null before a search. */
  | { readonly name: 'find'; readonly found: readonly MatchingSale[] | null }
  | { readonly name: 'machine'; readonly service: ServiceView }
  /** `ending`: the current shift while its closing waits for confirmation. */
  | { readonly name: 'shift'; readonly service: ServiceView; readonly ending: ShiftView | null }
  | { readonly name: 'drawer'; readonly service: ServiceView; readonly shift: ShiftView }
  | { readonly name: 'measure'; readonly service: ServiceView; readonly saved: boolean }
  | { readonly name: 'set-up'; readonly service: ServiceView }
  /** `box`: null until it has loaded. */
  | { readonly name: 'note-box'; readonly service: ServiceView; readonly box: NoteBoxView | null }
  /** `slips`: null until they have loaded. */
  | { readonly name: 'slips'; readonly service: ServiceView; readonly slips: readonly CreditSlipView[] | null }
  /** `events`: null until they have loaded. */
  | { readonly name: 'codes'; readonly service: ServiceView; readonly events: readonly AccessView[] | null }

/** Replies to staff requests, and staff input. */
export type StaffEvent =
  | { readonly type: 'typed'; readonly pin: string }
  | { readonly type: 'asked' }
  | { readonly type: 'answered' }
  | { readonly type: 'refused'; readonly problem: Problem; readonly doubted?: string | null; readonly ofNamed?: true }
  | { readonly type: 'cases-listed'; readonly cases: readonly StaffCase[]; readonly refusal?: Problem }
  | { readonly type: 'case-turned'; readonly index: number }
  | { readonly type: 'finding' }
  | { readonly type: 'case-found'; readonly cases: readonly StaffCase[]; readonly index: number }
  | { readonly type: 'sales-found'; readonly found: readonly MatchingSale[] }
  | SheetEvent

/** Sheets that are opened from the machine sheet. */
export type OpenedSheet = 'shift' | 'note-box' | 'slips' | 'measure' | 'set-up' | 'codes'

type SheetEvent =
  | { readonly type: 'machine-seen'; readonly service: ServiceView }
  | { readonly type: 'shift-ending'; readonly shift: ShiftView }
  | { readonly type: 'shift-closed'; readonly closed: ShiftClosedView }
  | { readonly type: 'drawer-seen'; readonly shift: ShiftView }
  | { readonly type: 'note-box-seen'; readonly box: NoteBoxView }
  | { readonly type: 'slips-listed'; readonly slips: readonly CreditSlipView[] }
  /** `told`: true directly after the terminals were asked to run their end of day. */
  | { readonly type: 'days-seen'; readonly shift: ShiftView; readonly told: boolean }
  | { readonly type: 'screen-measured' }
  | { readonly type: 'codes-seen'; readonly events: readonly AccessView[] }
  | { readonly type: 'opened'; readonly sheet: OpenedSheet }
  | { readonly type: 'back' }

export const beforeThePin: StaffDesk = { at: 'pin', pin: '', busy: false, refusal: null }

const justOpened = { sheet: { name: 'cases' }, closed: null, days: { due: [], done: false } } as const

/** Returns true if no question is shown and no pending request could bring one. */
function nothingWaits(desk: StaffDesk): boolean {
  return desk.at === 'sheet' && desk.sheet.name === 'cases' && desk.cases.length === 0 && !desk.busy
}

export function staffDeskAfter(desk: StaffDesk, event: StaffEvent): StaffDesk {
  switch (event.type) {
    case 'typed':
      return { ...desk, pin: event.pin }
    case 'asked':
      return { ...desk, busy: true }
    case 'answered':
      return { ...desk, busy: false, refusal: null }
    case 'refused':
      return refused(desk, event)
    case 'cases-listed': {
      const { sheet, closed, days } = desk.at === 'sheet' ? desk : justOpened
      const { cases, refusal = null } = event
      return { at: 'sheet', pin: desk.pin, busy: false, refusal, sheet, closed, days, cases, index: 0, doubted: null }
    }
    case 'case-turned':
      return desk.at === 'sheet' ? { ...desk, index: event.index, refusal: null } : desk
    case 'finding':
      return desk.at === 'sheet' ? { ...desk, sheet: { name: 'find', found: null }, refusal: null } : desk
    case 'sales-found':
    case 'case-found':
      return desk.at === 'sheet' && desk.sheet.name === 'find' ? found(desk, event) : { ...desk, busy: false }
    case 'opened':
    case 'back':
      return desk.at === 'sheet' ? { ...desk, sheet: sheetAfter(desk.sheet, event), refusal: null } : desk
    case 'shift-closed':
    case 'machine-seen':
    case 'shift-ending':
    case 'drawer-seen':
    case 'note-box-seen':
    case 'slips-listed':
    case 'days-seen':
    case 'screen-measured':
    case 'codes-seen': {
      if (desk.at === 'pin') return { ...desk, busy: false }
      const closed = event.type === 'shift-closed' ? event.closed : desk.closed
      return {
        ...desk,
        busy: false,
        refusal: null,
        closed,
        days: daysAfter(desk.days, event),
        sheet: sheetAfter(desk.sheet, event),
      }
    }
  }
}

function daysAfter(days: DaysDue, event: SheetEvent): DaysDue {
  switch (event.type) {
    case 'days-seen':
      return { due: event.shift.terminalDays, done: event.told && event.shift.terminalDays.length === 0 }
    case 'shift-closed': {
      const { kind, terminalDays } = event.closed
      return kind === 'X' ? days : { due: terminalDays.filter((day) => !isDayClosed(day)), done: false }
    }
    default:
      return days
  }
}

function found(desk: BehindThePin, event: Extract<StaffEvent, { type: 'case-found' | 'sales-found' }>): StaffDesk {
  const answered = { ...desk, busy: false, refusal: null }
  if (event.type === 'sales-found') return { ...answered, sheet: { name: 'find', found: event.found } }
  return { ...answered, sheet: { name: 'cases' }, cases: event.cases, index: event.index, doubted: null }
}

/**
 * Returns to the PIN entry if the PIN is no longer valid. A wrong PIN of a person who identifies themselves on a sheet
 * does not.
 */
function refused(desk: StaffDesk, event: Extract<StaffEvent, { type: 'refused' }>): StaffDesk {
  const { problem, doubted = null, ofNamed } = event
  if (!ofNamed && (problem.type === 'wrong-pin' || problem.type === 'pin-locked'))
    return { ...beforeThePin, refusal: problem }
  const told = { busy: false, refusal: problem }
  if (desk.at === 'pin') return { ...desk, ...told }
  // If closing the shift failed, its confirmation is dismissed.
  const sheet: StaffSheet = desk.sheet.name === 'shift' ? { ...desk.sheet, ending: null } : desk.sheet
  return { ...desk, ...told, sheet, doubted }
}

/** Returns the sheet after an event. A reply that arrives after its sheet was left has no effect. */
function sheetAfter(sheet: StaffSheet, event: SheetEvent): StaffSheet {
  if (event.type === 'machine-seen')
    return 'service' in sheet ? { ...sheet, service: event.service } : { name: 'machine', service: event.service }
  if (sheet.name === 'find') return event.type === 'back' ? { name: 'cases' } : sheet
  if (sheet.name === 'cases') return sheet
  const { service } = sheet
  switch (event.type) {
    case 'opened':
      return opened(event.sheet, service)
    case 'shift-ending':
      return sheet.name === 'shift' ? { ...sheet, ending: event.shift } : sheet
    case 'shift-closed':
      return sheet.name === 'shift' ? { ...sheet, ending: null } : sheet
    case 'drawer-seen':
      return sheet.name === 'shift' || sheet.name === 'drawer' ? { name: 'drawer', service, shift: event.shift } : sheet
    case 'note-box-seen':
      return sheet.name === 'note-box' ? { ...sheet, box: event.box } : sheet
    case 'slips-listed':
      return sheet.name === 'slips' ? { ...sheet, slips: event.slips } : sheet
    case 'days-seen':
      return sheet
    case 'screen-measured':
      return sheet.name === 'measure' ? { ...sheet, saved: true } : sheet
    case 'codes-seen':
      return sheet.name === 'codes' ? { ...sheet, events: event.events } : sheet
    case 'back':
      return sheetBehind(sheet)
  }
}

function opened(name: OpenedSheet, service: ServiceView): StaffSheet {
  switch (name) {
    case 'shift':
      return { name, service, ending: null }
    case 'note-box':
      return { name, service, box: null }
    case 'slips':
      return { name, service, slips: null }
    case 'measure':
      return { name, service, saved: false }
    case 'codes':
      return { name, service, events: null }
    case 'set-up':
      return { name, service }
  }
}

function sheetBehind(sheet: Extract<StaffSheet, { readonly service: ServiceView }>): StaffSheet {
  const { service } = sheet
  switch (sheet.name) {
    case 'machine':
      return { name: 'cases' }
    case 'shift':
      return sheet.ending ? { ...sheet, ending: null } : { name: 'machine', service }
    case 'drawer':
      return { name: 'shift', service, ending: null }
    case 'note-box':
    case 'slips':
    case 'measure':
    case 'set-up':
    case 'codes':
      return { name: 'machine', service }
  }
}

/** Creates functions that send a request to the main process and dispatch its result. */
function askingFor(tell: (event: StaffEvent) => void) {
  /** Resolves to true if the request succeeded. */
  async function carriedOut<T>(
    asked: Promise<Result<T, Problem>>,
    told: (value: T) => StaffEvent,
    more: { readonly ofNamed?: true } = {},
  ): Promise<boolean> {
    tell({ type: 'asked' })
    const reply = await asked
    tell(reply.ok ? told(reply.value) : { type: 'refused', problem: reply.error, ...more })
    return reply.ok
  }

  /**
   * Same as `carriedOut` for requests with the number and PIN of a person: a wrong PIN does not close the staff screen.
   */
  const byNamed = <T>(asked: Promise<Result<T, Problem>>, told: (value: T) => StaffEvent): Promise<boolean> =>
    carriedOut(asked, told, { ofNamed: true })

  function ask<T>(asked: Promise<Result<T, Problem>>, told: (value: T) => StaffEvent): void {
    void carriedOut(asked, told)
  }

  return { carriedOut, byNamed, ask }
}

/** Returns the state of the staff screen and its actions. */
export function useStaffDesk() {
  const { invoke } = useKioskStore()
  const [desk, tell] = useReducer(staffDeskAfter, beforeThePin)
  const who = { pin: desk.pin }

  const { carriedOut, byNamed, ask } = askingFor(tell)
  useLateCases(nothingWaits(desk), () => invoke('listStaffCases', who), tell)

  const see = (): void => ask(invoke('viewService', who), (service) => ({ type: 'machine-seen', service }))
  const listCodes = (): void => ask(invoke('listAccess', who), (events) => ({ type: 'codes-seen', events }))

  const listSlips = (): void => ask(invoke('listSlips', who), (slips) => ({ type: 'slips-listed', slips }))

  async function copySlip(slip: string): Promise<SlipCopyView | null> {
    const copied = await valueOf(invoke('reprintCreditSlip', { ...who, slip }), tell)
    if (copied) listSlips()
    return copied
  }

  async function keepCode(eventId: string, code: string): Promise<boolean> {
    const kept = await carriedOut(invoke('setAccessCode', { ...who, eventId, code }), () => ({ type: 'answered' }))
    if (kept) listCodes()
    return kept
  }

  async function resumePurchases(): Promise<void> {
    if (await carriedOut(invoke('resumePurchases', who), () => ({ type: 'answered' }))) see()
  }

  /** Shows the pending question about the sale with this reference, or else the sale. */
  async function find(reference: string): Promise<void> {
    tell({ type: 'asked' })
    const waiting = await invoke('listStaffCases', who)
    if (!waiting.ok) return tell({ type: 'refused', problem: waiting.error })
    const index = waiting.value.findIndex((each) => 'code' in each && each.code === reference)
    if (index >= 0) return tell({ type: 'case-found', cases: waiting.value, index })
    ask(invoke('findSales', { ...who, text: reference }), (sales) => ({ type: 'sales-found', found: sales }))
  }

  function open(sheet: OpenedSheet): void {
    tell({ type: 'opened', sheet })
    if (sheet === 'codes') listCodes()
    if (sheet === 'slips') listSlips()
    if (sheet === 'note-box') ask(invoke('viewNoteBox', who), boxSeen)
    if (sheet === 'shift') ask(invoke('viewShift', who), (shift) => ({ type: 'days-seen', shift, told: false }))
  }

  async function settle(settled: StaffCase, answer: StaffAnswer): Promise<void> {
    const asked = settleCase(invoke, who, settled, answer)
    if (!asked) return
    tell({ type: 'asked' })
    const reply = await asked
    if (reply.ok) return tell({ type: 'cases-listed', cases: reply.value })
    const problem = reply.error
    tell({ type: 'refused', problem, doubted: doubtedBy(answer, problem) })
    if (problem.type !== 'tickets-turned-up') return
    // The sale continued automatically and no longer waits for staff.
    const left = await invoke('listStaffCases', who)
    if (left.ok) tell({ type: 'cases-listed', cases: left.value, refusal: problem })
  }

  return {
    desk,
    type: (pin: string) => tell({ type: 'typed', pin }),
    enter: () => ask(invoke('listStaffCases', who), (cases) => ({ type: 'cases-listed', cases })),
    beginFinding: () => tell({ type: 'finding' }),
    find: (reference: string): void => void find(reference),
    turnTo: (index: number) => tell({ type: 'case-turned', index }),
    settle: (settled: StaffCase, answer: StaffAnswer): void => void settle(settled, answer),
    see,
    open,
    back: () => tell({ type: 'back' }),
    keepCode,
    resumePurchases: (): void => void resumePurchases(),
    quit: () => ask(invoke('quitProgram', who), () => ({ type: 'answered' })),
    measure: (screen: ScreenMeasure) =>
      ask(invoke('measureScreen', { ...who, ...screen }), () => ({ type: 'screen-measured' })),
    seeDrawer: () => ask(invoke('viewShift', who), (shift) => ({ type: 'drawer-seen', shift })),
    enterInDrawer: (currency: string, entry: DrawerEntry) =>
      carriedOut(enterInDrawer(invoke, who, currency, entry), (shift) => ({ type: 'drawer-seen', shift })),
    paySlip: (slip: string, second: Second) => valueOf(invoke('payOutSlip', { ...who, slip, second }), tell),
    copySlip,
    ...noteBoxActs(invoke, byNamed),
    beginClosing: () => ask(invoke('viewShift', who), (shift) => ({ type: 'shift-ending', shift })),
    closeShift: (kind: 'X' | 'Z') =>
      ask(invoke('closeShift', { ...who, kind }), (closed) => ({ type: 'shift-closed', closed })),
    closeDays: () => ask(invoke('closeTerminalDay', who), (shift) => ({ type: 'days-seen', shift, told: true })),
    reprint: () => ask(invoke('reprintReport', who), (closed) => ({ type: 'shift-closed', closed })),
  }
}

/**
 * While no question is shown, polls for new ones. A sale that staff resumed may have another question after the service
 * has answered.
 */
function useLateCases(
  looks: boolean,
  list: () => Promise<Result<readonly StaffCase[], Problem>>,
  tell: (event: StaffEvent) => void,
): void {
  const look = useEffectEvent(list)
  useEffect(() => {
    if (!looks) return undefined
    let failed = false
    return poll(async (left) => {
      const listed = await look()
      if (left()) return
      if (!listed.ok) tell({ type: 'refused', problem: listed.error })
      else if (listed.value.length > 0) tell({ type: 'cases-listed', cases: listed.value })
      else if (failed) tell({ type: 'answered' })
      failed = !listed.ok
    })
  }, [looks, tell])
}

/** Resolves to the value of the reply. Null if the request was rejected. */
async function valueOf<T>(asked: Promise<Result<T, Problem>>, tell: (event: StaffEvent) => void): Promise<T | null> {
  tell({ type: 'asked' })
  const reply = await asked
  tell(reply.ok ? { type: 'answered' } : { type: 'refused', problem: reply.error })
  return reply.ok ? reply.value : null
}

const boxSeen = (box: NoteBoxView): StaffEvent => ({ type: 'note-box-seen', box })

/** Actions of two members of staff on the cashbox, each with their own number and PIN. */
function noteBoxActs(
  invoke: Invoke,
  carryOut: <T>(asked: Promise<Result<T, Problem>>, told: (value: T) => StaffEvent) => Promise<boolean>,
) {
  return {
    checkPerson: (person: Second) => carryOut(invoke('checkPin', person), () => ({ type: 'answered' })),
    openNoteBox: (two: TwoPeople) => carryOut(invoke('openNoteBox', two), boxSeen),
    emptyNoteBox: (openedSeq: number, pieces: readonly CountedPiece[], two: TwoPeople) =>
      carryOut(invoke('emptyNoteBox', { ...two, openedSeq, pieces: [...pieces] }), boxSeen),
    closeNoteBox: (openedSeq: number, two: TwoPeople) =>
      carryOut(invoke('closeNoteBox', { ...two, openedSeq }), boxSeen),
  }
}

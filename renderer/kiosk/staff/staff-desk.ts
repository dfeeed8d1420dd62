import { useEffect, useEffectEvent, useReducer } from 'react'
import { isDayClosed, type TerminalDay } from '../../../shared/domain/money/shift-report.ts'
import type { Result } from '../../../shared/domain/result.ts'
import { readCollectionCode } from '../../../shared/domain/sale/collection-code.ts'
import type { HubPurchase, MatchingSale, SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { AccessView, CreditSlipView, ServiceView, SlipCopyView } from '../../../shared/api/kiosk/office-views.ts'
import type { StaffCase } from '../../../shared/api/kiosk/staff-cases.ts'
import type { CashboxView, ScreenMeasure, ShiftClosedView, ShiftView } from '../../../shared/api/kiosk/views.ts'
import type { Invoke } from '../../app/client.ts'
import { poll } from '../../app/hooks.ts'
import type { Problem } from '../../app/problem.ts'
import { type DrawerEntry, enterInDrawer, type Second } from '../../ui/drawer.ts'
import { duplicateApprovalOf, settleCase, type StaffAnswer } from '../../ui/staff-case.tsx'
import { useKioskStore } from '../state/kiosk-context.tsx'

interface PinRequest {
  readonly pin: string
  readonly busy: boolean
  readonly refusal: Problem | null
}

export type StaffDesk = BeforeThePin | AuthenticatedStaffDesk

interface BeforeThePin extends PinRequest {
  readonly at: 'pin'
}

export interface AuthenticatedStaffDesk extends PinRequest {
  readonly at: 'sheet'
  readonly sheet: StaffSheet
  /** `index`: position of the displayed sale in `cases`. `doubted`: result of `duplicateApprovalOf`, or null. */
  readonly cases: readonly StaffCase[]
  readonly index: number
  readonly doubted: string | null
  /** Latest X or Z report; null before the first report. */
  readonly closed: ShiftClosedView | null
  readonly days: DaysDue
}

/** End-of-day runs still due at the card terminals. `done`: true immediately after the last due run. */
interface DaysDue {
  readonly due: readonly TerminalDay[]
  readonly done: boolean
}

export type StaffSheet = { readonly name: 'cases' } | { readonly name: 'find' } | MachineSheet

/** Sheet that opens after the PIN. `cases`: pending questions. `find`: search for a sale. */
type FirstSheet = 'cases' | 'find'

type MachineSheet = { readonly service: ServiceView } & (
  | { readonly name: 'machine' | 'set-up' }
  /** `ending`: the current shift while its closing waits for confirmation. */
  | { readonly name: 'shift'; readonly ending: ShiftView | null }
  | { readonly name: 'drawer'; readonly shift: ShiftView }
  | LoadedSheet
)

/** Sheets whose content is requested when the sheet opens, and is null until the content has loaded. */
type LoadedSheet =
  | { readonly name: 'measure'; readonly saved: boolean }
  | { readonly name: 'cashbox'; readonly box: CashboxView | null }
  | { readonly name: 'slips'; readonly slips: readonly CreditSlipView[] | null }
  | { readonly name: 'codes'; readonly events: readonly AccessView[] | null }

export type StaffEvent =
  | { readonly type: 'typed'; readonly pin: string }
  | { readonly type: 'asked' }
  | { readonly type: 'answered' }
  | { readonly type: 'refused'; readonly problem: Problem; readonly doubted?: string | null; readonly ofNamed?: true }
  | {
      readonly type: 'cases-listed'
      readonly cases: readonly StaffCase[]
      readonly refusal?: Problem
      readonly first?: FirstSheet
    }
  | { readonly type: 'case-page-changed'; readonly index: number }
  | { readonly type: 'finding' }
  | { readonly type: 'case-found'; readonly cases: readonly StaffCase[]; readonly index: number }
  | SheetEvent

const unloaded = {
  shift: { ending: null },
  cashbox: { box: null },
  slips: { slips: null },
  measure: { saved: false },
  codes: { events: null },
  'set-up': {},
} as const

export type OpenedSheet = keyof typeof unloaded

type SheetEvent =
  | { readonly type: 'machine-seen'; readonly service: ServiceView }
  | { readonly type: 'shift-ending'; readonly shift: ShiftView }
  | { readonly type: 'shift-closed'; readonly closed: ShiftClosedView }
  | { readonly type: 'drawer-loaded'; readonly shift: ShiftView }
  | { readonly type: 'sheet-loaded'; readonly sheet: LoadedSheet }
  /** `told`: true immediately after the card terminals were asked to run their end of day. */
  | { readonly type: 'days-seen'; readonly shift: ShiftView; readonly told: boolean }
  | { readonly type: 'opened'; readonly sheet: OpenedSheet }
  | { readonly type: 'back' }

export const beforeThePin: StaffDesk = { at: 'pin', pin: '', busy: false, refusal: null }

const justOpened = { closed: null, days: { due: [], done: false } } as const

/** Returns whether no question is shown and no pending request could add a question. */
function nothingWaits(desk: StaffDesk): boolean {
  return desk.at === 'sheet' && desk.sheet.name === 'cases' && desk.cases.length === 0 && !desk.busy
}

export function staffDeskReducer(desk: StaffDesk, event: StaffEvent): StaffDesk {
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
      const { cases, refusal = null, first = 'cases' } = event
      const { sheet, closed, days } = desk.at === 'sheet' ? desk : { ...justOpened, sheet: { name: first } }
      return { at: 'sheet', pin: desk.pin, busy: false, refusal, sheet, closed, days, cases, index: 0, doubted: null }
    }
    case 'case-page-changed':
      return desk.at === 'sheet' ? { ...desk, index: event.index, refusal: null } : desk
    case 'finding':
      return desk.at === 'sheet' ? { ...desk, sheet: { name: 'find' }, refusal: null } : desk
    case 'case-found': {
      if (desk.at !== 'sheet' || desk.sheet.name !== 'find') return { ...desk, busy: false }
      const { cases, index } = event
      return { ...desk, busy: false, refusal: null, sheet: { name: 'cases' }, cases, index, doubted: null }
    }
    case 'opened':
    case 'back':
      return desk.at === 'sheet' ? { ...desk, sheet: sheetAfter(desk.sheet, event), refusal: null } : desk
    default: {
      if (desk.at === 'pin') return { ...desk, busy: false }
      const closed = event.type === 'shift-closed' ? event.closed : desk.closed
      const sheet = sheetAfter(desk.sheet, event)
      return { ...desk, busy: false, refusal: null, closed, days: daysAfter(desk.days, event), sheet }
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

/**
 * Returns to the PIN entry if the PIN is no longer valid. A wrong PIN of an approver on a sheet does not close the
 * sheet.
 */
function refused(desk: StaffDesk, event: Extract<StaffEvent, { type: 'refused' }>): StaffDesk {
  const { problem, doubted = null, ofNamed } = event
  if (!ofNamed && (problem.type === 'wrong-pin' || problem.type === 'pin-locked'))
    return { ...beforeThePin, refusal: problem }
  const told = { busy: false, refusal: problem }
  if (desk.at === 'pin') return { ...desk, ...told }
  // A failure to close the shift also dismisses the confirmation.
  const sheet: StaffSheet = desk.sheet.name === 'shift' ? { ...desk.sheet, ending: null } : desk.sheet
  return { ...desk, ...told, sheet, doubted }
}

/** Returns the sheet to show after an event. A reply has no effect if its sheet is no longer shown. */
function sheetAfter(sheet: StaffSheet, event: SheetEvent): StaffSheet {
  if (event.type === 'machine-seen')
    return 'service' in sheet ? { ...sheet, service: event.service } : { name: 'machine', service: event.service }
  if (sheet.name === 'find') return event.type === 'back' ? { name: 'cases' } : sheet
  if (sheet.name === 'cases') return sheet
  const { service } = sheet
  switch (event.type) {
    case 'opened':
      return { name: event.sheet, service, ...unloaded[event.sheet] } as MachineSheet
    case 'shift-ending':
      return sheet.name === 'shift' ? { ...sheet, ending: event.shift } : sheet
    case 'shift-closed':
      return sheet.name === 'shift' ? { ...sheet, ending: null } : sheet
    case 'drawer-loaded':
      return sheet.name === 'shift' || sheet.name === 'drawer' ? { name: 'drawer', service, shift: event.shift } : sheet
    case 'sheet-loaded':
      return sheet.name === event.sheet.name ? { service, ...event.sheet } : sheet
    case 'days-seen':
      return sheet
    case 'back':
      if (sheet.name === 'machine') return { name: 'cases' }
      if (sheet.name === 'drawer' || (sheet.name === 'shift' && sheet.ending))
        return { name: 'shift', service, ending: null }
      return { name: 'machine', service }
  }
}

export function useStaffDesk(first: FirstSheet): Staff {
  const { invoke } = useKioskStore()
  const [desk, tell] = useReducer(staffDeskReducer, beforeThePin)
  const staff = new Staff(desk, invoke, tell, first)
  useLateCases(nothingWaits(desk), () => invoke('listStaffCases', { pin: desk.pin }), tell)
  return staff
}

export class Staff {
  readonly desk: StaffDesk
  readonly #invoke: Invoke
  readonly #who: { readonly pin: string }
  readonly #tell: (event: StaffEvent) => void
  readonly #first: FirstSheet

  constructor(desk: StaffDesk, invoke: Invoke, tell: (event: StaffEvent) => void, first: FirstSheet = 'cases') {
    this.#first = first
    this.desk = desk
    this.#invoke = invoke
    this.#who = { pin: desk.pin }
    this.#tell = tell
  }

  /**
   * Dispatches and returns the reply to a request. `ofNamed`: the request contains a person's number and PIN, so a
   * wrong PIN does not close the staff screen.
   */
  async #reply<T>(
    request: Promise<Result<T, Problem>>,
    told: (value: T) => StaffEvent = () => ({ type: 'answered' }),
    more: { readonly ofNamed?: true } = {},
  ): Promise<Result<T, Problem>> {
    this.#tell({ type: 'asked' })
    const reply = await request
    this.#tell(reply.ok ? told(reply.value) : { type: 'refused', problem: reply.error, ...more })
    return reply
  }

  #ask<T>(request: Promise<Result<T, Problem>>, told?: (value: T) => StaffEvent): void {
    void this.#reply(request, told)
  }

  readonly type = (pin: string): void => this.#tell({ type: 'typed', pin })
  readonly back = (): void => this.#tell({ type: 'back' })

  readonly enter = (): void =>
    this.#ask(this.#invoke('listStaffCases', this.#who), (cases) => ({
      type: 'cases-listed',
      cases,
      first: this.#first,
    }))

  readonly beginFinding = (): void => this.#tell({ type: 'finding' })

  /**
   * Finds sales by reference, seat, time, amount or telephone number. Resolves to null if the search failed, or if the
   * sale with the reference has a pending question, which is shown instead.
   */
  async find(text: string): Promise<readonly MatchingSale[] | null> {
    const reference = readCollectionCode(text)
    if (reference !== null) {
      const waiting = await this.#reply(this.#invoke('listStaffCases', this.#who))
      if (!waiting.ok) return null
      const index = waiting.value.findIndex((each) => 'code' in each && each.code === reference)
      if (index >= 0) {
        this.#tell({ type: 'case-found', cases: waiting.value, index })
        return null
      }
    }
    const sales = await this.#reply(this.#invoke('findSales', { ...this.#who, text }))
    return sales.ok ? sales.value : null
  }

  /** Finds purchases on the hub. Resolves to null if the hub is unreachable or the request is rejected. */
  async findPurchases(text: string): Promise<readonly HubPurchase[] | null> {
    const found = await this.#reply(this.#invoke('findPurchases', { ...this.#who, text }))
    return found.ok ? found.value : null
  }

  reprintPurchase(orderId: string, ticketNumbers: readonly string[], reason: string) {
    const order = { ...this.#who, orderId, ticketNumbers: [...ticketNumbers], reason }
    return this.#reply(this.#invoke('reprintPurchase', order))
  }

  openFile(saleId: string): Promise<Result<SaleFile, Problem>> {
    return this.#reply(this.#invoke('openSaleFile', { ...this.#who, saleId }))
  }

  reprintTickets(saleId: string, ticketIds: readonly string[], reason: string): Promise<Result<SaleFile, Problem>> {
    return this.#reply(this.#invoke('reprintTickets', { ...this.#who, saleId, ticketIds: [...ticketIds], reason }))
  }

  readonly turnTo = (index: number): void => this.#tell({ type: 'case-page-changed', index })

  readonly settle = async (settled: StaffCase, answer: StaffAnswer): Promise<void> => {
    const request = settleCase(this.#invoke, this.#who, settled, answer)
    if (!request) return
    this.#tell({ type: 'asked' })
    const reply = await request
    if (reply.ok) return this.#tell({ type: 'cases-listed', cases: reply.value })
    const problem = reply.error
    this.#tell({ type: 'refused', problem, doubted: duplicateApprovalOf(answer, problem) })
    if (problem.type !== 'tickets-turned-up') return
    // The sale continued automatically and no longer waits for staff.
    const left = await this.#invoke('listStaffCases', this.#who)
    if (left.ok) this.#tell({ type: 'cases-listed', cases: left.value, refusal: problem })
  }

  readonly see = (): void =>
    this.#ask(this.#invoke('viewService', this.#who), (service) => ({ type: 'machine-seen', service }))

  readonly open = (sheet: OpenedSheet): void => {
    this.#tell({ type: 'opened', sheet })
    if (sheet === 'codes') this.#listCodes()
    if (sheet === 'slips') this.#listSlips()
    if (sheet === 'cashbox') this.#ask(this.#invoke('viewCashbox', this.#who), boxSeen)
    if (sheet === 'shift') this.#seeDays('viewShift', false)
  }

  #listCodes(): void {
    this.#ask(this.#invoke('listAccess', this.#who), (events) => loaded({ name: 'codes', events }))
  }

  #listSlips(): void {
    this.#ask(this.#invoke('listSlips', this.#who), (slips) => loaded({ name: 'slips', slips }))
  }

  #seeDays(command: 'viewShift' | 'closeTerminalDay', told: boolean): void {
    this.#ask(this.#invoke(command, this.#who), (shift) => ({ type: 'days-seen', shift, told }))
  }

  /** Tests the access code at the booking service and saves it. */
  async keepCode(eventId: string, code: string): Promise<Result<null, Problem>> {
    const kept = await this.#reply(this.#invoke('setAccessCode', { ...this.#who, eventId, code }))
    if (kept.ok) this.#listCodes()
    return kept
  }

  readonly resumePurchases = async (): Promise<void> => {
    if ((await this.#reply(this.#invoke('resumePurchases', this.#who))).ok) this.see()
  }

  readonly quit = (): void => this.#ask(this.#invoke('quitProgram', this.#who))

  readonly measure = (screen: ScreenMeasure): void =>
    this.#ask(this.#invoke('measureScreen', { ...this.#who, ...screen }), () =>
      loaded({ name: 'measure', saved: true }),
    )

  readonly seeDrawer = (): void => this.#ask(this.#invoke('viewShift', this.#who), drawerSeen)

  enterInDrawer(currency: string, entry: DrawerEntry): Promise<Result<ShiftView, Problem>> {
    return this.#reply(enterInDrawer(this.#invoke, this.#who, currency, entry), drawerSeen)
  }

  paySlip(slip: string, second: Second): Promise<Result<CreditSlipView, Problem>> {
    return this.#reply(this.#invoke('payOutSlip', { ...this.#who, slip, second }))
  }

  async copySlip(slip: string): Promise<Result<SlipCopyView, Problem>> {
    const copied = await this.#reply(this.#invoke('reprintCreditSlip', { ...this.#who, slip }))
    if (copied.ok) this.#listSlips()
    return copied
  }

  checkPerson(person: Second): Promise<Result<null, Problem>> {
    return this.#reply(this.#invoke('checkPin', person), undefined, { ofNamed: true })
  }

  setUpAgain(person: Second): Promise<Result<null, Problem>> {
    return this.#reply(this.#invoke('setUpAgain', person), undefined, { ofNamed: true })
  }

  readonly onCashbox = (act: (invoke: Invoke) => Promise<Result<CashboxView, Problem>>) =>
    this.#reply(act(this.#invoke), boxSeen, { ofNamed: true })

  readonly beginClosing = (): void =>
    this.#ask(this.#invoke('viewShift', this.#who), (shift) => ({ type: 'shift-ending', shift }))

  readonly closeShift = (kind: 'X' | 'Z'): void =>
    this.#ask(this.#invoke('closeShift', { ...this.#who, kind }), shiftClosed)

  readonly closeDays = (): void => this.#seeDays('closeTerminalDay', true)
  readonly reprint = (): void => this.#ask(this.#invoke('reprintReport', this.#who), shiftClosed)
}

const boxSeen = (box: CashboxView): StaffEvent => loaded({ name: 'cashbox', box })
const drawerSeen = (shift: ShiftView): StaffEvent => ({ type: 'drawer-loaded', shift })
const shiftClosed = (closed: ShiftClosedView): StaffEvent => ({ type: 'shift-closed', closed })

const loaded = (sheet: LoadedSheet): StaffEvent => ({ type: 'sheet-loaded', sheet })

/**
 * Polls for new questions while no question is shown. A resumed sale may need another decision after the booking
 * service has replied.
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

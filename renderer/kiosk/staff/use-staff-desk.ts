import { useEffect, useEffectEvent, useReducer } from 'react'
import type { CountedPiece } from '../../../shared/domain/money/cash.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { SlipCopyView } from '../../../shared/kiosk-api/office-views.ts'
import type { NoteBoxView, ScreenMeasure } from '../../../shared/kiosk-api/views.ts'
import type { StaffCase } from '../../../shared/kiosk-api/staff-cases.ts'
import type { Invoke } from '../../app/kiosk-client.ts'
import { poll } from '../../app/poll.ts'
import type { Problem } from '../../app/problem.ts'
import { enterInDrawer, type DrawerEntry, type Second } from '../../components/drawer/drawer-entry.ts'
import { doubtedBy, settleCase, type StaffAnswer } from '../../components/staff-case/staff-case.ts'
import type { TwoPeople } from './drawer/two-people-sheet.tsx'
import { useKioskStore } from '../state/kiosk-context.tsx'
import { beforeThePin, nothingWaits, staffDeskAfter, type OpenedSheet, type StaffEvent } from './staff-desk.ts'

/** Asks the main process, and tells the desk what came of it. */
function askingFor(tell: (event: StaffEvent) => void) {
  /** Whether it was carried out. */
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

  /** The same, by people who name themselves: a wrong PIN of theirs leads nobody out. */
  const byNamed = <T>(asked: Promise<Result<T, Problem>>, told: (value: T) => StaffEvent): Promise<boolean> =>
    carriedOut(asked, told, { ofNamed: true })

  function ask<T>(asked: Promise<Result<T, Problem>>, told: (value: T) => StaffEvent): void {
    void carriedOut(asked, told)
  }

  return { carriedOut, byNamed, ask }
}

/** What staff are doing, and what they can ask for. */
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

  /** The question that waits about the sale with that reference, else the sale. */
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
    // The sale went on by itself, and waits for nobody any more.
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
 * While nothing waits, questions that come up later are looked for: a sale that staff let go on may have one more once the
 * service has answered.
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

/** What was answered; null: it was refused. */
async function valueOf<T>(asked: Promise<Result<T, Problem>>, tell: (event: StaffEvent) => void): Promise<T | null> {
  tell({ type: 'asked' })
  const reply = await asked
  tell(reply.ok ? { type: 'answered' } : { type: 'refused', problem: reply.error })
  return reply.ok ? reply.value : null
}

const boxSeen = (box: NoteBoxView): StaffEvent => ({ type: 'note-box-seen', box })

/** What two people do with the note box, each by their own number. */
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

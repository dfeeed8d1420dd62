import { type Row, terminalDayAskedShape, terminalDayToldShape } from '../format/format.ts'
import { misfit } from '../format/misfit.ts'
import type { Findings } from '../format/report.ts'

/** `terminal-days`: each answer is to a terminal that was told before it, and no shift is named that was not there. */
export function checkTerminalDays(findings: Findings) {
  /** By what names them; true: its answer is known. */
  const days = new Map<string, boolean>()

  return function take(row: Row, payload: object, runningShift: number): void {
    const bad = (why: string): void => findings.error('terminal-days', row.seq, row.code, why)
    if (row.code === 'TERMINAL_DAY_ASKED') {
      const asked = terminalDayAskedShape.safeParse(payload)
      if (!asked.success) return bad(misfit(asked.error, payload))
      const { day, shiftNo } = asked.data
      if (days.has(day)) bad(`names ${day} once more`)
      days.set(day, false)
      if (shiftNo !== runningShift && shiftNo !== runningShift - 1) bad(`of shift ${shiftNo} in shift ${runningShift}`)
      return
    }
    if (row.code !== 'TERMINAL_DAY_TOLD') return
    const told = terminalDayToldShape.safeParse(payload)
    if (!told.success) return bad(misfit(told.error, payload))
    const { day } = told.data
    const answered = days.get(day)
    if (answered === undefined) bad(`answers ${day}, which was not asked for`)
    if (answered) bad(`answers ${day} twice`)
    days.set(day, true)
  }
}

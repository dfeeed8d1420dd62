import { shiftClosures, type ShiftClosures, type ShiftClosuresPorts } from './shift-closures.ts'
import { shiftDrawers, type ShiftDrawers, type ShiftDrawersPorts } from './shift-drawers.ts'
import { terminalDays, type TerminalDaysPorts } from './terminal-days.ts'
import type { ShiftBook } from '../ports/ports.ts'

/** From one Z to the next: what is in the drawer, and how it is summed up. */
export interface ShiftService extends ShiftDrawers, ShiftClosures {
  /** Tells the terminals once more whose end of day is due. */
  closeDaysDue(staffId: string): Promise<void>
  /** Waits for no terminal any more. */
  stop(): Promise<void>
}

export interface ShiftServicePorts
  extends
    Omit<ShiftDrawersPorts, 'book' | 'days'>,
    Omit<ShiftClosuresPorts, 'book' | 'days'>,
    Omit<TerminalDaysPorts, 'book'> {
  readonly book: ShiftBook
}

export function createShiftService(ports: ShiftServicePorts): ShiftService {
  const days = terminalDays({ ...ports, book: ports.book.terminalDays })
  return {
    ...shiftDrawers({ ...ports, days }),
    ...shiftClosures({ ...ports, days }),
    closeDaysDue: (staffId) => days.close('due', staffId),
    stop: () => days.stop(),
  }
}

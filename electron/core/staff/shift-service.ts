import { shiftClosures, type ShiftClosures, type ShiftClosuresPorts } from './shift-closures.ts'
import { shiftDrawers, type ShiftDrawers, type ShiftDrawersPorts } from './shift-drawers.ts'
import type { ShiftBook } from '../ports/ports.ts'

/** From one Z to the next: what is in the drawer, and how it is summed up. */
export interface ShiftService extends ShiftDrawers, ShiftClosures {}

export interface ShiftServicePorts extends Omit<ShiftDrawersPorts, 'book'>, Omit<ShiftClosuresPorts, 'book'> {
  readonly book: ShiftBook
}

export function createShiftService(ports: ShiftServicePorts): ShiftService {
  return { ...shiftDrawers(ports), ...shiftClosures(ports) }
}

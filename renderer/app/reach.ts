import type { KioskInfo } from '../../shared/kiosk-api/views.ts'

/** What somebody in a wheelchair reaches, in millimetres above the floor. */
const REACH_MM = 1120

/** Where the glass of most standing kiosks begins, in millimetres above the floor. */
export const USUAL_FOOT_MM = 800

/** Height of the part of the glass that is within everybody's reach, in CSS pixels from its lower edge. */
export function reachablePixels({ pixelsPerMillimetre, screenFootMillimetres }: KioskInfo): number {
  return Math.max(0, REACH_MM - (screenFootMillimetres ?? USUAL_FOOT_MM)) * pixelsPerMillimetre
}

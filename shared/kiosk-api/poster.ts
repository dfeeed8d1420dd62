import type { EventsView, KioskInfo } from './views.ts'

/**
 * The kiosk's poster as a page has it before any of its code: drawn by the screens' own components, in the main process.
 * It invites nobody where they would show another screen.
 */
export type DrawPoster = (info: KioskInfo, events: EventsView) => DrawnPoster | null

export interface DrawnPoster {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** Of `<html>`, as `data-theme`. */
  readonly theme: string
  readonly html: string
  /** Rules in place of its style attributes: a page may have none. */
  readonly rules: string
}

/** The element that holds it until the code has drawn the same; a press of one of its buttons opens what the button names. */
export const POSTER_ID = 'served-poster'

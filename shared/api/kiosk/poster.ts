import type { EventsView, KioskInfo } from './views.ts'

/** Renders the attract screen in the main process. Returns null if the kiosk would show another screen. */
export type RenderPoster = (info: KioskInfo, events: EventsView) => DrawnPoster | null

export interface DrawnPoster {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** Value for `data-theme` of `<html>`. */
  readonly theme: string
  readonly html: string
  /** CSS rules that replace style attributes, which a page must not have. */
  readonly rules: string
}

/**
 * Id of the element with the attract screen that the main process rendered. A button pressed before the page's code has
 * loaded opens a popover, by which the code later identifies the button.
 */
export const POSTER_ID = 'served-poster'

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
 * Id of the element with the attract screen that the main process rendered. Buttons pressed early open popovers, by
 * which the page's code identifies the buttons.
 */
export const POSTER_ID = 'served-poster'

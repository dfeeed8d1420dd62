import type { EventsView, KioskInfo } from './views.ts'

/**
 * Renders the attract screen in the main process, with the components of the screens, for a page whose code has not
 * loaded yet. Returns null if another screen would be shown.
 */
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
 * Id of the element that contains the rendered attract screen until the page's code has rendered the same screen. A
 * button pressed before then opens a popover, by which the code identifies it.
 */
export const POSTER_ID = 'served-poster'

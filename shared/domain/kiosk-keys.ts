/** A key as Electron tells it before the page does: `Input` fits; a page's own `KeyboardEvent` is told this way. */
export interface KeyPress {
  readonly key: string
  /** Where it is on the keyboard. */
  readonly code?: string
  readonly control: boolean
  readonly alt: boolean
  readonly meta: boolean
}

/** Keys of browsers, desktops and keyboards with buttons for programs. */
const elsewhere =
  /^(?:F1[0-9]|F2[0-4]|PrintScreen|Print|ContextMenu|Browser|Launch|Media|Audio|Power|Sleep|WakeUp|Eject)/u

/**
 * Whether a key reaches the page of a locked kiosk: letters, digits, movement and the desk's own function keys do; what
 * browsers and desktops listen to does not. Windows tells the AltGr of an `@` as control and alt together.
 */
export function mayReachPage({ key, control, alt, meta }: KeyPress): boolean {
  if (meta || elsewhere.test(key)) return false
  const typed = /^.$/su.test(key)
  return control === alt ? !control || typed : false
}

/** F13 to F24 have no use of their own: keypads send them, and those that the settings name reach the page. */
export function isOwnKey({ code = '', control, alt, meta }: KeyPress, own: ReadonlySet<string>): boolean {
  return own.has(code) && /^F(?:1[3-9]|2[0-4])$/u.test(code) && !control && !alt && !meta
}

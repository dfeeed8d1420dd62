/**
 * A key press as Electron reports it before the page receives it. Electron's `Input` can be passed unchanged; a page's
 * own `KeyboardEvent` has to be converted.
 */
export interface KeyPress {
  readonly key: string
  /** Position of the key on the keyboard. */
  readonly code?: string
  readonly control: boolean
  readonly alt: boolean
  readonly meta: boolean
}

/** Keys of browsers and desktops, and keyboard buttons that start programs. */
const elsewhere =
  /^(?:F1[0-9]|F2[0-4]|PrintScreen|Print|ContextMenu|Browser|Launch|Media|Audio|Power|Sleep|WakeUp|Eject)/u

/**
 * Returns whether a key may reach the page of a locked kiosk: letters, digits, movement keys and the desk's function
 * keys may; shortcuts of browsers and desktops may not. Windows reports the AltGr of an `@` as control and alt
 * together.
 */
export function mayReachPage({ key, control, alt, meta }: KeyPress): boolean {
  if (meta || elsewhere.test(key)) return false
  const typed = /^.$/su.test(key)
  return control === alt ? !control || typed : false
}

/**
 * Returns whether a key is one of F13 to F24 that are named in the settings. Desktops do not use these keys, but
 * keypads send them, so they may reach the page.
 */
export function isOwnKey({ code = '', control, alt, meta }: KeyPress, own: ReadonlySet<string>): boolean {
  return own.has(code) && /^F(?:1[3-9]|2[0-4])$/u.test(code) && !control && !alt && !meta
}

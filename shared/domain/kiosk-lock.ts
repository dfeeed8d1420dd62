/** A key press as Electron's `Input` reports it before the page receives it. */
export interface KeyPress {
  readonly key: string
  readonly code?: string
  readonly control: boolean
  readonly alt: boolean
  readonly meta: boolean
}

/** Keys that browsers and desktops use, and keyboard buttons that start programs. */
const elsewhere =
  /^(?:F1[0-9]|F2[0-4]|PrintScreen|Print|ContextMenu|Browser|Launch|Media|Audio|Power|Sleep|WakeUp|Eject)/u

/**
 * Returns whether a key may reach the page of a locked kiosk; F10 to F24 and the shortcuts of browsers and desktops may
 * not. Windows reports AltGr as control and alt together.
 */
export function mayReachPage({ key, control, alt, meta }: KeyPress): boolean {
  if (meta || elsewhere.test(key)) return false
  const typed = /^.$/su.test(key)
  return control === alt ? !control || typed : false
}

/** Returns whether a key is one of F13 to F24 and named in the settings; desktops do not use these keys. */
export function isOwnKey({ code = '', control, alt, meta }: KeyPress, own: ReadonlySet<string>): boolean {
  return own.has(code) && /^F(?:1[3-9]|2[0-4])$/u.test(code) && !control && !alt && !meta
}

const ownSwitches: ReadonlySet<string> = new Set(['--data', '--config', '--role', '--kiosk', '--setup'])
/** Chromium switches that the screen of a venue may need, and that give no access to the program. */
const screenSwitches: ReadonlySet<string> = new Set([
  '--ozone-platform',
  '--ozone-platform-hint',
  '--force-device-scale-factor',
  '--touch-events',
  '--disable-gpu',
  '--password-store',
])

/** Returns the switches that are not allowed on a locked kiosk, such as debugging ports or a disabled sandbox. */
export function disallowedSwitches(args: readonly string[]): readonly string[] {
  const names = args.filter((arg) => arg.startsWith('-')).map((arg) => arg.replace(/=.*$/su, ''))
  return names.filter((name) => !ownSwitches.has(name) && !screenSwitches.has(name))
}

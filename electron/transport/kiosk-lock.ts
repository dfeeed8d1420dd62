/** A key as Electron tells it before the page does: `Input` fits. */
export interface KeyPress {
  readonly key: string
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

const own: ReadonlySet<string> = new Set(['--data', '--config', '--role', '--kiosk', '--setup'])
/** Of Chromium, what a venue's screen may need: no way into the program among them. */
const ofTheScreen: ReadonlySet<string> = new Set([
  '--ozone-platform',
  '--ozone-platform-hint',
  '--force-device-scale-factor',
  '--touch-events',
  '--disable-gpu',
  '--password-store',
])

/** The switches of a command line that have no place on a locked kiosk: debugging ports, a lifted sandbox and their like. */
export function strangeSwitches(args: readonly string[]): readonly string[] {
  const names = args.filter((arg) => arg.startsWith('-')).map((arg) => arg.replace(/=.*$/su, ''))
  return names.filter((name) => !own.has(name) && !ofTheScreen.has(name))
}

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

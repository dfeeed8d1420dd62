const own: ReadonlySet<string> = new Set(['--data', '--config', '--role', '--kiosk', '--setup'])
/** Chromium switches that the screen of a venue may need, and that give no access to the program. */
const ofTheScreen: ReadonlySet<string> = new Set([
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
  return names.filter((name) => !own.has(name) && !ofTheScreen.has(name))
}

/** What a cashier does without a mouse; Enter and the arrows belong to the command line. */
export const deskCommands = [
  'go-back',
  'events',
  'map',
  'card',
  'orange-money',
  'mtn-momo',
  'customer',
  'park',
  'recall',
  'files',
  'language',
  'switch',
  'lock',
  'office',
] as const
export type DeskCommandName = (typeof deskCommands)[number]

/** One key each: its name in the browser (`KeyboardEvent.key`), for letters and digits with `Ctrl+` or `Alt+` before it. */
export type Shortcuts = Readonly<Record<DeskCommandName, string>>

export const usualShortcuts: Shortcuts = {
  'go-back': 'Escape',
  events: 'F2',
  map: 'F3',
  card: 'F4',
  'orange-money': 'F5',
  'mtn-momo': 'F1',
  customer: 'Ctrl+K',
  park: 'F6',
  recall: 'F7',
  language: 'Ctrl+L',
  switch: 'F8',
  lock: 'F9',
  office: 'F10',
  files: 'F12',
}

/** Keys that write nothing into the command line, and do not move in it. */
const KEY = /^(?:F(?:[1-9]|1[0-2])|Escape|Insert|Pause|ScrollLock|(?:Ctrl|Alt)\+[A-Z\d])$/u

/** What is wrong with a choice of keys, one sentence each, and what to do; empty: nothing. */
export function shortcutFaults(chosen: Partial<Shortcuts>): readonly string[] {
  const known = Object.entries(chosen).flatMap(([command, key]) =>
    KEY.test(key)
      ? []
      : [
          `${command}: "${key}" cannot be a shortcut; take F1 to F12, Escape, Insert, Pause, or Ctrl+ or Alt+ and a letter`,
        ],
  )
  const all: Shortcuts = { ...usualShortcuts, ...chosen }
  const byKey = Map.groupBy(deskCommands, (command) => all[command])
  const twice = [...byKey]
    .filter(([, commands]) => commands.length > 1)
    .map(([key, commands]) => `${key} would be both ${commands.join(' and ')}: give one of them another key`)
  return [...known, ...twice]
}

/** A pressed key by the name that settings have for it; null for what can be no shortcut. */
export function pressedKey(event: {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}): string | null {
  if (event.metaKey || (event.ctrlKey && event.altKey)) return null
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
  const named = `${event.ctrlKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${key}`
  return KEY.test(named) ? named : null
}

/** As it is written on the keys of this country, where that is short. */
export function keyName(key: string): string {
  return key === 'Escape' ? 'Esc' : key
}

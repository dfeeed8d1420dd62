import { drivenTenders, isDriven, type TenderKind } from '../money/tender.ts'
import { tenders } from '../../ledger-format/money.ts'
import { recordFromKeys } from '../record-from-keys.ts'

/** Desk commands with a keyboard shortcut; Enter and the arrow keys are reserved for the command line. */
export const deskCommands = [
  'go-back',
  'events',
  'map',
  ...drivenTenders,
  'customer',
  'park',
  'recall',
  'behind',
  'repeat',
  'reprint',
  'invoice',
  'telephone',
  'files',
  'call',
  'badge',
  'language',
  'aloud',
  'switch',
  'lock',
  'office',
  'training',
] as const
export type DeskCommandName = (typeof deskCommands)[number]

/** Key of each command: `KeyboardEvent.key`, with `Ctrl+` or `Alt+` before a letter or digit. */
export type Shortcuts = Readonly<Record<DeskCommandName, string>>

export const defaultShortcuts: Shortcuts = {
  'go-back': 'Escape',
  events: 'F2',
  map: 'F3',
  ...recordFromKeys(drivenTenders, (kind) => tenders[kind].key),
  customer: 'Ctrl+K',
  park: 'F6',
  recall: 'F7',
  behind: 'Ctrl+E',
  repeat: 'Ctrl+B',
  reprint: 'Ctrl+P',
  invoice: 'Ctrl+I',
  telephone: 'Ctrl+S',
  call: 'Ctrl+J',
  badge: 'Ctrl+D',
  language: 'Ctrl+L',
  aloud: 'Ctrl+H',
  switch: 'F8',
  lock: 'F9',
  office: 'F10',
  training: 'Ctrl+F',
  files: 'F12',
}

/** Keys that neither type text into the command line nor move the cursor in it. */
const KEY = /^(?:F(?:[1-9]|1[0-2])|Escape|Insert|Pause|ScrollLock|(?:Ctrl|Alt)\+[A-Z\d])$/u

/** Letters that, with Ctrl, edit text (A, C, V, X, Y, Z) or are reserved by the browser (N, T, W, Q). */
const TAKEN_WITH_CTRL = 'ACVXYZNTWQ'

const letters = 'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z 0 1 2 3 4 5 6 7 8 9'.split(' ')

/** Keys offered to replace the key of a command; keys without Ctrl or Alt come first. */
export const offeredKeys: readonly string[] = [
  ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
  'Escape',
  'Insert',
  'Pause',
  'ScrollLock',
  ...['Ctrl', 'Alt'].flatMap((held) =>
    letters
      .filter((letter) => held === 'Alt' || !TAKEN_WITH_CTRL.includes(letter))
      .map((letter) => `${held}+${letter}`),
  ),
]

export type ShortcutFault =
  | { readonly type: 'no-shortcut'; readonly command: DeskCommandName; readonly key: string }
  | { readonly type: 'same-key'; readonly key: string; readonly commands: readonly DeskCommandName[] }

/** Returns the keys of all commands: the chosen ones, otherwise the defaults. */
export const shortcutsWith = (chosen: Partial<Shortcuts> = {}): Shortcuts => ({ ...defaultShortcuts, ...chosen })

/** Returns the desk's commands, except the commands of tenders that are not offered. */
export const commandsWith = (offered: readonly TenderKind[]): readonly DeskCommandName[] =>
  deskCommands.filter((command) => !isDriven(command) || offered.includes(command))

/** Returns the faults in a choice of shortcut keys; keys of tenders that are not offered may be reassigned. */
export function shortcutFaults(
  chosen: Partial<Shortcuts>,
  offered: readonly TenderKind[] = drivenTenders,
): readonly ShortcutFault[] {
  const all = shortcutsWith(chosen)
  const unknown = deskCommands
    .filter((command) => !KEY.test(all[command]))
    .map((command) => ({ type: 'no-shortcut', command, key: all[command] }) as const)
  const had = deskCommands.filter((command) => command in chosen || commandsWith(offered).includes(command))
  const twice = [...Map.groupBy(had, (command) => all[command])]
    .filter(([, commands]) => commands.length > 1)
    .map(([key, commands]) => ({ type: 'same-key', key, commands }) as const)
  return [...unknown, ...twice]
}

/** Returns the name that the settings use for a pressed key; null if the key cannot be a shortcut. */
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

export function keyName(key: string): string {
  return key === 'Escape' ? 'Esc' : key
}

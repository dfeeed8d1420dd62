/** What a cashier does without a mouse; Enter and the arrows belong to the command line. */
export const commands = ['go-back', 'events', 'map', 'card', 'park', 'recall', 'switch', 'lock', 'office'] as const
export type DeskCommandName = (typeof commands)[number]

/** One key each, by its name in the browser (`KeyboardEvent.key`). */
export type Shortcuts = Readonly<Record<DeskCommandName, string>>

export const usualShortcuts: Shortcuts = {
  'go-back': 'Escape',
  events: 'F2',
  map: 'F3',
  card: 'F4',
  park: 'F6',
  recall: 'F7',
  switch: 'F8',
  lock: 'F9',
  office: 'F10',
}

/** As it is written on the keys of this country, where that is short. */
export function keyName(key: string): string {
  return key === 'Escape' ? 'Esc' : key
}

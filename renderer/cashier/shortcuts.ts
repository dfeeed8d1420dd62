import type { DeskStore } from './desk-store.ts'

/** What a cashier does without a mouse; Enter and the arrows belong to the command line. */
export const commands = [
  'go-back',
  'events',
  'map',
  'card',
  'orange-money',
  'mtn-momo',
  'park',
  'recall',
  'switch',
  'lock',
  'office',
] as const
export type DeskCommandName = (typeof commands)[number]

/** One key each, by its name in the browser (`KeyboardEvent.key`). */
export type Shortcuts = Readonly<Record<DeskCommandName, string>>

export const usualShortcuts: Shortcuts = {
  'go-back': 'Escape',
  events: 'F2',
  map: 'F3',
  card: 'F4',
  'orange-money': 'F5',
  'mtn-momo': 'F1',
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

export type DeskActs = Readonly<Record<DeskCommandName, () => void>>

export function actsOf(store: DeskStore): DeskActs {
  return {
    'go-back': store.goBack,
    events: () => store.chooseEvent(null),
    map: store.toggleMap,
    card: () => store.payWith('card'),
    'orange-money': () => store.payWith('orange-money'),
    'mtn-momo': () => store.payWith('mtn-momo'),
    park: store.park,
    recall: store.recall,
    switch: () => store.lock('switch'),
    lock: () => store.lock('left'),
    office: store.toggleOffice,
  }
}

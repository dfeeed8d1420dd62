import type { DeskCommandName } from '../../../shared/domain/desk/shortcuts.ts'
import type { DeskStore } from './desk-store.ts'

export type DeskActs = Readonly<Record<DeskCommandName, () => void>>

export function actsOf(store: DeskStore): DeskActs {
  return {
    'go-back': store.goBack,
    events: () => store.chooseEvent(null),
    map: store.toggleMap,
    card: () => store.payWith('card'),
    'orange-money': () => store.payWith('orange-money'),
    'mtn-momo': () => store.payWith('mtn-momo'),
    customer: store.nameCustomer,
    park: store.park,
    recall: store.recall,
    language: store.nextLanguage,
    switch: () => store.lock('switch'),
    lock: () => store.lock('left'),
    office: store.toggleOffice,
    files: store.toggleFiles,
  }
}

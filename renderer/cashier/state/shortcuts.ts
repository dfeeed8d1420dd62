import type { DeskCommandName } from '../../../shared/domain/desk/shortcuts.ts'
import { drivenTenders } from '../../../shared/domain/money/tender.ts'
import { ofEach } from '../../../shared/domain/of-each.ts'
import type { DeskStore } from './desk-store.ts'

export type DeskActs = Readonly<Record<DeskCommandName, () => void>>

export function actsOf(store: DeskStore): DeskActs {
  return {
    'go-back': store.goBack,
    events: () => store.chooseEvent(null),
    map: store.toggleMap,
    ...ofEach(drivenTenders, (kind) => () => store.payWith(kind)),
    customer: store.nameCustomer,
    park: store.park,
    recall: store.recall,
    behind: store.openBehind,
    repeat: store.repeat,
    reprint: store.reprint,
    language: store.nextLanguage,
    aloud: store.readAloud,
    switch: () => store.lock('switch'),
    lock: () => store.lock('left'),
    office: store.toggleOffice,
    training: store.training,
    files: store.toggleFiles,
  }
}

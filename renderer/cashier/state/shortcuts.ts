import { useEffect } from 'react'
import {
  commandsWith,
  type DeskCommandName,
  deskCommands,
  pressedKey,
  usualShortcuts,
} from '../../../shared/domain/desk/shortcuts.ts'
import { drivenTenders } from '../../../shared/domain/money/tender.ts'
import { ofEach } from '../../../shared/domain/of-each.ts'
import type { DeskStore } from './desk-store.tsx'

type DeskActs = Readonly<Record<DeskCommandName, () => void>>

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

/** Commands that work while the office is open; the others would act on the screen behind it. */
const overOffice: ReadonlySet<DeskCommandName> = new Set(['go-back', 'office', 'files', 'switch', 'lock'])

/**
 * Handles the keys of the desk for signed-in staff, wherever the focus is. The training key also works before sign-in.
 */
export function useShortcuts(store: DeskStore): void {
  useEffect(() => {
    const acts = actsOf(store)
    const onKey = (event: KeyboardEvent): void => {
      const { info } = store.getState()
      const shortcuts = { ...usualShortcuts, ...info?.shortcuts }
      const pressed = pressedKey(event)
      const has = (command: DeskCommandName): boolean => shortcuts[command] === pressed
      // The key of a tender that is not offered may have been given to another command.
      const named = commandsWith(info?.tenders ?? []).find(has) ?? deskCommands.find(has)
      if (!named) return
      event.preventDefault()
      const { screen } = store.getState()
      if (named === 'training') acts.training()
      else if ('office' in screen && (!screen.office || overOffice.has(named))) acts[named]()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [store])
}

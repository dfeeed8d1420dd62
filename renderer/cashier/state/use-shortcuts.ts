import { useEffect } from 'react'
import type { DeskStore } from './desk-store.ts'
import {
  commandsWith,
  deskCommands,
  pressedKey,
  usualShortcuts,
  type DeskCommandName,
} from '../../../shared/domain/desk/shortcuts.ts'
import { actsOf } from './shortcuts.ts'

/** What lies behind the office waits there. */
const overOffice: ReadonlySet<DeskCommandName> = new Set(['go-back', 'office', 'files', 'switch', 'lock'])

/** The keys of the desk, wherever the focus is, for those who signed in; the one of training for everybody. */
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

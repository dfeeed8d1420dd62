import { useEffect } from 'react'
import {
  commandsWith,
  type DeskCommandName,
  deskCommands,
  pressedKey,
  defaultShortcuts,
} from '../../../shared/domain/desk/shortcuts.ts'
import type { DeskStore } from './desk-store.tsx'

/**
 * Commands that are available while the office is open; all other commands would act on the screen behind the office.
 */
const overOffice: ReadonlySet<DeskCommandName> = new Set(['go-back', 'office', 'files', 'switch', 'lock'])

/**
 * Handles the keys of the desk for signed-in staff, wherever the focus is. The training key also works before sign-in.
 */
export function useShortcuts(store: DeskStore): void {
  useEffect(() => {
    const { acts } = store
    const onKey = (event: KeyboardEvent): void => {
      const { info } = store.getState()
      const shortcuts = { ...defaultShortcuts, ...info?.shortcuts }
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

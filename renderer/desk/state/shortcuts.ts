import { useEffect } from 'react'
import {
  commandsWith,
  type DeskCommandName,
  deskCommands,
  pressedKey,
  defaultShortcuts,
} from '../../../shared/domain/desk/shortcuts.ts'
import type { DeskStore } from './desk-store.tsx'

/** Commands available while the back office covers the screen; all other commands would act on the hidden screen. */
const overOffice: ReadonlySet<DeskCommandName> = new Set(['go-back', 'office', 'files', 'switch', 'lock'])

/** Handles the shortcuts of the desk, wherever the focus is. The training shortcut also works before sign-in. */
export function useShortcuts(store: DeskStore): void {
  useEffect(() => {
    const { acts } = store
    const onKey = (event: KeyboardEvent): void => {
      const { info } = store.getState()
      const shortcuts = { ...defaultShortcuts, ...info?.shortcuts }
      const pressed = pressedKey(event)
      const has = (command: DeskCommandName): boolean => shortcuts[command] === pressed
      // The key of a tender that is not offered may be assigned to another command.
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

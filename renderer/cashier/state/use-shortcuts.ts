import { useEffect } from 'react'
import type { DeskStore } from './desk-store.ts'
import {
  deskCommands,
  pressedKey,
  usualShortcuts,
  type DeskCommandName,
} from '../../../shared/domain/desk/shortcuts.ts'
import { actsOf } from './shortcuts.ts'

/** What lies behind the office waits there. */
const overOffice: ReadonlySet<DeskCommandName> = new Set(['go-back', 'office', 'files', 'switch', 'lock'])

/** The keys of the desk, wherever the focus is, for those who signed in. */
export function useShortcuts(store: DeskStore): void {
  useEffect(() => {
    const acts = actsOf(store)
    const onKey = (event: KeyboardEvent): void => {
      const shortcuts = { ...usualShortcuts, ...store.getState().info?.shortcuts }
      const pressed = pressedKey(event)
      const named = deskCommands.find((command) => shortcuts[command] === pressed)
      if (!named) return
      event.preventDefault()
      const { screen } = store.getState()
      if ('office' in screen && (!screen.office || overOffice.has(named))) acts[named]()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [store])
}

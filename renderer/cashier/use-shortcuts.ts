import { useEffect } from 'react'
import type { DeskStore } from './desk-store.ts'
import { actsOf, commands, usualShortcuts, type DeskCommandName } from './shortcuts.ts'

/** What lies behind the office waits there. */
const overOffice: ReadonlySet<DeskCommandName> = new Set(['go-back', 'office', 'switch', 'lock'])

/** The keys of the desk, wherever the focus is. */
export function useShortcuts(store: DeskStore): void {
  useEffect(() => {
    const acts = actsOf(store)
    const onKey = (event: KeyboardEvent): void => {
      const named = commands.find((command) => usualShortcuts[command] === event.key)
      if (!named || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return
      event.preventDefault()
      if (!store.getState().office || overOffice.has(named)) acts[named]()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [store])
}

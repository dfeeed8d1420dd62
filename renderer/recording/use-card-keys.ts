import { useEffect } from 'react'

/** What keys do beside those of the button that has the focus; nothing while somebody types. */
export function useCardKeys(keys: Readonly<Record<string, (() => void) | null>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key } = event
      const types = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
      const act = keys[key.length === 1 ? key.toLowerCase() : key]
      if (types || !act || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

import { mayReachPage } from '../../shared/domain/kiosk-keys.ts'

/**
 * Keeps the keys of browsers and desktops, and the menu of the second button, from doing anything in a browser's window
 * that fills the screen of a kiosk: its page hears all keys before the browser does. Electron's window keeps them itself.
 */
export function keepKeys(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey: control, altKey: alt, metaKey: meta } = event
      if (!mayReachPage({ key, control, alt, meta })) event.preventDefault()
    },
    true,
  )
  window.addEventListener('contextmenu', (event) => event.preventDefault())
}

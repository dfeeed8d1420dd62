import { mayReachPage } from '../../shared/domain/kiosk-keys.ts'

/**
 * Blocks browser and desktop shortcuts, and the context menu, in a browser window that fills the screen of a kiosk. The
 * page receives all keys before the browser does. Electron's window blocks these shortcuts itself.
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

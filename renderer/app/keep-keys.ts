import { mayReachPage } from '../../shared/domain/kiosk-lock.ts'

/** Blocks shortcuts and the context menu in a full-screen browser; Electron's window blocks them itself. */
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

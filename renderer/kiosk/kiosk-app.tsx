import { useEffect } from 'react'
import { I18nProvider } from '../i18n/i18n-context.tsx'
import { Dialogs } from './dialogs.tsx'
import styles from './kiosk-app.module.css'
import { useKioskState, useKioskStore } from './kiosk-context.tsx'
import { screenKey, screenOf } from './screen.ts'
import { ScreenView } from './screen-view.tsx'
import { Tools } from './tools.tsx'
import { useIdleWatch } from './use-idle-watch.ts'
import { useTapGuard } from './use-tap-guard.ts'

export function KioskApp() {
  const store = useKioskStore()
  const state = useKioskState()
  const screen = screenOf(state)
  const settling = useTapGuard(screenKey(screen, state.dialog))
  useEffect(() => store.start(), [store])
  useIdleWatch(store, state, screen)
  useDocument(state.language, state.largeText, state.info?.pixelsPerMillimetre, state.info?.theme)
  return (
    <I18nProvider language={state.language}>
      <div className={styles.kiosk} data-settling={settling} data-screen={screen.name}>
        <div className={styles.counter}>
          <Tools screen={screen} />
          <ScreenView key={screen.name} screen={screen} />
        </div>
        <Dialogs />
      </div>
    </I18nProvider>
  )
}

/** What styles, screen readers and the browser read from the document itself. */
function useDocument(language: string, largeText: boolean, pixelsPerMillimetre?: number, theme = 'system'): void {
  useEffect(() => {
    const root = document.documentElement
    root.lang = language
    root.dataset['text'] = largeText ? 'large' : 'normal'
    root.dataset['theme'] = theme
    if (pixelsPerMillimetre !== undefined) root.style.setProperty('--mm', `${pixelsPerMillimetre}px`)
  }, [language, largeText, pixelsPerMillimetre, theme])
}

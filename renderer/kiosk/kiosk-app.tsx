import { useEffect } from 'react'
import { SpeechProvider, useSpoken } from '../components/speech/speech.tsx'
import { useSpeaker } from '../components/speech/use-speaker.ts'
import { useAttention } from '../components/use-attention.ts'
import { useTapGuard } from '../components/use-tap-guard.ts'
import { I18nProvider, useI18n } from '../i18n/i18n-context.tsx'
import { directionOf } from '../i18n/languages.ts'
import { Dialogs } from './dialogs/dialogs.tsx'
import styles from '../styles/glass.module.css'
import { FocusRing } from './keys/focus-ring.tsx'
import { SpokenFocus } from './keys/spoken-focus.tsx'
import { useKeys } from './keys/use-keys.ts'
import { useKioskState, useKioskStore } from './state/kiosk-context.tsx'
import type { KioskState } from './state/kiosk-state.ts'
import { reachablePixels } from '../app/reach.ts'
import { isInUse, screenKey, screenOf } from './screen.ts'
import { Pointer } from './pointer.tsx'
import { ScreenView } from './screen-view.tsx'
import { Tools } from './tools.tsx'
import { useFeedback } from './feedback/use-feedback.ts'
import { useIdleWatch } from './use-idle-watch.ts'

export function KioskApp() {
  const store = useKioskStore()
  const state = useKioskState()
  const screen = screenOf(state)
  const settling = useTapGuard(screenKey(screen, state.dialog))
  useEffect(() => store.start(), [store])
  useIdleWatch(store, state, screen)
  useFeedback(store)
  const { cameTo, lit } = useKeys(store, state)
  useAttention(isInUse(screen, state), (inUse) => void store.invoke('noteAttention', { inUse }))
  useDocument(state)
  const speaker = useSpeaker(state.aids.spoken ? state.tongue : null, state.info?.speech)
  return (
    <I18nProvider language={state.language} numerals={state.info?.numerals} tenderNames={state.info?.tenderNames}>
      <SpeechProvider speaker={speaker}>
        <div
          className={`${styles.kiosk} ${styles.figures}`}
          data-settling={settling}
          data-screen={screen.name}
          data-reach={state.aids.lowReach ? 'low' : 'full'}
        >
          <div className={styles.counter}>
            <Tools screen={screen} />
            <Pointer screen={screen.name} />
            {state.aids.pictures && <PicturesGreeting />}
            <ScreenView key={screen.name} screen={screen} />
          </div>
          <Dialogs />
        </div>
        {state.byKeys && !state.staffDesk && <FocusRing lit={lit} />}
        {cameTo && !state.staffDesk && <SpokenFocus key={cameTo.count} control={cameTo.control} />}
      </SpeechProvider>
    </I18nProvider>
  )
}

/** Said once, before the screen at which pictures came up. */
function PicturesGreeting() {
  const { t } = useI18n()
  useSpoken('screen', t.pictures.greeting)
  return null
}

/** What styles, screen readers and the browser read from the document itself. */
function useDocument({ language, aids, byKeys, info }: KioskState): void {
  const { largeText, contrast, calm } = aids
  useEffect(() => {
    const root = document.documentElement
    root.lang = language
    root.dir = directionOf(language)
    root.dataset['text'] = largeText ? 'large' : 'normal'
    root.dataset['keys'] = byKeys ? 'on' : 'off'
    root.dataset['motion'] = calm ? 'none' : 'usual'
    root.dataset['theme'] = contrast ? 'contrast' : (info?.theme ?? 'system')
    if (!info) return
    root.style.setProperty('--mm', `${info.pixelsPerMillimetre}px`)
    root.style.setProperty('--reach', `${reachablePixels(info)}px`)
  }, [language, largeText, contrast, calm, byKeys, info])
}

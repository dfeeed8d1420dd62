import { useEffect } from 'react'
import { Covered, SpeechProvider, useSpoken } from '../components/speech/speech.tsx'
import { useCanSpeak, useSpeaker } from '../components/speech/use-speaker.ts'
import { useAttention } from '../components/use-attention.ts'
import { useTapGuard } from '../components/use-tap-guard.ts'
import { I18nProvider, useI18n } from '../i18n/i18n-context.tsx'
import { directionOf } from '../i18n/languages.ts'
import { Dialogs } from './dialogs/dialogs.tsx'
import { Counter, Glass } from './glass.tsx'
import { FocusRing } from './keys/focus-ring.tsx'
import { scopeOf } from './keys/controls.ts'
import { useKeys } from './keys/use-keys.ts'
import { useDarkScreen } from './speaking/dark-screen.ts'
import { inSentences, readScreen } from './speaking/read-screen.ts'
import { Speaking } from './speaking/speaking.tsx'
import { useIsSpeaking, useSayings } from './speaking/use-sayings.ts'
import { useKioskState, useKioskStore } from './state/kiosk-context.tsx'
import type { HearingMove } from '../../shared/domain/keypad.ts'
import { hearsPrivately, type KioskState } from './state/kiosk-state.ts'
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
  const speaker = useSpeaker(state.aids.spoken ? state.tongue : null, state.info?.speech)
  const sayings = useSayings(speaker, state.hearing, state.info?.keypad)
  useIdleWatch(store, state, screen, useIsSpeaking(sayings))
  useFeedback(store)
  const onHearing = (move: HearingMove): void => {
    if (!sayings) return
    store.hearBy(move)
    if (move === 'silent') sayings.silence()
    if (move === 'again') sayings.again(() => wholeScreen(hearsPrivately(state)))
  }
  const canSpeak = useCanSpeak(state.tongue, state.info?.speech)
  const { cameTo, lit } = useKeys(store, state, { canSpeak, onHearing })
  useDarkScreen(store, state.hearing.dark && state.aids.spoken)
  useAttention(isInUse(screen, state), (inUse) => void store.invoke('noteAttention', { inUse }))
  useDocument(state)
  return (
    <I18nProvider
      language={state.language}
      numerals={state.info?.numerals}
      tenderNames={state.info?.tenderNames}
      timeZone={state.info?.timeZone}
    >
      <SpeechProvider sayings={sayings}>
        {sayings && <Speaking sayings={sayings} cameTo={cameTo} />}
        <Glass data-settling={settling} data-screen={screen.name} data-reach={state.aids.lowReach ? 'low' : 'full'}>
          <Counter>
            <Covered covered={state.dialog !== null}>
              <Tools screen={screen} />
              <Pointer screen={screen.name} />
              {state.aids.pictures && <PicturesGreeting />}
              <ScreenView key={screen.name} screen={screen} />
            </Covered>
          </Counter>
          <Dialogs />
        </Glass>
        {state.byKeys && !state.staffDesk && <FocusRing lit={lit} />}
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

/** From its heading to its last line, what could be pressed left out. */
function wholeScreen(privately: boolean): readonly string[] {
  const scope = scopeOf()
  return scope ? inSentences(readScreen({ scope, privately, whole: true })) : []
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

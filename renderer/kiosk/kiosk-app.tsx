import { useEffect, useEffectEvent } from 'react'
import type { SpeechKey } from '../../shared/domain/keypad.ts'
import { reachablePixels } from '../app/hooks.ts'
import { listen, useAttention, useIdle, useTapGuard } from '../ui/hooks.ts'
import { play } from '../ui/sound.ts'
import { useCanSpeak, useSpeaker } from '../ui/speech/speaker.ts'
import { InertBackground, SpeechProvider, useSpoken } from '../ui/speech/speech.tsx'
import { I18nProvider, useI18n } from '../i18n/i18n-context.tsx'
import { directionOf } from '../i18n/languages.ts'
import { Dialogs } from './dialogs/dialogs.tsx'
import { useFeedback, volumeOf } from './feedback.ts'
import { FocusRing, scopeOf } from './keys/controls.tsx'
import { useKeys } from './keys/use-keys.ts'
import { Pointer } from './pointer.tsx'
import { ScreenView } from './screen-view.tsx'
import { idleRule, isInUse, type Screen, screenKey, screenOf } from './screen.ts'
import { inSentences, readScreen } from './speech/read-screen.ts'
import { Speaking, useDarkScreen, useIsSpeaking, useSayings } from './speech/speaking.tsx'
import { useKioskState, useKioskStore } from './state/kiosk-context.tsx'
import { isSpeechPrivate, type KioskState } from './state/kiosk-state.ts'
import type { KioskStore } from './state/kiosk-store.ts'
import { Tools, Counter, Glass } from './tools.tsx'

export function KioskApp() {
  const store = useKioskStore()
  const state = useKioskState()
  const screen = screenOf(state)
  const settling = useTapGuard(screenKey(screen, state.dialog))
  useEffect(() => store.start(), [store])
  useEffect(() => listen(['pointerdown', 'keydown'], store.lookForSleep, { capture: true }), [store])
  const speaker = useSpeaker(state.aids.spoken ? state.tongue : null, state.info?.speech)
  const sayings = useSayings(speaker, state.hearing, state.info?.keypad)
  useIdleWatch(store, state, screen, useIsSpeaking(sayings))
  useFeedback(store)
  const onHearing = (move: SpeechKey): void => {
    if (!sayings) return
    store.hearBy(move)
    if (move === 'silent') sayings.silence()
    if (move === 'again') sayings.again(() => wholeScreen(isSpeechPrivate(state)))
  }
  const canSpeak = useCanSpeak(state.tongue, state.info?.speech)
  const { cameTo, lit } = useKeys(store, state, { canSpeak, onHearing })
  useDarkScreen(store, state.hearing.dark && state.aids.spoken)
  useAttention(isInUse(screen, state), (inUse) => void store.invoke('reportActivity', { inUse }))
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
            <InertBackground covered={state.dialog !== null}>
              <Tools screen={screen} />
              <Pointer screen={screen.name === 'code' && screen.way === 'lost' ? 'needs-staff' : screen.name} />
              {state.aids.pictures && <PicturesGreeting />}
              <ScreenView key={screen.name} screen={screen} />
            </InertBackground>
          </Counter>
          <Dialogs />
        </Glass>
        {state.byKeys && !state.staffDesk && <FocusRing lit={lit} />}
      </SpeechProvider>
    </I18nProvider>
  )
}

/** Speaks the greeting of pictogram mode once, before the texts of the screen. */
function PicturesGreeting() {
  const { t } = useI18n()
  useSpoken('screen', t.pictures.greeting)
  return null
}

/** Returns the sentences of the screen from its heading to its last line, without its controls. */
function wholeScreen(privately: boolean): readonly string[] {
  const scope = scopeOf()
  return scope ? inSentences(readScreen({ scope, privately, whole: true })) : []
}

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

/**
 * Ends an idle session: after a quiet period, a warning appears, followed by the screen for the next customer. Any
 * input or spoken sentence restarts the quiet period.
 */
function useIdleWatch(store: KioskStore, state: KioskState, screen: Screen, isSpeaking: boolean): void {
  const rule = idleRule(screen, state)
  const warningMs = rule?.warningMs
  const warning = state.dialog === 'idle'
  const sound = useEffectEvent(() => play('attention', volumeOf(state)))
  useIdle(warning || isSpeaking ? undefined : rule?.quietMs, () => {
    if (warningMs === 0) store.leave('idle')
    else store.openDialog('idle')
  })
  useEffect(() => {
    if (!warning) return
    if (warningMs === undefined) store.closeDialog()
    else sound()
  }, [store, warningMs, warning])
}

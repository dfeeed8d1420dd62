import { useEffect, useRef } from 'react'
import type { Keypad } from '../../../shared/domain/keypad.ts'
import type { Sayings } from '../../components/speech/sayings.ts'
import { useSpoken } from '../../components/speech/speech.tsx'
import { useCanSpeak } from '../../components/speech/use-speaker.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { I18n } from '../../i18n/i18n.ts'
import type { CameTo } from '../keys/use-keys.ts'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { LOUDEST, paces } from './hearing.ts'
import styles from './speaking.module.css'
import { SpokenPlace } from './spoken-place.tsx'
import { SpokenScreen } from './spoken-screen.tsx'

/** All that is said beside what the screens say themselves; pictures are said as they are touched. */
export function Speaking({ sayings, cameTo }: { sayings: Sayings; cameTo: CameTo | null }) {
  const { aids, byKeys, staffDesk } = useKioskState()
  return (
    <>
      {byKeys && <Greeting />}
      <SpokenHearing sayings={sayings} />
      {(byKeys || !aids.pictures) && <SpokenScreen sayings={sayings} />}
      {cameTo && !staffDesk && <SpokenPlace key={cameTo.count} cameTo={cameTo} />}
    </>
  )
}

/** How a buyer goes about it with the keys of this machine. */
export function keysInWords({ t }: I18n, keypad: Keypad = 'arrows'): readonly string[] {
  const { keys, controls, dark } = t.speaking
  if (typeof keypad === 'string')
    return [keys[keypad], ...(keypad === 'one-switch' ? [] : [controls[keypad], dark.how])]
  return [keys.own, dark.how]
}

/** The first words to who begins: how the keys work. They are over with the next key or touch. */
function Greeting() {
  const i18n = useI18n()
  const store = useKioskStore()
  const { info, hearing } = useKioskState()
  const { greeting } = i18n.t.speaking
  const words = hearing.greeted ? [greeting] : [greeting, ...keysInWords(i18n, info?.keypad)]
  useSpoken('screen', hearing.greeted ? '' : words.join(' '))
  useEffect(() => {
    if (hearing.greeted) return undefined
    const heard = (): void => store.hear({ greeted: true })
    for (const act of ['keydown', 'pointerdown']) window.addEventListener(act, heard, { once: true })
    return () => {
      for (const act of ['keydown', 'pointerdown']) window.removeEventListener(act, heard)
    }
  }, [store, hearing.greeted])
  return null
}

/** The same in sight, for who hears nothing. */
export function GreetingInSight() {
  const { greeting, unheard } = useI18n().t.speaking
  return (
    <p className={styles.greeting} role="status" data-said>
      <strong>{greeting}</strong> {unheard}
    </p>
  )
}

export function useIsGreeting(): boolean {
  const { aids, byKeys, hearing, tongue, info } = useKioskState()
  return useCanSpeak(tongue, info?.speech) && aids.spoken && byKeys && !hearing.greeted
}

/** Says what became louder or faster; while something is being said, that is heard anyway. */
function SpokenHearing({ sayings }: { sayings: Sayings }) {
  const { t } = useI18n()
  const { hearing } = useKioskState()
  const { volume, pace, dark } = hearing
  const before = useRef(hearing)
  useEffect(() => {
    const was = before.current
    before.current = hearing
    if (dark !== was.dark) sayings.say('answer', dark ? t.speaking.dark.on : t.speaking.dark.off)
    if (sayings.isSpeaking()) return
    if (volume !== was.volume) sayings.say('answer', t.speaking.volume(volume, LOUDEST))
    if (pace !== was.pace) sayings.say('answer', t.speaking.pace(paces.indexOf(pace) + 1, paces.length))
  }, [sayings, hearing, volume, pace, dark, t])
  return null
}

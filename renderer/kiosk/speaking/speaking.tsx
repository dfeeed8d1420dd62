import { useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from 'react'
import { isHearingMove, type Keypad, moveOf } from '../../../shared/domain/keypad.ts'
import { createSayings, type Sayings } from '../../components/speech/sayings.ts'
import { type Speaker, useCanSpeak } from '../../components/speech/speaker.ts'
import { mayBeSaid, useSaying, useSpoken } from '../../components/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { I18n } from '../../i18n/i18n.ts'
import { controlsIn, headingOf, partOf } from '../keys/controls.tsx'
import type { CameTo } from '../keys/use-keys.ts'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { hearsPrivately } from '../state/kiosk-state.ts'
import type { KioskStore } from '../state/kiosk-store.ts'
import { type Hearing, LOUDEST, paces, toneOf } from './hearing.ts'
import { inSentences, nameOf, type ReadLine, readScreen } from './read-screen.ts'
import styles from './speaking.module.css'

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

/** Says what a key came to, and what becomes of it when it is chosen or given back there. */
function SpokenPlace({ cameTo: { control, from } }: { cameTo: CameTo }) {
  const { t } = useI18n()
  const say = useSaying()
  const privately = hearsPrivately(useKioskState())
  useEffect(() => {
    const inWords = (group: Element | null, wasChosen: boolean): string => {
      if (!mayBeSaid(control, privately)) return unsaid(control, t)
      const words = [group ? labelOf(group) : '', nameOf(control), ...statesOf(control, wasChosen, t)]
      return words.filter((word) => word !== '').join(', ')
    }
    const group = groupOf(control)
    let wasChosen = control.ariaPressed === 'true'
    say('place', inWords(group === groupOf(from) ? null : group, wasChosen))
    const changed = new MutationObserver(() => {
      say('place', inWords(null, wasChosen))
      wasChosen = control.ariaPressed === 'true'
    })
    changed.observe(control, { attributes: true, attributeFilter: ['aria-pressed', 'aria-label'] })
    return () => changed.disconnect()
  }, [say, control, from, privately, t])
  return null
}

/** Digits of a PIN are not even counted; of what is the customer's own it is said that there is something. */
function unsaid(control: HTMLElement, { speaking }: I18n['t']): string {
  return mayBeSaid(control, true) ? speaking.hidden : ''
}

function statesOf(control: HTMLElement, wasChosen: boolean, { keys, speaking }: I18n['t']): readonly string[] {
  const chosen = control.ariaPressed === 'true'
  // A seat's own name says how it is.
  const isSeat = control.dataset['seat'] !== undefined
  return [
    ...(chosen && !isSeat ? [keys.chosen] : []),
    ...(wasChosen && !chosen ? [speaking.givenBack] : []),
    ...(control.ariaDisabled === 'true' && !isSeat ? [keys.unavailable] : []),
  ]
}

function groupOf(control: HTMLElement | null): Element | null {
  return control?.closest(':is([role="group"], nav, section, ul, header):is([aria-label], [aria-labelledby])') ?? null
}

function labelOf(group: Element): string {
  const title = document.getElementById(group.getAttribute('aria-labelledby') ?? '')
  return group.ariaLabel ?? title?.textContent ?? ''
}

/** What comes up bit by bit is read once it is there. */
const SETTLED_MS = 120

/** Where what was chosen is gone through once more: with its coupon. */
const withCoupon: readonly (string | undefined)[] = ['review', 'done']

/** Says what stands on the screen and is not to be pressed: all of it when it comes up, and then what is new there. */
function SpokenScreen({ sayings }: { sayings: Sayings }) {
  const { t } = useI18n()
  const state = useKioskState()
  const privately = hearsPrivately(state)
  const { byKeys } = state
  const choicesOf = useEffectEvent((count: number, ways: readonly string[]) => {
    if (count > 0) return byKeys ? [t.speaking.choices(count)] : []
    return ways.length > 0 ? [t.speaking.ways(ways.join(', '))] : []
  })
  const read = useEffectEvent((scope: Element) => readScreen({ scope, privately, whole: false }))
  useEffect(() => {
    let before = { screen: '', waits: false, heading: '', lines: [] as readonly ReadLine[], choices: 0 }
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      const scope = document.querySelector<HTMLElement>('[data-screen]')
      const main = scope?.querySelector('main')
      // What lies over it is said by itself.
      if (!scope || !main || document.querySelector('dialog[open]')) return
      const controls = controlsIn(scope)
      const now = {
        screen: scope.dataset['screen'] ?? '',
        waits: scope.querySelector('main :is([data-waiting], [inert])') !== null,
        heading: headingOf(scope)?.textContent ?? '',
        lines: scope.dataset['screen'] === 'staff-desk' ? [] : read(main),
        choices: controls.filter((control) => partOf(control) === 'content' && !control.matches('[data-reads]')).length,
      }
      const ways = controls.filter((control) => partOf(control) === 'stub' && control.ariaDisabled !== 'true')
      const { lines, choices } = now
      const texts = new Set(before.lines.map(({ text }) => text))
      const isOther = now.screen !== before.screen
      const isTurned = now.heading !== before.heading
      const fresh = isOther
        ? lines.filter(({ coupon }) => !coupon || withCoupon.includes(now.screen))
        : lines.filter(({ text, counts, coupon }) => !texts.has(text) && !counts && !(isTurned && coupon))
      const canChoose = isOther || isTurned || before.waits || (before.choices === 0 && choices > 0)
      const counted = canChoose && !now.waits ? choicesOf(choices, ways.map(nameOf)) : []
      before = now
      for (const text of [...inSentences(withLabels(fresh, lines)), ...counted]) sayings.say('fact', text)
    }
    const changed = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(look, SETTLED_MS)
    })
    changed.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['data-screen', 'hidden', 'inert', 'open'],
    })
    timer = setTimeout(look, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      changed.disconnect()
    }
  }, [sayings])
  return null
}

/** A value that changed is said with what it is the value of. */
function withLabels(fresh: readonly ReadLine[], lines: readonly ReadLine[]): readonly ReadLine[] {
  const items = new Set(fresh.map(({ item }) => item))
  return lines.filter(({ item }) => items.has(item))
}

const acts = ['pointerdown', 'mousedown', 'pointerup', 'click'] as const

/** A finger that slid, or stayed, ends with no click. */
const NO_CLICK_MS = 500

/** Shows nothing while the sale goes on by voice and keys. A touch brings the screen back, and presses nothing. */
export function useDarkScreen(store: KioskStore, dark: boolean): void {
  useEffect(() => {
    const root = document.documentElement
    root.dataset['dark'] = dark ? 'on' : 'off'
    return dark ? swallowTouch(() => store.hear({ dark: false })) : undefined
  }, [store, dark])
}

/** Nothing below hears of the touch, down to the click that it ends with. */
function swallowTouch(onTouched: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hear = (event: Event): void => {
    // A key's own.
    if (!event.isTrusted) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type === 'click') onTouched()
    if (event.type === 'pointerup') timer = setTimeout(onTouched, NO_CLICK_MS)
  }
  acts.forEach((act) => window.addEventListener(act, hear, true))
  return () => {
    clearTimeout(timer)
    acts.forEach((act) => window.removeEventListener(act, hear, true))
  }
}

/** What is said of the screens, as the customer likes to hear it; null where nothing is. */
export function useSayings(speaker: Speaker | null, hearing: Hearing, keypad: Keypad = 'arrows'): Sayings | null {
  const sayings = useMemo(() => speaker && createSayings(speaker), [speaker])
  useEffect(() => speaker?.tune(toneOf(hearing)), [speaker, hearing])
  useEffect(() => {
    if (!sayings) return undefined
    const pressed = (event: KeyboardEvent): void => {
      if (!isHearingMove(moveOf(event, keypad))) sayings.moveOn()
    }
    window.addEventListener('pointerdown', sayings.moveOn, true)
    window.addEventListener('keydown', pressed, true)
    return () => {
      window.removeEventListener('pointerdown', sayings.moveOn, true)
      window.removeEventListener('keydown', pressed, true)
    }
  }, [sayings, keypad])
  return sayings
}

const never = (): (() => void) => () => undefined

export function useIsSpeaking(sayings: Sayings | null): boolean {
  return useSyncExternalStore(sayings?.subscribe ?? never, () => sayings?.isSpeaking() ?? false)
}

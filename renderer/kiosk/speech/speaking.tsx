import { useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from 'react'
import { isHearingMove, type Keypad, moveOf } from '../../../shared/domain/keypad.ts'
import { listen } from '../../ui/hooks.ts'
import { Sayings } from '../../ui/speech/sayings.ts'
import { type Speaker, useCanSpeak } from '../../ui/speech/speaker.ts'
import { mayBeSaid, useSaying, useSpoken } from '../../ui/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { I18n } from '../../i18n/i18n.ts'
import { controlsIn, headingOf, partOf } from '../keys/controls.tsx'
import type { LastFocused } from '../keys/use-keys.ts'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { isSpeechPrivate } from '../state/kiosk-state.ts'
import type { KioskStore } from '../state/kiosk-store.ts'
import { type SpeechSettings, LOUDEST, paces, toneOf } from './hearing.ts'
import { inSentences, nameOf, type ReadLine, readScreen } from './read-screen.ts'
import styles from './speaking.module.css'

/** Speech output in addition to the texts that each screen speaks itself. */
export function Speaking({ sayings, cameTo }: { sayings: Sayings; cameTo: LastFocused | null }) {
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

/** Returns the spoken instructions for the kiosk's keypad. */
export function keysInWords({ t }: I18n, keypad: Keypad = 'arrows'): readonly string[] {
  const { keys, controls, dark } = t.speaking
  if (typeof keypad === 'string')
    return [keys[keypad], ...(keypad === 'one-switch' ? [] : [controls[keypad], dark.how])]
  return [keys.own, dark.how]
}

/** Speaks the greeting, which explains the keys to a new listener. */
function Greeting() {
  const i18n = useI18n()
  const store = useKioskStore()
  const { info, hearing } = useKioskState()
  const { greeting } = i18n.t.speaking
  const words = hearing.greeted ? [greeting] : [greeting, ...keysInWords(i18n, info?.keypad)]
  useSpoken('screen', hearing.greeted ? '' : words.join(' '))
  useEffect(() => {
    if (hearing.greeted) return undefined
    return listen(['keydown', 'pointerdown'], () => store.hear({ greeted: true }))
  }, [store, hearing.greeted])
  return null
}

/** The greeting as text, for customers who cannot hear it. */
export function VisibleGreeting() {
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

/** Speaks a change of volume or speed, unless other speech is playing. */
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

/** Speaks a control when it receives the focus by key, and its new state when it is selected or deselected. */
function SpokenPlace({ cameTo: { control, from } }: { cameTo: LastFocused }) {
  const { t } = useI18n()
  const say = useSaying()
  const privately = isSpeechPrivate(useKioskState())
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

/**
 * Returns the text for a control whose name must not be spoken: empty for PIN digits, otherwise a hint about private
 * data.
 */
function unsaid(control: HTMLElement, { speaking }: I18n['t']): string {
  return mayBeSaid(control, true) ? speaking.hidden : ''
}

function statesOf(control: HTMLElement, wasChosen: boolean, { keys, speaking }: I18n['t']): readonly string[] {
  const chosen = control.ariaPressed === 'true'
  // The name of a seat includes its status.
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

/** Milliseconds until a screen that appears in steps is complete and can be read aloud. */
const SETTLED_MS = 120

/** Screens on which the customer reviews all choices, so that the ticket stub is spoken too. */
const withCoupon: readonly (string | undefined)[] = ['review', 'done']

/** Speaks the text of the screen when the screen appears, and later only new text. */
function SpokenScreen({ sayings }: { sayings: Sayings }) {
  const { t } = useI18n()
  const state = useKioskState()
  const privately = isSpeechPrivate(state)
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
      // An open dialog speaks its own text, so the screen below is not read aloud.
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

function withLabels(fresh: readonly ReadLine[], lines: readonly ReadLine[]): readonly ReadLine[] {
  const items = new Set(fresh.map(({ item }) => item))
  return lines.filter(({ item }) => items.has(item))
}

/** Milliseconds after which a touch is complete without a click, because a sliding or long touch causes no click. */
const NO_CLICK_MS = 500

/** Blanks the screen. A touch turns the screen on again without pressing a button. */
export function useDarkScreen(store: KioskStore, dark: boolean): void {
  useEffect(() => {
    const root = document.documentElement
    root.dataset['dark'] = dark ? 'on' : 'off'
    return dark ? swallowTouch(() => store.hear({ dark: false })) : undefined
  }, [store, dark])
}

/** Intercepts a touch and the click at its end, so that no element below receives the events. */
function swallowTouch(onTouched: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const swallow = (event: Event): void => {
    // Clicks by key are synthetic and must not be intercepted.
    if (!event.isTrusted) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type === 'click') onTouched()
    if (event.type === 'pointerup') timer = setTimeout(onTouched, NO_CLICK_MS)
  }
  const stop = listen(['pointerdown', 'mousedown', 'pointerup', 'click'], swallow, { capture: true })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** Returns the speech output with the customer's settings. Null without a speaker. */
export function useSayings(
  speaker: Speaker | null,
  hearing: SpeechSettings,
  keypad: Keypad = 'arrows',
): Sayings | null {
  const sayings = useMemo(() => speaker && new Sayings(speaker), [speaker])
  useEffect(() => speaker?.tune(toneOf(hearing)), [speaker, hearing])
  useEffect(() => {
    if (!sayings) return undefined
    const pressed = (event: KeyboardEvent): void => {
      if (!isHearingMove(moveOf(event, keypad))) sayings.moveOn()
    }
    const stops = [
      listen(['pointerdown'], sayings.moveOn, { capture: true }),
      listen(['keydown'], pressed, { capture: true }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [sayings, keypad])
  return sayings
}

const never = (): (() => void) => () => undefined

export function useIsSpeaking(sayings: Sayings | null): boolean {
  return useSyncExternalStore(sayings?.subscribe ?? never, () => sayings?.isSpeaking() ?? false)
}

interface Typed {
  readonly typed: string
  /** Number of characters of a complete input. */
  readonly length: number
  /** The complete input in the form in which it is spoken. */
  readonly written: string
}

/**
 * Speaks each typed character and the complete input if only the customer can hear the speech; otherwise only the
 * number of characters.
 */
export function useTyped({ typed, length, written }: Typed): void {
  const { t } = useI18n()
  const say = useSaying()
  const privately = isSpeechPrivate(useKioskState())
  const before = useRef(typed)
  const count = t.speaking.typed(typed.length, length)
  useEffect(() => {
    const was = before.current
    before.current = typed
    if (typed === was) return
    const grew = typed.length > was.length
    say('place', privately && grew ? typed.slice(-1) : count)
    if (privately && typed.length === length) say('fact', written)
  }, [say, typed, length, written, count, privately])
  useSpoken('notice', privately ? '' : t.speaking.privateHere)
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  digitOf,
  type SpeechKey,
  isHearingMove,
  type KeyMove,
  type Keypad,
  keysOf,
  moveOf,
  type WalkMove,
} from '../../../shared/domain/keypad.ts'
import { listen } from '../../ui/hooks.ts'
import type { KioskState } from '../state/kiosk-state.ts'
import type { KioskStore } from '../state/kiosk-store.ts'
import { controlsIn, faceOf, headingOf, isSettling, isThere, scopeOf } from './controls.tsx'
import { Scan } from './scan.ts'

/** Default scan interval in milliseconds on kiosks whose only key is a switch. */
const USUAL_SCAN_MS = 1500

/**
 * Control reached last by key navigation. `count` increases with each move, so that a control can be announced again.
 */
export interface LastFocused {
  readonly count: number
  readonly control: HTMLElement
  /** Previous control; null for the first control. */
  readonly from: HTMLElement | null
}

const after =
  (control: HTMLElement) =>
  (last: LastFocused | null): LastFocused => ({ count: (last?.count ?? 0) + 1, control, from: last?.control ?? null })

interface KeysForHearing {
  /** True if the first press of the help key starts the speech output. */
  readonly canSpeak: boolean
  readonly onHearing: (move: SpeechKey) => void
}

interface Keys {
  readonly cameTo: LastFocused | null
  /** Elements that the single button would select; null if switch scanning is off. */
  readonly lit: readonly HTMLElement[] | null
}

/**
 * Operates the whole kiosk by keys. The first key only shows the focus; later keys move the focus and press controls.
 * Staff screens use the browser's own key handling.
 */
export function useKeys(
  store: KioskStore,
  { byKeys, scanMs, staffDesk }: Pick<KioskState, 'byKeys' | 'scanMs' | 'staffDesk'>,
  { canSpeak, onHearing }: KeysForHearing,
): Keys {
  const [cameTo, setCameTo] = useState<LastFocused | null>(null)
  const [lit, setLit] = useState<readonly HTMLElement[]>([])
  const walk = useRef<FocusNavigator>(null)
  const scan = useRef<Scan>(null)
  const hearBy = useEffectEvent(onHearing)
  const mayBegin = useEffectEvent(() => canSpeak)
  useEffect(() => {
    const made = new FocusNavigator((control) => setCameTo(after(control)))
    walk.current = made
    const pressOne = (): void => scan.current?.press()
    const keys = new KeyHandler(store, made, { pressOne, hearBy: (move) => hearBy(move), mayBegin: () => mayBegin() })
    return listen(['keydown'], (event) => keys.handle(event))
  }, [store])
  useEffect(() => {
    if (scanMs === null) return undefined
    const made = new Scan(scanMs, (now) => {
      setLit(now)
      if (now[0]) setCameTo(after(now[0]))
    })
    scan.current = made
    return () => made.stop()
  }, [scanMs])
  useEffect(() => {
    if (!byKeys || staffDesk) return undefined
    const look = (): void => walk.current?.look()
    const changes = new MutationObserver(look)
    changes.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['open', 'inert', 'hidden', 'data-screen'],
    })
    const stop = listen(['focusin'], look, { target: document })
    return () => {
      changes.disconnect()
      stop()
    }
  }, [byKeys, staffDesk])
  return { cameTo: byKeys ? cameTo : null, lit: scanMs === null ? null : lit }
}

interface Hands {
  readonly pressOne: () => void
  readonly hearBy: (move: SpeechKey) => void
  readonly mayBegin: () => boolean
}

class KeyHandler {
  readonly #store: KioskStore
  readonly #walk: FocusNavigator
  readonly #hands: Hands
  /** Digit pad that the focus has left; digit keys then move the focus instead of entering digits. */
  #padLeft: Element | null = null

  constructor(store: KioskStore, walk: FocusNavigator, hands: Hands) {
    this.#store = store
    this.#walk = walk
    this.#hands = hands
  }

  handle(event: KeyboardEvent): void {
    const { byKeys, dialog, info, scanMs, staffDesk } = this.#store.getState()
    // On staff screens, keys come from typing or a scanner, whose Enter must not press a control that has just
    // appeared.
    if (staffDesk) return
    const move = moveOf(event, info?.keypad ?? 'arrows')
    if (event.defaultPrevented) {
      if (move !== null && move !== 'select') this.#begin()
      return
    }
    if (move === 'select' && (scanMs !== null || info?.keypad === 'one-switch')) {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (scanMs === null) this.#store.scan(USUAL_SCAN_MS)
      else if (!event.repeat) this.#hands.pressOne()
      return
    }
    const pad = scopeOf()?.querySelector('[data-types]')
    if (pad && this.#onPad(pad, move, event)) return
    if (move === null && dialog === 'idle') this.#store.closeDialog()
    if (move === null || isWritten(event.target)) return
    if (move !== 'unplugged') this.#begin()
    // The first key only shows the focus. Keys for speech output take effect immediately.
    if ((!byKeys && !isForHearing(move)) || this.#carryOut(move, event.repeat)) event.preventDefault()
  }

  #begin(): void {
    if (this.#store.getState().byKeys) return
    this.#store.useKeys()
    this.#walk.begin()
  }

  /** Returns whether the key had an effect. */
  #carryOut(move: KeyMove, repeat: boolean): boolean {
    const { aids, dialog } = this.#store.getState()
    switch (move) {
      case 'select': {
        const pressed = this.#walk.select(repeat)
        if (!pressed && dialog === 'idle') this.#store.closeDialog()
        return pressed
      }
      case 'back':
        if (repeat) break
        if (dialog) this.#store.closeDialog()
        else this.#walk.back()
        break
      case 'help':
        // The first press of the help key starts the speech output; the next press opens the accessibility dialog.
        if (repeat) break
        if (this.#hands.mayBegin() && !aids.spoken && dialog !== 'access') this.#store.beginSpeaking()
        else this.#store.openDialog('access')
        break
      case 'plugged':
      case 'unplugged':
        this.#store.headphonesChanged(move === 'plugged' ? 'in' : 'out')
        break
      case 'previous':
      case 'next':
      case 'up':
      case 'down':
      case 'left':
      case 'right':
        this.#walk.step(move, repeat)
        break
      default:
        this.#hands.hearBy(move)
    }
    return true
  }

  /** Handles a key on a digit pad. Returns true if the key needs no further handling. */
  #onPad(pad: Element, move: KeyMove | null, event: KeyboardEvent): boolean {
    if (event.key === 'Backspace') return true
    if (this.#padLeft === pad || !movesByFigures(this.#store.getState().info?.keypad)) return false
    if (digitOf(event) !== null) return true
    if (move === 'back') pad.querySelector<HTMLElement>('[data-erase]')?.click()
    else if (move === 'next') {
      this.#padLeft = pad
      this.#begin()
      this.#walk.leavePad(pad)
    } else return false
    event.preventDefault()
    return true
  }
}

function isForHearing(move: KeyMove): boolean {
  return isHearingMove(move) || move === 'help' || move === 'plugged' || move === 'unplugged'
}

function movesByFigures(keypad: Keypad = 'arrows'): boolean {
  return Object.values(keysOf(keypad)).some((keys) => keys.some((key) => /^\d$/u.test(key)))
}

/** Returns whether the target is a text input or list, which handles its own keys. */
function isWritten(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}

/** Minimum interval in milliseconds between moves while a key is held down. */
const CALM_MS = 350
/** Debounce time in milliseconds: repeated presses by a trembling hand count as one. */
const ONCE_MS = 400

/** Moves the focus through the controls of a screen or dialog, and calls `onFocus` for each control reached. */
class FocusNavigator {
  readonly #onFocus: (control: HTMLElement) => void
  #face = ''
  #scope: HTMLElement | null = null
  /** Focused control of the screen, to be focused again when a dialog above the screen closes. */
  #below: { readonly face: string; readonly control: HTMLElement } | null = null
  #movedAt = -Infinity
  #pressedAt = -Infinity

  constructor(onFocus: (control: HTMLElement) => void) {
    this.#onFocus = onFocus
  }

  #focus(control: HTMLElement): void {
    this.#pressedAt = -Infinity
    control.focus()
    this.#onFocus(control)
  }

  begin(): void {
    const scope = (this.#scope = scopeOf())
    if (!scope) return
    this.#face = faceOf(scope)
    const start = headingOf(scope) ?? controlsIn(scope)[0]
    start?.focus()
    if (start && scope.dataset['screen'] !== undefined) this.#below = { face: this.#face, control: start }
  }

  /** Restores the focus after a change of the screen. */
  look(): void {
    const [now, below] = [scopeOf(), this.#below]
    if (!now) return
    const changed = now !== this.#scope || faceOf(now) !== this.#face
    if (changed && below && now !== this.#scope && below.face === faceOf(now) && isThere(below.control)) {
      this.#scope = now
      this.#face = below.face
      this.#focus(below.control)
    } else if (changed || !isFocused(now)) this.begin()
    const { activeElement } = document
    if (this.#scope?.dataset['screen'] !== undefined && activeElement instanceof HTMLElement)
      this.#below = { face: this.#face, control: activeElement }
  }

  /** A key event can arrive before the notification of a screen change. */
  #lookFirst(): void {
    if (scopeOf() !== this.#scope) this.look()
  }

  /** `held`: true for the repeated events of a key that is held down. */
  step(step: WalkMove, held: boolean): void {
    this.#lookFirst()
    const now = performance.now()
    if (!this.#scope || (held && now - this.#movedAt < CALM_MS)) return
    this.#movedAt = now
    const next = nextOf(controlsIn(this.#scope), document.activeElement, step)
    if (next) this.#focus(next)
  }

  /** Presses the focused control. Returns false if no control has the focus. */
  select(held: boolean): boolean {
    this.#lookFirst()
    const control = document.activeElement
    if (!this.#scope || !(control instanceof HTMLElement) || !controlsIn(this.#scope).includes(control)) return false
    const now = performance.now()
    if (held || isSettling() || now - this.#pressedAt < ONCE_MS) return true
    this.#pressedAt = now
    control.click()
    return true
  }

  back(): void {
    const ways = this.#scope?.querySelectorAll<HTMLElement>('[data-back]') ?? []
    if (!isSettling()) [...ways].findLast(isThere)?.click()
  }

  leavePad(pad: Element): void {
    const after =
      this.#scope && controlsIn(this.#scope).find((control) => isAfter(control, pad) && control.ariaDisabled !== 'true')
    if (after) this.#focus(after)
  }
}

function isFocused(scope: HTMLElement): boolean {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && scope.contains(activeElement) && isThere(activeElement)
}

function isAfter(control: Element, other: Element): boolean {
  return !other.contains(control) && (other.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/**
 * Returns the next control, wrapping around at the ends. Up and down skip controls that share a tab stop, such as the
 * seats of a row.
 */
function nextOf(controls: readonly HTMLElement[], from: Element | null, step: WalkMove): HTMLElement | undefined {
  const isRightAhead = document.documentElement.dir !== 'rtl'
  const ahead = { next: true, down: true, previous: false, up: false, right: isRightAhead, left: !isRightAhead }[step]
  const order = ahead ? controls : controls.toReversed()
  const at = order.findIndex((control) => control === from)
  const round = [...order.slice(at + 1), ...order.slice(0, Math.max(0, at))]
  return step === 'up' || step === 'down' ? round.find((control) => control.tabIndex >= 0) : round[0]
}

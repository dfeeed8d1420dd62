import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  digitOf,
  type HearingMove,
  isHearingMove,
  type KeyMove,
  type Keypad,
  keysOf,
  moveOf,
  type WalkMove,
} from '../../../shared/domain/keypad.ts'
import type { KioskState } from '../state/kiosk-state.ts'
import type { KioskStore } from '../state/kiosk-store.ts'
import { controlsIn, faceOf, headingOf, isSettling, isThere, scopeOf } from './controls.tsx'
import { createScan, type Scan } from './scan.ts'

/** Scan interval on machines that have only a switch. */
const USUAL_SCAN_MS = 1500

/**
 * The control that key navigation reached last. `count` increases with each move, so that the same control can be
 * announced again.
 */
export interface CameTo {
  readonly count: number
  readonly control: HTMLElement
  /** The previous control. Null for the first one. */
  readonly from: HTMLElement | null
}

const after =
  (control: HTMLElement) =>
  (last: CameTo | null): CameTo => ({ count: (last?.count ?? 0) + 1, control, from: last?.control ?? null })

interface KeysForHearing {
  /** True if pressing help for the first time starts the speech output. */
  readonly canSpeak: boolean
  readonly onHearing: (move: HearingMove) => void
}

interface Keys {
  readonly cameTo: CameTo | null
  /** The elements that the single button would select. Null if switch scanning is off. */
  readonly lit: readonly HTMLElement[] | null
}

/**
 * Operates the whole kiosk by keys. The first key only shows the focus and presses nothing. After that, keys move and
 * press until the next customer. Staff screens keep the browser's own key handling.
 */
export function useKeys(
  store: KioskStore,
  { byKeys, scanMs, staffDesk }: Pick<KioskState, 'byKeys' | 'scanMs' | 'staffDesk'>,
  { canSpeak, onHearing }: KeysForHearing,
): Keys {
  const [cameTo, setCameTo] = useState<CameTo | null>(null)
  const [lit, setLit] = useState<readonly HTMLElement[]>([])
  const walk = useRef<Walk>(null)
  const scan = useRef<Scan>(null)
  const hearBy = useEffectEvent(onHearing)
  const mayBegin = useEffectEvent(() => canSpeak)
  useEffect(() => {
    const made = createWalk((control) => setCameTo(after(control)))
    walk.current = made
    const hear = createHearing(store, made, {
      pressOne: () => scan.current?.press(),
      hearBy: (move) => hearBy(move),
      mayBegin: () => mayBegin(),
    })
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [store])
  useEffect(() => {
    if (scanMs === null) return undefined
    const made = createScan(scanMs, (now) => {
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
    document.addEventListener('focusin', look)
    return () => {
      changes.disconnect()
      document.removeEventListener('focusin', look)
    }
  }, [byKeys, staffDesk])
  return { cameTo: byKeys ? cameTo : null, lit: scanMs === null ? null : lit }
}

interface Hands {
  readonly pressOne: () => void
  readonly hearBy: (move: HearingMove) => void
  readonly mayBegin: () => boolean
}

function createHearing(store: KioskStore, walk: Walk, hands: Hands): (event: KeyboardEvent) => void {
  /** The pad that was left by key. From then on, its digit keys move the focus. */
  let padLeft: Element | null = null

  const beginHere = (): void => {
    if (store.getState().byKeys) return
    store.useKeys()
    walk.begin()
  }

  /**
   * The first press of help starts the speech output for customers who cannot see. The next one opens the accessibility
   * dialog.
   */
  const help = (): void => {
    const { aids, dialog } = store.getState()
    if (hands.mayBegin() && !aids.spoken && dialog !== 'access') store.beginSpeaking()
    else store.openDialog('access')
  }

  const carryOut = (move: KeyMove, { repeat }: KeyboardEvent): boolean => {
    switch (move) {
      case 'select': {
        const pressed = walk.select(repeat)
        if (!pressed && store.getState().dialog === 'idle') store.closeDialog()
        return pressed
      }
      case 'back':
        if (repeat) return true
        if (store.getState().dialog) store.closeDialog()
        else walk.back()
        return true
      case 'help':
        if (!repeat) help()
        return true
      case 'plugged':
      case 'unplugged':
        store.headphonesChanged(move === 'plugged' ? 'in' : 'out')
        return true
      case 'previous':
      case 'next':
      case 'up':
      case 'down':
      case 'left':
      case 'right':
        walk.step(move, repeat)
        return true
      default:
        hands.hearBy(move)
        return true
    }
  }

  /** Handles a key on a pad for digits. Returns true if the key needs no further handling. */
  const onPad = (pad: Element, move: KeyMove | null, event: KeyboardEvent): boolean => {
    if (event.key === 'Backspace') return true
    if (padLeft === pad || !movesByFigures(store.getState().info?.keypad)) return false
    if (digitOf(event) !== null) return true
    if (move === 'back') pad.querySelector<HTMLElement>('[data-erase]')?.click()
    else if (move === 'next') {
      padLeft = pad
      beginHere()
      walk.leavePad(pad)
    } else return false
    event.preventDefault()
    return true
  }

  return (event) => {
    const { byKeys, dialog, info, scanMs, staffDesk } = store.getState()
    // On staff screens, keys come from typing or a scanner. Enter must not press a control that has appeared in the
    // meantime.
    if (staffDesk) return
    const move = moveOf(event, info?.keypad ?? 'arrows')
    if (event.defaultPrevented) {
      if (move !== null && move !== 'select') beginHere()
      return
    }
    if (move === 'select' && (scanMs !== null || info?.keypad === 'one-switch')) {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (scanMs === null) store.scan(USUAL_SCAN_MS)
      else if (!event.repeat) hands.pressOne()
      return
    }
    const pad = scopeOf()?.querySelector('[data-types]')
    if (pad && onPad(pad, move, event)) return
    if (move === null && dialog === 'idle') store.closeDialog()
    if (move === null || isWritten(event.target)) return
    if (move !== 'unplugged') beginHere()
    // The first key only shows the focus. Keys for speech output take effect immediately.
    if ((!byKeys && !isForHearing(move)) || carryOut(move, event)) event.preventDefault()
  }
}

function isForHearing(move: KeyMove): boolean {
  return isHearingMove(move) || move === 'help' || move === 'plugged' || move === 'unplugged'
}

function movesByFigures(keypad: Keypad = 'arrows'): boolean {
  return Object.values(keysOf(keypad)).some((keys) => keys.some((key) => /^\d$/u.test(key)))
}

/** Text inputs handle their keys themselves. */
function isWritten(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}

/** Minimum interval between moves while a key is held down. */
const CALM_MS = 350
/** Debounce time: repeated presses by a trembling hand count as one. */
const ONCE_MS = 400

interface Walk {
  /** `held`: the event is a repeat of a key that is held down. */
  readonly step: (step: WalkMove, held: boolean) => void
  /** Presses the focused control. Returns false if the focus is on no control. */
  readonly select: (held: boolean) => boolean
  /** Presses the back button of the screen, if it has one. */
  readonly back: () => void
  /** Moves the focus past the digit pad to the next control. */
  readonly leavePad: (pad: Element) => void
  /** Moves the focus to the start of the current screen or dialog. */
  readonly begin: () => void
  /** Restores the focus after a change of the screen, so that it is never lost. */
  readonly look: () => void
}

/**
 * Moves the focus through the controls of the current screen or dialog. Calls `onFocus` for each control that a key
 * reaches.
 */
function createWalk(onFocus: (control: HTMLElement) => void): Walk {
  let face = ''
  let scope: HTMLElement | null = null
  /** The focused control of the screen, to return to when a dialog above it closes. */
  let below: { readonly face: string; readonly control: HTMLElement } | null = null
  let movedAt = -Infinity
  let pressedAt = -Infinity

  const focus = (control: HTMLElement): void => {
    pressedAt = -Infinity
    control.focus()
    onFocus(control)
  }
  const begin = (): void => {
    scope = scopeOf()
    if (!scope) return
    face = faceOf(scope)
    const start = headingOf(scope) ?? controlsIn(scope)[0]
    start?.focus()
    if (start && scope.dataset['screen'] !== undefined) below = { face, control: start }
  }

  const look = (): void => {
    const now = scopeOf()
    if (!now) return
    const changed = now !== scope || faceOf(now) !== face
    if (changed && below && now !== scope && below.face === faceOf(now) && isThere(below.control)) {
      scope = now
      face = below.face
      focus(below.control)
    } else if (changed || !isFocused(now)) begin()
    const { activeElement } = document
    if (scope?.dataset['screen'] !== undefined && activeElement instanceof HTMLElement)
      below = { face, control: activeElement }
  }
  /** A key can arrive before the notification of a change. */
  const lookFirst = (): void => {
    if (scopeOf() !== scope) look()
  }

  return {
    begin,
    step(step, held) {
      lookFirst()
      const now = performance.now()
      if (!scope || (held && now - movedAt < CALM_MS)) return
      movedAt = now
      const next = nextOf(controlsIn(scope), document.activeElement, step)
      if (next) focus(next)
    },
    select(held) {
      lookFirst()
      const control = document.activeElement
      if (!scope || !(control instanceof HTMLElement) || !controlsIn(scope).includes(control)) return false
      const now = performance.now()
      if (held || isSettling() || now - pressedAt < ONCE_MS) return true
      pressedAt = now
      control.click()
      return true
    },
    back() {
      const ways = scope?.querySelectorAll<HTMLElement>('[data-back]') ?? []
      if (!isSettling()) [...ways].findLast(isThere)?.click()
    },
    leavePad(pad) {
      const after = scope && controlsIn(scope).find((control) => isAfter(control, pad) && isUsable(control))
      if (after) focus(after)
    },
    look,
  }
}

function isFocused(scope: HTMLElement): boolean {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && scope.contains(activeElement) && isThere(activeElement)
}

function isUsable(control: HTMLElement): boolean {
  return control.ariaDisabled !== 'true'
}

function isAfter(control: Element, other: Element): boolean {
  return !other.contains(control) && (other.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/**
 * Returns the next control; wraps around at the ends. Up and down skip controls that share a tab stop with others, such
 * as the seats of a row.
 */
function nextOf(controls: readonly HTMLElement[], from: Element | null, step: WalkMove): HTMLElement | undefined {
  const ahead = isAhead(step)
  const stops = step === 'up' || step === 'down' ? isStop : () => true
  const at = controls.findIndex((control) => control === from)
  const order = ahead ? controls : controls.toReversed()
  const place = at < 0 ? -1 : ahead ? at : controls.length - 1 - at
  const round = [...order.slice(place + 1), ...order.slice(0, Math.max(0, place))]
  return round.find(stops)
}

function isStop(control: HTMLElement): boolean {
  return control.tabIndex >= 0
}

function isAhead(step: WalkMove): boolean {
  switch (step) {
    case 'next':
    case 'down':
      return true
    case 'previous':
    case 'up':
      return false
    case 'left':
      return document.documentElement.dir === 'rtl'
    case 'right':
      return document.documentElement.dir !== 'rtl'
  }
}

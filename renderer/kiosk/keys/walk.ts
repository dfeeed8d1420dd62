import type { WalkMove } from '../../../shared/domain/keypad.ts'
import { controlsIn, faceOf, headingOf, isSettling, isThere, scopeOf } from './controls.ts'

/** A key that is held moves no faster than this. */
const CALM_MS = 350
/** A hand that trembles presses once. */
const ONCE_MS = 400

export interface Walk {
  /** `held`: the key goes on being down. */
  readonly step: (step: WalkMove, held: boolean) => void
  /** Presses what has the focus; false where that is nothing to press. */
  readonly select: (held: boolean) => boolean
  /** Presses the screen's own way back, where it has one. */
  readonly back: () => void
  /** Past the pad on which figures are typed, to what comes after it. */
  readonly leavePad: (pad: Element) => void
  /** To the beginning of what is shown now. */
  readonly begin: () => void
  /** Something changed on the screen: the focus is never lost to nothing. */
  readonly look: () => void
}

/** Moves the focus through the controls of whatever is shown; `onFocus` hears of each one that a key came to. */
export function createWalk(onFocus: (control: HTMLElement) => void): Walk {
  let face = ''
  let scope: HTMLElement | null = null
  /** Where the focus was on the screen, should a dialog have come over it. */
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
  /** A key may be faster than the news of a change. */
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

/** Round and round; up and down pass what shares a stop with others, such as the seats of a row. */
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

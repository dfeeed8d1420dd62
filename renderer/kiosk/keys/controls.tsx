import { useEffect, useRef } from 'react'
import styles from './focus-ring.module.css'

/** Parts of a screen in the order of key navigation; the choices come first. */
const parts = ['content', 'options', 'stub', 'tools'] as const
type Part = (typeof parts)[number]

const CONTROLS = 'button, a[href], input, select, textarea, [tabindex="0"]'

/** Returns the element to which key navigation is limited: the topmost dialog, otherwise the whole screen. */
export function scopeOf(): HTMLElement | null {
  const dialogs = document.querySelectorAll<HTMLElement>('dialog[open]')
  return dialogs[dialogs.length - 1] ?? document.querySelector<HTMLElement>('[data-screen]')
}

export function controlsIn(scope: HTMLElement): readonly HTMLElement[] {
  const all = inReadingOrder([...scope.querySelectorAll<HTMLElement>(CONTROLS)].filter(isThere))
  return parts.flatMap((part) => all.filter((control) => partOf(control) === part))
}

/**
 * In a right-to-left language, key navigation enters a row of seats at its right end. The row always runs from left to
 * right, and the forward arrow moves left.
 */
function inReadingOrder(controls: readonly HTMLElement[]): readonly HTMLElement[] {
  if (document.dir !== 'rtl') return controls
  const rows = Map.groupBy(controls, (control) =>
    getComputedStyle(control).direction === 'ltr' ? (control.closest('ul') ?? control) : control,
  )
  return [...rows.values()].flatMap((row) => row.toReversed())
}

export function partOf(control: Element): Part {
  const named = control.closest<HTMLElement>('[data-part]')?.dataset['part']
  return parts.find((part) => part === named) ?? 'content'
}

export function isThere(element: HTMLElement): boolean {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')
}

/** Returns the heading at which key navigation starts. */
export function headingOf(scope: HTMLElement): HTMLElement | null {
  return scope.querySelector<HTMLElement>('h1[tabindex], h2[tabindex]')
}

/**
 * Returns a key that changes with the content of the screen, because the focused control may then have a new meaning.
 */
export function faceOf(scope: HTMLElement): string {
  return `${scope.dataset['screen'] ?? 'dialog'} ${headingOf(scope)?.textContent ?? ''}`
}

/** Returns whether a new screen does not accept presses yet. */
export function isSettling(): boolean {
  return document.querySelector('[data-settling="true"]') !== null
}

/** Distance in pixels between the focused element and the focus ring. */
const ROOM = 4

/**
 * Focus ring for customers who use keys, above all dialogs so that nothing clips it. `lit`: elements highlighted by
 * switch scanning; the ring then surrounds them instead of the focused element.
 */
export function FocusRing({ lit }: { lit: readonly HTMLElement[] | null }) {
  const ring = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ring.current
    if (!element) return undefined
    let over: Element | null = null
    let drawn = ''
    let frame = 0
    const draw = (): void => {
      frame = requestAnimationFrame(draw)
      const scope = scopeOf()
      if (scope !== over) {
        // The popover that was opened last is on top.
        if (over) element.hidePopover()
        element.showPopover()
        over = scope
      }
      const at = lit ? aroundAll(lit) : placeOf(document.activeElement)
      const now = at ? [at.left, at.top, at.right, at.bottom].join() : ''
      if (now === drawn) return
      drawn = now
      element.style.visibility = at ? 'visible' : 'hidden'
      if (at) put(element, at)
    }
    draw()
    return () => {
      cancelAnimationFrame(frame)
      element.hidePopover()
    }
  }, [lit])
  return <div ref={ring} popover="manual" className={styles.ring} aria-hidden="true" data-ring />
}

/** If the focused heading is visually hidden, the focus ring surrounds the whole sheet. */
function placeOf(focused: Element | null): DOMRect | null {
  if (!focused || focused === document.body) return null
  const seen = focused.closest('.unseen') ? (focused.closest('main') ?? focused) : focused
  return seen.getBoundingClientRect()
}

function aroundAll(lit: readonly HTMLElement[]): DOMRect | null {
  const all = lit.filter(isThere).map((each) => each.getBoundingClientRect())
  if (all.length === 0) return null
  const from = { x: Math.min(...all.map(({ left }) => left)), y: Math.min(...all.map(({ top }) => top)) }
  const right = Math.max(...all.map((each) => each.right))
  const bottom = Math.max(...all.map((each) => each.bottom))
  return new DOMRect(from.x, from.y, right - from.x, bottom - from.y)
}

function put({ style }: HTMLElement, { left, top, right, bottom }: DOMRect): void {
  const from = { x: Math.max(ROOM, left - ROOM), y: Math.max(ROOM, top - ROOM) }
  style.left = `${from.x}px`
  style.top = `${from.y}px`
  style.width = `${Math.min(window.innerWidth - ROOM, right + ROOM) - from.x}px`
  style.height = `${Math.min(window.innerHeight - ROOM, bottom + ROOM) - from.y}px`
}

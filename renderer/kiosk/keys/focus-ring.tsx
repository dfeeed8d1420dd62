import { useEffect, useRef } from 'react'
import { isThere, scopeOf } from './controls.ts'
import styles from './focus-ring.module.css'

/** Pixels between what has the focus and the ring round it. */
const ROOM = 4

/**
 * Shows who uses keys where they are: over everything, dialogs too, so that nothing covers it or cuts it off. `lit`: round
 * what is lit for a single button, in place of what has the focus.
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
        // What is opened last lies on top.
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

/** A heading that is only said stands for the whole sheet. */
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

/** Within the glass. */
function put({ style }: HTMLElement, { left, top, right, bottom }: DOMRect): void {
  const from = { x: Math.max(ROOM, left - ROOM), y: Math.max(ROOM, top - ROOM) }
  style.left = `${from.x}px`
  style.top = `${from.y}px`
  style.width = `${Math.min(window.innerWidth - ROOM, right + ROOM) - from.x}px`
  style.height = `${Math.min(window.innerHeight - ROOM, bottom + ROOM) - from.y}px`
}

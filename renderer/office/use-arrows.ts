import { type RefObject, useEffect, useRef } from 'react'

const STOPS = 'button, input, select, summary, a[href]'

/**
 * The arrows go round what can be used in the office, as Tab does: up and down within its list of pages and within a page,
 * and forward and back between the two. Enter in a field goes on to the next. Where a field has arrows of its own, they are
 * left to it.
 */
export function useArrows(): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const office = frame.current
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target, key } = event
      if (!office || !(target instanceof HTMLElement) || event.ctrlKey || event.altKey || event.metaKey) return
      const inList = target.closest('nav') !== null
      const to = inList ? fromList(office, key, target) : withinPage(office, key, target)
      if (!to) return
      event.preventDefault()
      to.focus()
      if (inList && to.closest('nav')) to.click()
    }
    office?.addEventListener('keydown', onKeyDown)
    return () => office?.removeEventListener('keydown', onKeyDown)
  }, [])
  return frame
}

function fromList(office: HTMLElement, key: string, target: HTMLElement): HTMLElement | null {
  if (key === towards('forward', target)) return stopsIn(office.querySelector('main'))[0] ?? null
  return neighbour(stopsIn(target.closest('nav')), target, key)
}

function withinPage(office: HTMLElement, key: string, target: HTMLElement): HTMLElement | null {
  const typed = target instanceof HTMLInputElement && target.type !== 'checkbox'
  if (target instanceof HTMLSelectElement || (typed && target.list && key !== 'Enter')) return null
  const page = stopsIn(target.closest('main'))
  if (key === 'Enter') return typed && !target.form ? neighbour(page, target, 'ArrowDown') : null
  if (!typed && key === towards('back', target)) return office.querySelector<HTMLElement>('nav [aria-current]')
  return neighbour(page, target, key)
}

function stopsIn(part: Element | null): readonly HTMLElement[] {
  return [...(part?.querySelectorAll<HTMLElement>(STOPS) ?? [])].filter(
    (stop) => stop.tabIndex >= 0 && stop.checkVisibility(),
  )
}

function neighbour(stops: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | null {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  const at = stops.indexOf(from)
  return step === 0 || at < 0 ? null : (stops.at((at + step) % stops.length) ?? null)
}

/** Forward is where a line of this language goes. */
function towards(where: 'forward' | 'back', at: Element): string {
  const leftwards = getComputedStyle(at).direction === 'rtl'
  return (where === 'forward') === leftwards ? 'ArrowLeft' : 'ArrowRight'
}

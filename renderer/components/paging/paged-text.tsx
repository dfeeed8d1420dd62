import { useLayoutEffect, useRef } from 'react'
import styles from './paged-text.module.css'

export interface PagedTextProps {
  readonly text: string
  readonly page: number
  /** Told whenever the number of pages changes with the room there is. */
  readonly onPages: (pages: number) => void
}

/** A text of somebody else's, in whatever script, by the page: each page is a column of it. */
export function PagedText({ text, page, onPages }: PagedTextProps) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = (): void => {
      const step = stepOf(element)
      const pages = Math.max(1, Math.round(element.scrollWidth / step))
      onPages(pages)
      const backwards = getComputedStyle(element).direction === 'rtl'
      element.scrollLeft = Math.min(page, pages - 1) * (backwards ? -step : step)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [page, onPages])
  return (
    <div ref={frame} className={styles.text} data-paged dir="auto">
      {text}
    </div>
  )
}

/** From one column to the next. */
function stepOf(element: HTMLElement): number {
  return element.clientWidth + Number.parseFloat(getComputedStyle(element).columnGap)
}

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { Button } from './button.tsx'
import styles from './paged.module.css'

interface PagedProps<T> {
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  readonly render: (item: T) => ReactNode
  /** Class whose style defines the minimum size of an item in rem: `--item-height` and `--item-width`. */
  readonly className: string | undefined
  readonly page: number
  /** Called whenever the number of pages changes with the available space. */
  readonly onPages: (pages: number) => void
}

/** Shows items in pages, because customers may not notice that a list scrolls. */
export function Paged<T>({ items, keyOf, render, className, page, onPages }: PagedProps<T>) {
  const frame = useRef<HTMLUListElement>(null)
  const [fit, setFit] = useState({ columns: 1, rows: 1 })
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = (): void => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const style = getComputedStyle(element)
      const gap = Number.parseFloat(style.rowGap)
      const least = (property: string): number => Number(style.getPropertyValue(property)) * rem
      const across = (element.clientWidth + gap) / (least('--item-width') + gap)
      const down = (element.clientHeight + gap) / (least('--item-height') + gap)
      setFit({ columns: Math.max(1, Math.floor(across)), rows: Math.max(1, Math.floor(down)) })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])

  // If some items are higher than the minimum, one row fewer is shown until the frame is resized.
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = frame.current ?? {}
    if (fit.rows > 1 && scrollHeight > clientHeight + 1) setFit({ ...fit, rows: fit.rows - 1 })
  }, [fit])

  const columns = Math.max(1, Math.min(fit.columns, items.length))
  const allRows = Math.ceil(items.length / columns)
  const pages = Math.max(1, Math.ceil(allRows / fit.rows))
  // Divides the rows evenly, so that the last page is not nearly empty.
  const rows = Math.ceil(allRows / pages)
  const perPage = columns * rows
  useLayoutEffect(() => onPages(pages), [pages, onPages])
  const shown = Math.min(page, pages - 1)
  return (
    <ul ref={frame} className={`${styles.paged} ${className}`} style={{ '--columns': columns, '--rows': rows }}>
      {items.slice(shown * perPage, (shown + 1) * perPage).map((item) => (
        <li key={keyOf(item)}>{render(item)}</li>
      ))}
    </ul>
  )
}

interface PageTurnerProps {
  /** Zero-based index of the page, which may exceed the last page after the available space has grown. */
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

export function PageTurner({ page, pages, onPage }: PageTurnerProps) {
  const { t } = useI18n()
  if (pages <= 1) return null
  return (
    <div className={styles.pages}>
      <Button icon="arrow-left" label={t.events.previous} disabled={page === 0} onPress={() => onPage(page - 1)} />
      <p>{t.events.page(Math.min(page, pages - 1) + 1, pages)}</p>
      <Button icon="arrow-right" label={t.events.next} disabled={page >= pages - 1} onPress={() => onPage(page + 1)} />
    </div>
  )
}

interface PagedTextProps {
  readonly text: string
  readonly page: number
  readonly onPages: (pages: number) => void
}

/** Shows a text from outside the program, in any script, in pages of one column each. */
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

/** Returns the distance from one column to the next, in pixels. */
function stepOf(element: HTMLElement): number {
  return element.clientWidth + Number.parseFloat(getComputedStyle(element).columnGap)
}

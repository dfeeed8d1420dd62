import { useLayoutEffect, useRef, useState } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { Icon } from './icon.tsx'
import styles from './scroll-hint.module.css'

/** Tolerance in pixels at the end of a scrolling element, where only empty space remains. */
const SLACK = 6

/**
 * Last child of a scrolling element, with a fade and a button that scrolls to the next part while content is hidden
 * below the edge.
 */
export function ScrollHint() {
  const { t } = useI18n()
  const here = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState(false)
  useLayoutEffect(() => {
    const scroller = here.current?.parentElement
    if (!scroller) return undefined
    const look = (): void => {
      setMore(scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop > SLACK)
    }
    // The observer calls `look` between layout and paint, including once for each newly observed element. An earlier
    // measurement would force a layout.
    const resized = new ResizeObserver(look)
    const watch = (): void => {
      resized.disconnect()
      // Also observes the grandchildren: the height of a child that can shrink does not change with its content.
      for (const each of [scroller, ...scroller.querySelectorAll(':scope > *, :scope > * > *')]) resized.observe(each)
    }
    const changed = new MutationObserver(watch)
    changed.observe(scroller, { childList: true, characterData: true, subtree: true })
    watch()
    void document.fonts.ready.then(watch)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      scroller.removeEventListener('scroll', look)
      changed.disconnect()
      resized.disconnect()
    }
  }, [])
  return (
    <div ref={here} className={styles.more} data-more={more ? 'below' : 'none'}>
      {more && (
        <button type="button" onClick={() => turn(here.current?.parentElement)}>
          <Icon name="arrow-down" />
          {t.common.more}
        </button>
      )}
    </div>
  )
}

/** Scrolls by the visible height, less the part that the button covers. */
function turn(scroller: HTMLElement | null | undefined): void {
  scroller?.scrollBy({ top: scroller.clientHeight * 0.7, behavior: 'smooth' })
}

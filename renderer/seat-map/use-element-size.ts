import { useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Size } from './surface/camera.ts'

/** Width and height of an element in CSS pixels, kept up to date; 0 before it is laid out. */
export function useElementSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const measure = (): void => setSize({ width: watched.clientWidth, height: watched.clientHeight })
    measure()
    // In the frame that has the new size: no picture shows the old layout in it.
    const observer = new ResizeObserver(() => flushSync(measure))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return size
}

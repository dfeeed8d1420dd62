import { useEffect, useRef, type RefObject } from 'react'

const TAPS = 5
const WITHIN_MS = 3000

/** The staff's way in: five taps in a row on a place where there is nothing to see. */
export function useSecretTaps(onTaps: () => void, active: boolean): RefObject<HTMLParagraphElement | null> {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element || !active) return undefined
    let taps: readonly number[] = []
    const tapped = ({ timeStamp }: PointerEvent): void => {
      taps = [...taps.filter((before) => timeStamp - before < WITHIN_MS), timeStamp]
      if (taps.length >= TAPS) onTaps()
    }
    element.addEventListener('pointerup', tapped)
    return () => element.removeEventListener('pointerup', tapped)
  }, [onTaps, active])
  return place
}

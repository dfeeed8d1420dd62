import { useEffect, useState } from 'react'
import { useFingersDown } from './fingers-down.ts'

const SETTLING_MS = 250

/**
 * True while what has just come up under this key must not be touched: for a moment, and for as long as the finger that
 * brought it up is still down. Nothing can then be pressed that appeared under a finger.
 */
export function useTapGuard(key: string): boolean {
  const [settled, setSettled] = useState('')
  const fingersDown = useFingersDown()
  useEffect(() => {
    if (settled === key) return undefined
    let free: (() => void) | undefined
    const timer = setTimeout(() => {
      free = fingersDown.whenNone(() => setSettled(key))
    }, SETTLING_MS)
    return () => {
      clearTimeout(timer)
      free?.()
    }
  }, [key, settled, fingersDown])
  return settled !== key
}

import { useEffect, useRef } from 'react'
import { readSlipCode } from '../../../shared/domain/money/credit-voucher.ts'
import { useKioskStore } from '../state/kiosk-context.tsx'

/** Maximum pause in milliseconds between two scanned characters; a longer pause begins a new code. */
const PAUSE_MS = 500

const anything = (): boolean => true

/**
 * Listens for a scanner that acts as a keyboard and ends each code with Enter or Tab. `isOne` returns false for input
 * that the page itself handles.
 */
export function useScanner(
  listening: boolean,
  onCode: (code: string) => void,
  isOne: (typed: string) => boolean = anything,
): void {
  const heard = useRef(onCode)
  useEffect(() => {
    heard.current = onCode
  })
  useEffect(() => {
    if (!listening) return
    let typed = ''
    let last = 0
    const onKey = (event: KeyboardEvent): void => {
      if (event.timeStamp - last > PAUSE_MS) typed = ''
      last = event.timeStamp
      if (Array.from(event.key).length === 1) typed += event.key
      else if ((event.key === 'Enter' || event.key === 'Tab') && typed !== '' && isOne(typed)) {
        event.preventDefault()
        heard.current(typed)
        typed = ''
      }
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [listening, isOne])
}

const isSlipCode = (typed: string): boolean => readSlipCode(typed) !== null

export function useSlipScanner(): void {
  const { paySlip } = useKioskStore()
  useScanner(true, paySlip, isSlipCode)
}

import { readSlipCode } from '../../../shared/domain/money/credit-slip.ts'
import { useKioskStore } from '../state/kiosk-context.tsx'
import { useScanner } from './use-scanner.ts'

const isSlipCode = (typed: string): boolean => readSlipCode(typed) !== null

/** A credit slip that is shown to the scanner pays. */
export function useSlipScanner(): void {
  const { paySlip } = useKioskStore()
  useScanner(true, paySlip, isSlipCode)
}

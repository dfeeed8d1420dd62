import { useState } from 'react'
import { SLIP_NUMBER_LENGTH } from '../../../shared/domain/money/credit-slip.ts'
import { Button } from '../../components/button.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { CodePad } from '../collecting/code-pad.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { SaleCoupon } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { useSaleNotice } from '../use-sale-notice.ts'

/** The number of a credit slip, typed or scanned; once it is taken, the sale goes on by itself. */
export function SlipScreen({ onBack }: { onBack: () => void }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy } = useKioskState()
  const { notice } = useSaleNotice()
  const [typed, setTyped] = useState('')
  const words = t.paying.slip
  function type(next: string): void {
    setTyped(next.length === SLIP_NUMBER_LENGTH ? '' : next)
    if (next.length === SLIP_NUMBER_LENGTH) store.paySlip(next)
  }
  return (
    <Sheet
      title={words.title}
      lead={notice ? undefined : words.lead}
      notice={notice && <ProblemNotice notice={notice} />}
      coupon={<SaleCoupon />}
      actions={
        <Button kind="quiet" icon="arrow-left" disabled={busy} onPress={onBack}>
          {t.paying.telephone.back}
        </Button>
      }
    >
      <CodePad label={words.number} typed={typed} length={SLIP_NUMBER_LENGTH} disabled={busy} onTyped={type} />
    </Sheet>
  )
}

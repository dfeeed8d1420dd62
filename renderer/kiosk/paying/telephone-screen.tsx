import type { SaleStage } from '../../../shared/kiosk-api/views.ts'
import { PhoneDrawing } from '../../components/drawn/phone-drawing.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import { PayingSheet } from './paying-sheet.tsx'

const drawn = ['request', 'agree', 'ticket'] as const

/** The operator asks the customer on their telephone. */
export function TelephoneScreen({ stage }: { stage: Extract<SaleStage, { name: 'paying' }> }) {
  const { t } = useI18n()
  const { payerEnding } = useKioskState()
  const { telephone } = t.paying
  const words = {
    title: telephone.waiting,
    lead: telephone.waitingBody(t.desk.tenders[stage.tender], payerEnding),
  }
  const steps = drawn.map((drawing) => ({ drawing, text: telephone.steps[drawing] }))
  return (
    <PayingSheet stage={stage} words={words} steps={steps}>
      <PhoneDrawing />
    </PayingSheet>
  )
}

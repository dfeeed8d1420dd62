import type { SaleStage } from '../../../shared/kiosk-api/views.ts'
import { QrCode } from '../../components/drawn/qr-code.tsx'
import { PhoneDrawing } from '../../components/drawn/phone-drawing.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import { PayingSheet } from './paying-sheet.tsx'
import styles from './scan-screen.module.css'
import { wayOf } from './way-tile.tsx'

const drawn = ['scan', 'agree', 'ticket'] as const

/** The operator's page behind a QR code, for the customer's telephone. */
export function ScanScreen({ stage }: { stage: Extract<SaleStage, { name: 'paying' }> }) {
  const { t, money } = useI18n()
  const { sale, info } = useKioskState()
  const { scan } = t.paying
  const tender = t.desk.tenders[stage.tender]
  const shown = stage.phase === 'waiting' && stage.shows !== undefined
  const words = shown
    ? { title: scan.title, lead: wayOf(info, stage.tender)?.simulated ? scan.simulated : scan.waiting }
    : { title: scan.preparing, lead: scan.preparingBody(tender) }
  const steps = drawn.map((drawing) => ({ drawing, text: scan.steps[drawing] }))
  return (
    <PayingSheet stage={stage} words={words} steps={shown ? steps : null}>
      {shown && stage.shows !== undefined ? (
        <span className={styles.code}>
          <QrCode
            text={stage.shows}
            label={scan.code(money(stage.due, sale?.currency ?? ''), tender)}
            pixelsPerMillimetre={info?.pixelsPerMillimetre ?? 4}
          />
        </span>
      ) : (
        <PhoneDrawing />
      )}
    </PayingSheet>
  )
}

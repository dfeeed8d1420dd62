import { terminalDecides, type DeviceProgress } from '../../../shared/domain/money/tender.ts'
import type { SaleStage } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { TerminalDrawing } from '../../components/drawn/terminal-drawing.tsx'
import { cardWords } from '../../i18n/card-words.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './card-screen.module.css'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { SaleCoupon } from '../sale-coupon.tsx'

/** The terminal leads; the screen says how much, and what it wants now. */
export function CardScreen({ stage }: { stage: Extract<SaleStage, { name: 'paying' }> }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { sale, busy, problem } = useKioskState()
  const { title, body } = cardWords(t.card, stage)
  const { device, phase } = stage
  const decided = terminalDecides(device?.phase)
  return (
    <Sheet
      title={title}
      lead={body}
      leadRole="status"
      notice={problem && <ProblemNotice notice={problem} />}
      coupon={<SaleCoupon countdown={!decided} />}
      picture={<HeldPlaces />}
      actions={
        phase !== 'asking-again' &&
        !decided && (
          <Button kind="quiet" disabled={busy} onPress={store.cancelPayment}>
            {t.card.cancel}
          </Button>
        )
      }
    >
      <div className={styles.pay}>
        <TerminalDrawing phase={phase === 'asking-again' ? 'authorising' : device?.phase} />
        <div className={styles.beside}>
          <p className={styles.due}>
            <span>{t.card.due}</span>
            <strong>{money(stage.due, sale?.currency ?? '')}</strong>
          </p>
          {phase === 'waiting' && <OnTerminal device={device} />}
        </div>
      </div>
    </Sheet>
  )
}

/** What stands on the terminal's own display, in its own words. */
function OnTerminal({ device }: { device: DeviceProgress | undefined }) {
  const { t } = useI18n()
  if (device?.text === undefined) return null
  return (
    <p className={styles.display}>
      <span>{t.card.onTerminal}</span>
      <samp dir="auto">{device.text}</samp>
    </p>
  )
}

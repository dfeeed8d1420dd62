import type { SaleStage } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { TerminalDrawing } from '../../components/drawn/terminal-drawing.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './card-screen.module.css'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { SaleCoupon } from '../sale-coupon.tsx'

/** The terminal leads; the screen says how much, and what is going on. */
export function CardScreen({ stage }: { stage: Extract<SaleStage, { name: 'paying' }> }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { sale, busy, problem } = useKioskState()
  const words = {
    starting: { title: t.card.starting, lead: t.card.startingBody },
    waiting: { title: t.card.waiting, lead: t.card.waitingBody },
    'asking-again': { title: t.card.asking, lead: t.card.askingBody },
  }[stage.phase]
  return (
    <Sheet
      title={words.title}
      lead={words.lead}
      leadRole="status"
      notice={problem && <ProblemNotice notice={problem} />}
      coupon={<SaleCoupon />}
      picture={<HeldPlaces />}
      actions={
        stage.phase !== 'asking-again' && (
          <Button kind="quiet" disabled={busy} onPress={store.cancelPayment}>
            {t.card.cancel}
          </Button>
        )
      }
    >
      <div className={styles.pay}>
        <TerminalDrawing />
        <p className={styles.due}>
          <span>{t.card.due}</span>
          <strong>{money(stage.due, sale?.currency ?? '')}</strong>
        </p>
      </div>
    </Sheet>
  )
}

import { type DeviceProgress, terminalDecides } from '../../../shared/domain/money/tender.ts'
import type { SaleStage } from '../../../shared/api/kiosk/views.ts'
import { Button } from '../../ui/button.tsx'
import { PhoneDrawing, TerminalDrawing, Waiting } from '../../ui/illustrations/drawings.tsx'
import { QrCode } from '../../ui/illustrations/paper.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { cardWords } from '../../i18n/notice-text.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { SaleStub } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import styles from './card-screen.module.css'
import { PayingSheet, wayOf } from './paying-sheet.tsx'
import scanScreenStyles from './scan-screen.module.css'

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
      coupon={<SaleStub countdown={!decided} />}
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

/** Text currently shown on the display of the card terminal, as reported by the terminal. */
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

export function ConfirmingScreen({ slow }: { slow: boolean }) {
  const { t } = useI18n()
  return (
    <Sheet title={t.confirming.title} coupon={<SaleStub countdown={false} />} picture={<HeldPlaces />}>
      <Waiting
        label={slow ? t.confirming.slowTitle : t.confirming.body}
        {...(slow && { detail: t.confirming.slowBody })}
      />
    </Sheet>
  )
}

const drawn = ['scan', 'agree', 'ticket'] as const

/** Shows the mobile money operator's payment page as a QR code for the customer's telephone. */
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
        <span className={scanScreenStyles.code}>
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

const telephoneSteps = ['request', 'agree', 'ticket'] as const

export function TelephoneScreen({ stage }: { stage: Extract<SaleStage, { name: 'paying' }> }) {
  const { t } = useI18n()
  const { payerEnding } = useKioskState()
  const { telephone } = t.paying
  const words = {
    title: telephone.waiting,
    lead: telephone.waitingBody(t.desk.tenders[stage.tender], payerEnding),
  }
  const steps = telephoneSteps.map((drawing) => ({ drawing, text: telephone.steps[drawing] }))
  return (
    <PayingSheet stage={stage} words={words} steps={steps}>
      <PhoneDrawing />
    </PayingSheet>
  )
}

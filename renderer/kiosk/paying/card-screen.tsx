import { type DevicePhase, type DeviceProgress, terminalDecides } from '../../../shared/domain/money/tender.ts'
import type { SaleStage } from '../../../shared/api/kiosk/views.ts'
import { Button } from '../../ui/button.tsx'
import { PhoneDrawing, TerminalDrawing, Waiting } from '../../ui/illustrations/drawings.tsx'
import { QrCode } from '../../ui/illustrations/paper.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { cardWords } from '../../i18n/notice-text.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { DevicePointer } from '../pointer.tsx'
import { SeatsLine } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { Due, NumberedSteps, PayingFrame, PayingSheet, useTicketStep } from './paying-sheet.tsx'
import styles from './paying-sheet.module.css'
import { wayOf } from './ways.tsx'

export function CardScreen({ stage }: { stage: Extract<SaleStage, { name: 'paying' }> }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy } = useKioskState()
  const { device, phase } = stage
  const words = cardWords(t.card, stage)
  // Until the terminal is ready, the heading repeats the button that was pressed.
  const isWaking = device ? device.phase === 'waking' : phase === 'starting'
  const title = isWaking ? t.review.pay.card : words.title
  const decided = terminalDecides(device?.phase)
  return (
    <PayingFrame
      title={title}
      lead={words.body}
      countdown={!decided}
      facts={<Due amount={stage.due} label={t.card.due} />}
      steps={
        <>
          <NumberedSteps steps={cardSteps.map((step) => t.card.device[step].title)} at={stepOf(device)} />
          {phase === 'waiting' && device?.text !== undefined && <OnTerminal text={device.text} />}
        </>
      }
      out={
        phase !== 'asking-again' &&
        !decided && (
          <Button kind="secondary" icon="arrow-left" disabled={busy} onPress={store.cancelPayment}>
            {t.card.cancel}
          </Button>
        )
      }
    >
      <DevicePointer to="terminal">
        <span className={styles.terminal}>
          <TerminalDrawing phase={phase === 'asking-again' ? 'authorising' : device?.phase} />
        </span>
      </DevicePointer>
    </PayingFrame>
  )
}

/** Device phases of a card payment without errors, in order. */
const cardSteps = ['present-card', 'enter-pin', 'remove-card'] as const satisfies readonly DevicePhase[]

function stepOf(device: DeviceProgress | undefined): number {
  if (device?.phase === 'enter-pin' || device?.phase === 'wrong-pin') return 1
  return device?.phase === 'authorising' || device?.phase === 'remove-card' ? 2 : 0
}

/** Text currently shown on the display of the card terminal, as reported by the terminal. */
function OnTerminal({ text }: { text: string }) {
  const { t } = useI18n()
  return (
    <p className={styles.display}>
      <span>{t.card.onTerminal}</span>
      <samp dir="auto">{text}</samp>
    </p>
  )
}

export function ConfirmingScreen({ slow }: { slow: boolean }) {
  const { t } = useI18n()
  const { sale } = useKioskState()
  return (
    <Sheet title={t.confirming.title}>
      <div className={styles.confirming}>
        <div className={styles.seen}>{sale && <HeldPlaces event={sale.event} label={undefined} mapped={false} />}</div>
        <Waiting
          label={slow ? t.confirming.slowTitle : t.confirming.body}
          {...(slow && { detail: t.confirming.slowBody })}
        />
        {sale && <SeatsLine sale={sale} />}
      </div>
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
  const texts = { ...scan.steps, ticket: useTicketStep(scan.steps.ticket) }
  const steps = drawn.map((drawing) => ({ drawing, text: texts[drawing] }))
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
        <span className={styles.phone}>
          <PhoneDrawing />
        </span>
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
  const texts = { ...telephone.steps, ticket: useTicketStep(telephone.steps.ticket) }
  const steps = telephoneSteps.map((drawing) => ({ drawing, text: texts[drawing] }))
  return (
    <PayingSheet stage={stage} words={words} steps={steps}>
      <span className={styles.phone}>
        <PhoneDrawing />
      </span>
    </PayingSheet>
  )
}

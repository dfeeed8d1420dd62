import { terminalDecides } from '../../../../shared/domain/money/tender.ts'
import type { SaleStage } from '../../../../shared/kiosk-api/views.ts'
import { PhoneDrawing } from '../../../components/drawn/phone-drawing.tsx'
import { QrCode } from '../../../components/drawn/qr-code.tsx'
import { Waiting } from '../../../components/drawn/waiting.tsx'
import { TerminalDrawing } from '../../../components/drawn/terminal-drawing.tsx'
import { Icon } from '../../../components/icon.tsx'
import { cardWords } from '../../../i18n/card-words.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { StepPicture, type StepDrawing } from '../../paying/paying-steps.tsx'
import { ProblemNotice } from '../../problem-notice.tsx'
import { useKioskState, useKioskStore } from '../../state/kiosk-context.tsx'
import { MoneyToCount } from '../money-to-count.tsx'
import styles from './paying-in-pictures.module.css'
import { MoneyMoved } from '../money-moved.tsx'
import { PictureSheet } from '../picture-sheet.tsx'
import { Said } from '../said.tsx'

type Paying = Extract<SaleStage, { name: 'paying' }>

/** What a payment looks like to who makes it: a heading, something to look at, and what to do with it. */
interface Shown {
  readonly title: string
  readonly lead: string
  readonly steps: readonly (readonly [StepDrawing, string])[]
}

/** The terminal with the card on its way to it, or a telephone with what comes to it, or a code for that; and the notes' worth. */
export function PayingInPictures({ stage, by }: { stage: Paying; by: 'card' | 'scan' | 'telephone' }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { sale, busy, problem } = useKioskState()
  const { title, lead, steps } = useShown(stage, by)
  const waits = stage.phase !== 'asking-again'
  return (
    <PictureSheet
      title={title}
      turn={stage.phase}
      lead={lead}
      leadRole="status"
      notice={problem && <ProblemNotice notice={problem} />}
      countdown={by === 'card'}
      onNo={waits && !busy && !terminalDecides(stage.device?.phase) ? store.cancelPayment : undefined}
    >
      <div className={styles.paying}>
        <div className={styles.looked}>
          {stage.shows !== undefined && waits ? (
            <PayCode text={stage.shows} stage={stage} />
          ) : (
            <Said words={by === 'card' ? t.pictures.terminal : title} look={styles.device}>
              {by === 'card' ? <TerminalDrawing phase={stage.device?.phase} /> : <PhoneDrawing />}
            </Said>
          )}
        </div>
        <div className={styles.beside}>
          {waits && steps.length > 0 && (
            <ol className={styles.steps}>
              {steps.map(([drawing, words], at) => (
                <li key={drawing}>
                  {at > 0 && <Icon name="arrow-right" />}
                  <Said words={words} look={styles.step}>
                    <StepPicture drawing={drawing} />
                  </Said>
                </li>
              ))}
            </ol>
          )}
          <div className={styles.due}>
            <MoneyToCount amount={stage.due} currency={sale?.currency ?? ''} />
          </div>
        </div>
      </div>
    </PictureSheet>
  )
}

function PayCode({ text, stage }: { text: string; stage: Paying }) {
  const { t, money } = useI18n()
  const { sale, info } = useKioskState()
  const words = t.paying.scan.code(money(stage.due, sale?.currency ?? ''), t.desk.tenders[stage.tender])
  return (
    <Said words={words} look={styles.code}>
      <QrCode text={text} label={words} pixelsPerMillimetre={info?.pixelsPerMillimetre ?? 4} />
    </Said>
  )
}

function useShown(stage: Paying, by: 'card' | 'scan' | 'telephone'): Shown {
  const { t } = useI18n()
  const { payerEnding } = useKioskState()
  const { phase, tender, shows } = stage
  const { scan, telephone, checking, checkingBody } = t.paying
  const name = t.desk.tenders[tender]
  if (by === 'card') {
    const { title, body } = cardWords(t.card, stage)
    return { title, lead: body, steps: [] }
  }
  if (phase === 'asking-again') return { title: checking, lead: checkingBody(name), steps: [] }
  if (by === 'telephone')
    return {
      title: telephone.waiting,
      lead: telephone.waitingBody(name, payerEnding),
      steps: [
        ['request', telephone.steps.request],
        ['agree', telephone.steps.agree],
        ['ticket', telephone.steps.ticket],
      ],
    }
  if (shows === undefined) return { title: scan.preparing, lead: scan.preparingBody(name), steps: [] }
  return {
    title: scan.title,
    lead: scan.waiting,
    steps: [
      ['scan', scan.steps.scan],
      ['agree', scan.steps.agree],
      ['ticket', scan.steps.ticket],
    ],
  }
}

/** The money is in, the tickets are asked for. */
export function ConfirmingInPictures({ slow }: { slow: boolean }) {
  const { t } = useI18n()
  return (
    <PictureSheet
      title={t.confirming.title}
      lead={slow ? t.confirming.slowBody : t.pictures.wait}
      leadRole="status"
      countdown={false}
    >
      <div className={styles.confirming}>
        <Said words={t.pictures.paid}>
          <MoneyMoved paid />
        </Said>
        <Waiting label={slow ? t.confirming.slowTitle : t.confirming.body} />
      </div>
    </PictureSheet>
  )
}

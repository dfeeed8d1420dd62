import { terminalDecides } from '../../../shared/domain/money/tender.ts'
import type { SaleStage } from '../../../shared/api/kiosk/views.ts'
import { SlotDrawing } from '../../ui/banknotes.tsx'
import { Button } from '../../ui/button.tsx'
import { PhoneDrawing, TerminalDrawing, Waiting } from '../../ui/illustrations/drawings.tsx'
import { QrCode } from '../../ui/illustrations/paper.tsx'
import { Icon } from '../../ui/icon.tsx'
import { cardWords, notesWords } from '../../i18n/notice-text.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { CallSheetProps } from '../paying/cash-sheets.tsx'
import { NotesTaken } from '../paying/notes-screen.tsx'
import { type StepDrawing, StepPicture } from '../paying/paying-sheet.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { StaffPerson } from './drawings.tsx'
import { CashFlowPictogram, MoneyToCount } from './money.tsx'
import styles from './paying.module.css'
import { PictureSheet, SpokenPrompt } from './picture-sheet.tsx'

type Paying = Extract<SaleStage, { name: 'paying' }>

export function PictogramPaying({ stage, by }: { stage: Paying; by: 'card' | 'scan' | 'telephone' }) {
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
            <SpokenPrompt words={by === 'card' ? t.pictures.terminal : title} look={styles.device}>
              {by === 'card' ? <TerminalDrawing phase={stage.device?.phase} /> : <PhoneDrawing />}
            </SpokenPrompt>
          )}
        </div>
        <div className={styles.beside}>
          {waits && steps.length > 0 && (
            <ol className={styles.steps}>
              {steps.map(([drawing, words], at) => (
                <li key={drawing}>
                  {at > 0 && <Icon name="arrow-right" />}
                  <SpokenPrompt words={words} look={styles.step}>
                    <StepPicture drawing={drawing} />
                  </SpokenPrompt>
                </li>
              ))}
            </ol>
          )}
          <div>
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
    <SpokenPrompt words={words} look={styles.code}>
      <QrCode text={text} label={words} pixelsPerMillimetre={info?.pixelsPerMillimetre ?? 4} />
    </SpokenPrompt>
  )
}

function useShown(stage: Paying, by: 'card' | 'scan' | 'telephone') {
  const { t } = useI18n()
  const { payerEnding } = useKioskState()
  const { phase, tender, shows } = stage
  const { scan, telephone, checking, checkingBody } = t.paying
  const name = t.desk.tenders[tender]
  const waiting = { steps: [] as readonly (readonly [StepDrawing, string])[] }
  if (by === 'card') {
    const { title, body } = cardWords(t.card, stage)
    return { ...waiting, title, lead: body }
  }
  if (phase === 'asking-again') return { ...waiting, title: checking, lead: checkingBody(name) }
  if (by === 'telephone') {
    const steps = (['request', 'agree', 'ticket'] as const).map((step) => [step, telephone.steps[step]] as const)
    return { title: telephone.waiting, lead: telephone.waitingBody(name, payerEnding), steps }
  }
  if (shows === undefined) return { ...waiting, title: scan.preparing, lead: scan.preparingBody(name) }
  const steps = (['scan', 'agree', 'ticket'] as const).map((step) => [step, scan.steps[step]] as const)
  return { title: scan.title, lead: scan.waiting, steps }
}

export function PictogramConfirming({ slow }: { slow: boolean }) {
  const { t } = useI18n()
  return (
    <PictureSheet
      title={t.confirming.title}
      lead={slow ? t.confirming.slowBody : t.pictures.wait}
      leadRole="status"
      countdown={false}
    >
      <div className={styles.confirming}>
        <SpokenPrompt words={t.pictures.paid}>
          <CashFlowPictogram paid />
        </SpokenPrompt>
        <Waiting label={slow ? t.confirming.slowTitle : t.confirming.body} />
      </div>
    </PictureSheet>
  )
}

export function PictogramCash({ due, currency, notice, onAttendant }: CallSheetProps) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { busy } = useKioskState()
  return (
    <PictureSheet
      title={t.cash.title}
      lead={t.cash.body(money(due, currency))}
      notice={notice}
      onNo={busy ? undefined : store.cancelPayment}
    >
      <div className={styles.cash}>
        <div className={styles.notes}>
          <MoneyToCount amount={due} currency={currency} />
        </div>
        <span className={styles.arrow}>
          <Icon name="arrow-right" />
        </span>
        <div className={styles.attendant}>
          <SpokenPrompt words={t.cash.title} look={styles.staff}>
            <StaffPerson />
          </SpokenPrompt>
          <Button kind="quiet" icon="person" onPress={onAttendant}>
            {t.staff.enter}
          </Button>
        </div>
      </div>
    </PictureSheet>
  )
}

export function PictogramNotes({ stage }: { stage: Extract<SaleStage, { name: 'paying' }> }) {
  const i18n = useI18n()
  const { t } = i18n
  const store = useKioskStore()
  const { sale, busy, problem } = useKioskState()
  const currency = sale?.currency ?? ''
  const { title, body } = notesWords(i18n, stage, currency)
  const { held, missing = 0 } = stage.notes ?? {}
  const open = stage.phase === 'waiting' && held === undefined && missing > 0
  return (
    <PictureSheet
      title={title}
      turn={`${stage.phase} ${missing}`}
      lead={body}
      leadRole="status"
      notice={problem && <ProblemNotice notice={problem} />}
      countdown={open}
      onNo={open && !busy ? store.cancelPayment : undefined}
    >
      <div className={styles.paying}>
        <div className={styles.looked}>
          <SpokenPrompt words={`${t.notes.slot}. ${t.notes.noChange}`} look={styles.device}>
            <SlotDrawing held={held !== undefined} />
          </SpokenPrompt>
        </div>
        <div className={styles.beside}>
          <div>
            <MoneyToCount amount={missing} currency={currency} />
          </div>
          <NotesTaken />
        </div>
      </div>
    </PictureSheet>
  )
}

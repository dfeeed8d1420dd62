import type { ReactNode } from 'react'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { NotesView, SaleStage, SaleView } from '../../../shared/api/kiosk/views.ts'
import { NotesOfValue, SlotDrawing } from '../../ui/banknotes.tsx'
import { useWide } from '../../app/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeStrip } from '../../ui/notice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { notesWords } from '../../i18n/notice-text.ts'
import styles from '../notes/notes-screen.module.css'
import { DevicePointer } from '../pointer.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { useSaleNotice } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { Due, PayingFrame } from './paying-sheet.tsx'

const nothing: NotesView = { taken: 0, missing: 0 }

export function NotesScreen({ stage }: { stage: Extract<SaleStage, { name: 'paying' }> }) {
  const i18n = useI18n()
  const { t } = i18n
  const store = useKioskStore()
  const { info, sale, busy } = useKioskState()
  const wide = useWide()
  const { notes = nothing } = stage
  const { title, body } = notesWords(i18n, stage, sale?.currency ?? '')
  const open = stage.phase === 'waiting' && notes.held === undefined && notes.missing > 0
  return (
    <PayingFrame
      title={title}
      lead={body}
      countdown={open}
      broad
      facts={
        <>
          <Sums notes={notes} due={stage.due} />
          {wide && <NotesTaken />}
        </>
      }
      steps={!wide && <NotesTaken />}
      out={
        open && (
          <Button kind="secondary" icon="arrow-left" disabled={busy} onPress={store.cancelPayment}>
            {notes.taken > 0 ? t.notes.payRest : t.notes.cancel}
          </Button>
        )
      }
    >
      <div className={styles.device}>
        <DevicePointer to="notes">
          <SlotDrawing held={notes.held !== undefined} />
        </DevicePointer>
        {/* An arrow replaces this text if the settings define the position of the note acceptor. */}
        {!info?.surroundings?.notes && <p className={styles.rule}>{t.notes.where}</p>}
        <p className={styles.rule}>{t.notes.noChange}</p>
      </div>
    </PayingFrame>
  )
}

function Sums({ notes: { taken, missing }, due }: { notes: NotesView; due: number }) {
  const { t, money } = useI18n()
  const { sale } = useKioskState()
  const sum = (amount: number): string => money(amount, sale?.currency ?? '')
  return (
    <div aria-live="polite">
      <Due amount={missing} label={t.notes.missing} />
      <dl className={styles.sums}>
        <div>
          <dt>{t.notes.due}</dt>
          <dd>{sum(due)}</dd>
        </div>
        <div>
          <dt>{t.notes.taken}</dt>
          <dd>{sum(taken)}</dd>
        </div>
      </dl>
    </div>
  )
}

export function NotesTaken() {
  const { t, money } = useI18n()
  const { sale } = useKioskState()
  if (!sale?.notesTaken) return null
  const { notesTaken: values, currency } = sale
  return (
    <figure className={styles.taken} data-item>
      <figcaption>{t.notes.accepted}</figcaption>
      <ul>
        {values.map((value) => (
          <li key={value} aria-label={money(value, currency)}>
            <NotesOfValue pile={{ value, bundles: 0, loose: 1 }} currency={currency} />
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** Returns the amount of the sale that is not paid yet. */
export function restOf({ amount, taken = [] }: SaleView): Minor {
  return taken.reduce((rest, part) => rest - part.amount, amount)
}

/** Returns the notice at payment: the wait for the printer, the result of the last payment, or the amount paid. */
export function useReviewNotice(): ReactNode {
  const { t, money } = useI18n()
  const { sale, busy, info } = useKioskState()
  const notice = useSaleNotice()
  if (busy && info?.printer.awaited) return <NoticeStrip {...t.printing.awaited} icon="clock" />
  if (notice && !(sale?.taken && notice.type === 'payment-cancelled')) return <ProblemNotice notice={notice} />
  if (!sale?.taken) return null
  const rest = restOf(sale)
  return <NoticeStrip {...t.notes.already(money(sale.amount - rest, sale.currency), money(rest, sale.currency))} />
}

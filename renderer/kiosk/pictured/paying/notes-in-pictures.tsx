import type { SaleStage } from '../../../../shared/kiosk-api/views.ts'
import { SlotDrawing } from '../../../components/money/slot-drawing.tsx'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { notesWords } from '../../../i18n/notes-words.ts'
import { NotesTaken } from '../../notes/notes-screen.tsx'
import { ProblemNotice } from '../../problem-notice.tsx'
import { useKioskState, useKioskStore } from '../../state/kiosk-context.tsx'
import { MoneyToCount } from '../money-to-count.tsx'
import { PictureSheet } from '../picture-sheet.tsx'
import { Said } from '../said.tsx'
import styles from './paying-in-pictures.module.css'

/** The slot with a note on its way in, what is still to be put in, and which notes go. */
export function NotesInPictures({ stage }: { stage: Extract<SaleStage, { name: 'paying' }> }) {
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
          <Said words={`${t.notes.slot}. ${t.notes.noChange}`} look={styles.device}>
            <SlotDrawing held={held !== undefined} />
          </Said>
        </div>
        <div className={styles.beside}>
          <div className={styles.due}>
            <MoneyToCount amount={missing} currency={currency} />
          </div>
          <NotesTaken />
        </div>
      </div>
    </PictureSheet>
  )
}

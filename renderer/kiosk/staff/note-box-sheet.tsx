import { type ReactNode, useState } from 'react'
import { type CountedPiece, countedTotal } from '../../../shared/domain/money/cash.ts'
import type { NoteBoxPeople } from '../../../shared/domain/money/notes.ts'
import type { NoteBoxView } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { differenceText, type Second } from '../../components/drawer.ts'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { DrawerCounting } from './drawer-sheet.tsx'
import styles from './drawer/drawer-sheet.module.css'
import { type TwoPeople, TwoPeopleSheet } from './person-sheet.tsx'

interface NoteBoxSheetProps {
  /** Null until it has loaded. */
  readonly box: NoteBoxView | null
  readonly notice: ReactNode
  readonly busy: boolean
  /** Each function resolves to true if the action was carried out. */
  readonly staff: {
    readonly checkPerson: (person: Second) => Promise<boolean>
    readonly openNoteBox: (two: TwoPeople) => Promise<boolean>
    readonly emptyNoteBox: (openedSeq: number, pieces: readonly CountedPiece[], two: TwoPeople) => Promise<boolean>
    readonly closeNoteBox: (openedSeq: number, two: TwoPeople) => Promise<boolean>
  }
  readonly onBack: () => void
}

/** `emptying`: the count is entered and two members of staff have to confirm it. */
type Task = 'opening' | 'counting' | 'emptying' | 'closing'

/**
 * The cashbox of the note acceptor. Two members of staff open it, and then count its content without seeing the
 * expected total, or put it back.
 */
export function NoteBoxSheet({ box, notice, busy, staff, onBack }: NoteBoxSheetProps) {
  const { t, money } = useI18n()
  const [task, setTask] = useState<Task | null>(null)
  const [pieces, setPieces] = useState<readonly CountedPiece[]>([])
  /** True directly after it was emptied. */
  const [done, setDone] = useState(false)
  const begin = (next: Task) => (): void => {
    setDone(false)
    setTask(next)
  }
  const shared = { notice, busy }
  const plain = <BoxAsItIs {...shared} {...{ box, done, begin, onBack }} />
  if (!box || !task) return plain
  const { open, currency } = box
  const byTwo = (carryOut: (two: TwoPeople) => Promise<boolean>, title: string, of: string, back: Task | null) => (
    <TwoPeopleSheet
      key={task}
      {...shared}
      {...{ title, of }}
      onCheck={staff.checkPerson}
      onConfirm={(two) =>
        void carryOut(two).then((carriedOut) => {
          if (!carriedOut) return
          setDone(task === 'emptying')
          setPieces([])
          setTask(null)
        })
      }
      onBack={() => setTask(back)}
    />
  )
  const words = t.shift.noteBox
  if (!open) return task === 'opening' ? byTwo(staff.openNoteBox, words.open, '', null) : plain
  const total = countedTotal(pieces)
  switch (task) {
    case 'opening':
      return plain
    case 'closing':
      return byTwo((two) => staff.closeNoteBox(open.seq, two), words.close, words.title, null)
    case 'emptying': {
      const of = `${t.shift.total} ${money(total, currency)}`
      return byTwo((two) => staff.emptyNoteBox(open.seq, pieces, two), t.shift.count, of, 'counting')
    }
    case 'counting':
      return (
        <DrawerCounting
          {...shared}
          drawer={{
            currency,
            pieces: box.pieces,
            float: null,
            // The count as typed before the members of staff identified themselves.
            counted: {
              atUtc: '',
              staffId: null,
              total,
              difference: 0,
              pieces,
            },
            uncounted: true,
          }}
          onEnter={(entry) => {
            if (entry.type !== 'count') return
            setPieces(entry.pieces)
            setTask('emptying')
          }}
          onBack={() => setTask(null)}
        />
      )
  }
}

interface BoxAsItIsProps extends Pick<NoteBoxSheetProps, 'box' | 'notice' | 'busy' | 'onBack'> {
  readonly done: boolean
  readonly begin: (task: Task) => () => void
}

/** Shows whether the cashbox is open, the possible actions, and the last counts. */
function BoxAsItIs({ box, notice, busy, done, begin, onBack }: BoxAsItIsProps) {
  const i18n = useI18n()
  const { t, money, instant } = i18n
  const words = t.shift.noteBox
  const { open = null, waitsFor = null, emptied = [] } = box ?? {}
  const [last] = emptied
  const byWhom = ({ atUtc, staffId, second }: NoteBoxPeople): string =>
    `${instant(atUtc)} · ${t.files.by(staffId ?? '', second)}`
  return (
    <Sheet
      title={words.title}
      turn={open ? 'open' : 'shut'}
      lead={open ? words.openLead : words.lead}
      notice={notice}
      actions={
        <>
          {open ? (
            <>
              <Button kind="primary" icon="notes" disabled={busy} onPress={begin('counting')}>
                {t.shift.count}
              </Button>
              <Button disabled={busy} onPress={begin('closing')}>
                {words.close}
              </Button>
            </>
          ) : (
            <Button kind="primary" icon="notes" disabled={busy || !box || waitsFor !== null} onPress={begin('opening')}>
              {words.open}
            </Button>
          )}
          <Button kind="quiet" icon="arrow-left" onPress={onBack}>
            {t.common.back}
          </Button>
        </>
      }
    >
      <div className={styles.shift}>
        <p className={styles.told} role="status">
          {done && last
            ? words.done(money(last.total, last.currency), differenceText(i18n, last.difference, last.currency))
            : !open && waitsFor
              ? words.waits[waitsFor]
              : ''}
        </p>
        <dl className={styles.facts}>
          {open && (
            <div>
              <dt>{words.opened}</dt>
              <dd className={styles.difference}>{byWhom(open)}</dd>
            </div>
          )}
          {(open ? [] : emptied.slice(0, LAST_TOLD)).map((one) => (
            <div key={one.openedSeq}>
              <dt>{byWhom(one)}</dt>
              <dd>{money(one.total, one.currency)}</dd>
              <dd className={styles.difference}>{differenceText(i18n, one.difference, one.currency)}</dd>
            </div>
          ))}
        </dl>
        {box && !open && emptied.length === 0 && <p>{words.never}</p>}
      </div>
    </Sheet>
  )
}

const LAST_TOLD = 4

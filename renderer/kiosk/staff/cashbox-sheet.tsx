import { useState } from 'react'
import { type CountedPiece, countedTotal } from '../../../shared/domain/money/cash.ts'
import type { CashboxPeople } from '../../../shared/domain/money/notes.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { CashboxView } from '../../../shared/api/kiosk/views.ts'
import type { Invoke } from '../../app/client.ts'
import type { Problem } from '../../app/problem.ts'
import { Button } from '../../ui/button.tsx'
import { differenceText } from '../../ui/drawer.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { DrawerCounting } from './drawer-sheet.tsx'
import styles from './drawer/drawer-sheet.module.css'
import { type TwoPeople, TwoPeopleSheet } from './person-sheet.tsx'
import type { Staff } from './staff-desk.ts'
import { StaffSheet } from './staff-sheet.tsx'

interface CashboxSheetProps {
  readonly staff: Staff
  /** Null until the cashbox has loaded. */
  readonly box: CashboxView | null
}

/** `emptying`: the count is entered, and two staff members must confirm it. */
type Task = 'opening' | 'counting' | 'emptying' | 'closing'

/** Cashbox of the note acceptor. Two staff members count its content without seeing the expected total. */
export function CashboxSheet({ staff, box }: CashboxSheetProps) {
  const { t, money } = useI18n()
  const [task, setTask] = useState<Task | null>(null)
  const [pieces, setPieces] = useState<readonly CountedPiece[]>([])
  /** True directly after the cashbox was emptied. */
  const [done, setDone] = useState(false)
  const begin = (next: Task) => (): void => {
    setDone(false)
    setTask(next)
  }
  const plain = <BoxAsItIs {...{ staff, box, done, begin }} />
  if (!box || !task) return plain
  const { open, currency } = box
  type Act = (invoke: Invoke, two: TwoPeople) => Promise<Result<CashboxView, Problem>>
  const byTwo = (act: Act, title: string, of: string, back: Task | null) => (
    <TwoPeopleSheet
      key={task}
      {...{ staff, title, of }}
      onConfirm={(two) =>
        void staff
          .onCashbox((invoke) => act(invoke, two))
          .then((reply) => {
            if (!reply.ok) return
            setDone(task === 'emptying')
            setPieces([])
            setTask(null)
          })
      }
      onBack={() => setTask(back)}
    />
  )
  const words = t.shift.cashbox
  if (!open)
    return task === 'opening' ? byTwo((invoke, two) => invoke('openCashbox', two), words.open, '', null) : plain
  const ofBox = (two: TwoPeople) => ({ ...two, openingSeq: open.seq })
  const total = countedTotal(pieces)
  switch (task) {
    case 'opening':
      return plain
    case 'closing':
      return byTwo((invoke, two) => invoke('closeCashbox', ofBox(two)), words.close, words.title, null)
    case 'emptying': {
      const of = `${t.shift.total} ${money(total, currency)}`
      const act: Act = (invoke, two) => invoke('emptyCashbox', { ...ofBox(two), pieces: [...pieces] })
      return byTwo(act, t.shift.count, of, 'counting')
    }
    case 'counting': {
      // Count typed before the staff members identified themselves.
      const counted = { atUtc: '', staffId: null, total, difference: 0, pieces }
      return (
        <DrawerCounting
          staff={staff}
          drawer={{ currency, pieces: box.pieces, float: null, counted, uncounted: true }}
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
}

interface BoxAsItIsProps extends CashboxSheetProps {
  readonly done: boolean
  readonly begin: (task: Task) => () => void
}

function BoxAsItIs({ staff, box, done, begin }: BoxAsItIsProps) {
  const i18n = useI18n()
  const { t, money, instant } = i18n
  const { busy } = staff.desk
  const words = t.shift.cashbox
  const { open = null, waitsFor = null, emptied = [] } = box ?? {}
  const [last] = emptied
  const byWhom = ({ atUtc, staffId, second }: CashboxPeople): string =>
    `${instant(atUtc)} · ${t.files.by(staffId ?? '', second)}`
  return (
    <StaffSheet
      staff={staff}
      title={words.title}
      turn={open ? 'open' : 'shut'}
      lead={open ? words.openLead : words.lead}
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
        </>
      }
    >
      <div className="column grow gap-3">
        <p className={styles.told} role="status">
          {done && last
            ? words.done(money(last.total, last.currency), differenceText(i18n, last.difference, last.currency))
            : !open && waitsFor
              ? words.waits[waitsFor]
              : ''}
        </p>
        <dl className={`${styles.facts} grow`}>
          {open && (
            <div>
              <dt>{words.opened}</dt>
              <dd className={styles.difference}>{byWhom(open)}</dd>
            </div>
          )}
          {(open ? [] : emptied.slice(0, LAST_TOLD)).map((one) => (
            <div key={one.openingSeq}>
              <dt>{byWhom(one)}</dt>
              <dd>{money(one.total, one.currency)}</dd>
              <dd className={styles.difference}>{differenceText(i18n, one.difference, one.currency)}</dd>
            </div>
          ))}
        </dl>
        {box && !open && emptied.length === 0 && <p>{words.never}</p>}
      </div>
    </StaffSheet>
  )
}

const LAST_TOLD = 4

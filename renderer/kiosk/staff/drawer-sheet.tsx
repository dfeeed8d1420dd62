import { useState, type ReactNode } from 'react'
import type { Result } from '../../../shared/domain/result.ts'
import type { DrawerView, ShiftView } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/choice.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskStore } from '../kiosk-context.tsx'
import type { Problem } from '../../app/problem.ts'
import { type AmountTask, DrawerAmount } from './drawer-amount.tsx'
import { DrawerCounting } from './drawer-count.tsx'
import styles from './drawer-sheet.module.css'

export interface DrawerSheetProps {
  readonly pin: string
  readonly shift: ShiftView
  readonly notice: ReactNode
  readonly onShift: (reply: Result<ShiftView, Problem>) => void
  readonly onBack: () => void
}

/** The running shift's drawer: what it began with, what goes in and out without a sale, and what is counted in it. */
export function DrawerSheet({ pin, shift, notice, onShift, onBack }: DrawerSheetProps) {
  const { t, instant } = useI18n()
  const store = useKioskStore()
  const [currency, setCurrency] = useState(shift.drawers[0]?.currency ?? '')
  const [task, setTask] = useState<AmountTask | 'count' | null>(null)
  const [told, setTold] = useState('')
  const [busy, setBusy] = useState(false)
  const drawer = shift.drawers.find((each) => each.currency === currency) ?? shift.drawers[0]
  if (!drawer) return null

  const send = (asked: Promise<Result<ShiftView, Problem>>): void => {
    setBusy(true)
    void asked.then((reply) => {
      setBusy(false)
      const opened = reply.ok ? reply.value.opened : null
      setTold(opened === null ? t.shift.recorded : opened === 'opened' ? t.shift.opened : t.shift.notOpened)
      if (reply.ok) setTask(null)
      onShift(reply)
    })
  }
  const begin = (next: AmountTask | 'count') => (): void => {
    setTold('')
    setTask(next)
  }
  const back = (): void => setTask(null)
  if (task === 'count') {
    return (
      <DrawerCounting
        drawer={drawer}
        notice={notice}
        busy={busy}
        onBack={back}
        onCounted={(pieces) => send(store.invoke('countDrawer', { pin, currency, pieces: [...pieces] }))}
      />
    )
  }
  if (task) {
    return (
      <DrawerAmount
        task={task}
        currency={currency}
        notice={notice}
        busy={busy}
        onBack={back}
        onRecord={(amount, reason) => {
          if (task === 'float') send(store.invoke('openShift', { pin, currency, float: amount }))
          else if (task === 'open') send(store.invoke('openDrawer', { pin, reason }))
          else send(store.invoke('moveCash', { pin, direction: task, currency, amount, reason }))
        }}
      />
    )
  }
  return (
    <Sheet
      title={t.shift.title(shift.shiftNo)}
      lead={shift.sinceUtc === null ? t.shift.nothingYet : t.shift.since(instant(shift.sinceUtc))}
      notice={notice}
      actions={
        <>
          <Button kind="primary" icon="cash" disabled={busy} onPress={begin('count')}>
            {t.shift.count}
          </Button>
          <Button kind="quiet" icon="arrow-left" onPress={onBack}>
            {t.common.back}
          </Button>
        </>
      }
    >
      <div className={styles.shift}>
        {shift.drawers.length > 1 && (
          <div className={styles.currencies} role="group" aria-label={t.shift.drawer}>
            {shift.drawers.map((each) => (
              <Choice
                key={each.currency}
                chosen={each.currency === currency}
                onPress={() => setCurrency(each.currency)}
              >
                <strong>{each.currency}</strong>
              </Choice>
            ))}
          </div>
        )}
        <DrawerFacts drawer={drawer} />
        <p className={styles.told} role="status">
          {told}
        </p>
        <div className={styles.tasks}>
          {drawer.float === null && <Button onPress={begin('float')}>{t.shift.noteFloat}</Button>}
          <Button icon="plus" onPress={begin('in')}>
            {t.shift.payIn}
          </Button>
          <Button icon="minus" onPress={begin('out')}>
            {t.shift.payOut}
          </Button>
          {shift.opensDrawer && <Button onPress={begin('open')}>{t.shift.open}</Button>}
        </div>
      </div>
    </Sheet>
  )
}

function DrawerFacts({ drawer }: { drawer: DrawerView }) {
  const { t, money } = useI18n()
  const { currency, float, counted } = drawer
  const difference = counted?.difference ?? 0
  const found = money(Math.abs(difference), currency)
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t.shift.float}</dt>
        <dd>{float === null ? t.shift.unset : money(float, currency)}</dd>
      </div>
      <div>
        <dt>{t.shift.counted}</dt>
        <dd>{counted === null ? t.shift.uncounted : money(counted.total, currency)}</dd>
        {counted && (
          <dd className={styles.difference}>
            {difference === 0 ? t.shift.exact : difference > 0 ? t.shift.over(found) : t.shift.short(found)}
          </dd>
        )}
      </div>
    </dl>
  )
}

import { useState, type ReactNode } from 'react'
import type { CreditSlipView } from '../../../../shared/kiosk-api/office-views.ts'
import type { DrawerView, ShiftView } from '../../../../shared/kiosk-api/views.ts'
import { Button } from '../../../components/button.tsx'
import { Choice } from '../../../components/choice.tsx'
import { Sheet } from '../../../components/sheets/sheet.tsx'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { DrawerEntry, Second } from '../../../components/drawer/drawer-entry.ts'
import { differenceText } from '../../../components/drawer/use-drawer-count.ts'
import { DrawerAmount } from './drawer-amount.tsx'
import { DrawerCounting } from './drawer-count.tsx'
import { SlipSheet } from './slip-sheet.tsx'
import styles from './drawer-sheet.module.css'

export interface DrawerSheetProps {
  readonly shift: ShiftView
  readonly notice: ReactNode
  readonly busy: boolean
  readonly staff: {
    /** Whether it was written down. */
    readonly enterInDrawer: (currency: string, entry: DrawerEntry) => Promise<boolean>
    /** What was paid out; null: nothing was. */
    readonly paySlip: (slip: string, second: Second) => Promise<CreditSlipView | null>
  }
  readonly onBack: () => void
}

/** The running shift's drawer: what it began with, what goes in and out without a sale, and what is counted in it. */
export function DrawerSheet({ shift, notice, busy, staff, onBack }: DrawerSheetProps) {
  const { t, instant, money } = useI18n()
  const [slip, setSlip] = useState<'asked' | CreditSlipView | null>(null)
  const [currency, setCurrency] = useState(shift.drawers[0]?.currency ?? '')
  const [task, setTask] = useState<DrawerEntry['type'] | null>(null)
  const [entered, setEntered] = useState(false)
  const drawer = shift.drawers.find((each) => each.currency === currency) ?? shift.drawers[0]
  if (!drawer) return null

  const enter = async (entry: DrawerEntry): Promise<void> => {
    if (!(await staff.enterInDrawer(currency, entry))) return
    setEntered(true)
    setTask(null)
  }
  const begin = (next: DrawerEntry['type']) => (): void => {
    setEntered(false)
    setTask(next)
  }
  const told = shift.opened === null ? t.shift.recorded : shift.opened === 'opened' ? t.shift.opened : t.shift.notOpened
  const common = { notice, busy, onEnter: (entry: DrawerEntry) => void enter(entry), onBack: () => setTask(null) }
  const paySlip = async (typed: string, second: Second): Promise<void> => {
    const paid = await staff.paySlip(typed, second)
    if (paid) setSlip(paid)
  }
  if (slip === 'asked')
    return (
      <SlipSheet
        notice={notice}
        busy={busy}
        onPay={(...asked) => void paySlip(...asked)}
        onBack={() => setSlip(null)}
      />
    )
  if (task === 'count') return <DrawerCounting drawer={drawer} {...common} />
  if (task) return <DrawerAmount task={task} currency={currency} {...common} />
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
          <CurrencyChoice drawers={shift.drawers} chosen={currency} onChoose={setCurrency} />
        )}
        <DrawerFacts drawer={drawer} />
        <p className={styles.told} role="status">
          {slip ? t.shift.slipPaid(money(slip.amount, slip.currency)) : entered && told}
        </p>
        <div className={styles.tasks}>
          {drawer.float === null && <Button onPress={begin('float')}>{t.shift.noteFloat}</Button>}
          <Button icon="plus" onPress={begin('in')}>
            {t.shift.payIn}
          </Button>
          <Button icon="minus" onPress={begin('out')}>
            {t.shift.payOut}
          </Button>
          <Button icon="minus" onPress={begin('drop')}>
            {t.shift.drop}
          </Button>
          <Button icon="slip" onPress={() => setSlip('asked')}>
            {t.shift.paySlip}
          </Button>
          {shift.opensDrawer && <Button onPress={begin('open')}>{t.shift.open}</Button>}
        </div>
      </div>
    </Sheet>
  )
}

interface CurrencyChoiceProps {
  readonly drawers: readonly DrawerView[]
  readonly chosen: string
  readonly onChoose: (currency: string) => void
}

function CurrencyChoice({ drawers, chosen, onChoose }: CurrencyChoiceProps) {
  const { t } = useI18n()
  return (
    <div className={styles.currencies} role="group" aria-label={t.shift.drawer}>
      {drawers.map(({ currency }) => (
        <Choice key={currency} chosen={currency === chosen} onPress={() => onChoose(currency)}>
          <strong>{currency}</strong>
        </Choice>
      ))}
    </div>
  )
}

function DrawerFacts({ drawer }: { drawer: DrawerView }) {
  const i18n = useI18n()
  const { t, money } = i18n
  const { currency, float, counted } = drawer
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t.shift.float}</dt>
        <dd>{float === null ? t.shift.unset : money(float, currency)}</dd>
      </div>
      <div>
        <dt>{t.shift.counted}</dt>
        <dd>{counted === null ? t.shift.uncounted : money(counted.total, currency)}</dd>
        {counted && <dd className={styles.difference}>{differenceText(i18n, counted.difference, currency)}</dd>}
      </div>
    </dl>
  )
}

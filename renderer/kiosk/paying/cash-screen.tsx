import { useState, type ComponentType } from 'react'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { SaleStage } from '../../../shared/api/kiosk/views.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import type { CashIdentity } from '../state/kiosk-state.ts'
import { NoticeStrip } from '../../ui/notice.tsx'
import { PinEntry } from '../../ui/sheets/pin-entry.tsx'
import type { Problem } from '../../app/problem.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { SaleStub } from '../sale-coupon.tsx'
import { useBadge } from './agent-call.tsx'
import { CallSheet, type CallSheetProps, type Received, type SheetProps, SumSheet } from './cash-sheets.tsx'
import { Due } from './paying-sheet.tsx'

interface CashScreenProps {
  readonly stage: Extract<SaleStage, { name: 'paying' }>
  /** Component that renders the sheet for the customer. Default: `CallSheet`. */
  readonly call?: ComponentType<CallSheetProps>
}

/** Returns the exact amount as the initial suggestion, so that one touch confirms it. */
const exactly = (due: Minor): Received => ({ figures: String(due), offered: true, doubted: false })

/**
 * Cash payment: the customer calls an attendant, who enters a PIN or shows a badge and then confirms the amount
 * received. All input is discarded when the screen closes.
 */
export function CashScreen({ stage: { due, reference }, call: Call = CallSheet }: CashScreenProps) {
  const store = useKioskStore()
  const { sale, problem } = useKioskState()
  const [at, setAt] = useState<'customer' | 'pin' | 'sum'>('customer')
  /** PIN typed so far, or handle of a badge. */
  const [by, setBy] = useState<CashIdentity>({ pin: '' })
  const [checking, setChecking] = useState(false)
  /** Amount received, retained if the PIN is rejected on confirmation. */
  const [received, setReceived] = useState(() => exactly(due))
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const currency = sale?.currency ?? ''
  const pin = 'pin' in by ? by.pin : ''

  const askPin = (refused: Problem): void => {
    setRefusal(refused)
    setBy({ pin: '' })
    setAt('pin')
  }
  const enterPin = async (): Promise<void> => {
    if (checking) return
    setChecking(true)
    const known = await store.invoke('checkPin', { pin })
    setChecking(false)
    if (!known.ok) return askPin(known.error)
    setRefusal(null)
    setAt('sum')
  }
  // Badges are not read on the PIN sheet, which would interpret the digits of a scanned badge as a PIN.
  const badgeRefused = useBadge(at === 'customer', (handle) => {
    store.attend(reference)
    setBy({ handle })
    setRefusal(null)
    setAt('sum')
  })
  const take = async (sum: Minor): Promise<void> => {
    const refused = await store.confirmCash(by, sum)
    if (refused && ['wrong-pin', 'pin-locked', 'signed-out'].includes(refused.type)) askPin(refused)
    else setRefusal(refused)
  }
  const typePin = (typed: string): void => {
    store.attend(reference)
    setBy({ pin: typed })
  }
  const backToCustomer = (): void => {
    store.attend('')
    setBy({ pin: '' })
    setReceived(exactly(due))
    setRefusal(null)
    setAt('customer')
  }
  const shown = refusal ?? problem
  const notice =
    badgeRefused && at === 'customer' ? <NoticeStrip {...badgeRefused} /> : shown && <ProblemNotice notice={shown} />

  switch (at) {
    case 'customer':
      return <Call due={due} currency={currency} notice={notice} onAttendant={() => setAt('pin')} />
    case 'pin':
      return (
        <PinSheet
          due={due}
          currency={currency}
          notice={notice}
          pin={pin}
          onPin={typePin}
          onEnter={() => void enterPin()}
          onBack={backToCustomer}
        />
      )
    case 'sum':
      return (
        <SumSheet
          due={due}
          currency={currency}
          notice={notice}
          received={received}
          onReceived={setReceived}
          onTake={(sum) => void take(sum)}
        />
      )
  }
}

interface PinSheetProps extends SheetProps {
  readonly pin: string
  readonly onPin: (pin: string) => void
  readonly onEnter: () => void
  readonly onBack: () => void
}

function PinSheet({ due, notice, pin, onPin, onEnter, onBack }: PinSheetProps) {
  const { t } = useI18n()
  const { info } = useKioskState()
  return (
    <Sheet
      title={t.staff.enter}
      notice={notice}
      coupon={<SaleStub />}
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={onBack}>
          {t.common.back}
        </Button>
      }
    >
      <PinEntry pin={pin} onPin={onPin} onEnter={onEnter} demoPin={info?.demoPin}>
        <Due amount={due} label={t.cash.due} />
      </PinEntry>
    </Sheet>
  )
}

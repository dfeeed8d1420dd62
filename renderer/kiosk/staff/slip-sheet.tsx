import { useState, type ReactNode } from 'react'
import { SLIP_NUMBER_LENGTH, slipInHalves } from '../../../shared/domain/money/credit-slip.ts'
import { Button } from '../../components/button.tsx'
import type { Second } from '../../components/drawer/drawer-entry.ts'
import { PinEntry } from '../../components/sheets/pin-entry.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { CodePad } from '../collecting/code-pad.tsx'

export interface SlipSheetProps {
  readonly notice: ReactNode
  readonly busy: boolean
  readonly onPay: (slip: string, second: Second) => void
  readonly onBack: () => void
}

/** A credit slip is paid out in cash: its number, then who answers for it beside the one who has the PIN. */
export function SlipSheet({ notice, busy, onPay, onBack }: SlipSheetProps) {
  const { t } = useI18n()
  const [typed, setTyped] = useState('')
  const [number, setNumber] = useState('')
  const [named, setNamed] = useState(false)
  const [pin, setPin] = useState('')
  const whole = typed.length === SLIP_NUMBER_LENGTH
  const pay = (): void => {
    if (!busy) onPay(typed, { staff: number, pin })
    setPin('')
  }
  return (
    <Sheet
      title={t.shift.paySlip}
      turn={whole ? (named ? 'pin' : 'number') : ''}
      lead={whole ? `${slipInHalves(typed)} · ${t.files.second}` : t.shift.paySlipBody}
      notice={notice}
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={onBack}>
          {t.common.back}
        </Button>
      }
    >
      {!whole && (
        <CodePad
          label={t.paying.slip.number}
          typed={typed}
          length={SLIP_NUMBER_LENGTH}
          disabled={busy}
          onTyped={setTyped}
        />
      )}
      {whole && !named && (
        <PinEntry pin={number} shown label={t.people.number} onPin={setNumber} onEnter={() => setNamed(true)} />
      )}
      {whole && named && <PinEntry pin={pin} onPin={setPin} onEnter={pay} />}
    </Sheet>
  )
}

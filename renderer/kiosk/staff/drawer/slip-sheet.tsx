import { useState, type ReactNode } from 'react'
import { SLIP_NUMBER_LENGTH, slipInHalves } from '../../../../shared/domain/money/credit-slip.ts'
import { Button } from '../../../components/button.tsx'
import type { Second } from '../../../components/drawer/drawer-entry.ts'
import { Sheet } from '../../../components/sheets/sheet.tsx'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { CodePad } from '../../collecting/code-pad.tsx'
import { PersonSheet } from './person-sheet.tsx'

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
  if (typed.length === SLIP_NUMBER_LENGTH)
    return (
      <PersonSheet
        title={t.shift.paySlip}
        lead={`${slipInHalves(typed)} · ${t.files.second}`}
        demoRole="supervisor"
        notice={notice}
        busy={busy}
        onConfirm={(second) => onPay(typed, second)}
        onBack={onBack}
      />
    )
  return (
    <Sheet
      title={t.shift.paySlip}
      lead={t.shift.paySlipBody}
      notice={notice}
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={onBack}>
          {t.common.back}
        </Button>
      }
    >
      <CodePad
        label={t.paying.slip.number}
        typed={typed}
        length={SLIP_NUMBER_LENGTH}
        disabled={busy}
        onTyped={setTyped}
      />
    </Sheet>
  )
}

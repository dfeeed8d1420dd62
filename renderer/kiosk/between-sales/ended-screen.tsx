import type { EndReason } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { Still } from '../../components/drawn/still.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { OwedSlips } from '../paying/owed-slips.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { moneyOf } from '../../app/sale-money.ts'
import { useDeviceCode } from '../problem-notice.tsx'

interface EndedScreenProps {
  readonly reason: EndReason
}

/** The holds or the session ran out while nobody decided, or the program could not go on. */
export function EndedScreen({ reason }: EndedScreenProps) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { sale } = useKioskState()
  const faulted = reason === 'fault'
  const code = useDeviceCode(faulted ? 'internal' : 'hold-expired')
  if (sale?.credits)
    return (
      <Sheet
        title={t.paying.slip.back}
        lead={t.paying.slip.backBody}
        actions={
          <Button kind="primary" onPress={() => store.leave('cancelled')}>
            {t.paying.slip.finish}
          </Button>
        }
      >
        <OwedSlips />
      </Sheet>
    )
  return (
    <Sheet
      title={faulted ? t.ended.faultTitle : t.ended.expiredTitle}
      lead={(faulted ? t.ended.faultBody : t.ended.expiredBody)(t.money[moneyOf(sale)])}
      actions={
        <Button kind="primary" icon="arrow-right" onPress={store.showEvents}>
          {t.ended.again}
        </Button>
      }
    >
      <Still icon={faulted ? 'alert' : 'clock'} seed="hold-expired">
        {code}
      </Still>
    </Sheet>
  )
}

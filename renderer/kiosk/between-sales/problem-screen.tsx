import { Button } from '../../components/button.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { Still } from '../../components/drawn/still.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { noticeText } from '../../i18n/notice-text.ts'
import { useDeviceCode } from '../problem-notice.tsx'
import type { Notice } from '../../app/problem.ts'
import { moneyOf } from '../../app/sale-money.ts'

/** A failure after which this visit cannot continue. Its button leads to the list of events. */
export function ProblemScreen({ problem }: { problem: Notice }) {
  const i18n = useI18n()
  const store = useKioskStore()
  const { sale } = useKioskState()
  const { title, body } = noticeText(i18n, problem, moneyOf(sale))
  const code = useDeviceCode(problem.type)
  return (
    <Sheet
      title={title}
      lead={body}
      leadRole="alert"
      actions={
        <Button kind="primary" icon="arrow-right" onPress={store.showEvents}>
          {i18n.t.common.toEvents}
        </Button>
      }
    >
      <Still icon="alert" seed={problem.type}>
        {code}
      </Still>
    </Sheet>
  )
}

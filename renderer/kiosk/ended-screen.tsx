import { Button } from '../components/button.tsx'
import { Sheet } from '../components/sheet.tsx'
import { Still } from '../components/still.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useKioskStore } from './kiosk-context.tsx'
import { noticeCodes } from './problem.ts'
import { useDeviceCode } from './problem-notice.tsx'

/** The holds or the session ran out while nobody decided. */
export function EndedScreen() {
  const { t } = useI18n()
  const store = useKioskStore()
  const code = useDeviceCode(noticeCodes['hold-expired'])
  return (
    <Sheet
      title={t.ended.expiredTitle}
      lead={t.ended.expiredBody}
      actions={
        <Button kind="primary" icon="arrow-right" onPress={store.showEvents}>
          {t.ended.again}
        </Button>
      }
    >
      <Still icon="clock" seed="hold-expired">
        {code}
      </Still>
    </Sheet>
  )
}

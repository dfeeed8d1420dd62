import { Button } from '../../ui/button.tsx'
import { Sheet, type SheetProps } from '../../ui/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { useKioskStore } from '../state/kiosk-context.tsx'
import type { Staff } from './staff-desk.ts'

interface StaffSheetProps extends Pick<
  SheetProps,
  'title' | 'turn' | 'lead' | 'leadRole' | 'notice' | 'actions' | 'children'
> {
  readonly staff: Staff
  /** Action of the back button. Default: return to the previous sheet. Null: close the staff screen. */
  readonly onBack?: (() => void) | null
}

export function StaffSheet({ staff, notice, actions, onBack = staff.back, ...sheet }: StaffSheetProps) {
  const { t } = useI18n()
  const { closeStaff } = useKioskStore()
  const { refusal } = staff.desk
  return (
    <Sheet
      {...sheet}
      notice={refusal ? <ProblemNotice notice={refusal} /> : notice}
      actions={
        <>
          {actions}
          <Button kind="quiet" icon="arrow-left" onPress={onBack ?? closeStaff}>
            {onBack ? t.common.back : t.staffDesk.close}
          </Button>
        </>
      }
    />
  )
}

import { type ReactNode, useState } from 'react'
import type { StaffRole } from '../../../shared/domain/staff.ts'
import { Button } from '../../components/button.tsx'
import type { Second } from '../../components/drawer.ts'
import { PinEntry } from '../../components/sheets/pin-entry.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'

interface PersonSheetProps {
  readonly title: string
  readonly lead: string
  /** Role of the demo account whose number and PIN are shown. */
  readonly demoRole: StaffRole
  readonly notice: ReactNode
  readonly busy: boolean
  readonly onConfirm: (person: Second) => void
  readonly onBack: () => void
}

/** Identifies a member of staff as approver, first by number, then by PIN. */
export function PersonSheet({ title, lead, demoRole, notice, busy, onConfirm, onBack }: PersonSheetProps) {
  const { t, digits } = useI18n()
  const { info } = useKioskState()
  const [number, setNumber] = useState('')
  const [named, setNamed] = useState(false)
  const [pin, setPin] = useState('')
  const shown = info?.demoStaff?.find(({ role }) => role === demoRole)
  const confirm = (): void => {
    if (!busy) onConfirm({ staff: number, pin })
    setPin('')
  }
  return (
    <Sheet
      title={title}
      turn={`${lead} ${named ? 'pin' : 'number'}`}
      lead={lead}
      notice={notice}
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={named ? () => setNamed(false) : onBack}>
          {t.common.back}
        </Button>
      }
    >
      {named ? (
        <PinEntry key="pin" pin={pin} onPin={setPin} onEnter={confirm} demoPin={shown?.pin} />
      ) : (
        <PinEntry
          key="number"
          pin={number}
          shown
          label={t.people.number}
          demoPin={shown && digits(shown.number)}
          onPin={setNumber}
          onEnter={() => setNamed(true)}
        />
      )}
    </Sheet>
  )
}

/** Two members of staff, each identified by their own number and PIN. */
export type TwoPeople = Second & { readonly second: Second }

interface TwoPeopleSheetProps {
  readonly title: string
  /** Further information next to the title, such as the amount. May be empty. */
  readonly of: string
  readonly notice: ReactNode
  readonly busy: boolean
  /** Resolves to true if the first person is authorised. Checked before the second person types. */
  readonly onCheck: (first: Second) => Promise<boolean>
  readonly onConfirm: (two: TwoPeople) => void
  readonly onBack: () => void
}

/** Dual control: a member of staff acts and a supervisor confirms. */
export function TwoPeopleSheet({ title, of, notice, busy, onCheck, onConfirm, onBack }: TwoPeopleSheetProps) {
  const { t } = useI18n()
  const [first, setFirst] = useState<Second | null>(null)
  const check = async (person: Second): Promise<void> => {
    if (await onCheck(person)) setFirst(person)
  }
  const said = (who: string): string => [of, who].filter(Boolean).join(' · ')
  const shared = { title, notice, busy }
  return first ? (
    <PersonSheet
      key="second"
      {...shared}
      lead={said(t.files.second)}
      demoRole="supervisor"
      onConfirm={(second) => onConfirm({ ...first, second })}
      onBack={() => setFirst(null)}
    />
  ) : (
    <PersonSheet
      key="first"
      {...shared}
      lead={said(t.shift.noteBox.first)}
      demoRole="cashier"
      onConfirm={(person) => void check(person)}
      onBack={onBack}
    />
  )
}

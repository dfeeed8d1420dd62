import { useState } from 'react'
import type { StaffRole } from '../../../shared/domain/staff.ts'
import type { Second } from '../../ui/drawer.ts'
import { PinEntry } from '../../ui/sheets/pin-entry.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import type { Staff } from './staff-desk.ts'
import { StaffSheet } from './staff-sheet.tsx'

interface PersonSheetProps {
  readonly staff: Staff
  readonly title: string
  readonly lead: string
  /** Role of the demo account whose number and PIN are shown. */
  readonly demoRole: StaffRole
  readonly onConfirm: (person: Second) => void
  readonly onBack: () => void
}

export function PersonSheet({ staff, title, lead, demoRole, onConfirm, onBack }: PersonSheetProps) {
  const { t, digits } = useI18n()
  const { info } = useKioskState()
  const [number, setNumber] = useState('')
  const [named, setNamed] = useState(false)
  const [pin, setPin] = useState('')
  const shown = info?.demoStaff?.find(({ role }) => role === demoRole)
  const confirm = (): void => {
    if (!staff.desk.busy) onConfirm({ staff: number, pin })
    setPin('')
  }
  return (
    <StaffSheet
      staff={staff}
      title={title}
      turn={`${lead} ${named ? 'pin' : 'number'}`}
      lead={lead}
      onBack={named ? () => setNamed(false) : onBack}
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
    </StaffSheet>
  )
}

export type TwoPeople = Second & { readonly second: Second }

interface TwoPeopleSheetProps {
  readonly staff: Staff
  readonly title: string
  /** Further information next to the title, such as the amount; may be empty. */
  readonly of: string
  readonly onConfirm: (two: TwoPeople) => void
  readonly onBack: () => void
}

/**
 * Dual control: a staff member acts and a supervisor approves. The first PIN is checked before the second person types.
 */
export function TwoPeopleSheet({ staff, title, of, onConfirm, onBack }: TwoPeopleSheetProps) {
  const { t } = useI18n()
  const [first, setFirst] = useState<Second | null>(null)
  const check = async (person: Second): Promise<void> => {
    if ((await staff.checkPerson(person)).ok) setFirst(person)
  }
  const said = (who: string): string => [of, who].filter(Boolean).join(' · ')
  return first ? (
    <PersonSheet
      key="second"
      {...{ staff, title }}
      lead={said(t.files.second)}
      demoRole="supervisor"
      onConfirm={(second) => onConfirm({ ...first, second })}
      onBack={() => setFirst(null)}
    />
  ) : (
    <PersonSheet
      key="first"
      {...{ staff, title }}
      lead={said(t.shift.cashbox.first)}
      demoRole="cashier"
      onConfirm={(person) => void check(person)}
      onBack={onBack}
    />
  )
}

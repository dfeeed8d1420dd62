import { useState, type ReactNode } from 'react'
import type { Second } from '../../../components/drawer/drawer-entry.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { PersonSheet } from './person-sheet.tsx'

/** Both by their own number. */
export type TwoPeople = Second & { readonly second: Second }

export interface TwoPeopleSheetProps {
  readonly title: string
  /** What they answer for beside the title, or empty. */
  readonly of: string
  readonly notice: ReactNode
  readonly busy: boolean
  /** Whether the first of them may: asked before the other one types. */
  readonly onCheck: (first: Second) => Promise<boolean>
  readonly onConfirm: (two: TwoPeople) => void
  readonly onBack: () => void
}

/** Two people answer for something: the one who does it, and a supervisor who confirms. */
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

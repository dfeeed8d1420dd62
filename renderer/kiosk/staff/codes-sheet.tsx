import { useState } from 'react'
import type { AccessView } from '../../../shared/api/kiosk/office-views.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Paged, PageTurner } from '../../ui/paged.tsx'
import { OnScreenKeyboard } from '../../ui/on-screen-keyboard.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './codes-sheet.module.css'
import type { Staff } from './staff-desk.ts'
import { StaffSheet } from './staff-sheet.tsx'

interface CodesSheetProps {
  readonly staff: Staff
  /** Null until the list has loaded. */
  readonly events: readonly AccessView[] | null
}

export function CodesSheet({ staff, events }: CodesSheetProps) {
  const { t, date } = useI18n()
  const [chosen, setChosen] = useState<AccessView | null>(null)
  const [kept, setKept] = useState('')
  const [page, setPage] = useState(0)
  const [pages, setPages] = useState(1)

  async function keep(event: AccessView, code: string): Promise<void> {
    if (!(await staff.keepCode(event.eventId, code)).ok) return
    setKept(t.office.codeKept(event.title))
    setChosen(null)
  }

  if (chosen)
    return (
      <CodeEntry
        staff={staff}
        event={chosen}
        onEnter={(code) => void keep(chosen, code)}
        onBack={() => setChosen(null)}
      />
    )
  return (
    <StaffSheet
      staff={staff}
      title={t.office.pages.access}
      lead={kept || (events?.length === 0 ? t.desk.noEvents : t.office.accessLead)}
      leadRole="status"
      actions={<PageTurner page={page} pages={pages} onPage={setPage} />}
    >
      <Paged
        items={events ?? []}
        keyOf={({ eventId }) => eventId}
        render={(event) => (
          <Choice
            chosen={false}
            icon={event.source === null || event.refused ? 'alert' : 'check'}
            onPress={() => setChosen(event)}
          >
            <strong>{event.title}</strong>
            <span>{date(event.startsAt).full}</span>
            <span>
              {event.source === null
                ? t.office.noCode
                : event.refused
                  ? t.office.codeRefused
                  : t.office.codeFrom[event.source]}
            </span>
          </Choice>
        )}
        className={styles.list}
        page={page}
        onPages={setPages}
      />
    </StaffSheet>
  )
}

interface CodeEntryProps {
  readonly staff: Staff
  readonly event: AccessView
  readonly onEnter: (code: string) => void
  readonly onBack: () => void
}

/** Asks for an access code, which is hidden because the kiosk is in a public place. */
function CodeEntry({ staff, event, onEnter, onBack }: CodeEntryProps) {
  const { t } = useI18n()
  const [code, setCode] = useState('')
  const missing = staff.desk.busy || code.trim() === ''
  const enter = (): void => {
    if (!missing) onEnter(code)
  }
  return (
    <StaffSheet
      staff={staff}
      title={event.title}
      lead={t.office.codeSmallToo}
      onBack={onBack}
      actions={
        <Button kind="primary" disabled={missing} onPress={enter}>
          {t.office.keepCode}
        </Button>
      }
    >
      <form
        className={styles.entry}
        onSubmit={(submitted) => {
          submitted.preventDefault()
          enter()
        }}
      >
        <label>
          <span>{t.office.code}</span>
          <input
            type="password"
            autoComplete="off"
            dir="ltr"
            value={code}
            maxLength={100}
            ref={(input) => input?.focus()}
            onChange={({ target }) => setCode(target.value)}
          />
        </label>
        <OnScreenKeyboard atOnce />
      </form>
    </StaffSheet>
  )
}

import { useState } from 'react'
import type { AccessView } from '../../shared/api/kiosk/office-views.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useQuery, useCommand, useOffice } from './office-context.tsx'
import { DataTable, Done, OfficeButton, OfficePage } from './office-page.tsx'
import styles from './office.module.css'

/** Lists the events on sale and the missing access codes. A typed access code is never shown again. */
export function AccessPage() {
  const { t, date } = useI18n()
  const { invoke, who } = useOffice()
  const events = useQuery('listAccess', who)
  const [chosen, setChosen] = useState<AccessView | null>(null)
  const [code, setCode] = useState('')
  const [kept, setKept] = useState('')
  const { busy, problem, send } = useCommand()
  const keep = async (event: AccessView): Promise<void> => {
    const reply = await send(invoke('setAccessCode', { ...who, eventId: event.eventId, code: code.trim() }))
    if (!reply.ok) return
    setKept(t.office.codeKept(event.title))
    setChosen(null)
    setCode('')
    events.again()
  }
  return (
    <OfficePage title={t.office.pages.access} lead={t.office.accessLead} problem={problem ?? events.problem}>
      <Done>{kept}</Done>
      {chosen && (
        <form
          className={styles.field}
          onSubmit={(submitted) => {
            submitted.preventDefault()
            if (!busy && code.trim() !== '') void keep(chosen)
          }}
        >
          <label className={styles.field}>
            <span>{t.office.codeOf(chosen.title)}</span>
            <input
              type="password"
              autoComplete="off"
              value={code}
              maxLength={100}
              ref={(input) => input?.focus()}
              onChange={({ target }) => setCode(target.value)}
            />
          </label>
          <OfficeButton strong disabled={busy || code.trim() === ''} onPress={() => void keep(chosen)}>
            {t.office.keepCode}
          </OfficeButton>
        </form>
      )}
      <DataTable
        caption={t.office.pages.access}
        head={[t.office.event, t.office.date, t.office.code, t.office.act]}
        empty={events.value ? t.desk.noEvents : t.common.wait}
        rows={(events.value ?? []).map((event) => [
          event.title,
          date(event.startsAt).full,
          <CodeState key="state" event={event} />,
          <OfficeButton key="act" pressed={chosen?.eventId === event.eventId} onPress={() => setChosen(event)}>
            {event.source === null ? t.office.typeCode : t.office.changeCode}
          </OfficeButton>,
        ])}
      />
    </OfficePage>
  )
}

function CodeState({ event: { source, refused } }: { event: AccessView }) {
  const { t } = useI18n()
  if (source === null) return <strong>{t.office.noCode}</strong>
  return refused ? <strong>{t.office.codeRefused}</strong> : t.office.codeFrom[source]
}

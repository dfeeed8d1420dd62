import { useState } from 'react'
import type { AccessView, CreditSlipView } from '../../../shared/api/kiosk/office-views.ts'
import { inHalves } from '../../../shared/domain/sale/collection-code.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Paged, PageTurner } from '../../ui/paged.tsx'
import { OnScreenKeyboard } from '../../ui/on-screen-keyboard.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { slipCopyText, slipFacts } from '../../i18n/records.ts'
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

interface SlipsSheetProps {
  readonly staff: Staff
  /** Open credit vouchers, oldest first; null until the list has loaded. */
  readonly slips: readonly CreditSlipView[] | null
}

/** Lists the kiosk's open credit vouchers, newest first. Staff can reprint a lost voucher. */
export function SlipsSheet({ staff, slips }: SlipsSheetProps) {
  const i18n = useI18n()
  const { t, money } = i18n
  const [chosen, setChosen] = useState('')
  const [told, setTold] = useState('')
  const [page, setPage] = useState(0)
  const [pages, setPages] = useState(1)
  const words = t.shift.slipCopy

  async function copy(): Promise<void> {
    const copied = await staff.copySlip(chosen)
    setTold(copied.ok ? slipCopyText(i18n, copied.value) : '')
    if (copied.ok && copied.value.paper === 'printed') setChosen('')
  }

  return (
    <StaffSheet
      staff={staff}
      title={t.office.openSlips}
      turn={told}
      lead={told || (slips?.length === 0 ? t.office.slips.none : words.lead)}
      leadRole="status"
      actions={
        <>
          {slips?.length !== 0 && (
            <Button
              kind="primary"
              icon="printer"
              disabled={staff.desk.busy || chosen === ''}
              onPress={() => void copy()}
            >
              {words.print}
            </Button>
          )}
          <PageTurner page={page} pages={pages} onPage={setPage} />
        </>
      }
    >
      <Paged
        items={slips?.toReversed() ?? []}
        keyOf={({ slipId }) => slipId}
        render={(slip) => (
          <Choice
            chosen={slip.slipId === chosen}
            disabled={slip.elsewhere === 'spent'}
            icon="slip"
            onPress={() => {
              setTold('')
              setChosen(slip.slipId)
            }}
          >
            <strong>{money(slip.amount, slip.currency)}</strong>
            <span>
              <bdi data-code>{inHalves(slip.slipId)}</bdi>
            </span>
            <span>{slipFacts(i18n, slip)}</span>
          </Choice>
        )}
        className={styles.list}
        page={page}
        onPages={setPages}
      />
    </StaffSheet>
  )
}

import { useState } from 'react'
import { isTender } from '../../shared/domain/money/tender.ts'
import { staffRoles } from '../../shared/domain/staff.ts'
import type { JournalLine, LedgerVerdict, SettingValue } from '../../shared/api/kiosk/office-views.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useQuery, useCommand, useOffice } from './office-context.tsx'
import { DataTable, OfficeButton, OfficePage, TechnicalDetail } from './office-page.tsx'
import styles from './office.module.css'
import { useSettingInWords } from './settings-page.tsx'

interface Wish {
  readonly before?: number
  readonly saleId?: string
}

export function JournalPage() {
  const { t, instant, digits } = useI18n()
  const { invoke, who } = useOffice()
  const [wish, setWish] = useState<Wish>({})
  const lines = useQuery('viewJournal', { ...who, ...wish })
  const [verdict, setVerdict] = useState<LedgerVerdict | null>(null)
  const { busy, problem, send } = useCommand()
  const verify = async (): Promise<void> => {
    setVerdict(null)
    const reply = await send(invoke('verifyLedger', who))
    if (reply.ok) setVerdict(reply.value)
  }
  const inWords = useJournalWords()
  const names: Readonly<Record<string, string>> = t.office.journalRows
  const shown: readonly JournalLine[] = lines.value ?? []
  const last = shown.at(-1)
  return (
    <OfficePage
      title={t.office.pages.journal}
      problem={problem ?? lines.problem}
      actions={
        <>
          <OfficeButton
            disabled={lines.busy}
            onPress={() => (Object.keys(wish).length > 0 ? setWish({}) : lines.again())}
          >
            {t.office.newest}
          </OfficeButton>
          <OfficeButton
            disabled={lines.busy || !last || last.seq === 1}
            onPress={() => last && setWish({ ...wish, before: last.seq })}
          >
            {t.office.older}
          </OfficeButton>
          <OfficeButton strong disabled={busy} onPress={() => void verify()}>
            {busy ? t.office.verifying : t.office.verify}
          </OfficeButton>
        </>
      }
    >
      {verdict && <Verdict verdict={verdict} />}
      {wish.saleId !== undefined && <p className={styles.quiet}>{t.office.ofSale(wish.saleId)}</p>}
      <DataTable
        caption={t.office.pages.journal}
        head={[t.office.row, t.office.when, t.office.what, t.office.who, t.office.sale, t.office.detail]}
        figures={[0]}
        empty={lines.value ? '–' : t.common.wait}
        rows={shown.map((line) => [
          digits(String(line.seq)),
          instant(line.atUtc),
          names[line.code] ?? line.code,
          line.staffId === 'counter' ? t.people.machine : (line.staffId ?? ''),
          line.saleId === null ? (
            ''
          ) : (
            <OfficeButton key="sale" onPress={() => setWish({ saleId: line.saleId ?? '' })}>
              {line.saleId.slice(0, 8)}
            </OfficeButton>
          ),
          inWords(line),
        ])}
      />
    </OfficePage>
  )
}

function Verdict({ verdict }: { verdict: LedgerVerdict }) {
  const { t, digits } = useI18n()
  const { severity: severities, ofRow, checks } = t.office.findings
  const { sound, rows, sales, tickets, headHash, findings } = verdict
  return (
    <div className={sound ? styles.good : styles.bad} role="status">
      <strong>{sound ? t.office.sound : t.office.unsound}</strong>
      {t.office.checked(rows, sales, tickets)}
      <p className={styles.code}>{headHash}</p>
      <ul>
        {findings.map(({ severity, check, seq, what, why }, index) => (
          <li key={index}>
            {severities[severity]}
            {seq === null ? '' : ` · ${ofRow(digits(String(seq)))}`} · {checks[check]}
            <TechnicalDetail>{`${check} · ${what} · ${why}`}</TechnicalDetail>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Displayed fields of a row's payload; each field may be absent. */
interface Payload {
  readonly event?: { readonly reason?: unknown; readonly seats?: readonly Seat[]; readonly second?: string }
  readonly opened?: { readonly event?: { readonly title?: string } }
  readonly order?: { readonly orderId: string; readonly amount: number; readonly seats: readonly Seat[] }
  readonly tender?: PaidTender & { readonly approval?: string }
  /** Tender before and after a correction. */
  readonly was?: PaidTender
  readonly is?: PaidTender
  readonly tickets?: readonly Seat[]
  readonly ticketIds?: readonly string[]
  readonly copies?: readonly object[]
  readonly copyNumber?: number
  readonly jobs?: readonly { readonly copyNumber: number }[]
  readonly reference?: string
  readonly currency?: string
  readonly amount?: number
  readonly total?: number
  readonly reason?: string
  readonly kind?: string
  readonly number?: string
  readonly role?: string
  readonly second?: string
  readonly id?: string
  readonly seconds?: number
  readonly shiftNo?: number
  readonly sales?: number
  readonly differences?: number
  readonly eventId?: string
  readonly key?: string
  readonly before?: SettingValue | null
  readonly after?: SettingValue | null
  readonly version?: string
}

interface PaidTender {
  readonly kind: string
  readonly amount: number
}

interface Seat {
  readonly seatCode?: string
  readonly place?: { readonly seatCode?: string }
}

/** Rows whose reason was typed by a staff member. In other rows, the reason comes from the program. */
const GIVEN_REASONS =
  /^(?:PAID_(?:IN|OUT)|CASH_DROPPED|DRAWER_OPENED|REPRINT_REQUESTED|TICKETS_(?:REFUNDED|VOIDED)|TENDER_CORRECTED|SLIP_COPIED)$/u

/** Returns a function that describes a ledger row. Hashes and postings are included only in the archive. */
function useJournalWords(): (line: JournalLine) => string {
  const i18n = useI18n()
  const settingInWords = useSettingInWords()
  const { t, digits, money } = i18n
  const count = (value: number): string => digits(String(value))

  const names: Readonly<Record<string, string>> = t.office.settings
  const setting = (value: SettingValue | null = null): string => settingInWords({ kind: 'text' }, value)
  const { journal, reference: referenceWord } = t.office
  const tenderWords = (tender: PaidTender | undefined, currency: string): string | false =>
    tender !== undefined && isTender(tender.kind) && `${t.desk.tenders[tender.kind]} ${money(tender.amount, currency)}`

  function saleWords({ opened, order, event, tickets, tender, jobs }: Payload, currency: string): Words {
    const seats = (tickets ?? order?.seats ?? event?.seats ?? []).map((seat) => seat.place?.seatCode ?? seat.seatCode)
    const copy = jobs?.[0]?.copyNumber ?? 0
    return [
      opened?.event?.title,
      order && `${referenceWord} ${order.orderId}`,
      seats.filter((seat) => seat !== undefined).join(t.common.comma),
      order && money(order.amount, currency),
      tenderWords(tender, currency),
      tender?.approval !== undefined && tender.approval !== '' && journal.approval(tender.approval),
      event?.second !== undefined && journal.second(event.second),
      copy > 0 && journal.copy(count(copy)),
    ]
  }

  function otherWords(payload: Payload, currency: string, code: string): Words {
    const { amount, total, kind, shiftNo, reference, copyNumber, number, role, id, seconds } = payload
    const { eventId, key, sales, differences, version, second } = payload
    const tickets = payload.ticketIds?.length ?? payload.copies?.length ?? 0
    const office = staffRoles.find((each) => each === role)
    const [was, is] = [tenderWords(payload.was, currency), tenderWords(payload.is, currency)]
    return [
      shiftNo !== undefined && t.shift.title(shiftNo),
      kind !== undefined && isTender(kind) && t.desk.tenders[kind],
      was && is && t.files.correction(was, is),
      amount !== undefined && money(amount, currency),
      total !== undefined && `${t.shift.counted} ${money(total, currency)}`,
      reference !== undefined && reference !== '' && `${referenceWord} ${reference}`,
      tickets > 0 && journal.tickets(tickets),
      copyNumber !== undefined && copyNumber > 0 && journal.copy(count(copyNumber)),
      GIVEN_REASONS.test(code) && payload.reason,
      number !== undefined && journal.person(number),
      office && t.setup.people.roles[office],
      id !== undefined && seconds !== undefined && journal.locked(id, count(seconds)),
      second !== undefined && journal.second(second),
      eventId !== undefined && `${t.office.event} ${eventId}`,
      key !== undefined && `${names[key] ?? key}${journal.change(setting(payload.before), setting(payload.after))}`,
      sales !== undefined && differences !== undefined && t.office.compared(differences),
      version !== undefined && `${t.service.version} ${version}`,
    ]
  }

  return ({ code, currency: ofSale, details }) => {
    const payload = JSON.parse(details) as Payload
    const currency = payload.currency ?? ofSale ?? ''
    return [...saleWords(payload, currency), ...otherWords(payload, currency, code)]
      .filter((word) => typeof word === 'string' && word !== '')
      .join(' · ')
  }
}

/** Parts of a text; false and undefined parts are omitted. */
type Words = readonly (string | false | undefined)[]

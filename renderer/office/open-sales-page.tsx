import { type FormEvent, useState } from 'react'
import { MAX_TEXT } from '../../shared/domain/desk/typed-numbers.ts'
import { digitsInNumber } from '../../shared/domain/keypad.ts'
import { collectionCode, inHalves } from '../../shared/domain/sale/collection-code.ts'
import type { MatchingSale } from '../../shared/domain/sale/sale-file.ts'
import type { StaffCase } from '../../shared/api/kiosk/staff-cases.ts'
import type { Second } from '../ui/drawer.ts'
import {
  answersTo,
  duplicateApprovalOf,
  keyOf,
  numberLabel,
  questionText,
  settleCase,
  type StaffAnswer,
  StaffCaseFacts,
  warningsFor,
} from '../ui/staff-case.tsx'
import { eventAndDate } from '../i18n/dates.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useCommand, usePolledQuery, useOffice } from './office-context.tsx'
import { DataTable, OfficeButton, OfficePage, ProblemNote, ApproverForm } from './office-page.tsx'
import styles from './office.module.css'

export function OpenSalesPage() {
  const { t, money } = useI18n()
  const { who, may } = useOffice()
  const [sought, setSought] = useState<ReadonlySet<string> | null>(null)
  const sales = usePolledQuery('listOpenSales', who)
  const open = sales.value ?? []
  const going = open.filter(({ question }) => question === null)
  return (
    <OfficePage title={t.office.pages.sales} problem={sales.problem}>
      {may('findSales') && <FindSale onFound={setSought} />}
      <WaitingCases sought={sought} onSettled={sales.again} />
      <section className={styles.part}>
        <h2>{t.office.underWay}</h2>
        <DataTable
          caption={t.office.underWay}
          head={[t.office.event, t.office.seats, t.office.state, t.office.amount, t.office.reference]}
          figures={[3]}
          empty={sales.value ? t.office.noneUnderWay : t.common.wait}
          rows={going.map((sale) => [
            sale.eventTitle,
            <span key="seats" data-code>
              {sale.seatCodes.join(t.common.comma)}
            </span>,
            t.office.states[sale.state],
            money(sale.amount, sale.currency),
            <span key="reference" className={styles.code}>
              {sale.reference}
            </span>,
          ])}
        />
      </section>
    </OfficePage>
  )
}

interface FindSaleProps {
  /** References of the sales found; null if the search has ended. */
  readonly onFound: (references: ReadonlySet<string> | null) => void
}

function FindSale({ onFound }: FindSaleProps) {
  const i18n = useI18n()
  const { t, money, instant } = i18n
  const { invoke, who } = useOffice()
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly MatchingSale[] | null>(null)
  const { problem, send } = useCommand()

  async function find(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (text.trim() === '') {
      setFound(null)
      onFound(null)
      return
    }
    const reply = await send(invoke('findSales', { ...who, text: digitsInNumber(text) }))
    if (!reply.ok) return
    setFound(reply.value)
    onFound(new Set(reply.value.map(({ saleId }) => collectionCode(saleId))))
  }

  return (
    <section className={styles.part}>
      <form className={styles.field} onSubmit={(event) => void find(event)}>
        <label className={styles.asked}>
          {t.office.findSale}
          <input type="search" value={text} maxLength={100} onChange={({ target }) => setText(target.value)} />
        </label>
        <button type="submit" className={styles.button}>
          {t.office.find}
        </button>
      </form>
      {problem && <ProblemNote problem={problem} brief />}
      {found && (
        <DataTable
          caption={t.office.findSale}
          head={[t.office.reference, t.office.event, t.office.seats, t.office.state, t.office.amount]}
          figures={[4]}
          empty={t.staffDesk.notFound}
          rows={found.map((sale) => [
            <span key="reference" className={styles.code}>
              {inHalves(collectionCode(sale.saleId))}
            </span>,
            `${eventAndDate(sale, i18n)} · ${instant(sale.begunUtc)}`,
            <span key="seats" data-code>
              {sale.places.map(({ seatCode }) => seatCode).join(t.common.comma)}
            </span>,
            t.office.states[sale.state],
            money(sale.amount, sale.currency),
          ])}
        />
      )}
    </section>
  )
}

interface WaitingCasesProps {
  /** References of the sales searched for; null if every question is shown. */
  readonly sought: ReadonlySet<string> | null
  readonly onSettled: () => void
}

function WaitingCases({ sought, onSettled }: WaitingCasesProps) {
  const { t } = useI18n()
  const { invoke, who, may } = useOffice()
  const cases = usePolledQuery('listStaffCases', who)
  const { busy, problem, meet, send } = useCommand()
  const [doubted, setDoubted] = useState<string | null>(null)
  const waiting = (cases.value ?? []).filter((each) => !sought || ('code' in each && sought.has(each.code)))

  const settle = async (settled: StaffCase, answer: StaffAnswer, second?: Second): Promise<void> => {
    const command = settleCase(invoke, who, settled, answer, second)
    const reply = command && (await send(command))
    if (!reply) meet(null)
    setDoubted(duplicateApprovalOf(answer, reply && !reply.ok ? reply.error : null))
    cases.again()
    onSettled()
  }

  return (
    <section className={styles.part}>
      <h2>{t.office.stuck}</h2>
      {problem && <ProblemNote problem={problem} brief />}
      {cases.value && waiting.length === 0 && <p className={styles.quiet}>{t.staffDesk.none}</p>}
      {waiting.map((one) => (
        <Case
          key={keyOf(one)}
          staffCase={one}
          busy={busy || !may('settleStaffCase')}
          doubted={doubted}
          onAnswer={(...said) => void settle(one, ...said)}
        />
      ))}
    </section>
  )
}

interface CaseProps {
  readonly staffCase: StaffCase
  readonly busy: boolean
  readonly doubted: string | null
  readonly onAnswer: (answer: StaffAnswer, second?: Second) => void
}

function Case({ staffCase, busy, doubted, onAnswer }: CaseProps) {
  const i18n = useI18n()
  const [reference, setReference] = useState('')
  /** Answer that waits for approval by a second person; null without a pending answer. */
  const [agreed, setAgreed] = useState<StaffAnswer | null>(null)
  const question = questionText(staffCase, i18n)
  const asksForNumber = numberLabel(staffCase, i18n)
  const answers = answersTo(staffCase, reference.trim(), doubted, i18n)
  return (
    <article className={styles.case} aria-label={question}>
      <strong>{question}</strong>
      {warningsFor(staffCase, i18n).map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
      <StaffCaseFacts staffCase={staffCase} className={styles.facts} />
      <div className={styles.field}>
        {asksForNumber !== null && (
          <label className={styles.asked}>
            {asksForNumber}
            <input
              value={reference}
              maxLength={MAX_TEXT.reference}
              onChange={({ target }) => setReference(target.value)}
            />
          </label>
        )}
        {answers.map(({ label, answer, missing = false, byTwo }) => (
          <OfficeButton
            key={label}
            disabled={busy || missing}
            onPress={() => (byTwo ? setAgreed(answer) : onAnswer(answer))}
          >
            {label}
          </OfficeButton>
        ))}
      </div>
      {agreed && answers.some(({ byTwo }) => byTwo) && (
        <ApproverForm busy={busy} onConfirm={(second) => onAnswer(agreed, second)} />
      )}
    </article>
  )
}

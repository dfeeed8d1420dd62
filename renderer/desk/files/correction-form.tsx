import { type SyntheticEvent, useState } from 'react'
import { freeTextFault } from '../../../shared/domain/desk/typed-numbers.ts'
import { isCash, isDocument, readPaymentNumber, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { correctablePayments, type FiledPayment, type SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import { eventAndDate } from '../../i18n/dates.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import { focusOnce } from '../../ui/hooks.ts'
import styles from '../cashier-app.module.css'
import { DeskNoticeLine } from '../desk-bar.tsx'
import type { SignedIn } from '../state/desk-state.ts'
import { useDesk } from '../state/desk-store.tsx'
import { ApproverForm, missingApprover, ReasonField } from './after-sale-form.tsx'
import own from './files.module.css'
import { useCorrectionTenders } from './use-sale-files.ts'

interface CorrectionFormProps {
  readonly who: SignedIn
  readonly file: SaleFile
  readonly onDone: (file: SaleFile, words: string) => void
}

interface Entered {
  /** Reference of the payment. */
  readonly payment: string | undefined
  /** Tender with which the customer really paid; undefined selects the first possible tender. */
  readonly tender: TenderKind | undefined
  readonly approval: string
  /**
   * Number that was rejected because another payment has the same number. It is accepted if it is entered a second
   * time.
   */
  readonly doubted: string | null
  readonly reason: string
  readonly second: { readonly staff: string; readonly pin: string }
}

/** Form that corrects the tender recorded for a payment. */
export function CorrectionForm({ who, file, onDone }: CorrectionFormProps) {
  const i18n = useI18n()
  const { t, money } = i18n
  const { invoke } = useDesk().store
  const payments = correctablePayments(file)
  const [entered, setEntered] = useState<Entered>({
    payment: payments[0]?.reference,
    tender: undefined,
    approval: '',
    doubted: null,
    reason: t.files.reasons.correct[0] ?? '',
    second: { staff: '', pin: '' },
  })
  const [problem, setProblem] = useState<DeskNotice | null>(null)
  const [busy, setBusy] = useState(false)
  const enter = (change: Partial<Entered>): void => setEntered((before) => ({ ...before, ...change }))
  const payment = payments.find(({ reference }) => reference === entered.payment)
  const rightTenders = useCorrectionTenders().filter((kind) => kind !== payment?.kind)
  const tender = rightTenders.find((kind) => kind === entered.tender) ?? rightTenders[0]

  async function submit(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy || !payment || !tender) return
    const form = event.currentTarget
    const refuse = ({ field, notice }: Fault): void => {
      form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
      setProblem(notice)
    }
    const fault = faultOf(entered, tender, form.querySelector<HTMLInputElement>('input:focus')?.name)
    if (fault) return refuse(fault)
    setBusy(true)
    setProblem(null)
    const { saleId } = file
    const wish = { ...who.credentials, saleId, payment: payment.reference, tender, ...correctionInput(entered, tender) }
    const reply = await invoke('correctTender', wish)
    setBusy(false)
    enter({ second: { ...entered.second, pin: '' } })
    if (reply.ok)
      return onDone(reply.value.file, t.files.corrected(t.desk.tenders[tender], t.files.receipts[reply.value.paper]))
    if (reply.error.type !== 'approval-known') return setProblem(reply.error)
    enter({ approval: '', doubted: wish.approval ?? null })
    refuse({ field: 'approval', notice: reply.error })
  }

  return (
    <form className={own.form} onSubmit={(event) => void submit(event)}>
      <h2>{t.files.acts.correct}</h2>
      <p>
        <b>{eventAndDate(file, i18n)}</b>
        {payment && ` · ${t.desk.tenders[payment.kind]} · ${money(payment.amount, file.currency)}`}
      </p>
      <p>{t.files.beforeCorrection}</p>
      <TenderFields {...{ entered, enter, payments, rightTenders, tender }} currency={file.currency} />
      <ApproverForm who={who} second={entered.second} onEnter={(second) => enter({ second })} />
      {problem && <DeskNoticeLine notice={problem} />}
      <p role="status">{busy && t.common.wait}</p>
      <button type="submit" className={styles.enter} disabled={busy || !tender}>
        {t.files.confirm}
      </button>
    </form>
  )
}

interface Fault {
  readonly field: string
  readonly notice: DeskNotice | null
}

/** Returns the field to complete next; null if the form is complete. `at`: name of the focused field. */
function faultOf({ approval, reason, second }: Entered, tender: TenderKind, at: string | undefined): Fault | null {
  const read = isCash(tender) ? null : readPaymentNumber(tender, approval)
  if (read?.ok === false) return { field: 'approval', notice: at === 'approval' || approval !== '' ? read.error : null }
  const fault = freeTextFault(reason, 'reason')
  if (reason.trim() === '' || fault)
    return { field: 'reason', notice: fault ?? { type: 'incomplete', field: 'reason' } }
  const field = missingApprover(second, at)
  if (field === null) return null
  return { field, notice: field === 'staff' || second.pin === '' ? null : { type: 'incomplete', field } }
}

function correctionInput({ approval, doubted, reason, second: { staff, pin } }: Entered, tender: TenderKind) {
  const read = isCash(tender) ? null : readPaymentNumber(tender, approval)
  const number = read?.ok ? read.value : undefined
  return {
    ...(number !== undefined && { approval: number, ...(number === doubted && { again: true }) }),
    reason,
    second: { ...(staff !== '' && { staff }), pin },
  }
}

interface TenderFieldsProps {
  readonly entered: Entered
  readonly enter: (change: Partial<Entered>) => void
  readonly payments: readonly FiledPayment[]
  /** Tenders to which the payment can be corrected. */
  readonly rightTenders: readonly TenderKind[]
  readonly tender: TenderKind | undefined
  readonly currency: string
}

/** Fields for the payment, its correct tender, the number and the reason. The first field shown has the focus. */
function TenderFields({ entered, enter, payments, rightTenders, tender, currency }: TenderFieldsProps) {
  const { t, money } = useI18n()
  const asksNumber = tender !== undefined && !isCash(tender)
  const firstOfTender = rightTenders.length > 1 ? 'tender' : asksNumber ? 'approval' : 'reason'
  const first = payments.length > 1 ? 'payment' : firstOfTender
  return (
    <>
      {payments.length > 1 && (
        <Choice
          legend={t.files.whichPayment}
          name="payment"
          options={payments.map(({ reference, kind, amount }) => [
            reference,
            `${t.desk.tenders[kind]} · ${money(amount, currency)}`,
          ])}
          value={entered.payment}
          focused={first === 'payment'}
          onChoose={(payment) => enter({ payment, tender: undefined })}
        />
      )}
      <Choice
        legend={t.files.rightTender}
        name="tender"
        options={rightTenders.map((kind) => [kind, t.desk.tenders[kind]])}
        value={tender}
        focused={first === 'tender'}
        onChoose={(kind) => enter({ tender: rightTenders.find((each) => each === kind) })}
      />
      {asksNumber && (
        <label>
          <span>{isDocument(tender) ? t.staffDesk.documentNumber : t.files.approval}</span>
          <input
            ref={first === 'approval' ? focusOnce : null}
            name="approval"
            value={entered.approval}
            maxLength={30}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => enter({ approval: target.value })}
          />
        </label>
      )}
      <ReasonField
        reason={entered.reason}
        reasons={t.files.reasons.correct}
        focused={first === 'reason'}
        onReason={(reason) => enter({ reason })}
      />
    </>
  )
}

interface ChoiceProps {
  readonly legend: string
  readonly name: string
  /** Value and text of each option. */
  readonly options: readonly (readonly [string, string])[]
  readonly value: string | undefined
  readonly focused: boolean
  readonly onChoose: (value: string) => void
}

/** Radio buttons. A single option is shown as text. */
export function Choice({ legend, name, options, value, focused, onChoose }: ChoiceProps) {
  const [only] = options
  if (options.length < 2)
    return (
      <p>
        {legend} · <b>{only?.[1]}</b>
      </p>
    )
  return (
    <fieldset className={own.choice}>
      <legend>{legend}</legend>
      {options.map(([option, text]) => (
        <label key={option}>
          <input
            ref={focused && option === only?.[0] ? focusOnce : null}
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onChoose(option)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

import { MAX_TEXT } from '../../../shared/domain/desk/typed-numbers.ts'
import { isCash, type TenderKind } from '../../../shared/domain/money/tender.ts'
import type { FiledTicket, SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from '../cashier-app.module.css'
import { DigitsField } from '../digits-field.tsx'
import { useDesk } from '../state/desk-context.tsx'
import type { SignedIn } from '../state/desk-state.ts'
import type { FileAct } from './after-sale-acts.ts'
import type { Entered } from './carry-out.ts'
import own from './files.module.css'

interface FieldProps {
  readonly entered: Entered
  readonly enter: (change: Partial<Entered>) => void
}

export function TicketChoice({
  tickets,
  currency,
  entered,
  enter,
}: FieldProps & { readonly tickets: readonly FiledTicket[]; readonly currency: string }) {
  const { t, money } = useI18n()
  return (
    <fieldset>
      <legend>{t.files.which}</legend>
      {tickets.map(({ ticketId, place, price }) => (
        <label key={ticketId}>
          <input
            type="checkbox"
            checked={entered.ticketIds.has(ticketId)}
            onChange={({ target }) => {
              const ticketIds = new Set(entered.ticketIds)
              if (target.checked) ticketIds.add(ticketId)
              else ticketIds.delete(ticketId)
              enter({ ticketIds })
            }}
          />
          <span>
            {place.sector} {place.row} {place.seatNumber}
          </span>
          <b>{money(price, currency)}</b>
        </label>
      ))}
    </fieldset>
  )
}

/** The way the money goes back, where there are several. */
export function WayBack({ ways, entered, enter }: FieldProps & { readonly ways: readonly TenderKind[] }) {
  const { t } = useI18n()
  if (ways.length < 2) return null
  return (
    <label>
      <span>{t.files.over}</span>
      <select value={entered.over} onChange={({ target }) => enter({ over: ways.find((way) => way === target.value) })}>
        {ways.map((way) => (
          <option key={way} value={way}>
            {t.desk.tenders[way]}
          </option>
        ))}
      </select>
    </label>
  )
}

export function SlipChoice({ slips, entered, enter }: FieldProps & Pick<SaleFile, 'slips'>) {
  const { t } = useI18n()
  if (slips.length < 2) return null
  return (
    <label>
      <span>{t.files.whichSlip}</span>
      <select value={entered.slip} onChange={({ target }) => enter({ slip: target.value })}>
        {slips.map(({ reference }) => (
          <option key={reference}>{reference}</option>
        ))}
      </select>
    </label>
  )
}

/** Why, or how the customer had their money. */
export function Grounds({ act, entered, enter }: FieldProps & { readonly act: FileAct }) {
  const { t } = useI18n()
  if (act.type === 'pay')
    return isCash(act.kind) ? (
      <p>{t.files.handOver}</p>
    ) : (
      <label>
        <span>{t.files.receipt}</span>
        <input
          ref={focusOnce}
          name="receipt"
          value={entered.receipt}
          maxLength={MAX_TEXT.reference}
          onChange={({ target }) => enter({ receipt: target.value })}
        />
      </label>
    )
  return (
    <label>
      <span>{t.files.reason}</span>
      <input
        ref={focusOnce}
        name="reason"
        value={entered.reason}
        maxLength={MAX_TEXT.reason}
        list="reasons"
        autoComplete="off"
        onChange={({ target }) => enter({ reason: target.value })}
      />
      <datalist id="reasons">
        {t.files.reasons[act.type].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
    </label>
  )
}

/** Who answers for it beside the one who asks. */
export function SecondPerson({ who, entered: { second }, enter }: FieldProps & { readonly who: SignedIn }) {
  const { t } = useI18n()
  const { info } = useDesk().state
  const other = info?.demoStaff?.find(({ role, number }) => role === 'supervisor' && number !== who.person.number)
  const hint = other
    ? t.people.demoSecond(`${other.number} ${other.name}`, other.pin)
    : info?.demoPin && t.people.withoutNumber(info.demoPin)
  return (
    <fieldset className={own.second}>
      <legend>{t.files.second}</legend>
      <DigitsField
        name="staff"
        label={t.people.number}
        maxLength={6}
        value={second.staff}
        onDigits={(staff) => enter({ second: { ...second, staff } })}
      />
      <DigitsField
        label={t.desk.pin}
        name="pin"
        type="password"
        maxLength={8}
        value={second.pin}
        onDigits={(pin) => enter({ second: { ...second, pin } })}
      />
      {hint && <p className={styles.quiet}>{hint}</p>}
    </fieldset>
  )
}

export function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}

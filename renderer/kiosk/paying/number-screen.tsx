import { useState } from 'react'
import { SLIP_NUMBER_LENGTH } from '../../../shared/domain/money/credit-voucher.ts'
import { groupedNumber, MAX_PHONE_DIGITS, MIN_PHONE_DIGITS } from '../../../shared/domain/money/tender.ts'
import type { SaleView, WayToPay } from '../../../shared/api/kiosk/views.ts'
import { Button } from '../../ui/button.tsx'
import { Keypad } from '../../ui/keypad.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { holding } from '../../ui/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { CodePad } from '../collecting/code-screen.tsx'
import { AnswerBar } from '../pictogram-mode/answer-bar.tsx'
import { EventLine } from '../event-picture.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { SaleStub, SaleTotal, useSaleNotice } from '../sale-coupon.tsx'
import { useTyped } from '../speech/speaking.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import styles from './number-screen.module.css'

/** Numbering plan for a country whose plan is unknown: allows the maximum length of any number (ITU-T E.164). */
const anyNumber = { countryCode: '', nationalDigits: MAX_PHONE_DIGITS }

/** Asks for the customer's telephone number, which is discarded when the screen closes. */
export function NumberScreen({ way, sale, onBack }: { way: WayToPay; sale: SaleView; onBack: () => void }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { busy, aids } = useKioskState()
  const notice = useSaleNotice()
  const [digits, setDigits] = useState('')
  const { countryCode, nationalDigits } = way.numbering ?? anyNumber
  const words = t.paying.telephone
  const whole = way.numbering ? digits.length === nationalDigits : digits.length >= MIN_PHONE_DIGITS
  useTyped({ typed: digits, length: nationalDigits, written: groupedNumber(digits, way.numbering) })
  const ask = (): void => {
    if (whole && !busy) store.pay(way.kind, digits.length < MIN_PHONE_DIGITS ? countryCode + digits : digits)
  }
  return (
    <Sheet
      above={<EventLine event={sale.event} />}
      title={words.title(t.desk.tenders[way.kind])}
      lead={words.body}
      notice={notice && <ProblemNotice notice={notice} />}
      coupon={<SaleTotal sale={sale} />}
      actions={
        aids.pictures ? (
          <AnswerBar question={words.body} missing={words.number} ready={whole} onYes={ask} onNo={onBack} />
        ) : (
          <>
            <Button kind="primary" disabled={!whole || busy} onPress={ask}>
              {words.ask(money(sale.amount, sale.currency))}
            </Button>
            <Button kind="quiet" icon="arrow-left" disabled={busy} onPress={onBack}>
              {words.back}
            </Button>
          </>
        )
      }
    >
      <div className={styles.entry} data-said {...holding('telephone')}>
        <p className={styles.number}>
          <span>{words.number}</span>
          <output dir="ltr" aria-label={words.entered(digits.length, nationalDigits)}>
            {countryCode !== '' && <span className={styles.country}>+{countryCode}</span>}
            {busy ? hidden(digits) : groupedNumber(digits, way.numbering)}
          </output>
        </p>
        <Keypad
          label={words.number}
          eraseLabel={t.cash.erase}
          disabled={busy}
          onDigit={(digit) => setDigits((digits + digit).slice(0, nationalDigits))}
          onErase={() => setDigits(digits.slice(0, -1))}
          onEnter={ask}
        />
      </div>
    </Sheet>
  )
}

/** Shows only the last two digits while the request is pending, as protection against onlookers. */
const hidden = (digits: string): string => `${'•'.repeat(Math.max(0, digits.length - 2))}${digits.slice(-2)}`

/** Asks for the number of a credit voucher, typed or scanned. */
export function SlipScreen({ onBack }: { onBack: () => void }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy } = useKioskState()
  const notice = useSaleNotice()
  const [typed, setTyped] = useState('')
  const words = t.paying.slip
  function type(next: string): void {
    setTyped(next.length === SLIP_NUMBER_LENGTH ? '' : next)
    if (next.length === SLIP_NUMBER_LENGTH) store.paySlip(next)
  }
  return (
    <Sheet
      title={words.title}
      lead={notice ? undefined : words.lead}
      notice={notice && <ProblemNotice notice={notice} />}
      coupon={<SaleStub />}
      actions={
        <Button kind="quiet" icon="arrow-left" disabled={busy} onPress={onBack}>
          {t.paying.telephone.back}
        </Button>
      }
    >
      <CodePad label={words.number} typed={typed} length={SLIP_NUMBER_LENGTH} disabled={busy} onTyped={type} />
    </Sheet>
  )
}

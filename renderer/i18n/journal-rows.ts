import type { SaleEvent } from '../../shared/domain/sale/sale.ts'

/** `hold-granted` → `HOLD_GRANTED`, as the ledger writes it. */
type Code<T extends string> = T extends `${infer Word}-${infer Rest}`
  ? `${Uppercase<Word>}_${Code<Rest>}`
  : Uppercase<T>

/** Rows of the register, beside those of sales. */
type RegisterCode =
  | 'CREATED'
  | 'KEY_CHANGED'
  | 'KEY_VOUCHED'
  | 'START'
  | 'RECOVERED_START'
  | 'STOP'
  | 'CLOCK_JUMP'
  | 'SCREEN_MEASURED'
  | 'SET_UP_AGAIN'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'PIN_LOCKED'
  | 'PERSON_ADDED'
  | 'PIN_RENEWED'
  | 'PERSON_REMOVED'
  | 'TRAINING_BEGAN'
  | 'TRAINING_ENDED'
  | 'RECONCILED'
  | 'SETTINGS_TAKEN_BACK'
  | 'PURCHASES_REFUSED'
  | 'PURCHASES_RESUMED'
  | 'SETTING_CHANGED'
  | 'ACCESS_CODE_SET'
  | 'CUSTOMER_DATA_PURGED'
  | 'RESTORED'
  | 'GAP_SETTLED'
  | 'CLOSURE_X'
  | 'CLOSURE_Z'
  | 'SHIFT_OPENED'
  | 'PAID_IN'
  | 'PAID_OUT'
  | 'CASH_DROPPED'
  | 'DRAWER_OPENED'
  | 'DRAWER_COUNTED'
  | 'COPIES_ORDERED'
  | 'COPY_FINISHED'
  | 'TICKETS_REFUNDED'
  | 'TICKETS_VOIDED'
  | 'CANCELLATION_ANSWERED'
  | 'RETURN_PAID'
  | 'SLIP_COPIED'
  | 'PAYMENT_FOUND'
  | 'PAYMENT_CLOSED'
  | 'PAYMENT_UNANSWERED'
  | 'PAYMENT_PAID_BACK'
  | 'REFUND_ASKED'
  | 'REFUND_CLOSED'

/** What each row of the journal is called. */
export type JournalRows = Readonly<Record<Code<SaleEvent['type']> | RegisterCode, string>>

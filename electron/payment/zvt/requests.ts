import type { Minor } from '../../../shared/domain/money/money.ts'
import { control, type Apdu } from './apdu.ts'
import { toBcd, writeBitmaps } from './bitmaps.ts'
import { numberOf, type KnownCurrency } from './currencies.ts'

/** What the terminal has to be told to let this machine in. */
export interface Access {
  /** Six digits. */
  readonly password: string
  readonly currency: KnownCurrency
}

/**
 * Receipts are printed here (02, 04), as blocks of text (80) · what it does now is told
 * (08) · nobody begins a payment on the terminal by hand (10). Its own menus stay open to a technician.
 */
const CONFIGURATION = 0x02 | 0x04 | 0x08 | 0x10 | 0x80

/** That print blocks are understood here: tag 26, list of commands, with 06 D3. */
const UNDERSTOOD = Uint8Array.of(0x26, 0x04, 0x0a, 0x02, 0x06, 0xd3)

export function registration({ password, currency }: Access, configuration = CONFIGURATION): Apdu {
  const head = [...toBcd(password, 3), configuration, ...toBcd(numberOf(currency), 2)]
  return { control: control.registration, data: Uint8Array.from([...head, ...writeBitmaps([[0x06, UNDERSTOOD]])]) }
}

export function authorisation(amount: Minor, currency: KnownCurrency): Apdu {
  const fields = writeBitmaps([
    [0x04, toBcd(amount, 6)],
    [0x49, toBcd(numberOf(currency), 2)],
  ])
  return { control: control.authorisation, data: fields }
}

/** Takes one payment back, by the number of its receipt: no card is needed. */
export function reversal(password: string, receipt: string): Apdu {
  const data = [...toBcd(password, 3), ...writeBitmaps([[0x87, toBcd(receipt, 2)]])]
  return { control: control.reversal, data: Uint8Array.from(data) }
}

export const repeatReceipt = (password: string): Apdu => ({
  control: control.repeatReceipt,
  data: toBcd(password, 3),
})

export const endOfDay = (password: string): Apdu => ({ control: control.endOfDay, data: toBcd(password, 3) })

export const statusEnquiry: Apdu = { control: control.statusEnquiry, data: new Uint8Array() }

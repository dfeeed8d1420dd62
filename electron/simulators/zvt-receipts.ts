import { formatMoney, type Minor } from '../../shared/domain/money/money.ts'
import type { Clock } from '../kiosk/ports/ports.ts'
import {
  answerIn,
  type Apdu,
  type Bitmap,
  control,
  ApduReader,
  encodeApdu,
  toBcd,
  writeBitmaps,
} from '../payments/zvt/apdu.ts'
import { type KnownCurrency, numberOf } from '../payments/zvt/settings.ts'
import type { ConnectionListener, Wire } from '../payments/zvt/terminal.ts'

export interface Transaction {
  readonly receipt: number
  readonly trace: number
  readonly amount: Minor
  readonly currency: KnownCurrency
  /** Month, day and time of day: `0405225558`. */
  readonly moment: string
  readonly terminal: string
  /** Trace number of the reversed payment. */
  readonly original?: number
}

const bytes = (text: string): readonly number[] => [...Buffer.from(text, 'latin1')]

const counted = (text: string): Uint8Array => Uint8Array.from(bytes(text))

export function statusOf(done: Transaction, result = 0): Apdu {
  const { receipt, trace, amount, currency, moment, terminal, original } = done
  const fields: readonly Bitmap[] = [
    [0x27, Uint8Array.of(result)],
    [0x04, toBcd(amount, 6)],
    [0x49, toBcd(numberOf(currency), 2)],
    [0x0c, toBcd(moment.slice(4), 3)],
    [0x0d, toBcd(moment.slice(0, 4), 2)],
    [0x22, Uint8Array.of(0x55, 0x98, 0x83, 0xee, 0xee, 0xee, 0x42, 0x17)],
    [0x87, toBcd(receipt, 2)],
    [0x0b, toBcd(trace, 3)],
    ...(original === undefined ? [] : [[0x37, toBcd(original, 3)] as const]),
    [0x29, toBcd(terminal, 4)],
    [0x8b, counted('Mastercard\0')],
    [0x06, Uint8Array.of(0x2f, 0x04, 0x1f, 0x12, 0x01, 0x02)],
  ]
  return { control: control.statusInformation, data: writeBitmaps(fields) }
}

export const resultOf = (result: number, terminal: string): Apdu => ({
  control: control.statusInformation,
  data: writeBitmaps([
    [0x27, Uint8Array.of(result)],
    [0x29, toBcd(terminal, 4)],
  ]),
})

const element = (tag: readonly number[], value: readonly number[]): readonly number[] => {
  const { length } = value
  return [
    ...tag,
    ...(length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]),
    ...value,
  ]
}

/** Returns a text block. `reader`: 1 for the merchant's copy, 2 for the customer's, 3 for the office's. */
export function blockOf(reader: 1 | 2 | 3, lines: readonly string[]): Apdu {
  const texts = lines.flatMap((line) => element([0x07], bytes(line)))
  const container = [...element([0x1f, 0x07], [reader]), ...element([0x25], texts)]
  return { control: control.printBlock, data: writeBitmaps([[0x06, Uint8Array.from(container)]]) }
}

export function slipOf({ receipt, trace, amount, currency, terminal, original }: Transaction, reader: 1 | 2): Apdu {
  return blockOf(reader, [
    reader === 1 ? 'MERCHANT COPY' : 'CUSTOMER COPY',
    original === undefined ? 'PAYMENT' : 'REVERSAL',
    `TERMINAL ${terminal}`,
    `RECEIPT ${String(receipt).padStart(4, '0')}`,
    `TRACE ${String(trace).padStart(6, '0')}`,
    'CARD ************4217',
    formatMoney(amount, currency, 'en').replaceAll(' ', ' '),
    'APPROVED',
  ])
}

export function conditionOf(code: number, moment: string): Apdu {
  const version = 'SIMULATED 1.0'
  const time = [
    ...element([0x1f, 0x0e], [...toBcd(moment.slice(0, 8), 4)]),
    ...element([0x1f, 0x0f], [...toBcd(moment.slice(8), 3)]),
  ]
  const head = [0xf0, 0xf1, 0xf3, ...bytes(version), code]
  return {
    control: control.completion,
    data: Uint8Array.from([...head, ...writeBitmaps([[0x06, Uint8Array.from(time)]])]),
  }
}

/** Maximum time that a terminal waits for a till's reply before it continues. */
const ANSWER_MS = 5_000

export interface Till {
  /** Sends a message. Unless the message is itself a reply, waits for the till's reply. */
  say(message: Apdu): Promise<void>
  drop(): void
}

export function createTill(
  { sleep }: Pick<Clock, 'sleep'>,
  ears: ConnectionListener,
  obey: (till: Till, message: Apdu) => Promise<void>,
): Wire {
  const reader = new ApduReader()
  let answered: (() => void) | null = null
  let gone = false
  const leave = (): void => {
    gone = true
    answered?.()
  }
  const till: Till = {
    async say(message) {
      if (gone) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const awaited = answerIn(message) === null
      if (awaited) answered = resolve
      ears.bytes(encodeApdu(message))
      if (!awaited) return
      const over = new AbortController()
      await Promise.race([promise, sleep(ANSWER_MS, over.signal)])
      over.abort('over')
    },
    drop() {
      leave()
      ears.ended()
    },
  }
  return {
    send(piece) {
      for (const message of reader.read(piece)) {
        if (answerIn(message)) answered?.()
        else void obey(till, message)
      }
    },
    close: leave,
  }
}

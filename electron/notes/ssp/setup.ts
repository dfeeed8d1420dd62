import { exponentOf, type Minor } from '../../../shared/domain/money/money.ts'

/** One kind of note that the device knows. */
export interface Channel {
  /** Counted from 1. */
  readonly number: number
  /** In whole units of the currency: 20000 for a note of 20 000 GNF, 20 for one of 20 EUR. */
  readonly units: number
  /** As the dataset has it: ISO 4217 as far as is known. */
  readonly currency: string
}

/** What the device says of itself. */
export interface Setup {
  readonly unitType: number
  /** `4.48` */
  readonly firmware: string
  readonly protocol: number
  readonly channels: readonly Channel[]
}

/** The protocol from which each channel has a currency of its own. */
const CURRENCY_EACH = 6

const MOST_CHANNELS = 64

/**
 * The reply to a setup request, without its first byte; null: not one of a note validator. Each channel's value is one byte times a
 * multiplier; from protocol 6 on, where that is not enough, four bytes that stand for themselves.
 */
export function readSetup(data: Uint8Array): Setup | null {
  const view = Buffer.from(data)
  const count = view[11] ?? 0
  if (view.length < 16 + 2 * count || count === 0 || count > MOST_CHANNELS) return null
  const text = (from: number, length: number): string => view.toString('latin1', from, from + length)
  const multiplier = view.readUIntBE(8, 3)
  const protocol = view[15 + 2 * count] ?? 0
  const own = 16 + 2 * count
  const expanded = protocol >= CURRENCY_EACH
  if (expanded && view.length < own + 7 * count) return null
  const channels = Array.from({ length: count }, (_, index): Channel => {
    const short = (view[12 + index] ?? 0) * multiplier
    return {
      number: index + 1,
      units: expanded ? view.readUInt32LE(own + 3 * count + 4 * index) : short,
      currency: expanded ? text(own + 3 * index, 3) : text(5, 3),
    }
  })
  const [, major = '', minor = ''] = /^(\d\d)(\d\d)$/u.exec(text(1, 4)) ?? []
  return {
    unitType: view[0] ?? 0,
    firmware: major === '' ? text(1, 4).replaceAll(/[^\x21-\x7e]/gu, '?') : `${Number(major)}.${minor}`,
    protocol,
    channels: channels.filter(({ units, currency }) => units > 0 && /^[A-Z]{3}$/u.test(currency)),
  }
}

/** In minor units. Null: more than can be counted. */
export function valueOf({ units, currency }: Channel): Minor {
  return units * 10 ** exponentOf(currency)
}

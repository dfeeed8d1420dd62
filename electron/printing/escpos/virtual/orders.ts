import { err, ok, type Result } from '../../../../shared/domain/result.ts'

/** What a person does at the virtual printer, or what befalls it. */
export type Order =
  /** A new roll of so many millimetres; 0: the paper has run out. */
  | { readonly do: 'load-paper'; readonly millimetres: number }
  | { readonly do: 'jam' }
  | { readonly do: 'clear-jam' }
  | { readonly do: 'open-cover' }
  | { readonly do: 'close-cover' }
  /** With the printer's own button. */
  | { readonly do: 'go-offline' }
  | { readonly do: 'go-online' }
  /** What it has received is lost, and it answers nobody. */
  | { readonly do: 'switch-off' }
  | { readonly do: 'switch-on' }
  /** Null: as fast as can be. */
  | { readonly do: 'set-speed'; readonly millimetresPerSecond: number | null }
  /** Prints, but says nothing. */
  | { readonly do: 'mute' }
  | { readonly do: 'unmute' }
  | { readonly do: 'drop-connection' }
  /** Once so many more bytes have been received; what came in the same moment is lost if the order drops the connection. */
  | { readonly do: 'after'; readonly bytes: number; readonly order: Order }
  /** Once so much of that piece of paper (from 1) has passed the head. */
  | { readonly do: 'at'; readonly piece: number; readonly millimetres: number; readonly order: Order }

export interface NotAnOrder {
  readonly type: 'not-an-order'
  readonly detail: string
}

export const orderHelp = `paper MM | paper out     a new roll of MM millimetres, or none
jam | clear              paper jams, is taken out
cover open | cover closed
offline | online         by the printer's own button
off | on                 switched off, with all it had received
speed MM | speed max     millimetres a second
mute | unmute            prints, but answers nothing
drop                     cuts the connection
after BYTES: ORDER       once so many more bytes were received
piece N at MM: ORDER     once so much of that piece has passed the head`

const fixed: ReadonlyMap<string, Order> = new Map<string, Order>([
  ['paper out', { do: 'load-paper', millimetres: 0 }],
  ['jam', { do: 'jam' }],
  ['clear', { do: 'clear-jam' }],
  ['cover open', { do: 'open-cover' }],
  ['cover closed', { do: 'close-cover' }],
  ['offline', { do: 'go-offline' }],
  ['online', { do: 'go-online' }],
  ['off', { do: 'switch-off' }],
  ['on', { do: 'switch-on' }],
  ['speed max', { do: 'set-speed', millimetresPerSecond: null }],
  ['mute', { do: 'mute' }],
  ['unmute', { do: 'unmute' }],
  ['drop', { do: 'drop-connection' }],
])

const withNumber: readonly (readonly [RegExp, (value: number) => Order])[] = [
  [/^paper (\d{1,6})$/u, (millimetres) => ({ do: 'load-paper', millimetres })],
  [/^speed ([1-9]\d{0,3})$/u, (millimetresPerSecond) => ({ do: 'set-speed', millimetresPerSecond })],
]

/** Reads one line of `orderHelp`. */
export function readOrder(line: string): Result<Order, NotAnOrder> {
  const words = line.trim().replace(/\s+/gu, ' ')
  const simple = fixed.get(words)
  if (simple) return ok(simple)
  for (const [pattern, make] of withNumber) {
    const [, value] = pattern.exec(words) ?? []
    if (value !== undefined) return ok(make(Number(value)))
  }
  const [, bytes, afterBytes] = /^after (\d{1,9}): ?(.+)$/u.exec(words) ?? []
  if (bytes !== undefined && afterBytes !== undefined) {
    const later = readOrder(afterBytes)
    return later.ok ? ok({ do: 'after', bytes: Number(bytes), order: later.value }) : later
  }
  const [, piece, millimetres, atPlace] = /^piece ([1-9]\d{0,6}) at (\d{1,6}): ?(.+)$/u.exec(words) ?? []
  if (piece !== undefined && millimetres !== undefined && atPlace !== undefined) {
    const later = readOrder(atPlace)
    if (!later.ok) return later
    return ok({ do: 'at', piece: Number(piece), millimetres: Number(millimetres), order: later.value })
  }
  return err({ type: 'not-an-order', detail: words })
}

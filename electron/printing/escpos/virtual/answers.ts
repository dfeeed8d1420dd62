import type { Mechanism } from './mechanism.ts'

/** One byte to `DLE EOT n`. */
export function realTimeAnswer(mechanism: Mechanism, query: number): Uint8Array {
  const { coverOpen, jammed } = mechanism.state
  const bits: Readonly<Record<number, number>> = {
    1: flag(mechanism.offline, 0x08),
    2: flag(coverOpen, 0x04) | flag(mechanism.paperOut, 0x20) | flag(jammed, 0x40),
    3: flag(jammed, 0x04),
    4: flag(mechanism.paperLow, 0x0c) | flag(mechanism.paperOut, 0x60),
  }
  return Uint8Array.of(0x12 | (bits[query] ?? 0))
}

/** Four bytes unasked, after `GS a`. */
export function changeReport(mechanism: Mechanism): Uint8Array {
  const { coverOpen, jammed } = mechanism.state
  const printer = 0x10 | flag(mechanism.offline, 0x08) | flag(coverOpen, 0x20)
  return Uint8Array.of(printer, flag(jammed, 0x04), paperBits(mechanism), 0)
}

/** One byte to `GS r`; of the drawer (2) it knows nothing. */
export function paperAnswer(mechanism: Mechanism, query: number): Uint8Array {
  return Uint8Array.of(query === 1 ? paperBits(mechanism) : 0)
}

/** To `GS ( H`. */
export function processAnswer(id: Uint8Array): Uint8Array {
  return Uint8Array.of(0x37, 0x22, ...id, 0)
}

function paperBits(mechanism: Mechanism): number {
  return flag(mechanism.paperLow, 0x03) | flag(mechanism.paperOut, 0x0c)
}

function flag(on: boolean, bit: number): number {
  return on ? bit : 0
}

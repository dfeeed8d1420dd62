import type { DevicePhase, RefusalReason } from '../../../shared/domain/money/tender.ts'

/** What a terminal tells it is doing, 04 FF; with 40 added the same, and the card has to come out. */
const phases: Readonly<Record<number, DevicePhase>> = {
  0x00: 'choose-there',
  0x01: 'choose-there',
  0x02: 'choose-there',
  0x04: 'authorising',
  0x05: 'authorising',
  0x06: 'authorising',
  0x0a: 'present-card',
  0x0b: 'remove-card',
  0x0c: 'card-unread',
  0x0e: 'authorising',
  0x15: 'wrong-pin',
  0x17: 'authorising',
  0x19: 'card-unread',
  0x26: 'choose-there',
  0x27: 'choose-there',
  0x28: 'choose-there',
  0x29: 'choose-there',
  0x2a: 'insert-card',
  0x2b: 'authorising',
  0x2c: 'choose-there',
  0x69: 'choose-there',
  0xc9: 'waking',
  0xca: 'waking',
  0xcc: 'enter-pin',
  0xd2: 'authorising',
  0xd3: 'authorising',
  0xe0: 'choose-there',
  0xe1: 'choose-there',
  0xf2: 'authorising',
}

const AND_REMOVE = 0x40

/** Null: nothing that a customer has to do or to wait for. */
export function phaseOf(status: number): DevicePhase | null {
  const phase = phases[status]
  if (phase !== undefined) return phase
  return status > AND_REMOVE && status < 0x68 ? 'remove-card' : null
}

/** What ended a payment: 04 0F, field 27, and 06 1E. */
const reasons: Readonly<Record<number, RefusalReason>> = {
  0x64: 'card-not-taken',
  0x65: 'card-not-taken',
  0x66: 'card-not-taken',
  0x67: 'card-not-taken',
  0x68: 'card-not-taken',
  0x6a: 'not-set-up',
  0x6b: 'not-set-up',
  0x6e: 'card-not-taken',
  0x6f: 'not-set-up',
  0x71: 'not-enough-money',
  0x72: 'card-not-taken',
  0x73: 'card-not-taken',
  0x76: 'card-not-taken',
  0x78: 'card-expired',
  0x79: 'card-not-taken',
  0x7a: 'card-not-taken',
  0x7b: 'card-not-taken',
  0x7c: 'card-not-taken',
  0x7d: 'provider-down',
  0x7e: 'card-not-taken',
  0x83: 'not-set-up',
  0x85: 'not-set-up',
  0x9b: 'provider-down',
  0x9c: 'provider-down',
  0xa0: 'provider-down',
  0xa1: 'provider-down',
  0xa3: 'provider-down',
  0xb1: 'not-set-up',
  0xb2: 'not-set-up',
  0xc2: 'not-set-up',
  0xc3: 'over-limit',
  0xc5: 'card-not-taken',
  0xc6: 'not-set-up',
  0xcc: 'provider-down',
  0xd2: 'card-not-taken',
  0xdd: 'card-removed',
  0xe4: 'not-set-up',
  // An open batch: the end of the day comes first.
  0xf0: 'day-not-closed',
  0xff: 'provider-down',
}

/** Below 64 it is the bank's own code. */
export const refusalOf = (result: number): RefusalReason => reasons[result] ?? 'declined'

/** "Abort, by the key or because time ran out": nobody paid. */
export const GIVEN_UP = 0x6c

/** For logs. */
export const written = (code: number): string => `0x${code.toString(16).padStart(2, '0').toUpperCase()}`

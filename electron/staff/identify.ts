import { isDeepStrictEqual } from 'node:util'
import { serial } from '../../shared/domain/serial.ts'
import { err, ok } from '../../shared/domain/result.ts'
import type { TypedNumber } from '../../shared/kiosk-api/failures.ts'
import { COUNTER_ID, type Identify, type Person } from '../core/ports/ports.ts'
import { decoyHash, pinMatches, type PinHash } from './pin-hash.ts'
import type { PinLocks } from './pin-locks.ts'
import type { StaffFile } from './staff-file.ts'
import { matcherOf, sameText } from '../host/secrets/same-secret.ts'

/** The machine's own PIN: the settings gave it, and it may do everything. */
export const COUNTER: Person = { staffId: COUNTER_ID, name: '', role: 'supervisor' }

/** Numbers that nobody has share one lock: trying them out is slow, and locks nobody else out. */
const NOBODY = 'nobody'

export interface IdentifyOptions {
  readonly staff: StaffFile
  /** The settings' `staffPin`; null: nobody gets in without a number. */
  readonly machinePin: string | null
  /** Count the wrong tries. */
  readonly locks: PinLocks
  /**
   * Called when a wrong attempt locks a PIN, with the person's `staffId`, or with `NOBODY` if no one has the number.
   */
  readonly onLocked?: (id: string, seconds: number) => void
}

/**
 * Returns a function that identifies a person by number and PIN. Attempts are checked one at a time, so that
 * simultaneous ones are all counted.
 *
 * At a locked desk, people type their own number where the PIN of the person before is expected. A wrong entry that
 * equals a staff number is reported (`isStaffNumber`) and does not count as an attempt. This hardly helps to guess a
 * PIN:
 *
 * - The entry is checked as the PIN first, at the same cost. A person whose PIN equals a staff number signs in as
 *   before.
 * - Only entries that are staff numbers do not count, and repeating one gives the same reply. A new PIN must not be a
 *   staff number (`guessed-pin`). A PIN may equal a number that was added later, which is one of a short list.
 * - While a PIN is locked, no entry is checked as the PIN.
 * - Every wrong entry for the machine's own PIN counts, because that may be a staff number.
 * - The reply does not depend on whether the number before it exists. Staff numbers are not secret: they are on the
 *   screen, on papers and in the journal.
 */
export function createIdentify({ staff, machinePin, locks, onLocked }: IdentifyOptions): Identify {
  /** Hash for unknown numbers, so that the reply takes as long as for known ones. */
  const decoy = decoyHash()
  const inTurn = serial()
  const isRight = createRightPins()

  async function identify({ staff: number, pin }: Parameters<Identify>[0]): ReturnType<Identify> {
    const member = number === undefined ? undefined : staff.all().find((each) => each.number === number)
    const id = number === undefined ? COUNTER.staffId : (member?.number ?? NOBODY)
    const isOther = number !== undefined && staff.all().some((each) => each.number === pin)
    const typedNumber: TypedNumber = isOther ? { isStaffNumber: true } : {}
    const seconds = locks.secondsLeft(id)
    if (seconds > 0) return err({ type: 'pin-locked', seconds, ...typedNumber })
    const matches =
      number === undefined
        ? machinePin !== null && sameText(pin, machinePin)
        : (await isRight(id, pin, member?.pin ?? decoy)) && member !== undefined
    if (!matches && typedNumber.isStaffNumber) return err({ type: 'wrong-pin', ...typedNumber })
    if (!matches) {
      locks.failed(id)
      const locked = locks.secondsLeft(id)
      if (locked > 0) onLocked?.(id, locked)
      return err({ type: 'wrong-pin' })
    }
    locks.passed(id)
    return ok(member ? { staffId: member.number, name: member.name, role: member.role } : COUNTER)
  }

  return (credentials) => inTurn(() => identify(credentials))
}

/**
 * Whether a PIN is that person's. Each command of a desk asks it again: one that was right is known from then on, in memory
 * alone, as long as the file keeps the same of it. A wrong one costs what `pinMatches` costs.
 */
function createRightPins(): (id: string, pin: string, kept: PinHash) => Promise<boolean> {
  const right = new Map<string, { readonly kept: PinHash; readonly isIt: (pin: string) => boolean }>()
  return async (id, pin, kept) => {
    const known = right.get(id)
    if (known && isDeepStrictEqual(known.kept, kept) && known.isIt(pin)) return true
    if (!(await pinMatches(pin, kept))) return false
    right.set(id, { kept, isIt: matcherOf(pin) })
    return true
  }
}

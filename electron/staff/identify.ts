import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { err, ok } from '../../shared/domain/result.ts'
import { serial } from '../../shared/domain/serial.ts'
import { textForms } from '../../shared/domain/text-forms.ts'
import { staffRoles } from '../../shared/api/kiosk/contract.ts'
import type { TypedNumber } from '../../shared/api/kiosk/failures.ts'
import type { DemoPerson } from '../../shared/api/kiosk/views.ts'
import { COUNTER_ID, type Identify, type Person } from '../kiosk/ports/ports.ts'
import { asJson, readKeptSpare, type Report, writeFileWithBackup } from '../host/files/atomic-file.ts'
import { matcherOf, sameText } from '../host/secrets/same-secret.ts'
import { decoyHash, hashShownPin, type PinHash, pinHashShape, type PinLocks, pinMatches } from './pins.ts'

/** User of the machine's own PIN from the settings, with all rights. */
const COUNTER: Person = { staffId: COUNTER_ID, name: '', role: 'supervisor' }

/** Unknown numbers share one lock. Guessing numbers is therefore slow and does not lock out any staff member. */
const NOBODY = 'nobody'

interface IdentifyOptions {
  readonly staff: StaffFile
  /** `staffPin` of the settings. Null if a staff number is always required. */
  readonly machinePin: string | null
  /** Locks that count the wrong attempts. */
  readonly locks: PinLocks
  /**
   * Called when a wrong attempt locks a PIN, with the person's `staffId`, or with `NOBODY` if the number is unknown.
   */
  readonly onLocked?: (id: string, seconds: number) => void
}

/**
 * Returns a function that identifies a person by number and PIN. Attempts are checked one at a time, so that
 * simultaneous ones are all counted.
 *
 * At a locked desk, people may type their own number when the PIN of the previous person is expected. A wrong entry
 * that equals a staff number is reported (`isStaffNumber`) and does not count as an attempt. This exception hardly
 * helps to guess a PIN:
 *
 * - The entry is checked as the PIN first, at the same cost. A person whose PIN equals a staff number can therefore
 * sign in.
 * - Only entries that are staff numbers are not counted, and repeating such an entry gives the same reply. A new PIN
 * must not be a staff number (`weak-pin`). A PIN may equal a staff number that was added later, but only a few numbers
 * are possible.
 * - While a PIN is locked, no entry is checked as the PIN.
 * - Every wrong entry for the machine's own PIN counts, because that PIN may be a staff number.
 * - The reply does not depend on whether the number entered before the PIN exists. Staff numbers are not secret: they
 * are on the screen, on printouts and in the journal.
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
 * Returns a function that checks whether a PIN belongs to a person. Each command of a desk checks the PIN again, so a
 * correct PIN is cached in memory while its hash in the file is unchanged. A wrong PIN takes as long as `pinMatches`.
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

const member = z.strictObject({
  number: z.string().regex(textForms.staffNumber),
  name: z.string().min(1).max(80),
  role: z.enum(staffRoles),
  pin: pinHashShape,
})
const shape = z.strictObject({ staff: z.array(member) })

export type StaffMember = z.infer<typeof member>

/**
 * Staff of a machine: `staff.json` in its data, not in the ledger. A ledger is handed out, backed up and printed, and
 * its rows are never deleted. PIN hashes must therefore not be in the ledger, and former staff must be removable. The
 * journal contains only staff numbers.
 */
export interface StaffFile {
  /**
   * Reads the staff on each call, because the command line may change the file while the program runs. Returns no staff
   * if the file and its copy are damaged.
   */
  all(): readonly StaffMember[]
  write(staff: readonly StaffMember[]): void
}

export function openStaffFile(path: string, report: Report): StaffFile {
  let told = ''
  /** Reports a remark only once, because a damaged file that cannot be moved is found on each read. */
  const tell = (remark: string): void => {
    if (remark !== told) report(remark)
    told = remark
  }
  return {
    all: () => readKeptSpare(path, asJson(shape), tell)?.staff ?? [],
    write: (staff) => writeFileWithBackup(path, { staff }),
  }
}

/** Returns the staff of another file. Changes are kept only in memory. */
export function inMemoryStaff(file: StaffFile): StaffFile {
  let changed: readonly StaffMember[] | null = null
  return {
    all: () => changed ?? file.all(),
    write(staff) {
      changed = staff
    },
  }
}

/** Staff of the demo. Their PINs are shown on the screens that ask for a PIN. */
const people: readonly DemoPerson[] = [
  { number: '1', name: 'Mariama Bah', role: 'cashier', pin: '1357' },
  { number: '2', name: 'Fatou Camara', role: 'supervisor', pin: '8642' },
  { number: '3', name: 'Alpha Diallo', role: 'technician', pin: '9753' },
]

export async function withDemoStaff(file: StaffFile) {
  const seeded = await Promise.all(people.map(async (person) => ({ ...person, pin: await hashShownPin(person.pin) })))
  const own = (): boolean => file.all().length > 0
  return {
    /** Returns the staff of the file, or the demo's staff while the file is empty. */
    staff: { all: () => (own() ? file.all() : seeded), write: (staff) => file.write(staff) } satisfies StaffFile,
    /** Returns the demo's staff while they are used; empty once staff were added to the file. */
    shown: () => (own() ? [] : people),
  }
}

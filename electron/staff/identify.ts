import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { err, ok } from '../../shared/domain/result.ts'
import { serial } from '../../shared/domain/serial.ts'
import { textForms } from '../../shared/domain/text-forms.ts'
import { staffRoles } from '../../shared/api/kiosk/contract.ts'
import type { TypedNumber } from '../../shared/api/kiosk/failures.ts'
import type { DemoPerson } from '../../shared/api/kiosk/views.ts'
import { COUNTER_ID, type Identify, type Person } from '../kiosk/ports/ports.ts'
import type { BadgeFile } from '../kiosk/ports/devices.ts'
import { asJson, readKeptSpare, type Report, writeFileWithBackup } from '../host/files/atomic-file.ts'
import { matcherOf, sameText } from '../host/secrets/same-secret.ts'
import { decoyHash, hashShownPin, type PinHash, pinHashShape, type PinLocks, pinMatches } from './pins.ts'

/** Represents everyone who uses the kiosk's own PIN from the settings; has all rights. */
const COUNTER: Person = { staffId: COUNTER_ID, name: '', role: 'supervisor' }

/** All unknown numbers share one lock, so that guessing numbers is slow and does not lock out any staff member. */
const NOBODY = 'nobody'

interface IdentifyOptions {
  readonly staff: StaffFile
  /** `staffPin` of the settings; null if a staff number is always required. */
  readonly machinePin: string | null
  readonly locks: PinLocks
  /** Called when a wrong attempt locks a PIN; `id` is the `staffId`, or `NOBODY` for unknown numbers. */
  readonly onLocked?: (id: string, seconds: number) => void
}

/**
 * Returns a function that identifies a person by number and PIN. Attempts are checked one at a time, so that
 * simultaneous attempts are all counted. A wrong PIN that equals a staff number is reported (`isStaffNumber`) and not
 * counted, because people may type their own number at a locked desk. The exception is of little use for guessing a
 * PIN: only staff numbers are not counted, and a new PIN must not be a staff number (`weak-pin`). Every wrong entry for
 * the kiosk's own PIN counts, because that PIN may be a staff number. The reply does not depend on whether the staff
 * number exists; staff numbers are not secret.
 */
export function createIdentify({ staff, machinePin, locks, onLocked }: IdentifyOptions): Identify {
  /** Hash for unknown numbers, so that the reply takes as long as for known numbers. */
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

/** Caches a correct PIN in memory while its hash is unchanged, because each command checks the PIN again. */
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
 * PIN hashes are not in the ledger, because other people receive copies of a ledger, and its rows are never deleted.
 */
export interface StaffFile {
  /**
   * Reads the file on each call, because the command line may change it while the program runs. Returns no staff if the
   * file and its copy are damaged.
   */
  all(): readonly StaffMember[]
  write(staff: readonly StaffMember[]): void
}

export function openStaffFile(path: string, report: Report): StaffFile {
  let told = ''
  /**
   * Reports repeated messages only once, because every read detects the damaged file again if the file cannot be
   * renamed.
   */
  const tell = (remark: string): void => {
    if (remark !== told) report(remark)
    told = remark
  }
  return {
    all: () => readKeptSpare(path, asJson(shape), tell)?.staff ?? [],
    write: (staff) => writeFileWithBackup(path, { staff }),
  }
}

const badge = z.strictObject({
  hash: z.string(),
  staff: z.string(),
  name: z.string(),
  issuedUtc: z.string(),
  permanent: z.boolean(),
  shiftNo: z.int(),
})

/** Opens the badges of a desk. If the file and its backup are damaged, no badge is valid. */
export function openBadgeFile(path: string, report: Report): BadgeFile {
  let badges = readKeptSpare(path, asJson(z.array(badge)), report) ?? []
  return {
    all: () => badges,
    write(next) {
      writeFileWithBackup(path, next)
      badges = [...next]
    },
  }
}

/** Returns the staff of another file, but keeps all changes only in memory. */
export function inMemoryStaff(file: StaffFile): StaffFile {
  let changed: readonly StaffMember[] | null = null
  return {
    all: () => changed ?? file.all(),
    write(staff) {
      changed = staff
    },
  }
}

/** Demo staff, whose PINs are shown on the screens that ask for a PIN. */
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
    /** Returns the demo staff; empty once staff have been added to the file. */
    shown: () => (own() ? [] : people),
  }
}

import { join } from 'node:path'
import { isNotes } from '../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import type { Member } from '../../shared/domain/staff.ts'
import { DEMO_PIN } from '../config/config.ts'
import type { KioskSettings } from '../kiosk/kiosk.ts'
import type { BadgeSettings } from '../kiosk/staff/agent-calls.ts'
import { reportOnStderr } from '../host/files/atomic-file.ts'
import {
  createIdentify,
  openBadgeFile,
  openStaffFile,
  inMemoryStaff,
  type StaffFile,
  withDemoStaff,
} from '../staff/identify.ts'
import { combinePinLocks, hashPin, newPin, openPinLocks } from '../staff/pins.ts'
import type { KioskDependencies } from './kiosk-context.ts'

/** Name under which failed badge attempts are counted. */
const BADGE = 'badge'

/**
 * Opens the staff list and identification. Training mode uses the staff of the live desk without changing the list.
 * Wrong PINs in training are counted outside the training folder, so that the counts remain after its deletion.
 */
export async function openStaffStore({ config, directory, live, clock, log, ledger, report }: KioskDependencies) {
  const { staffPin, mode, role, tenders } = config
  const demoPin = mode === 'demo' && staffPin === DEMO_PIN
  const kept = openStaffFile(staffPath(live?.directory ?? directory), report)
  const file = live ? inMemoryStaff(kept) : kept
  // A PIN from the settings is secret and never shown. It is sufficient for all actions except actions on the cashbox.
  const isNumbered = role === 'cashier' || tenders.some(isNotes)
  const { staff, shown } = demoPin && isNumbered ? await withDemoStaff(file) : { staff: file, shown: () => [] }
  const locks = live
    ? combinePinLocks(live.locks, openPinLocks(join(live.directory, 'training-locks.json'), clock, report))
    : openPinLocks(join(directory, 'staff-locks.json'), clock, report)
  const onLocked = (id: string, seconds: number): void => {
    ledger.note('PIN_LOCKED', { id, seconds }, clock.now())
    if (live) log.warn('training.pin-locked', { id, seconds })
  }
  return {
    locks,
    identify: createIdentify({ staff, machinePin: staffPin, locks, onLocked }),
    badges: {
      file: openBadgeFile(join(directory, 'badges.json'), report),
      member: (number) => {
        const member = staff.all().find((each) => each.number === number)
        return member ? { staffId: member.number, name: member.name, role: member.role } : null
      },
      attempts: {
        secondsLeft: () => locks.secondsLeft(BADGE),
        passed: () => locks.passed(BADGE),
        failed() {
          locks.failed(BADGE)
          const seconds = locks.secondsLeft(BADGE)
          if (seconds > 0) onLocked(BADGE, seconds)
        },
      },
    } satisfies BadgeSettings,
    people: (): ReturnType<KioskSettings['people']> => ({
      ...(file.all().length > 0 && { hasStaff: true }),
      ...(shown().length > 0 && { demoStaff: shown() }),
      ...(demoPin && { demoPin: DEMO_PIN }),
    }),
    staffList: staffListIn(staff),
  }
}

/** Staff list for maintenance by a technician. A generated PIN is returned only once. */
export type StaffList = ReturnType<typeof staffListIn>

type NewPin = { readonly pin: string }

export const staffPath = (directory: string): string => join(directory, 'staff.json')

export const openStaffList = (directory: string): StaffList =>
  staffListIn(openStaffFile(staffPath(directory), reportOnStderr))

function staffListIn(file: StaffFile) {
  return {
    list: () =>
      file
        .all()
        .map(({ number, name, role }) => ({ number, name, role }))
        .toSorted((one, other) => compareLabels(one.number, other.number)),
    async add(member: Member, pin = newPin()): Promise<Result<NewPin, { readonly type: 'number-taken' }>> {
      const hash = await hashPin(pin)
      const staff = file.all()
      if (staff.some(({ number }) => number === member.number)) return err({ type: 'number-taken' })
      file.write([...staff, { ...member, pin: hash }])
      return ok({ pin })
    },
    /** Adds or replaces members and removes the `former` numbers. A member without a PIN retains the stored PIN. */
    async keep(
      members: readonly (Member & { readonly pin?: string | undefined })[],
      former: readonly string[],
    ): Promise<void> {
      const before = file.all()
      const hashed = await Promise.all(
        members.map(async ({ pin, ...member }) => {
          const known = before.find(({ number }) => number === member.number)?.pin
          const kept = pin === undefined ? known : await hashPin(pin)
          return kept === undefined ? [] : [{ ...member, pin: kept }]
        }),
      )
      const gone = [...former, ...members.map(({ number }) => number)]
      const others = before.filter(({ number }) => !gone.includes(number))
      file.write([...others, ...hashed.flat()])
    },
    /** Removes a staff member, whose past actions remain in the journal under the number. */
    remove(number: string): Result<null, { readonly type: 'no-such-number' }> {
      const staff = file.all()
      const left = staff.filter((member) => member.number !== number)
      if (left.length === staff.length) return err({ type: 'no-such-number' })
      file.write(left)
      return ok(null)
    },
    async resetPin(number: string, pin = newPin()): Promise<Result<NewPin, { readonly type: 'no-such-number' }>> {
      const hash = await hashPin(pin)
      const staff = file.all()
      if (!staff.some((member) => member.number === number)) return err({ type: 'no-such-number' })
      file.write(staff.map((member) => (member.number === number ? { ...member, pin: hash } : member)))
      return ok({ pin })
    },
  }
}

import { join } from 'node:path'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { Member } from '../../shared/domain/staff.ts'
import type { PeopleKeeper } from '../core/ports/office.ts'
import { hashPin, newPin } from '../staff/pin-hash.ts'
import { openStaffFile, type StaffFile } from '../staff/staff-file.ts'
import { reportOnStderr } from '../host/files/whole-file.ts'

/** A machine's people as its technician keeps them, with the program running or not. A PIN that is drawn is told once. */
export interface StaffList extends PeopleKeeper {
  add(member: Member, pin?: string): Promise<Result<{ readonly pin: string }, { readonly type: 'number-taken' }>>
  /**
   * With PINs of their own, or as they had them; these numbers are taken from those who had them, and `former` ones are
   * let in no more. Written whole.
   */
  keep(members: readonly (Member & { readonly pin?: string | undefined })[], former: readonly string[]): Promise<void>
  /** What they did stays in the journal, under their number. */
  remove(number: string): Result<null, { readonly type: 'no-such-number' }>
  renewPin(number: string, pin?: string): Promise<Result<{ readonly pin: string }, { readonly type: 'no-such-number' }>>
}

export function staffPath(directory: string): string {
  return join(directory, 'staff.json')
}

export function openStaffList(directory: string): StaffList {
  return staffListIn(openStaffFile(staffPath(directory), reportOnStderr))
}

export function staffListIn(file: StaffFile): StaffList {
  return {
    list: () =>
      file
        .all()
        .map(({ number, name, role }) => ({ number, name, role }))
        .toSorted((one, other) => compareLabels(one.number, other.number)),
    async add(member, pin = newPin()) {
      const hash = await hashPin(pin)
      const staff = file.all()
      if (staff.some(({ number }) => number === member.number)) return err({ type: 'number-taken' })
      file.write([...staff, { ...member, pin: hash }])
      return ok({ pin })
    },
    async keep(members, former) {
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
    remove(number) {
      const staff = file.all()
      const left = staff.filter((member) => member.number !== number)
      if (left.length === staff.length) return err({ type: 'no-such-number' })
      file.write(left)
      return ok(null)
    },
    async renewPin(number, pin = newPin()) {
      const hash = await hashPin(pin)
      const staff = file.all()
      if (!staff.some((member) => member.number === number)) return err({ type: 'no-such-number' })
      file.write(staff.map((member) => (member.number === number ? { ...member, pin: hash } : member)))
      return ok({ pin })
    },
  }
}

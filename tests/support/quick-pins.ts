import { randomBytes, scryptSync } from 'node:crypto'
import { staffPath } from '../../electron/app/staff-list.ts'
import { newPin } from '../../electron/staff/pin-hash.ts'
import { openStaffFile, type StaffMember } from '../../electron/staff/staff-file.ts'

/** The least that a staff file may ask for: a try takes 3 ms in place of 80. */
const COST = { n: 1 << 10, r: 8, p: 1 } as const

/** Makes these the people of a machine, for tests with hundreds of tries; gives their PINs by number. */
export function keepPeople(
  dataDirectory: string,
  people: readonly Omit<StaffMember, 'pin'>[],
): ReadonlyMap<string, string> {
  const pins = new Map(people.map(({ number }) => [number, newPin()]))
  const kept = people.map((person) => {
    const salt = randomBytes(16)
    const hash = scryptSync(pins.get(person.number) ?? '', salt, 32, { N: COST.n, r: COST.r, p: COST.p })
    return { ...person, pin: { ...COST, salt: salt.toString('base64'), hash: hash.toString('base64') } }
  })
  const unreadable = (remark: string): void => {
    throw new Error(remark)
  }
  openStaffFile(staffPath(dataDirectory), unreadable).write(kept)
  return pins
}

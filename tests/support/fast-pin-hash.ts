import { randomBytes, scryptSync } from 'node:crypto'
import { staffPath } from '../../electron/app/people.ts'
import { newPin } from '../../electron/staff/pins.ts'
import { openStaffFile, type StaffMember } from '../../electron/staff/identify.ts'

/** Minimum hash cost that a staff file accepts. Checking a PIN with the minimum cost takes 3 ms instead of 80 ms. */
const COST = { n: 1 << 10, r: 8, p: 1 } as const

/** Writes staff members to a staff file, for tests with hundreds of attempts. Returns their PINs by staff number. */
export function saveStaffList(dataDirectory: string, people: readonly Omit<StaffMember, 'pin'>[]) {
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

type Credentials = { readonly staff: string; readonly pin: string }

/** Writes staff members to the staff file of the kiosk. Returns their credentials. */
export function hire<People extends readonly Omit<StaffMember, 'pin' | 'name'>[]>(
  dataDirectory: string,
  ...people: People
): { readonly [Each in keyof People]: Credentials } {
  const pins = saveStaffList(
    dataDirectory,
    people.map((person) => ({ ...person, name: person.role })),
  )
  return people.map(({ number }) => ({ staff: number, pin: pins.get(number) ?? '' })) as {
    readonly [Each in keyof People]: Credentials
  }
}

import type { DemoPerson } from '../../shared/kiosk-api/views.ts'
import { hashShownPin } from './pin-hash.ts'
import type { StaffFile } from './staff-file.ts'

/** Staff of the demo; their PINs stand where they are asked for. */
const people: readonly DemoPerson[] = [
  { number: '1', name: 'Mariama Bah', role: 'cashier', pin: '1357' },
  { number: '2', name: 'Fatou Camara', role: 'supervisor', pin: '8642' },
  { number: '3', name: 'Alpha Diallo', role: 'technician', pin: '9753' },
]

export interface DemoStaff {
  /** The people of the file; while it has none, those of the demo. */
  readonly staff: StaffFile
  /** Those of the demo, while they are the ones; empty once the file has people of its own. */
  readonly shown: () => readonly DemoPerson[]
}

export async function withDemoStaff(file: StaffFile): Promise<DemoStaff> {
  const seeded = await Promise.all(people.map(async (person) => ({ ...person, pin: await hashShownPin(person.pin) })))
  const own = (): boolean => file.all().length > 0
  return {
    staff: { all: () => (own() ? file.all() : seeded), write: (staff) => file.write(staff) },
    shown: () => (own() ? [] : people),
  }
}

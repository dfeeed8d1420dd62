import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openStaffList } from '../../electron/app/staff-list.ts'
import type { StaffRole } from '../../shared/kiosk-api/roles.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { need } from '../kiosk/machine.ts'
import type { Typist } from './desk-typist.ts'
import { startKiosk, startKioskProgram, startService, type SaleMachine, type Service } from './sale-machine.ts'

export interface Colleague {
  readonly number: string
  readonly name: string
  readonly pin: string
}

/** Two cashiers, Mariama and Alpha, and a supervisor, Fatou, at the machine whose data lie there. */
export async function peopleOf(data: string) {
  const care = openStaffList(join(data, 'demo'))
  const add = async (number: string, name: string, role: StaffRole): Promise<Colleague> => {
    const { pin } = need(await care.add({ number, name, role }))
    return { number, name, pin }
  }
  const [mariama, alpha, fatou] = [
    await add('7', 'Mariama Bah', 'cashier'),
    await add('8', 'Alpha Diallo', 'cashier'),
    await add('90', 'Fatou Camara', 'supervisor'),
  ]
  return { mariama, alpha, fatou }
}

/** A desk with these three. */
export const deskWithPeople = (settings: object = {}) => deskBy(startKiosk, settings)

/** The same as a program, to be killed. */
export const deskProgramWithPeople = (settings: object = {}) => deskBy(startKioskProgram, settings)

async function deskBy<T extends SaleMachine>(
  start: (service: Service, settings: object, data: string) => Promise<T>,
  settings: object,
) {
  const data = temporaryFolder()
  const people = await peopleOf(data)
  const kiosk = await start(await startService(), { role: 'cashier', ...settings }, data)
  return { kiosk, ...people }
}

/** At the desk, by number and PIN. */
export async function signIn(typist: Typist, { number, pin }: Colleague): Promise<void> {
  await typist.type(number)
  await typist.press('Enter')
  await typist.type(pin)
  await typist.press('Enter')
  await typist.at('events')
}

/** Who did what, as the journal has it: codes of these rows with their people. */
export function journalled({ data }: SaleMachine, ...codes: readonly string[]): readonly string[] {
  const db = new Sqlite(join(data, 'demo', 'ledger.db'), { readonly: true })
  try {
    const rows = db.prepare('SELECT code, staff_id FROM journal ORDER BY seq').all() as {
      readonly code: string
      readonly staff_id: string | null
    }[]
    return rows.filter(({ code }) => codes.includes(code)).map(({ code, staff_id }) => `${code} ${staff_id ?? '-'}`)
  } finally {
    db.close()
  }
}

import { join } from 'node:path'
import { staffRoles } from '../../shared/kiosk-api/roles.ts'
import { readProgramWithoutKey } from '../app/program.ts'
import { openStaffList, type StaffList } from '../app/staff-list.ts'
import type { GuichetCommand, ProgramValues, Task } from './command.ts'

interface Values extends ProgramValues {
  readonly name?: string
  readonly role?: string
}

interface StaffTask extends Task<Values> {
  readonly staff: StaffList
  readonly number: string
}

export function addStaff(program: GuichetCommand): void {
  const staff = program.command('staff').description('staff list of this machine').ofProgram().isGroup()
  const number = ['<NUMBER>', 'up to six digits'] as const
  staff.command('list').description('print the staff list').does(onList(list))
  staff
    .command('add')
    .argument(...number)
    .description('add a person and print the PIN once')
    .takes('--name <NAME>', 'name as printed on reports')
    .takes('--role <ROLE>', staffRoles.join(', '))
    .does(onList(add))
  staff
    .command('remove')
    .argument(...number)
    .description('remove a person')
    .does(onList(remove))
  staff
    .command('pin')
    .argument(...number)
    .description('create a new PIN and print it once')
    .does(onList(renewPin))
}

const onList = (work: (task: StaffTask) => number | Promise<number>) => (task: Task<Values>) => {
  const program = readProgramWithoutKey(task.values)
  if (!program.ok) return task.refuse(...program.error.lines)
  const [number = '0'] = task.words
  if (!/^\d{1,6}$/u.test(number)) return task.refuse('NUMBER is a number of up to six digits')
  const { dataDirectory, mode } = program.value.config
  return work({ ...task, number, staff: openStaffList(join(dataDirectory, mode)) })
}

function list({ staff, say }: StaffTask): number {
  for (const { number, role, name } of staff.list()) say(`${number}  ${role}  ${name}`)
  return 0
}

async function add({ staff, number, values: { name = '', role: named }, ...task }: StaffTask): Promise<number> {
  const role = staffRoles.find((each) => each === named)
  if (name === '' || !role) return task.refuse(`staff add takes --name and --role, one of ${staffRoles.join(', ')}`)
  const added = await staff.add({ number, name, role })
  if (!added.ok) return task.failed(`number ${number} is already used: see guichet staff list`)
  task.say(`${number}  ${role}  ${name}: PIN ${added.value.pin}`)
  return 0
}

function remove({ staff, number, say, failed }: StaffTask): number {
  if (!staff.remove(number).ok) return failed(`no staff member has number ${number}`)
  say(`${number} removed`)
  return 0
}

async function renewPin({ staff, number, say, failed }: StaffTask): Promise<number> {
  const renewed = await staff.renewPin(number)
  if (!renewed.ok) return failed(`no staff member has number ${number}`)
  say(`${number}: PIN ${renewed.value.pin}`)
  return 0
}

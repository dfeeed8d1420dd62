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
  const staff = program.command('staff').description("the machine's people").ofProgram().isGroup()
  const number = ['<NUMBER>', 'up to six digits'] as const
  staff.command('list').description('everybody on the list').does(onList(list))
  staff
    .command('add')
    .argument(...number)
    .description('adds somebody; tells a PIN, once')
    .takes('--name <NAME>', 'as printed on reports')
    .takes('--role <ROLE>', staffRoles.join(', '))
    .does(onList(add))
  staff
    .command('remove')
    .argument(...number)
    .description('takes somebody off the list')
    .does(onList(remove))
  staff
    .command('pin')
    .argument(...number)
    .description('gives somebody a new PIN, told once')
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
  if (!added.ok) return task.failed(`number ${number} is somebody's: see guichet staff list`)
  task.say(`${number}  ${role}  ${name}: PIN ${added.value.pin}`)
  return 0
}

function remove({ staff, number, say, failed }: StaffTask): number {
  if (!staff.remove(number).ok) return failed(`nobody has number ${number}`)
  say(`${number} is let in no more`)
  return 0
}

async function renewPin({ staff, number, say, failed }: StaffTask): Promise<number> {
  const renewed = await staff.renewPin(number)
  if (!renewed.ok) return failed(`nobody has number ${number}`)
  say(`${number}: PIN ${renewed.value.pin}`)
  return 0
}

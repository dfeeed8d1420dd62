import { join } from 'node:path'
import { staffRoles } from '../../shared/kiosk-api/contract.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { readProgramWithoutKey } from '../app/program.ts'
import { openStaffList, type StaffList } from '../app/people.ts'
import { choiceAt, expectedAt, type GuichetCommand, type ProgramValues, type Task } from './command.ts'

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
  const texts = catalogues[program.value.config.language]
  if (!/^\d{1,6}$/u.test(number))
    return task.refuse(expectedAt(texts, 'NUMBER', texts.values.forms.staffNumber, number))
  const { dataDirectory, mode } = program.value.config
  return work({ ...task, texts, number, staff: openStaffList(join(dataDirectory, mode)) })
}

function list({ staff, say }: StaffTask): number {
  for (const { number, role, name } of staff.list()) say(`${number}  ${role}  ${name}`)
  return 0
}

async function add({ staff, number, values: { name = '', role: named }, ...task }: StaffTask): Promise<number> {
  const role = staffRoles.find((each) => each === named)
  if (name === '') return task.refuse(task.texts.refusals.missing('--name'))
  if (!role) return task.refuse(choiceAt(task.texts, '--role', staffRoles, named))
  const added = await staff.add({ number, name, role })
  if (!added.ok) return task.failed(task.texts.refusals.numberTaken(number))
  task.say(`${number}  ${role}  ${name}: PIN ${added.value.pin}`)
  return 0
}

function remove({ staff, number, texts, say, failed }: StaffTask): number {
  if (!staff.remove(number).ok) return failed(texts.refusals.noPerson(number))
  say(`${number} removed`)
  return 0
}

async function renewPin({ staff, number, texts, say, failed }: StaffTask): Promise<number> {
  const renewed = await staff.renewPin(number)
  if (!renewed.ok) return failed(texts.refusals.noPerson(number))
  say(`${number}: PIN ${renewed.value.pin}`)
  return 0
}

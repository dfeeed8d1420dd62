import { join } from 'node:path'
import { staffRoles } from '../../shared/api/kiosk/contract.ts'
import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { type ProgramPlaces, readProgramWithoutKey } from '../app/program.ts'
import { openStaffList, type StaffList } from '../app/people.ts'
import { choiceAt, expectedAt, type GuichetCommand, type Within } from './command.ts'

interface ListPlace {
  readonly staff: StaffList
  readonly number: string
  readonly texts: ProgramTexts
}

export function addStaff(program: GuichetCommand): void {
  const staff = program.command('staff').description('staff list of this machine').ofProgram().isGroup()
  const number = ['<NUMBER>', 'up to six digits'] as const
  staff
    .command('list')
    .description('print the staff list')
    .doesOn(onList, ({ staff, say }) => {
      for (const { number, role, name } of staff.list()) say(`${number}  ${role}  ${name}`)
    })
  staff
    .command('add')
    .argument(...number)
    .description('add a person and print the PIN once')
    .optionWithValue('--name <NAME>', 'name as printed on reports')
    .optionWithValue('--role <ROLE>', staffRoles.join(', '))
    .doesOn(onList, async ({ staff, number, texts, values: { name = '', role: named }, ...task }) => {
      const role = staffRoles.find((each) => each === named)
      if (name === '') return task.refuse(texts.refusals.missing('--name'))
      if (!role) return task.refuse(choiceAt(texts, '--role', staffRoles, named))
      const added = await staff.add({ number, name, role })
      if (!added.ok) return task.failed(texts.refusals.numberTaken(number))
      task.say(`${number}  ${role}  ${name}: PIN ${added.value.pin}`)
    })
  staff
    .command('remove')
    .argument(...number)
    .description('remove a person')
    .doesOn(onList, ({ staff, number, texts, say, failed }) => {
      if (!staff.remove(number).ok) return failed(texts.refusals.noPerson(number))
      say(`${number} removed`)
    })
  staff
    .command('pin')
    .argument(...number)
    .description('create a new PIN and print it once')
    .doesOn(onList, async ({ staff, number, texts, say, failed }) => {
      const renewed = await staff.resetPin(number)
      if (!renewed.ok) return failed(texts.refusals.noPerson(number))
      say(`${number}: PIN ${renewed.value.pin}`)
    })
}

const onList: Within<ProgramPlaces, ListPlace> = ({ values, words: [number = '0'], refuse, demand }, run) => {
  const { config } = demand(readProgramWithoutKey(values))
  const texts = catalogues[config.language]
  if (!/^\d{1,6}$/u.test(number)) return refuse(expectedAt(texts, 'NUMBER', texts.values.forms.staffNumber, number))
  return run({ texts, number, staff: openStaffList(join(config.dataDirectory, config.mode)) })
}

import { join } from 'node:path'
import { staffRoles } from '../../shared/kiosk-api/roles.ts'
import { programOptions, readArguments } from './arguments.ts'
import { readProgramWithoutKey } from '../app/program.ts'
import { openStaffList } from '../app/staff-list.ts'

export const staffUsage = `  guichet staff list | add NUMBER --name NAME --role cashier|supervisor|technician | remove NUMBER | pin NUMBER
                                                      the machine's people; add and pin tell a new PIN, once
`

/** `guichet staff …`: 0 done, 1 it could not be done, 2 the command line is wrong. */
export async function runStaffCommand(
  args: readonly string[],
  say: (line: string) => void,
  refuse: (...lines: readonly string[]) => number,
): Promise<number> {
  const own = { name: { type: 'string' }, role: { type: 'string' } } as const
  const read = readArguments(args, { ...programOptions, ...own }, true)
  if (!read.ok) return refuse(read.error.detail)
  const { values, positionals } = read.value
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { dataDirectory, mode } = program.value.config
  const staff = openStaffList(join(dataDirectory, mode))
  const [action = '', number = '', ...more] = positionals
  if (more.length > 0) return refuse(`staff ${action}: too many arguments`)

  if (action === 'list') {
    for (const member of staff.list()) say(`${member.number}  ${member.role}  ${member.name}`)
    return 0
  }
  if (!['add', 'remove', 'pin'].includes(action))
    return refuse(`staff takes list, add, remove or pin${action && `, not "${action}"`}`)
  if (!/^\d{1,6}$/u.test(number)) return refuse(`staff ${action} takes a number of up to six digits`)
  const failed = (line: string): number => {
    refuse(line)
    return 1
  }

  if (action === 'add') {
    const { name = '' } = values
    const role = staffRoles.find((each) => each === values.role)
    if (name === '' || !role) return refuse(`staff add takes --name and --role, one of ${staffRoles.join(', ')}`)
    const added = await staff.add({ number, name, role })
    if (!added.ok) return failed(`number ${number} is somebody's: see guichet staff list`)
    say(`${number}  ${role}  ${name}: PIN ${added.value.pin}`)
    return 0
  }
  if (action === 'remove') {
    if (!staff.remove(number).ok) return failed(`nobody has number ${number}`)
    say(`${number} is let in no more`)
    return 0
  }
  const renewed = await staff.renewPin(number)
  if (!renewed.ok) return failed(`nobody has number ${number}`)
  say(`${number}: PIN ${renewed.value.pin}`)
  return 0
}

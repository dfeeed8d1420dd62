import type { GuichetCommand, ProgramValues, Task } from './command.ts'
import { enrolDevice, whyNotEnrolled } from '../app/fleet-membership.ts'
import { readProgramWithoutKey } from '../app/program.ts'

export function addFleet(program: GuichetCommand): void {
  const fleet = program
    .command('fleet')
    .description('this machine among those that a hub looks after')
    .ofProgram()
    .isGroup()
  fleet
    .command('enrol')
    .argument('<CODE>', 'of "guichet hub devices invite"')
    .description("makes this machine one of the hub's of its settings (fleet.hub)")
    .does(enrol)
}

async function enrol({ values, words: [code = ''], say, refuse, failed }: Task<ProgramValues>): Promise<number> {
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config } = program.value
  const done = await enrolDevice(config, code)
  if (done.ok) {
    say(`${config.deviceId} is a device of ${done.value.hub}; the program tells it how it is from its next start on`)
    return 0
  }
  return failed(whyNotEnrolled(config, done.error))
}

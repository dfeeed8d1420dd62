import type { GuichetCommand, ProgramValues, Task } from './command.ts'
import { enrolDevice, whyNotEnrolled } from '../app/fleet-membership.ts'
import { readProgramWithoutKey } from '../app/program.ts'

export function addFleet(program: GuichetCommand): void {
  const fleet = program.command('fleet').description("this machine's place in a hub's fleet").ofProgram().isGroup()
  fleet
    .command('enrol')
    .argument('<CODE>', 'code from "guichet hub devices invite"')
    .description('enrol this machine with the hub named in fleet.hub')
    .does(enrol)
}

async function enrol({ values, words: [code = ''], say, refuse, failed }: Task<ProgramValues>): Promise<number> {
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config } = program.value
  const done = await enrolDevice(config, code)
  if (done.ok) {
    say(`${config.deviceId} is enrolled with ${done.value.hub}; it reports its status from the next start on`)
    return 0
  }
  return failed(whyNotEnrolled(config, done.error))
}

import { programOptions, readArguments } from './arguments.ts'
import { enrolDevice } from '../app/fleet-membership.ts'
import { readProgramWithoutKey } from '../app/program.ts'

export const fleetUsage = `  guichet fleet enrol CODE                            makes this machine one of the hub's of its settings (fleet.hub), by a code of "guichet hub devices invite"
`

/** `guichet fleet …`: 0 done, 1 it could not be done, 2 the command line is wrong. */
export async function runFleet(
  args: readonly string[],
  say: (line: string) => void,
  refuse: (...lines: readonly string[]) => number,
): Promise<number> {
  const read = readArguments(args, programOptions, true)
  if (!read.ok) return refuse(read.error.detail)
  const { values, positionals } = read.value
  const [action, code = '', ...more] = positionals
  if (action !== 'enrol' || code === '' || more.length > 0) return refuse('fleet takes enrol CODE')
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config } = program.value
  const done = await enrolDevice(config, code)
  if (done.ok) {
    say(`${config.deviceId} is a device of ${done.value.hub}; the program tells it how it is from its next start on`)
    return 0
  }
  switch (done.error.type) {
    case 'not-set-up':
      refuse(`${config.settingsFile}: "fleet": { "hub": "https://…" } says which hub: add it`)
      return 1
    case 'not-the-hub':
      refuse('what answered does not know the code: check fleet.hub, and who is in between')
      return 1
    case 'no-certificates':
      refuse(done.error.detail)
      return 1
    default:
      refuse(`${config.fleet?.hub}: ${done.error.detail}`)
      return 1
  }
}

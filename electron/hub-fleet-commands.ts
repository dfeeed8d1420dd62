import type { Fleet } from './hub-administration.ts'

export const hubFleetUsage = `  guichet hub devices [invite NAME [--group GROUP] | remove NAME]
                                                      machines that tell the hub how they are; invite tells a code, once, for "guichet fleet enrol"
  guichet hub administrators [add NAME | remove NAME] who may see the hub's page /fleet; add tells a new password, once
`

interface Task {
  readonly fleet: Fleet
  readonly words: readonly string[]
  readonly group: string | undefined
  readonly say: (line: string) => void
  readonly refuse: (...lines: readonly string[]) => number
}

/** What `guichet hub …` does about devices and those who look after them. */
export const fleetCommands: Readonly<Record<string, (task: Task) => Promise<number>>> = {
  async devices({ fleet, say }) {
    for (const { deviceId, group, seenUtc, state } of await fleet.desk.devices())
      say([deviceId, group ?? '–', state?.version ?? '–', seenUtc ?? 'never seen'].join('  '))
    return 0
  },

  async 'devices invite'({ fleet, words: [name = ''], group, say, refuse }) {
    if (!/^[\w-]{1,32}$/u.test(name)) return refuse('name the device as its settings do (deviceId)')
    const { code, expiresUtc } = await fleet.desk.invite(name, group ?? null)
    say(`${name}: guichet fleet enrol ${code}`)
    say(`good once, until ${expiresUtc}`)
    return 0
  },

  async 'devices remove'({ fleet, words: [name = ''], say, refuse }) {
    if (!(await fleet.desk.remove(name))) return failed(refuse, `there is no device ${name}`)
    say(`${name} is removed`)
    return 0
  },

  async administrators({ fleet, say }) {
    for (const name of await fleet.administrators.names()) say(name)
    return 0
  },

  async 'administrators add'({ fleet, words: [name = ''], say, refuse }) {
    if (!/^[\p{L}\p{N}._@-]{1,64}$/u.test(name)) return refuse('name the administrator: letters, digits, dot, dash, @')
    say(`${name}: password ${await fleet.administrators.add(name)}`)
    return 0
  },

  async 'administrators remove'({ fleet, words: [name = ''], say, refuse }) {
    if (!(await fleet.administrators.remove(name))) return failed(refuse, `there is no administrator ${name}`)
    say(`${name} is removed`)
    return 0
  },
}

function failed(refuse: Task['refuse'], line: string): number {
  refuse(line)
  return 1
}

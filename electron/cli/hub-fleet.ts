import { writeFileSync } from 'node:fs'
import { settingValues } from '../../shared/fleet-api/contract.ts'
import { remoteSettingNames } from '../../shared/fleet-api/settings.ts'
import type { Fleet } from '../app/hub-administration.ts'

export const hubFleetUsage = `  guichet hub devices [invite NAME [--group GROUP] | remove NAME]
                                                      machines that tell the hub how they are; invite tells a code, once, for "guichet fleet enrol"
  guichet hub ledgers [accept NAME]                   what the hub remembers of their ledgers; accept takes a ledger or key that it doubts for true
  guichet hub trust [FILE]                            the trust file for "guichet ledger verify --trust": keys and heads of all ledgers
  guichet hub settings [set KEY=VALUE… --device NAME|--group GROUP]
                                                      settings that devices take with their next heartbeats; KEY= takes one out
  guichet hub administrators [add NAME | remove NAME] who may see the hub's page /fleet; add tells a new password, once
`

interface Task {
  readonly fleet: Fleet
  readonly words: readonly string[]
  readonly group: string | undefined
  readonly device: string | undefined
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

  async ledgers({ fleet, say }) {
    for (const { deviceId, ledger } of await fleet.desk.devices()) {
      if (ledger === null) continue
      const { head, doubt } = ledger
      say(`${deviceId}  row ${head.seq}  ${head.hash}  key ${head.keyId}  ${head.atUtc}`)
      if (doubt?.told)
        say(`${deviceId}  ${doubt.type}: row ${doubt.told.seq}  ${doubt.told.hash}  key ${doubt.told.keyId}`)
      else if (doubt) say(`${deviceId}  ${doubt.type} since ${doubt.sinceUtc}, and as it was before again`)
    }
    return 0
  },

  async 'ledgers accept'({ fleet, words: [name = ''], say, refuse }) {
    const device = (await fleet.desk.devices()).find(({ deviceId }) => deviceId === name)
    const doubt = device?.ledger?.doubt
    if (!doubt) return failed(refuse, `nothing is in doubt about the ledger of ${name}`)
    if (!(await fleet.desk.ledgers.accept(name, doubt.told)))
      return failed(refuse, `${name} tells something else by now: look again`)
    say(`${name}: the hub goes on from what it tells`)
    return 0
  },

  async trust({ fleet, words: [file], say }) {
    const text = JSON.stringify(await fleet.desk.ledgers.trust(), null, 2)
    if (file === undefined) say(text)
    else writeFileSync(file, `${text}\n`)
    return 0
  },

  async settings({ fleet, say }) {
    for (const { target, version, values } of await fleet.desk.listSettings()) {
      const whose = 'device' in target ? `device ${target.device}` : `group ${target.group}`
      say(`${whose}  version ${version}  ${JSON.stringify(values)}`)
    }
    return 0
  },

  async 'settings set'({ fleet, words, group, device, say, refuse }) {
    const target = device === undefined ? (group === undefined ? null : { group }) : { device }
    if (target === null || (group !== undefined && device !== undefined))
      return refuse('settings set takes --device NAME or --group GROUP')
    const read = settingValues.safeParse(Object.fromEntries(words.map(readSetting)))
    if (!read.success || words.length === 0)
      return refuse(`settings set takes KEY=VALUE; keys are ${remoteSettingNames.join(', ')}`)
    if (!(await fleet.desk.set(target, read.data))) return failed(refuse, `there is no device ${device}`)
    say('set; devices take it with their next heartbeats, and run it from their next start on')
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

/** Numbers and `true` as such, all else as text; nothing takes the key out. */
function readSetting(word: string): readonly [string, string | number | boolean | null] {
  const [, key = word, text = ''] = /^([^=]+)=(.*)$/su.exec(word) ?? []
  if (text === '') return [key, null]
  if (text === 'true' || text === 'false') return [key, text === 'true']
  return [key, /^\d+$/u.test(text) ? Number(text) : text]
}

function failed(refuse: Task['refuse'], line: string): number {
  refuse(line)
  return 1
}

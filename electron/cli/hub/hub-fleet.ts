import { writeFileSync } from 'node:fs'
import { readTypedNumber, remoteSettingNames, remoteSettings } from '../../../shared/fleet-api/settings.ts'
import type { Fleet } from '../../app/hub-administration.ts'

import { fleetOf, whyNotSet } from '../../app/hub-administration.ts'
import type { GuichetCommand, Task, Work } from '../command.ts'
import type { OnStore } from './hub-task.ts'
import { fleetKeyFileOf, type HubValues } from '../serve.ts'

type FleetTask<Values = object> = Task<Values> & { readonly fleet: Fleet }

/** What `guichet hub …` does about devices and those who look after them. */
export function addHubFleet(hub: GuichetCommand, onStore: OnStore): void {
  const onFleet = <Values>(work: (task: FleetTask<Values>) => Promise<number>): Work<Values & HubValues> =>
    onStore<Values>((task) => work({ ...task, fleet: fleetOf(task.store, fleetKeyFileOf(task.values)) }))

  const ofDevices = hub.command('devices').description('machines that tell the hub how they are').does(onFleet(devices))
  ofDevices
    .command('invite')
    .argument('<NAME>', "the device's own: deviceId of its settings")
    .description('tells a code, once, for "guichet fleet enrol"')
    .takes('--group <GROUP>', 'the group it belongs to')
    .does(onFleet(inviteDevice))
  ofDevices.command('remove').argument('<NAME>').description('forgets a machine').does(onFleet(removeDevice))
  hub
    .command('ledgers')
    .description('what the hub remembers of their ledgers')
    .does(onFleet(ledgers))
    .command('accept')
    .argument('<NAME>')
    .description('takes a ledger or key that the hub doubts for true')
    .does(onFleet(acceptLedger))
  hub
    .command('trust')
    .argument('[FILE]', 'where it is written')
    .description('the trust file for "guichet ledger verify --trust": keys and heads of all ledgers')
    .does(onFleet(trust))
  hub
    .command('settings')
    .description('settings that devices take with their next heartbeats')
    .does(onFleet(settings))
    .command('set')
    .argument('[KEY=VALUE...]', remoteSettingNames.join(', '))
    .description('sets them; KEY= takes one out')
    .takes('--device <NAME>', 'for one machine')
    .takes('--group <GROUP>', 'for a group of them')
    .does(onFleet(setSettings))
  const ofPeople = hub
    .command('administrators')
    .description("who may see the hub's page /fleet")
    .does(onFleet(administrators))
  ofPeople
    .command('add')
    .argument('<NAME>')
    .description('lets somebody in; tells a new password, once')
    .does(onFleet(addAdministrator))
  ofPeople
    .command('remove')
    .argument('<NAME>')
    .description('locks an administrator out')
    .does(onFleet(removeAdministrator))
}

async function devices({ fleet, say }: FleetTask): Promise<number> {
  for (const { deviceId, group, seenUtc, state, settings, wanted } of await fleet.desk.devices()) {
    say([deviceId, group ?? '–', state?.version ?? '–', seenUtc ?? 'never seen'].join('  '))
    if (settings?.refused) say(`${deviceId}  settings not taken: ${settings.refused.detail}`)
    else if (wanted !== null && wanted !== settings?.filed) say(`${deviceId}  settings not taken yet`)
  }
  return 0
}

async function inviteDevice({
  fleet,
  words: [name = ''],
  values: { group },
  say,
  refuse,
}: FleetTask<{ readonly group?: string }>): Promise<number> {
  if (!/^[\w-]{1,32}$/u.test(name)) return refuse('name the device as its settings do (deviceId)')
  const { code, expiresUtc } = await fleet.desk.invite(name, group ?? null)
  say(`${name}: guichet fleet enrol ${code}`)
  say(`good once, until ${expiresUtc}`)
  return 0
}

async function removeDevice({ fleet, words: [name = ''], say, failed }: FleetTask): Promise<number> {
  if (!(await fleet.desk.remove(name))) return failed(`there is no device ${name}`)
  say(`${name} is removed`)
  return 0
}

async function ledgers({ fleet, say }: FleetTask): Promise<number> {
  for (const { deviceId, ledger } of await fleet.desk.devices()) {
    if (ledger === null) continue
    const { head, doubt } = ledger
    say(`${deviceId}  row ${head.seq}  ${head.hash}  key ${head.keyId}  ${head.atUtc}`)
    if (doubt?.told)
      say(`${deviceId}  ${doubt.type}: row ${doubt.told.seq}  ${doubt.told.hash}  key ${doubt.told.keyId}`)
    else if (doubt) say(`${deviceId}  ${doubt.type} since ${doubt.sinceUtc}, and as it was before again`)
  }
  return 0
}

async function acceptLedger({ fleet, words: [name = ''], say, failed }: FleetTask): Promise<number> {
  const device = (await fleet.desk.devices()).find(({ deviceId }) => deviceId === name)
  const doubt = device?.ledger?.doubt
  if (!doubt) return failed(`nothing is in doubt about the ledger of ${name}`)
  if (!(await fleet.desk.ledgers.accept(name, doubt.told)))
    return failed(`${name} tells something else by now: look again`)
  say(`${name}: the hub goes on from what it tells`)
  return 0
}

async function trust({ fleet, words: [file], say }: FleetTask): Promise<number> {
  const text = JSON.stringify(await fleet.desk.ledgers.trust(), null, 2)
  if (file === undefined) say(text)
  else writeFileSync(file, `${text}\n`)
  return 0
}

async function settings({ fleet, say }: FleetTask): Promise<number> {
  for (const { target, version, values } of await fleet.desk.listSettings()) {
    const whose = 'device' in target ? `device ${target.device}` : `group ${target.group}`
    say(`${whose}  version ${version}  ${JSON.stringify(values)}`)
  }
  return 0
}

async function setSettings({
  fleet,
  words,
  values: { group, device },
  say,
  refuse,
  failed,
}: FleetTask<{ readonly group?: string; readonly device?: string }>): Promise<number> {
  const target = device === undefined ? (group === undefined ? null : { group }) : { device }
  if (target === null || (group !== undefined && device !== undefined))
    return refuse('settings set takes --device NAME or --group GROUP')
  if (words.length === 0 || words.some((word) => !word.includes('=')))
    return refuse(`settings set takes KEY=VALUE; keys are ${remoteSettingNames.join(', ')}`)
  const done = await fleet.desk.set(target, Object.fromEntries(words.map(readSetting)))
  if (!done.ok) {
    const why = whyNotSet(target, done.error)
    return done.error.type === 'settings-invalid' ? refuse(why) : failed(why)
  }
  say('set; devices take it with their next heartbeats, and run it from their next start on')
  return 0
}

async function administrators({ fleet, say }: FleetTask): Promise<number> {
  for (const name of await fleet.administrators.names()) say(name)
  return 0
}

async function addAdministrator({ fleet, words: [name = ''], say, refuse }: FleetTask): Promise<number> {
  if (!/^[\p{L}\p{N}._@-]{1,64}$/u.test(name)) return refuse('name the administrator: letters, digits, dot, dash, @')
  say(`${name}: password ${await fleet.administrators.add(name)}`)
  return 0
}

async function removeAdministrator({ fleet, words: [name = ''], say, failed }: FleetTask): Promise<number> {
  if (!(await fleet.administrators.remove(name))) return failed(`there is no administrator ${name}`)
  say(`${name} is removed`)
  return 0
}

/** Reads a number or boolean if the setting has that type; otherwise text. An empty value removes the key. */
function readSetting(word: string): readonly [string, string | number | boolean | null] {
  const [, key = word, text = ''] = /^([^=]+)=(.*)$/su.exec(word) ?? []
  if (text === '') return [key, null]
  const kind = remoteSettings.find((setting) => setting.key === key)?.kind
  if (kind === 'switch' && (text === 'true' || text === 'false')) return [key, text === 'true']
  return [key, kind === 'number' ? readTypedNumber(text) : text]
}

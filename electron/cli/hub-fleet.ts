import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { isSameAddress, readMessageAddress } from '../../shared/domain/customer.ts'
import { languages } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { readTypedNumber, remoteSettingNames, remoteSettings } from '../../shared/api/kiosk/settings.ts'
import { enrolDevice, enrolmentErrorText } from '../app/hub-link.ts'
import { type Fleet, fleetOf, whyNotSet } from '../app/hub-store.ts'
import { openMessageDrivers } from '../app/hub.ts'
import { readProgramWithoutKey } from '../app/program.ts'
import { expectedAt, type GuichetCommand, type Within } from './command.ts'
import { fleetKeyFileOf, type HubCommand, type HubValues, messageSettingsOf, onStore } from './serve.ts'

const onFleet: Within<HubValues, { readonly fleet: Fleet }> = (task, run) =>
  onStore(task, ({ store }) => run({ fleet: fleetOf(store, fleetKeyFileOf(task.values)) }))

export function addHubFleet(hub: HubCommand): void {
  const ofDevices = hub
    .command('devices')
    .description('list the machines enrolled with the hub')
    .doesOn(onFleet, async ({ fleet, say }) => {
      for (const { deviceId, group, seenUtc, state, settings, wanted } of await fleet.desk.devices()) {
        say([deviceId, group ?? '–', state?.version ?? '–', seenUtc ?? 'never seen'].join('  '))
        if (settings?.refused) say(`${deviceId}  settings rejected: ${settings.refused.detail}`)
        else if (wanted !== null && wanted !== settings?.filed) say(`${deviceId}  settings not applied yet`)
      }
    })
  ofDevices
    .command('invite')
    .argument('<NAME>', 'deviceId of its settings')
    .description('print a one-time code for "guichet fleet enrol"')
    .optionWithValue('--group <GROUP>', 'group of the machine')
    .doesOn(onFleet, async ({ fleet, words: [name = ''], values: { group }, texts, say, refuse }) => {
      if (!/^[\w-]{1,32}$/u.test(name))
        return refuse(expectedAt(texts, 'NAME', texts.refusals.expected.deviceName, name))
      const { code, expiresUtc } = await fleet.desk.invite(name, group ?? null)
      say(`${name}: guichet fleet enrol ${code}`)
      say(`valid once, until ${expiresUtc}`)
    })
  ofDevices
    .command('remove')
    .argument('<NAME>')
    .description('remove a machine')
    .doesOn(onFleet, async ({ fleet, words: [name = ''], texts, say, failed }) => {
      if (!(await fleet.desk.remove(name))) return failed(texts.refusals.noDevice(name))
      say(`${name} removed`)
    })
  addHubMessages(hub)
  hub
    .command('ledgers')
    .description("list the hub's record of the machines' ledgers")
    .doesOn(onFleet, async ({ fleet, say }) => {
      for (const { deviceId, ledger } of await fleet.desk.devices()) {
        if (ledger === null) continue
        const { head, doubt } = ledger
        say(`${deviceId}  row ${head.seq}  ${head.hash}  key ${head.keyId}  ${head.atUtc}`)
        if (doubt?.told)
          say(`${deviceId}  ${doubt.type}: row ${doubt.told.seq}  ${doubt.told.hash}  key ${doubt.told.keyId}`)
        else if (doubt) say(`${deviceId}  ${doubt.type} since ${doubt.sinceUtc}; it matches again now`)
      }
    })
    .command('accept')
    .argument('<NAME>')
    .description("accept a ledger or key that does not match the hub's record")
    .doesOn(onFleet, async ({ fleet, words: [name = ''], texts, say, failed }) => {
      const device = (await fleet.desk.devices()).find(({ deviceId }) => deviceId === name)
      if (!device) return failed(texts.refusals.noDevice(name))
      const doubt = device.ledger?.doubt
      if (!doubt) return failed(texts.refusals.ledgerMatches(name))
      if (!(await fleet.desk.ledgers.accept(name, doubt.told))) return failed(texts.refusals.ledgerChanged(name))
      say(`${name}: ledger accepted`)
    })
  hub
    .command('trust')
    .argument('[FILE]', 'output file; default: standard output')
    .description('write the trust file for "guichet ledger verify --trust": keys and heads of all ledgers')
    .doesOn(onFleet, async ({ fleet, words: [file], say }) => {
      const text = JSON.stringify(await fleet.desk.ledgers.trust(), null, 2)
      if (file === undefined) say(text)
      else writeFileSync(file, `${text}\n`)
    })
  addHubSettings(hub)
  addAdministrators(hub)
}

function addHubSettings(hub: HubCommand): void {
  hub
    .command('settings')
    .description('list the settings for machines')
    .doesOn(onFleet, async ({ fleet, say }) => {
      for (const { target, version, values } of await fleet.desk.listSettings()) {
        const whose = 'device' in target ? `device ${target.device}` : `group ${target.group}`
        say(`${whose}  version ${version}  ${JSON.stringify(values)}`)
      }
    })
    .command('set')
    .argument('[KEY=VALUE...]', remoteSettingNames.join(', '))
    .description('set settings; KEY= removes one')
    .optionWithValue('--device <NAME>', 'one machine')
    .optionWithValue('--group <GROUP>', 'a group of machines')
    .doesOn(onFleet, async ({ fleet, words, values: { group, device }, texts, say, refuse, failed }) => {
      const target = device === undefined ? (group === undefined ? null : { group }) : { device }
      if (target === null || (group !== undefined && device !== undefined))
        return refuse(texts.refusals.either('--device', '--group'))
      if (words.length === 0 || words.some((word) => !word.includes('=')))
        return refuse(
          expectedAt(
            texts,
            'settings set',
            texts.refusals.expected.settings('KEY=VALUE', remoteSettingNames.join(', ')),
          ),
        )
      const done = await fleet.desk.set(target, Object.fromEntries(words.map(readSetting)), texts)
      if (!done.ok) {
        const why = whyNotSet(target, done.error, texts)
        return done.error.type === 'settings-invalid' ? refuse(why) : failed(why)
      }
      say('saved; machines receive it with their next heartbeat and apply it at their next start')
    })
}

function addAdministrators(hub: HubCommand): void {
  const ofPeople = hub
    .command('administrators')
    .description("list the administrators of the hub's page /fleet")
    .doesOn(onFleet, async ({ fleet, say }) => {
      for (const name of await fleet.administrators.names()) say(name)
    })
  ofPeople
    .command('add')
    .argument('<NAME>')
    .description('add an administrator and print the password once')
    .doesOn(onFleet, async ({ fleet, words: [name = ''], texts, say, refuse }) => {
      if (!/^[\p{L}\p{N}._@-]{1,64}$/u.test(name))
        return refuse(expectedAt(texts, 'NAME', texts.refusals.expected.administrator, name))
      say(`${name}: password ${await fleet.administrators.add(name)}`)
    })
  ofPeople
    .command('remove')
    .argument('<NAME>')
    .description('remove an administrator')
    .doesOn(onFleet, async ({ fleet, words: [name = ''], texts, say, failed }) => {
      if (!(await fleet.administrators.remove(name))) return failed(texts.refusals.noAdministrator(name))
      say(`${name} removed`)
    })
}

/**
 * Converts a value to a number or boolean if the setting has one of these types. An empty value removes the setting.
 */
function readSetting(word: string): readonly [string, string | number | boolean | null] {
  const [, key = word, text = ''] = /^([^=]+)=(.*)$/su.exec(word) ?? []
  if (text === '') return [key, null]
  const kind = remoteSettings.find((setting) => setting.key === key)?.kind
  if (kind === 'switch' && (text === 'true' || text === 'false')) return [key, text === 'true']
  return [key, kind === 'number' ? readTypedNumber(text) : text]
}

export function addFleet(program: GuichetCommand): void {
  const fleet = program.command('fleet').description("this machine's place in a hub's fleet").ofProgram().isGroup()
  fleet
    .command('enrol')
    .argument('<CODE>', 'code from "guichet hub devices invite"')
    .description('enrol this machine with the hub named in fleet.hub')
    .withHandler(async ({ values, words: [code = ''], say, failed, demand }) => {
      const { config } = demand(readProgramWithoutKey(values))
      const done = await enrolDevice(config, code)
      if (!done.ok) return failed(enrolmentErrorText(config, done.error))
      say(`${config.deviceId} is enrolled with ${done.value.hub}; it reports its status from the next start on`)
    })
}

function addHubMessages(hub: HubCommand): void {
  const ofMessages = hub
    .command('messages')
    .description('list the messages with tickets and their state, without addresses')
    .doesOn(onFleet, async ({ fleet, say }) => {
      for (const {
        requestedUtc,
        deviceId,
        channel,
        state,
        reason,
        attempts,
        dueUtc,
      } of await fleet.desk.messages.list()) {
        const next = state === 'queued' ? `next attempt ${dueUtc}` : ''
        say([requestedUtc, deviceId, channel, reason ?? state, `attempts ${attempts}`, next].filter(Boolean).join('  '))
      }
    })
  ofMessages
    .command('test')
    .argument('<ADDRESS>', 'e-mail address or telephone number')
    .description('send a test message now, without the queue')
    .optionWithValue('--messages <FILE>', 'file of "guichet serve --messages" (or GUICHET_MESSAGES)')
    .takesLanguage(`${languages.join(', ')}; default: fr`)
    .withHandler(async ({ words: [typed = ''], values, texts, say, refuse, failed, languageOr }) => {
      const settings = messageSettingsOf(values, texts)
      if (!settings) return refuse(texts.refusals.missing('--messages'))
      const to = readMessageAddress(typed)
      const send = to && openMessageDrivers(settings)[to.channel]
      if (!to || !send) return refuse(expectedAt(texts, 'ADDRESS', texts.messages.address, typed))
      const { testSubject, test } = catalogues[languageOr('fr')].paper.ticketPage.message
      const done = await send({ reference: randomUUID(), address: to.address, subject: testSubject, text: test })
      if (done.outcome !== 'sent') return failed(texts.messages.notSent(done.code))
      say(`${to.channel}: the server accepted the message`)
    })
  ofMessages
    .command('erase')
    .argument('<ADDRESS>', 'e-mail address or telephone number, as typed at the desk')
    .description('end the waiting messages to an address and erase it')
    .doesOn(onFleet, async ({ fleet, words: [typed = ''], texts, say, refuse }) => {
      const to = readMessageAddress(typed)
      if (!to) return refuse(expectedAt(texts, 'ADDRESS', texts.messages.address, typed))
      const erased = await fleet.desk.messages.erase(({ address }) => isSameAddress(to.address, address))
      say(`erased messages: ${erased}`)
    })
}

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeCommands } from '../../electron/cli/cli.ts'
import { currentInterfaces } from '../../scripts/openapi.ts'
import {
  commandsBelow,
  INTERFACES_RECORD,
  lossesOf,
  type PublicInterfaces,
} from '../../scripts/openapi/public-interfaces.ts'
import { guichet } from '../cli/guichet.ts'
import { textOf } from './pages.ts'

const page = textOf('docs/integrating/stability.md')
const recorded = (): PublicInterfaces =>
  JSON.parse(readFileSync(new URL(`../../${INTERFACES_RECORD}`, import.meta.url), 'utf8')) as PublicInterfaces

function rowsOf(head: string): readonly (readonly string[])[] {
  const [, after = ''] = page.split(`| ${head}`)
  const [, , ...lines] = (after.split('\n\n')[0] ?? '').split('\n')
  return lines.filter(Boolean).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

test('no public interface lost anything since it was recorded', () => {
  expect(lossesOf(recorded(), currentInterfaces())).toEqual([])
})

type Changes = {
  takes?: Record<string, string | undefined>
  gives?: Record<string, string | undefined>
  version?: string
}

function changed(name: string, { takes = {}, gives = {}, version }: Changes): PublicInterfaces {
  const all = recorded()
  const old = all[name]
  if (!old) throw new Error(`no interface ${name}`)
  const apply = (fields: Readonly<Record<string, string>>, more: Record<string, string | undefined>) =>
    Object.fromEntries(
      Object.entries({ ...fields, ...more }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
  const fresh = { version: version ?? old.version, takes: apply(old.takes, takes), gives: apply(old.gives, gives) }
  return { ...all, [name]: fresh }
}

const till = 'POST /api/v1/public/purchases body.till'
const hubKey = 'POST /api/v1/devices/enrol.data.hubKey'

test.each<[string, string, Changes, string]>([
  ['a setting is removed', 'settings', { takes: { maxSeats: undefined } }, 'maxSeats was removed'],
  ['a type changes', 'settings', { takes: { maxSeats: 'string' } }, 'maxSeats changed from integer to string'],
  ['a setting becomes required', 'settings', { takes: { deviceId: 'required string' } }, 'deviceId became required'],
  ['a refused value', 'settings', { takes: { role: '"kiosk"' } }, 'role changed from "cashier" | "kiosk" to "kiosk"'],
  ['a request has a new field', 'partner API', { takes: { [till]: 'required string' } }, `${till} is new and required`],
  ['a field of a reply is removed', 'fleet API', { gives: { [hubKey]: undefined } }, `${hubKey} was removed`],
  ['a field of a reply is optional', 'fleet API', { gives: { [hubKey]: 'string' } }, `${hubKey} may be absent`],
  ['a code of a row is gone', 'ledger', { gives: { 'code KEY_ATTESTED': undefined } }, 'code KEY_ATTESTED was removed'],
  ['an exit code is gone', 'command line', { gives: { 'status: 3': undefined } }, 'status: 3 was removed'],
])('%s: it is noticed, with what to do', (_, name, changes, loss) => {
  const losses = lossesOf(recorded(), changed(name, changes))
  expect(losses).toEqual([expect.stringContaining(`${name}: ${loss}: restore it, or raise the version`)])
  expect(losses[0]).toContain('CHANGELOG.md')
})

test.each<[string, string, Changes]>([
  ['a new setting', 'settings', { takes: { colour: 'string' } }],
  ['a new value of a setting', 'settings', { takes: { role: '"cashier" | "kiosk" | "steward"' } }],
  ['a new field of a reply', 'partner API', { gives: { 'GET /api/v1/public/events.data.events[].poster': 'string' } }],
  ['an object that may be sent', 'settings', { takes: { poster: 'object', 'poster.file': 'required string' } }],
  ['a new version without the field', 'fleet API', { version: '2', gives: { [hubKey]: undefined } }],
])('%s: nobody loses anything', (_, name, changes) => {
  expect(lossesOf(recorded(), changed(name, changes))).toEqual([])
})

test('the page gives the exit codes of every command that has its own', () => {
  const leaves = commandsBelow(describeCommands()).filter(([, { commands }]) => commands.length === 0)
  const plain = JSON.stringify(leaves.find(([name]) => name === 'demo')?.[1].exitCodes)
  const own = commandsBelow(describeCommands()).filter(([, { exitCodes }]) => JSON.stringify(exitCodes) !== plain)
  const stated = own.flatMap(([name, { exitCodes }]) =>
    Object.entries(exitCodes).map(([code, meaning]) => [`\`${name}\``, code, meaning]),
  )
  expect(rowsOf('Command  ')).toEqual(stated)
  expect(leaves.length).toBeGreaterThan(40)
})

test('the help of a command prints its exit codes', async () => {
  const said = expect.stringContaining('3  not running') as string
  expect(await guichet('status', '--help')).toMatchObject({ code: 0, said })
})

test('the page gives the metrics of a hub', () => {
  const names = Object.entries(recorded()['metrics']?.gives ?? {}).filter(([, type]) => type !== 'label')
  const own = names.filter(([name]) => name.startsWith('guichet_')).map(([name, type]) => [`\`${name}\``, type])
  expect(rowsOf('Metric  ')).toEqual(own)
})

test('the page gives the versions that the interfaces state', () => {
  const versions = rowsOf('Interface ').map(([name = '', , version]) => [name.replaceAll(/[[\]]/gu, ''), version])
  const all = currentInterfaces()
  expect(versions).toHaveLength(8)
  const starts = { Ledger: 'ledger', 'The interface of a hub': 'partner API', 'The fleet': 'fleet API' }
  for (const [start, name] of Object.entries(starts))
    expect([name, versions.find(([each = '']) => each.startsWith(start))?.[1]]).toEqual([name, all[name]?.version])
})

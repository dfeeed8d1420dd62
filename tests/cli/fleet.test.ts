import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bookingFile } from '../../electron/host/system.ts'
import { guichet, startProgram } from './guichet.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startFleet } from '../hub/fleet.ts'
import { seedFolder } from '../support/demo-hub.ts'

const identity = (name: string): string => fileURLToPath(new URL(`../hub/identity/${name}`, import.meta.url))

async function startSite(tls?: { readonly certFile: string; readonly keyFile: string }) {
  const [hubData, data] = [await seedFolder(temporaryFolder()), await seedFolder(temporaryFolder())]
  const fleet = await startFleet(0, bookingFile(hubData), { mode: 'demo', ...(tls && { tls }) })
  const hub = (...words: readonly string[]) => guichet('hub', ...words, '--data', hubData)
  const invited = await hub('devices', 'invite', 'gate-7', '--group', 'gate A')
  const [, code = ''] = /^gate-7: guichet fleet enrol (\S+)$/mu.exec(invited.said) ?? []
  return {
    fleet,
    hub,
    hubData,
    data,
    configure: (settings: object) =>
      writeFileSync(join(data, 'config.json'), JSON.stringify({ deviceId: 'gate-7', ...settings })),
    enrol: (given = code) => guichet('fleet', 'enrol', given, '--data', data),
  }
}

test('a device is invited, enrols, and tells its hub how it is; the hub sets its settings and vouches for its ledger', async () => {
  const { fleet, hub, hubData, data, configure, enrol } = await startSite()
  expect((await enrol('ABCD')).refused.join('\n')).toContain('fleet.hub: ')
  configure({ languages: ['fr'], fleet: { hub: fleet.url, heartbeatSeconds: 1 } })
  expect((await enrol('ABCD')).refused.join('\n')).toContain('No valid code exists')
  expect(await enrol()).toMatchObject({ code: 0, refused: [] })
  const added = await hub('administrators', 'add', 'fatou')
  const [, password = ''] = /^fatou: password (\S+)$/mu.exec(added.said) ?? []
  expect((await fleet.signIn('fatou', password))[0]).toBe(200)

  await startProgram({ data })
  const state = async () => (await fleet.devices())[0]?.state
  await expect.poll(state).toMatchObject({ mode: 'demo', partner: 'up', ledger: 'sound' })
  const set = (...values: readonly string[]) => hub('settings', 'set', '--device', 'gate-7', ...values)
  expect((await set('staffPin=0000')).refused.join('\n')).toContain('staffPin: no setting that a hub sets')
  expect(await set('maxSeats=3', 'theme=night', 'language=en')).toMatchObject({ code: 0, refused: [] })
  expect((await hub('settings')).said).toMatch(
    /^device gate-7 {2}version \d+ {2}\{"maxSeats":3,"theme":"night","language":"en"\}$/u,
  )
  const filed = () => JSON.parse(readFileSync(join(data, 'config.json'), 'utf8')) as object
  await expect.poll(filed).toMatchObject({ deviceId: 'gate-7', maxSeats: 3, theme: 'night' })
  const remembered = async () => (await hub('ledgers')).said
  await expect.poll(remembered).toMatch(/^gate-7 {2}row \d+ {2}[0-9a-f]{64} {2}key [0-9a-f]{32} /u)
  expect((await hub('ledgers', 'accept', 'gate-7')).refused.join('\n')).toContain('nothing to accept')
  const trust = join(hubData, 'trust.json')
  expect((await hub('trust', trust)).code).toBe(0)
  const archive = join(data, 'archive.jsonl')
  expect((await guichet('ledger', 'export', archive, '--data', data)).code).toBe(0)
  const verified = await guichet('ledger', 'verify', archive, '--trust', trust, '--data', data)
  expect(verified).toMatchObject({ code: 0, refused: [] })
  const rejected =
    /^gate-7 {2}gate A {2}\S+ {2}\S+Z\ngate-7 {2}settings rejected: language: "en" is not in languages: add it there, or choose another language$/u
  await expect.poll(async () => (await hub('devices')).said).toMatch(rejected)
  expect((await hub('devices', 'remove', 'gate-7')).code).toBe(0)
  expect((await hub('devices', 'remove', 'gate-7')).code).toBe(1)
})

test('a hub’s own certificate is trusted where the settings name it, and nowhere else', async () => {
  const tls = { certFile: identity('first-cert.pem'), keyFile: identity('first-key.pem') }
  const { fleet, hub, data, configure, enrol } = await startSite(tls)
  const at = (more: object = {}): void => configure({ fleet: { hub: fleet.url, ...more } })
  const refused = async (): Promise<string> => (await enrol()).refused.join('\n')

  at()
  expect(await refused()).toContain('self-signed certificate')
  at({ caFile: 'hub.pem' })
  expect(await refused()).toContain(`fleet.caFile: ${join(data, 'hub.pem')} ne peut pas être lu (ENOENT)`)
  copyFileSync(identity('second-cert.pem'), join(data, 'hub.pem'))
  expect(await refused()).toContain('self-signed certificate')
  copyFileSync(identity('first-cert.pem'), join(data, 'hub.pem'))
  expect(await enrol()).toMatchObject({ code: 0, refused: [] })

  await startProgram({ data })
  await expect.poll(async () => (await hub('devices')).said).toMatch(/^gate-7 .*\d{4}-\d\d-\d\dT\S+Z$/u)
})

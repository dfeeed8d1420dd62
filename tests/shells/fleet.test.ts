import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type DevicesReply } from '../../shared/fleet-api/contract.ts'
import { FLEET_PATHS } from '../../shared/fleet-api/paths.ts'
import { seedFolder } from '../support/demo-hub.ts'
import { startShell, temporaryFolder } from './shell.ts'

const identity = fileURLToPath(new URL('../hub/identity', import.meta.url))

async function guichet(...args: readonly string[]): Promise<{ code: unknown; said: string; refused: string }> {
  const shell = startShell('cli.js', args)
  const code = await shell.ended
  return { code, said: shell.output.stdout, refused: shell.output.stderr }
}

test('a device is invited, enrols, and tells its hub how it is; each of its own process', async () => {
  const [hubData, data] = [await seedFolder(temporaryFolder()), await seedFolder(temporaryFolder())]
  const hub = startShell('cli.js', ['serve', '--port', '0', '--data', hubData])
  const [, url = ''] = await hub.says(/ at (http:\/\/127\.0\.0\.1:\d+) /u)
  const on = ['--data', hubData]
  expect((await guichet('fleet', 'enrol', 'ABCD', '--data', data)).refused).toContain('"fleet": { "hub"')
  const settings = { deviceId: 'gate-7', languages: ['fr'], fleet: { hub: url, everySeconds: 1 } }
  writeFileSync(join(data, 'config.json'), JSON.stringify(settings))
  expect((await guichet('fleet', 'enrol', 'ABCD', '--data', data)).refused).toContain('No such code waits')
  const invited = await guichet('hub', 'devices', 'invite', 'gate-7', '--group', 'gate A', ...on)
  const [, code = ''] = /^gate-7: guichet fleet enrol (\S+)$/mu.exec(invited.said) ?? []
  expect(await guichet('fleet', 'enrol', code, '--data', data)).toMatchObject({ code: 0, refused: '' })
  const added = await guichet('hub', 'administrators', 'add', 'fatou', ...on)
  const [, password = ''] = /^fatou: password (\S+)$/mu.exec(added.said) ?? []

  startShell('browser-host.js', ['--data', data, '--no-browser'])
  const signed = await fetch(url + FLEET_PATHS.signIn, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ name: 'fatou', password }),
  })
  const cookie = signed.headers.get('set-cookie')?.split(';')[0] ?? ''
  const state = async () => {
    const reply = (await (await fetch(url + FLEET_PATHS.devices, { headers: { cookie } })).json()) as DevicesReply
    return reply.data.devices[0]?.state
  }
  await expect.poll(state, { timeout: 60_000 }).toMatchObject({ mode: 'demo', partner: 'up', ledger: 'sound' })
  const setting = ['hub', 'settings', 'set', '--device', 'gate-7', ...on]
  expect((await guichet(...setting, 'staffPin=0000')).refused).toContain('staffPin: no setting that a hub sets')
  expect(await guichet(...setting, 'maxSeats=3', 'theme=night', 'language=en')).toMatchObject({ code: 0, refused: '' })
  expect((await guichet('hub', 'settings', ...on)).said).toMatch(
    /^device gate-7 {2}version \d+ {2}\{"maxSeats":3,"theme":"night","language":"en"\}\n$/u,
  )
  const filed = () => JSON.parse(readFileSync(join(data, 'config.json'), 'utf8')) as object
  await expect.poll(filed).toMatchObject({ deviceId: 'gate-7', maxSeats: 3, theme: 'night' })
  const remembered = async () => (await guichet('hub', 'ledgers', ...on)).said
  await expect.poll(remembered, { timeout: 60_000 }).toMatch(/^gate-7 {2}row \d+ {2}[0-9a-f]{64} {2}key [0-9a-f]{32} /u)
  expect((await guichet('hub', 'ledgers', 'accept', 'gate-7', ...on)).refused).toContain('nothing to accept')
  const trust = join(hubData, 'trust.json')
  expect((await guichet('hub', 'trust', trust, ...on)).code).toBe(0)
  const archive = join(data, 'archive.jsonl')
  expect((await guichet('ledger', 'export', archive, '--data', data)).code).toBe(0)
  const judged = await guichet('ledger', 'verify', archive, '--trust', trust, '--data', data)
  expect(judged).toMatchObject({ code: 0, refused: '' })
  expect((await guichet('hub', 'devices', ...on)).said).toMatch(
    /^gate-7 {2}gate A {2}\S+ {2}\S+Z\ngate-7 {2}settings rejected: language: "en" is not among languages\n$/u,
  )
  expect((await guichet('hub', 'devices', 'remove', 'gate-7', ...on)).code).toBe(0)
  expect((await guichet('hub', 'devices', 'remove', 'gate-7', ...on)).code).toBe(1)
})

test('a hub’s own certificate is trusted where the settings name it, and nowhere else', async () => {
  const [hubData, data] = [await seedFolder(temporaryFolder()), await seedFolder(temporaryFolder())]
  const tls = ['--tls-cert', join(identity, 'first-cert.pem'), '--tls-key', join(identity, 'first-key.pem')]
  const hub = startShell('cli.js', ['serve', '--port', '0', '--data', hubData, ...tls])
  const [, url = ''] = await hub.says(/ at (https:\/\/127\.0\.0\.1:\d+) /u)
  const on = ['--data', hubData]
  const invited = await guichet('hub', 'devices', 'invite', 'gate-7', ...on)
  const [, code = ''] = /^gate-7: guichet fleet enrol (\S+)$/mu.exec(invited.said) ?? []
  const name = (fleet: object): void =>
    writeFileSync(join(data, 'config.json'), JSON.stringify({ deviceId: 'gate-7', fleet: { hub: url, ...fleet } }))
  const enrol = () => guichet('fleet', 'enrol', code, '--data', data)

  name({})
  expect((await enrol()).refused).toContain('self-signed certificate')
  name({ caFile: 'hub.pem' })
  expect((await enrol()).refused).toContain(`fleet.caFile: ${join(data, 'hub.pem')} cannot be read (ENOENT)`)
  copyFileSync(join(identity, 'second-cert.pem'), join(data, 'hub.pem'))
  expect((await enrol()).refused).toContain('self-signed certificate')
  copyFileSync(join(identity, 'first-cert.pem'), join(data, 'hub.pem'))
  expect(await enrol()).toMatchObject({ code: 0, refused: '' })

  startShell('browser-host.js', ['--data', data, '--no-browser'])
  const heardOf = async () => (await guichet('hub', 'devices', ...on)).said
  await expect.poll(heardOf, { timeout: 60_000 }).toMatch(/^gate-7 .*\d{4}-\d\d-\d\dT\S+Z\n$/u)
})

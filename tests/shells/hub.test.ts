import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSigner } from '../../electron/partner/signer.ts'
import { temporaryFolder } from '../kiosk/machine.ts'
import { signed } from '../hub/hub.ts'
import { startShell } from './shell.ts'

/** Runs one command to its end: what it said, or what it refused. */
async function guichet(...args: readonly string[]): Promise<{ code: unknown; said: string; refused: string }> {
  const shell = startShell('cli.js', args)
  const code = await shell.ended
  return { code, said: shell.output.stdout, refused: shell.output.stderr }
}

test('a venue from nothing: imported, priced, sold by a partner that signs, and cared for beside the running hub', async () => {
  const data = temporaryFolder()
  const on = ['--data', data]
  const list = join(data, 'rows.csv')
  const header = 'section,tribune,zone,gate,row,seats'
  writeFileSync(list, `${header}\nN1,N,Z1,A,1,8+x\nN1,N,Z1,A,2,8`)
  const named = ['--name', 'Stade de Nongo', '--city', 'Conakry', '--country', 'Guinée']
  const wrong = await guichet('hub', 'venues', 'import', list, ...named, ...on)
  expect(wrong).toMatchObject({ code: 1, said: '' })
  expect(wrong.refused).toMatch(/:2:13: seats: .*"8\+x"/u)
  writeFileSync(list, `${header}\nN1,N,Z1,A,1,8+4\nN1,N,Z1,A,2,8`)
  expect(await guichet('hub', 'venues', 'import', list, ...named, ...on)).toMatchObject({ code: 0, refused: '' })
  expect((await guichet('hub', 'venues', ...on)).said).toBe('Stade de Nongo, Conakry: 1 section, zones Z1\n')

  const event = ['hub', 'events', 'create', '--venue', 'Stade de Nongo', '--title', 'Finale', ...on]
  const times = ['--starts', '2099-05-17T16:00:00', '--ends', '2099-05-17T18:00:00']
  const unpriced = await guichet(...event, ...times)
  expect([unpriced.code, unpriced.refused]).toEqual([2, 'guichet: --price is missing for Z1\n'])
  expect((await guichet(...event, '--price', 'Z9=5', '--starts', 'soon')).refused).toMatch(
    /--price Z9=5.*\n.*--starts/u,
  )
  const created = await guichet(...event, ...times, '--price', 'Z1=50000')
  const [, eventId = '', code = ''] = /^event (\d+): access code (\S+)\n$/u.exec(created.said) ?? []
  expect(code).not.toBe('')

  expect((await guichet('hub', 'partners', 'add', 'no way', ...on)).code).toBe(2)
  expect((await guichet('hub', 'partners', 'add', 'nongo', '--rate', '50', ...on)).code).toBe(0)
  const key = await guichet('hub', 'partners', 'key', 'nongo', 'till-1', ...on)
  const secret = /^secret (\S+)$/mu.exec(key.said)?.[1] ?? ''
  expect((await guichet('hub', 'partners', ...on)).said).toBe('nongo  keys till-1 (stadepass-hmac)  50/s\n')
  expect((await guichet('hub', 'partners', 'drop-key', 'nongo', 'till-1', ...on)).refused).toMatch(/last key/u)

  const hub = startShell('cli.js', ['serve', '--mode', 'live', '--port', '0', ...on])
  const [, url = ''] = await hub.says(/at (http:\/\/127\.0\.0\.1:\d+)/u)
  expect(hub.output.stdout).not.toContain(code)
  const path = '/api/v1/public/booking-sessions'
  const open = async (accessCode: string): Promise<number> => {
    const body = JSON.stringify({ event_id: eventId, access_code: accessCode })
    const headers = signed({ partnerCode: 'nongo', keyId: 'till-1', secret }, 'POST', path, { body })
    return (await fetch(url + path, { method: 'POST', headers, body })).status
  }
  expect(await open(code)).toBe(200)
  expect((await fetch(url + path, { method: 'POST', headers: { 'x-partner-code': 'nongo' } })).status).toBe(401)

  const renewed = /access code (\S+)\n/u.exec((await guichet('hub', 'codes', 'renew', eventId, ...on)).said)?.[1] ?? ''
  expect([await open(code), await open(renewed)]).toEqual([403, 200])
  expect((await guichet('hub', 'codes', ...on)).said).toContain(renewed)
  const copied = await guichet('hub', 'backup', join(data, 'copy.db'), ...on)
  expect(copied.said).toMatch(
    /bytes, checked\nthe key of the partners' secrets is not in the copy: .*partner-secrets\.key/u,
  )
  expect(readFileSync(join(data, 'copy.db'), 'latin1')).not.toContain(secret)
  expect((await guichet('hub', 'purge', '--days', '1', ...on)).said).toMatch(/^0 sessions/u)
  expect((await guichet('hub', 'purge', ...on)).code).toBe(2)
  expect((await guichet('hub', 'events', 'end', eventId, ...on)).code).toBe(0)
  expect((await guichet('hub', 'events', 'end', eventId, ...on)).code).toBe(1)
  expect(await open(renewed)).toBe(404)
  expect((await guichet('hub', 'events', ...on)).said).toMatch(/ENDED {2}Finale {2}20 seats left/u)
  expect((await guichet('hub', 'dance', ...on)).refused).toMatch(/^guichet: no command "hub dance"\n/u)
  hub.kill('SIGTERM')
  expect(await hub.ended).toBe(0)
  // Every request is one line of JSON on the standard error; no secret stands in it.
  const lines = hub.output.stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string })
  expect(lines.filter(({ event }) => event === 'request.answered')).toHaveLength(5)
  expect([secret, code, renewed].filter((text) => hub.output.stderr.includes(text))).toEqual([])
}, 120_000)

test('a partner’s key: its own public one or an agreed secret, and nothing else that lies in a file', async () => {
  const data = temporaryFolder()
  const on = ['--data', data]
  const written = (name: string, text: string): string => {
    writeFileSync(join(data, name), text)
    return join(data, name)
  }
  const pem = (key: KeyObject): string =>
    key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }).toString()
  const own = generateKeyPairSync('ed25519')
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const publicFile = written('public.pem', pem(own.publicKey))
  const key = (...args: readonly string[]) => guichet('hub', 'partners', 'key', 'nongo', ...args, ...on)

  expect((await guichet('hub', 'partners', 'add', 'nongo', ...on)).code).toBe(0)
  for (const file of [written('private.pem', pem(own.privateKey)), written('other.pem', pem(foreign.publicKey))]) {
    expect((await key('till-1', '--scheme', 'rfc9421', '--public-key', file)).refused).toContain(
      'Ed25519, P-256 or RSA',
    )
  }
  expect((await key('till-1', '--public-key', publicFile)).code).toBe(2)
  expect((await key('till-1', '--secret-file', publicFile)).refused).toContain('--secret-file takes')
  expect(await key('till-1', '--scheme', 'rfc9421', '--public-key', publicFile)).toMatchObject({ code: 0, refused: '' })
  const agreed = await key('till-2', '--secret-file', written('agreed', 'agreed-9f2c\n'))
  expect(agreed.code).toBe(0)
  expect(agreed.said + agreed.refused).not.toContain('agreed-9f2c')
  const files = readdirSync(data).filter((name) => name.startsWith('booking-service.db'))
  for (const name of files) expect(readFileSync(join(data, name), 'latin1')).not.toContain('agreed-9f2c')

  const hub = startShell('cli.js', ['serve', '--mode', 'live', '--port', '0', ...on])
  const [, url = ''] = await hub.says(/at (http:\/\/127\.0\.0\.1:\d+)/u)
  const path = '/api/v1/public/events'
  const byMessage = createSigner(
    {
      scheme: 'rfc9421',
      keyId: 'till-1',
      algorithm: 'ed25519',
      key: own.privateKey,
      components: ['@method', '@target-uri', 'x-partner-code'],
      lifeSeconds: 300,
      label: 'sig',
    },
    { now: () => ({ wallUtc: new Date().toISOString() }), uuid: randomUUID },
  )
  const headers = new Headers({ 'x-partner-code': 'nongo' })
  const signature = byMessage({ method: 'GET', url: new URL(url + path), headers, body: undefined })
  const byKey = await fetch(url + path, { headers: { 'x-partner-code': 'nongo', ...signature } })
  const secret = { partnerCode: 'nongo', keyId: 'till-2', secret: 'agreed-9f2c' }
  const bySecret = await fetch(url + path, { headers: signed(secret, 'GET', path) })
  expect([byKey.status, bySecret.status]).toEqual([200, 200])
  hub.kill('SIGTERM')
  expect(await hub.ended).toBe(0)
}, 120_000)

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { seedFolder } from '../support/demo-hub.ts'
import { startShell, temporaryFolder } from './shell.ts'

/** The program of those data, and a way to ask it. */
async function start(data: string) {
  const shell = startShell('browser-host.js', ['--data', data, '--no-browser'])
  const [, entry = ''] = await shell.says(/^Guichet: (\S+)$/mu)
  const entered = await fetch(entry, { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const ask = async (method: string, input: object) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const reply = await fetch(new URL(`/api/${method}`, entry), {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })
    // While it restarts nobody is answered.
    return reply.status === 503 ? null : ((await reply.json()) as { readonly ok: boolean; readonly value?: unknown })
  }
  return {
    shell,
    ask,
    maxSeats: async () => ((await ask('getKiosk', {}))?.value as { readonly maxSeats: number } | undefined)?.maxSeats,
  }
}

async function guichet(...args: readonly string[]) {
  const shell = startShell('cli.js', args)
  return { code: await shell.ended, said: shell.output.stdout }
}

const change = { pin: DEMO_PIN, key: 'maxSeats', value: 6 }

test('guichet status says that changes wait, and for what', async () => {
  const data = await seedFolder(temporaryFolder())
  writeFileSync(join(data, 'config.json'), JSON.stringify({ maxSeats: 4 }))
  const { ask } = await start(data)
  await expect
    .poll(async () => (await guichet('status', '--data', data)).said)
    .toMatch(/^settings {2}the machine's own$/mu)
  expect(await ask('changeSetting', change)).toMatchObject({ ok: true })
  await expect
    .poll(async () => (await guichet('status', '--data', data)).said)
    .toMatch(/^settings {2}the machine's own; changes are waiting: someone is using the screen, or was a moment ago$/mu)
})

test.each([
  ['as it begins to', 'settings.applied', 1],
  ['with its ledger just closed', 'kiosk.stopped', 1],
  ['with its ledger just opened', 'kiosk.started', 2],
])(
  'a program killed while it takes settings up, %s, has them at its next start, and a sound ledger',
  async (_, line, times) => {
    const data = await seedFolder(temporaryFolder())
    writeFileSync(join(data, 'config.json'), JSON.stringify({ maxSeats: 4, quietSeconds: 1 }))
    const first = await start(data)
    const logged = (): number => readFileSync(join(data, 'guichet.log'), 'utf8').split(`"${line}"`).length - 1
    expect(await first.ask('changeSetting', change)).toMatchObject({ ok: true })
    while (logged() < times) await new Promise((resolve) => setImmediate(resolve))
    first.shell.kill('SIGKILL')
    await first.shell.ended
    expect(JSON.parse(readFileSync(join(data, 'config.json'), 'utf8'))).toEqual({ maxSeats: 6, quietSeconds: 1 })

    const second = await start(data)
    expect(await second.maxSeats()).toBe(6)
    expect(existsSync(join(data, 'config.json.trial'))).toBe(false)
    second.shell.kill('SIGTERM')
    expect(await second.shell.ended).toBe(0)
    expect((await guichet('ledger', 'verify', '--data', data)).code).toBe(3)
  },
)

test('a second program on the same data takes nothing back from the first', async () => {
  const data = await seedFolder(temporaryFolder())
  const file = join(data, 'config.json')
  writeFileSync(file, JSON.stringify({ maxSeats: 4 }))
  const { ask } = await start(data)
  expect(await ask('changeSetting', change)).toMatchObject({ ok: true })
  const trial = readFileSync(`${file}.trial`, 'utf8')
  for (let tries = 0; tries < 3; tries += 1)
    expect(await startShell('browser-host.js', ['--data', data, '--no-browser']).ended).toBe(1)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ maxSeats: 6 })
  expect(readFileSync(`${file}.trial`, 'utf8')).toBe(trial)
})

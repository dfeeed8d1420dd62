import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { stadepassText } from '../../shared/api/partner/signatures.ts'
import { listen } from '../partner/scripted-partner.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import { ask, electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'
import { lawful } from '../support/lawful-answers.ts'

const installed = useInstalledProgram()
const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined
const noKeyring = isThere('dbus-daemon') && isThere('gnome-keyring-daemon') ? false : 'no gnome-keyring'

const SECRET = 'correct-horse-battery-staple'

/** Starts a desktop session with GNOME's keyring, unlocked. Returns its environment. */
async function openSession(home: string, password: string): Promise<Record<string, string>> {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const bus = start('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1'], {})
  const [line] = (await once(bus.stdout!, 'data')) as [Buffer]
  const session = { DBUS_SESSION_BUS_ADDRESS: line.toString().trim(), HOME: home, XDG_RUNTIME_DIR: home }
  const daemon = start('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], session)
  daemon.stdin!.end(password)
  // A request before the keyring replies would start another keyring, which stays locked.
  const asked = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.NameHasOwner']
  const env = { ...process.env, ...session }
  const hasKeyring = (): string =>
    spawnSync('dbus-send', [...asked, 'string:org.freedesktop.secrets'], { env, encoding: 'utf8' }).stdout
  await expect.poll(hasKeyring).toContain('true')
  return session
}

function start(program: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  return child
}

async function startPartner(): Promise<{ readonly url: string; readonly seen: { good: number; bad: number } }> {
  const seen = { good: 0, bad: 0 }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request
      const [path = ''] = url.split('?')
      const bodySha256 = createHash('sha256').update(body).digest('hex')
      const signed = stadepassText({ time: String(headers['x-api-timestamp']), method, path, bodySha256 })
      const expected = createHmac('sha256', SECRET).update(signed).digest('hex')
      seen[headers['x-api-signature'] === expected ? 'good' : 'bad'] += 1
      response.writeHead(503).end()
    })
  })
  return { url: `http://127.0.0.1:${await listen(server)}`, seen }
}

/** Finishes the set-up. The window often closes before the reply, so callers wait for the next window instead. */
const finish = (page: Page): void => void ask(page, 'finishSetup', {}).catch(() => null)

const signedOut = (page: Page): Promise<void> => page.locator('[data-desk="signed-out"]').waitFor()

const answersFor = (baseUrl: string) => ({
  profile: 'cashier',
  deviceId: 'desk-1',
  partner: { baseUrl, partnerCode: 'nongo', signing: { scheme: 'stadepass-hmac', keyId: 'k1', secret: SECRET } },
  machinePin: '730516',
  people: [{ number: '1', name: 'Mariama Bah', role: 'supervisor', pin: '905173' }],
  ...lawful,
})

function keyFile(data: string): string {
  const settings = JSON.parse(readFileSync(join(data, 'config.json'), 'utf8')) as {
    partner: { signing: { secretFile: string } }
  }
  return readFileSync(join(data, settings.partner.signing.secretFile), 'utf8')
}

describe.skipIf(unavailable || noKeyring)('the keyring of a desktop session', () => {
  const gnome = '--password-store=gnome-libsecret'

  test('seals the secret that the set-up was given; each start in that session signs with it, and none in another', async () => {
    const partner = await startPartner()
    const [data, home] = [temporaryFolder(), join(temporaryFolder(), 'home')]
    const session = await openSession(home, 'login')
    const first = await launch(installed.path(), electronArguments(data, '--setup', gnome), session)
    await onScreen(first.page, 'setup-welcome')
    expect(await ask(first.page, 'answerSetup', answersFor(partner.url))).toMatchObject({
      value: { keyring: 'gnome_libsecret', secretIn: 'keyring' },
    })
    const desk = first.app.waitForEvent('window')
    finish(first.page)
    await signedOut(await desk)
    await first.app.close()
    expect(keyFile(data)).toMatch(/^guichet-sealed-1\n[\w+/]+=*\n$/u)

    partner.seen.good = 0
    const second = await launch(installed.path(), electronArguments(data, gnome), session)
    await signedOut(second.page)
    await expect.poll(() => partner.seen.good).toBeGreaterThan(0)
    expect(partner.seen.bad).toBe(0)
    await second.app.close()

    const elsewhere = await openSession(join(temporaryFolder(), 'home'), 'login')
    for (const [env, store, why] of [
      [elsewhere, gnome, /gnome_libsecret: /u],
      [session, '--password-store=basic', /basic_text: this session has no keyring/u],
    ] as const) {
      const options = { env: { ...process.env, ...env }, encoding: 'utf8', timeout: 60_000 } as const
      const refused = spawnSync(installed.path(), electronArguments(data, store), options)
      expect(refused.status).toBe(1)
      expect(refused.stderr).toMatch(
        /partner-secret-\w+ a été chiffré pour un autre compte, une autre session ou un autre ordinateur/u,
      )
      expect(refused.stderr).toMatch(why)
    }
  })
})

describe.skipIf(unavailable)('a session without a keyring', () => {
  test('is offered none, and none is pretended: the secret lies in a file of this account', async () => {
    const data = temporaryFolder()
    const { app, page } = await launch(installed.path(), electronArguments(data, '--setup', '--password-store=basic'))
    await onScreen(page, 'setup-welcome')
    const answers = answersFor('http://127.0.0.1:1')
    expect(await ask(page, 'answerSetup', { ...answers, secretIn: 'keyring' })).toEqual({
      ok: false,
      error: {
        type: 'setup-refused',
        faults: [{ setting: 'secretIn', detail: 'no keyring is available: basic_text: this session has no keyring' }],
      },
    })
    expect(await ask(page, 'answerSetup', answers)).toMatchObject({ value: { keyring: null, secretIn: 'file' } })
    await page.reload()
    await onScreen(page, 'setup-welcome')
    for (const step of ['profile', 'device', 'partner', 'signing']) {
      if (step === 'device') await page.getByRole('button', { name: fr.setup.profile.names.cashier }).click()
      else await page.getByRole('button', { name: fr.setup.next }).click()
      await onScreen(page, `setup-${step}`)
    }
    await page.getByLabel(fr.setup.signing.secret, { exact: true }).fill('another')
    await page.getByText(fr.setup.signing.inFile).waitFor()
    const desk = app.waitForEvent('window')
    finish(page)
    await signedOut(await desk)
    expect(keyFile(data)).toBe(SECRET)
  })
})

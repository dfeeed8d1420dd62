import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { ReadinessIssue, ReadinessIssueType } from '../../shared/domain/fleet/readiness.ts'
import { assessDevice } from '../../shared/api/fleet/assess-device.ts'
import { adviceOn } from '../../shared/i18n/texts.ts'
import { enrolled, startFleet } from '../hub/fleet.ts'
import { besideHub, databaseFile, partner, startHub } from '../hub/hub.ts'
import { guichet } from '../cli/guichet.ts'
import { startShell, temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { openService } from '../world/scenes/ways.ts'
import { serveMachine } from '../world/machine.ts'
import { signInDemo, status, turnTo, Typist } from './desk-typist.ts'
import { askAs } from './setup-user.ts'

const { openPage } = useBrowser()
/** Must be a URL, because NODE_OPTIONS splits a path at its spaces. */
const shiftedClock = new URL('../support/shifted-clock.ts', import.meta.url).href
const pin = DEMO_PIN
const SECRET = 'a-secret-of-this-test'

/**
 * Starts a kiosk enrolled at a hub that does not sell its tickets, because a hub that did would send it access codes.
 * `hasOwnClock`: starts the kiosk as a process whose clock can be shifted.
 */
async function startWall(settings: object = {}, hasOwnClock = false) {
  const database = databaseFile()
  const keep = (secret: string) =>
    besideHub(database, (store) =>
      store.keepPartner(partner('nongo', { keys: [{ keyId: 'k1', scheme: 'stadepass-hmac', secret }] })),
    )
  await keep(SECRET)
  const [service, hub] = [await startHub({ database, mode: 'demo' }), await startFleet()]
  const [data, port] = [temporaryFolder(), await freePort()]
  writeFileSync(join(data, 'partner-secret'), SECRET, { mode: 0o600 })
  const clockFile = join(data, 'clock-skew')
  writeFileSync(clockFile, '0')
  const signing = { scheme: 'stadepass-hmac', keyId: 'k1', secretFile: 'partner-secret' }
  const own = {
    deviceId: 'porte-a-01',
    partner: { baseUrl: service.url, partnerCode: 'nongo', signing },
    accessCodes: service.accessCodes,
    localApi: { port },
    fleet: { hub: hub.url, heartbeatSeconds: 1 },
    idleBeforeReloadSeconds: 1,
  }
  await enrolled(hub, { ...own, ...settings }, data)

  const env = { NODE_OPTIONS: `--import ${shiftedClock}`, CLOCK_OFF_FILE: clockFile }
  const program = hasOwnClock ? startShell('browser-host.js', ['--data', data, '--no-browser'], env) : null
  const [, entry = ''] = program ? await program.says(/^Guichet: (\S+)$/mu) : ['', (await serveMachine(data)).entryUrl]
  const page = await openPage({ viewport: { width: 1366, height: 768 } })
  await page.goto(entry)
  const [eventId = ''] = Object.keys(service.accessCodes)
  return {
    service,
    hub,
    data,
    status: async () => {
      if (readFileSync(clockFile, 'utf8') === '0') return guichet('status', '--data', data)
      const shell = startShell('cli.js', ['status', '--data', data], env)
      return { code: await shell.ended, said: shell.output.stdout }
    },
    page,
    health: `http://127.0.0.1:${port}/healthz`,
    eventId,
    keep,
    setClock: (seconds: number) => writeFileSync(clockFile, String(seconds)),
    renew: () =>
      besideHub(database, async (store) => {
        const renewed = await store.renewAccessCode({ eventId, by: 'user:test' })
        if (!renewed.ok) throw new Error(renewed.error.type)
        return renewed.value.accessCode
      }),
    say: (method: string, input: object): Promise<unknown> => askAs({ page }, method, input),
  }
}

type Wall = Awaited<ReturnType<typeof startWall>>

interface Health {
  readonly sells: boolean
  readonly issues: readonly (ReadinessIssue & { readonly what: string; readonly todo: string })[]
}

async function told({ hub, status, health }: Wall) {
  const { code, said: text } = await status()
  const reply = await fetch(health)
  const { sells, issues } = (await reply.json()) as Health
  const [device] = await hub.devices()
  const metrics = await (await fetch(`${hub.metricsUrl}`)).text()
  const measured = metrics.matchAll(/^guichet_device_readiness_issue\{device="porte-a-01",issue="([\w-]+)"\} 1$/gmu)
  return {
    status: { code, text },
    health: { status: reply.status, sells, issues },
    level: device && assessDevice(device, Date.now()).level,
    heartbeat: device?.state?.readiness?.issues.map(({ type }) => type),
    metrics: Array.from(measured, ([, type]) => type),
    sellsMetric: /^guichet_device_ready\{device="porte-a-01"\} (\d)$/mu.exec(metrics)?.[1],
  }
}

/** Returns the text of all log files. With the clock two hours ahead, the kiosk may start the file of the next day. */
function logOf({ data }: Wall): string {
  const files = readdirSync(data).filter((name) => name.startsWith('guichet.log'))
  const texts = files.toSorted().map((name) => readFileSync(join(data, name), 'utf8'))
  return texts.toReversed().join('')
}

async function staffRead({ page }: Wall): Promise<string> {
  await page.reload()
  await page.locator('[data-screen]:not([data-screen="starting"])[data-settling="false"]').waitFor()
  await openService(page, fr, pin)
  return page.getByRole('main').innerText()
}

async function officeReads({ page }: Wall): Promise<string> {
  await new Typist(page).openOffice('machine')
  await page.getByText(fr.service.selling.partly).waitFor()
  return page.getByRole('main').innerText()
}

async function isSeen(wall: Wall, type: ReadinessIssueType, sells: boolean, read = staffRead): Promise<void> {
  await expect
    .poll(() => told(wall), { timeout: 60_000, interval: 1_000 })
    .toMatchObject({
      status: { code: 1 },
      health: { status: sells ? 200 : 503, sells, issues: [{ type }] },
      level: sells ? 'amber' : 'red',
      heartbeat: [type],
      metrics: [type],
      sellsMetric: sells ? '1' : '0',
    })
  const { status, health } = await told(wall)
  const [issue] = health.issues
  if (!issue) throw new Error('no issue')
  expect(status.text).toContain(`selling   ${issue.what}\n          ${issue.todo}`)
  await expect.poll(() => logOf(wall)).toContain(JSON.stringify(issue.what).slice(1, -1))
  const screen = await read(wall)
  const { what, todo } = adviceOn(fr.service.issues, issue, fr.desk.tenders)
  expect(screen).toContain(what)
  expect(screen).toContain(todo)
}

async function isWell(wall: Wall): Promise<void> {
  const health = { status: 200, sells: true, issues: [] }
  await expect
    .poll(() => told(wall), { timeout: 60_000, interval: 1_000 })
    .toMatchObject({ status: { code: 0 }, health, level: 'green', heartbeat: [], metrics: [], sellsMetric: '1' })
}

/** Waits until the kiosk has no issue. The log is written after the answers to status requests. */
async function isWellAgain(wall: Wall): Promise<void> {
  await isWell(wall)
  const turns = () => logOf(wall).match(/"readiness\.(?:sells|cannot-sell)"/gu)
  await expect.poll(() => turns()?.at(-1)).toBe('"readiness.sells"')
}

test('a machine that cannot sell says so everywhere, each time why, and is green again after the mend', async () => {
  const wall = await startWall({}, true)
  const { eventId, keep, renew, say, setClock } = wall
  await isWell(wall)
  expect(logOf(wall)).not.toContain('readiness.cannot-sell')

  const renewed = await renew()
  expect(await say('startVisit', { eventId, language: 'fr' })).toMatchObject({ error: { type: 'access-code-refused' } })
  await isSeen(wall, 'access-code-refused', true)
  expect(await say('setAccessCode', { pin, eventId, code: renewed })).toMatchObject({ ok: true })
  await isWellAgain(wall)

  await keep('another-secret')
  await say('listEvents', { page: 1, limit: 12 })
  await isSeen(wall, 'access-denied', false)
  await keep(SECRET)
  await isWellAgain(wall)

  setClock(7_200)
  await say('listEvents', { page: 1, limit: 12 })
  await isSeen(wall, 'clock-skew', false)
  setClock(0)
  await isWellAgain(wall)
  // Clock skew may be detected before a refusal by the partner, so repeated log entries count once.
  const logged = [...logOf(wall).matchAll(/"readiness\.(sells|sells-in-part|cannot-sell)"/gu)].map(([, turn]) => turn)
  const turns = logged.filter((turn, index) => turn !== logged[index - 1])
  expect(turns.join(' ')).toBe('sells-in-part sells cannot-sell sells cannot-sell sells')

  // A failing screen recovers only after five minutes.
  const fault = { kind: 'render', error: 'TypeError', message: '', stack: '' }
  for (let times = 0; times < 3; times += 1) expect(await say('reportScreenFault', fault)).toMatchObject({ ok: true })
  await isSeen(wall, 'screen-failing', false)
})

test('a desk whose access code was renewed says so in its office, where the new one is typed', async () => {
  const wall = await startWall({ role: 'cashier' })
  const { page } = wall
  const typist = new Typist(page)
  await typist.at('signed-out')
  await signInDemo(typist)
  const renewed = await wall.renew()
  await typist.enter('1')
  await page.getByRole('alert').waitFor()
  await isSeen(wall, 'access-code-refused', true, officeReads)
  await turnTo(page, 'access')
  await page.getByRole('row').filter({ hasText: fr.office.codeRefused }).getByRole('button').click()
  await page.getByLabel(/^Code d’accès de/u).fill(renewed)
  await page.keyboard.press('Enter')
  await status(typist, 'vérifié')
  await isWell(wall)
})

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { assessMachine } from '../../shared/domain/fleet/fleet.ts'
import type { ReadinessIssue, ReadinessIssueType } from '../../shared/domain/fleet/readiness.ts'
import { adviceOn } from '../../shared/i18n/texts.ts'
import { enrolled, startFleet } from '../hub/fleet.ts'
import { besideHub, databaseFile, partner, startHub } from '../hub/hub.ts'
import { guichet } from '../cli/guichet.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { need } from '../world/kiosk-fixture.ts'
import { serveMachine } from '../world/machine.ts'
import { laptop, signInDemo, status, turnTo, Typist } from './desk-typist.ts'

const { openPage } = useBrowser()
const SECRET = 'a-secret-of-this-test'

/** Starts a desk whose own hub is not its partner, because a partner hub would send it access codes. */
async function startDesk() {
  const database = databaseFile()
  const keep = (secret: string) =>
    besideHub(database, (store) =>
      store.keepPartner(partner('nongo', { keys: [{ keyId: 'k1', scheme: 'stadepass-hmac', secret }] })),
    )
  await keep(SECRET)
  const [service, hub] = [await startHub({ database, mode: 'demo' }), await startFleet()]
  const [data, port] = [temporaryFolder(), await freePort()]
  writeFileSync(join(data, 'partner-secret'), SECRET, { mode: 0o600 })
  const signing = { scheme: 'stadepass-hmac', keyId: 'k1', secretFile: 'partner-secret' }
  const sells = { partner: { baseUrl: service.url, partnerCode: 'nongo', signing }, accessCodes: service.accessCodes }
  const hubs = { localApi: { port }, fleet: { hub: hub.url, heartbeatSeconds: 1 } }
  const own = { deviceId: 'porte-a-01', role: 'cashier', ...sells, ...hubs }
  await enrolled(hub, own, data)
  const { api, entryUrl } = await serveMachine(data)
  const page = await openPage({ viewport: laptop })
  await page.goto(entryUrl)
  const [eventId = ''] = Object.keys(service.accessCodes)
  return {
    hub,
    data,
    status: () => guichet('status', '--data', data),
    page,
    health: `http://127.0.0.1:${port}/healthz`,
    /** Changes the kiosk's secret at the partner, and waits until the partner uses it. */
    change: async (secret: string) => {
      await keep(secret)
      const isLetIn = async () => (await api.listEvents({})).ok
      await expect.poll(isLetIn, { timeout: 60_000, interval: 1_000 }).toBe(secret === SECRET)
    },
    renew: () =>
      besideHub(database, async (store) => need(await store.renewAccessCode({ eventId, by: 'user:test' })).accessCode),
  }
}

type EnrolledDesk = Awaited<ReturnType<typeof startDesk>>

interface Health {
  readonly sells: boolean
  readonly issues: readonly (ReadinessIssue & { readonly what: string; readonly todo: string })[]
}

async function told({ hub, status, health }: EnrolledDesk) {
  const { code, said: text } = await status()
  const reply = await fetch(health)
  const { sells, issues } = (await reply.json()) as Health
  const [device] = await hub.devices()
  const metrics = await (await fetch(`${hub.metricsUrl}`)).text()
  const measured = metrics.matchAll(/^guichet_device_readiness_issue\{device="porte-a-01",issue="([\w-]+)"\} 1$/gmu)
  return {
    status: { code, text },
    health: { status: reply.status, sells, issues },
    level: device && assessMachine(device, Date.now()).level,
    heartbeat: device?.state?.readiness?.issues.map(({ type }) => type),
    metrics: Array.from(measured, ([, type]) => type),
    sellsMetric: /^guichet_device_ready\{device="porte-a-01"\} (\d)$/mu.exec(metrics)?.[1],
  }
}

const logOf = ({ data }: EnrolledDesk): string => readFileSync(join(data, 'guichet.log'), 'utf8')

async function officeReads({ page }: EnrolledDesk, sells: boolean): Promise<string> {
  await turnTo(page, 'machine')
  await page.getByText(fr.service.selling[sells ? 'partly' : 'no']).waitFor()
  return page.getByRole('main').innerText()
}

async function isSeen(desk: EnrolledDesk, type: ReadinessIssueType, sells: boolean): Promise<void> {
  await expect
    .poll(() => told(desk), { timeout: 60_000, interval: 1_000 })
    .toMatchObject({
      status: { code: 1 },
      health: { status: sells ? 200 : 503, sells, issues: [{ type }] },
      level: sells ? 'amber' : 'red',
      heartbeat: [type],
      metrics: [type],
      sellsMetric: sells ? '1' : '0',
    })
  const { status, health } = await told(desk)
  const issue = health.issues[0]!
  expect(status.text).toContain(`selling   ${issue.what}\n          ${issue.todo}`)
  await expect.poll(() => logOf(desk)).toContain(JSON.stringify(issue.what).slice(1, -1))
  const screen = await officeReads(desk, sells)
  const { what, todo } = adviceOn(fr.service.issues, issue, fr.desk.tenders)
  expect(screen).toContain(what)
  expect(screen).toContain(todo)
}

async function isWell(desk: EnrolledDesk): Promise<void> {
  const health = { status: 200, sells: true, issues: [] }
  await expect
    .poll(() => told(desk), { timeout: 60_000, interval: 1_000 })
    .toMatchObject({ status: { code: 0 }, health, level: 'green', heartbeat: [], metrics: [], sellsMetric: '1' })
}

/** Waits until the kiosk has no issue. The log is written after the answers to status requests. */
async function isWellAgain(desk: EnrolledDesk): Promise<void> {
  await isWell(desk)
  const turns = () => logOf(desk).match(/"readiness\.(?:sells|cannot-sell)"/gu)
  await expect.poll(() => turns()?.at(-1)).toBe('"readiness.sells"')
}

test('a desk that cannot sell says so everywhere, each time why, and is green again after the mend', async () => {
  const desk = await startDesk()
  const { page, change, renew } = desk
  const typist = new Typist(page)
  await typist.at('signed-out')
  await isWell(desk)
  expect(logOf(desk)).not.toContain('readiness.cannot-sell')

  await signInDemo(typist)
  const renewed = await renew()
  await typist.enter('1')
  await page.getByRole('alert').filter({ hasText: 'Code d’accès refusé par la billetterie' }).waitFor()
  await typist.press('F10')
  await isSeen(desk, 'access-code-refused', true)
  await turnTo(page, 'access')
  await page.getByRole('row').filter({ hasText: fr.office.codeRefused }).getByRole('button').click()
  await page.getByLabel(/^Code d’accès de/u).fill(renewed)
  await page.keyboard.press('Enter')
  await status(typist, 'vérifié')
  await isWellAgain(desk)

  await change('another-secret')
  await isSeen(desk, 'access-denied', false)
  await change(SECRET)
  await isWellAgain(desk)
  const turns = [...logOf(desk).matchAll(/"readiness\.(sells|sells-in-part|cannot-sell)"/gu)].map(([, turn]) => turn)
  expect(turns.join(' ')).toBe('sells-in-part sells cannot-sell sells')
})

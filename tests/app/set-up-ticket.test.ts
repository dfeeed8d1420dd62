import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Setup } from '../../electron/app/set-up/set-up.ts'
import type { SetupAnswers } from '../../shared/kiosk-api/setup-answers.ts'
import type { FirstTicketView } from '../../shared/kiosk-api/setup-views.ts'
import { startFleet } from '../hub/fleet.ts'
import { databaseFile } from '../hub/hub.ts'
import { failure, startLine } from '../partner/scripted-partner.ts'
import { machineFolder, need, startKiosk, startOn } from './set-up-machine.ts'
import { lawful } from '../support/lawful-answers.ts'

const kiosk: SetupAnswers = {
  profile: 'kiosk',
  deviceId: 'gate-7',
  machinePin: '730516',
  people: [{ number: '1', name: 'Mariama Bah', role: 'supervisor', pin: '905173' }],
  ...lawful,
}
const second = { staff: '1', pin: '905173' }

/** The first ticket, once its sale is where it goes no further by itself. */
async function ended({ api }: Setup): Promise<FirstTicketView | null> {
  await expect.poll(async () => need(await api.viewSetup({})).firstTicket?.underWay, { timeout: 20_000 }).toBe(false)
  return need(await api.viewSetup({})).firstTicket
}

/** What the machine's own kiosk finds in its ledger. */
async function soldHere(folder: string, pin: string) {
  const started = await startKiosk(folder)
  return need(await started.kiosk.api.findSales({ pin, text: '' }))
}

test('a demo sells one of its tickets before it starts, into its own ledger', async () => {
  const folder = machineFolder()
  const setup = startOn(folder)
  const { api } = setup
  need(await api.answerSetup({ profile: 'demo', deviceId: 'demo-7' }))
  expect(await api.sellFirstTicket({ pin: '1111' })).toMatchObject({ error: { type: 'wrong-pin' } })
  expect(need(await api.viewSetup({})).firstTicket).toBeNull()
  need(await api.sellFirstTicket({ pin: '2468' }))
  expect(await api.sellFirstTicket({ pin: '2468' })).toMatchObject({ error: { type: 'sale-in-progress' } })
  expect(await ended(setup)).toMatchObject({ state: 'done', failure: null, sale: { stage: { name: 'done' } } })
  expect(readdirSync(join(folder, 'demo', 'tickets')).filter((name) => name.endsWith('.pdf'))).toHaveLength(1)
  expect(need(await api.viewSetup({}))).toMatchObject({ written: true, again: false, ticketCanBeCancelled: false })
  need(await api.finishSetup({}))
  expect(await soldHere(folder, '2468')).toMatchObject([{ state: 'done', tenders: ['cash'] }])
})

const identity = (name: string): string => fileURLToPath(new URL(`../hub/identity/${name}`, import.meta.url))
const tls = { certFile: identity('first-cert.pem'), keyFile: identity('first-key.pem') }

test('at the venue’s hub the ticket is a real one, and two people cancel it', async () => {
  const [hub, folder] = [await startFleet(0, databaseFile(), { mode: 'demo', tls }), machineFolder()]
  const setup = startOn(folder)
  const { api } = setup
  const partner = { baseUrl: hub.url, partnerCode: 'demo', certificate: readFileSync(tls.certFile, 'utf8') }
  need(await api.answerSetup({ ...kiosk, partner }))
  need(await api.answerSetup({ fleet: { hub: hub.url, invitation: await hub.invite('gate-7') } }))
  expect(need(await api.examineSetup({})).readiness).toEqual({ sells: true, obstacles: [] })
  expect(existsSync(join(folder, 'config.json'))).toBe(false)
  need(await api.sellFirstTicket({ pin: '730516' }))
  expect(await ended(setup)).toMatchObject({ state: 'done', failure: null, cancelled: null })
  expect(need(await api.viewSetup({})).ticketCanBeCancelled).toBe(true)

  const reason = 'Billet d’essai'
  const sameTwice = await api.cancelFirstTicket({ second: { pin: '730516' }, reason })
  expect(sameTwice).toMatchObject({ error: { type: 'second-person', because: 'same-person' } })
  expect(need(await api.cancelFirstTicket({ second, reason })).firstTicket).toMatchObject({ cancelled: 'cancelled' })
  need(await api.finishSetup({}))
  const [sale] = await soldHere(folder, '730516')
  expect(sale).toMatchObject({ owed: 0, returned: sale?.amount })
})

test('what is not over when the machine starts goes on by itself, and is sold once', async () => {
  const [hub, folder] = [await startFleet(0, databaseFile(), { mode: 'demo' }), machineFolder()]
  const dead = { now: true, cut: 0 }
  const line = await startLine(hub.url, (asked, forward) => {
    if (!dead.now || !asked.line.endsWith('/purchases')) return forward()
    dead.cut += 1
    return 'cut'
  })
  const setup = startOn(folder)
  const { api } = setup
  need(await api.answerSetup({ ...kiosk, partner: { baseUrl: line.url, partnerCode: 'demo' } }))
  need(await api.answerSetup({ accessCodes: hub.accessCodes }))
  need(await api.sellFirstTicket({ pin: '730516' }))
  await expect.poll(() => dead.cut, { timeout: 20_000 }).toBeGreaterThan(0)
  // It is sent again, and the tickets are looked for between: either may be going on now.
  expect(['confirming', 'unknown']).toContain(need(await api.viewSetup({})).firstTicket?.state)
  need(await api.finishSetup({}))
  dead.now = false
  const started = await startKiosk(folder)
  const sales = async () => need(await started.kiosk.api.findSales({ pin: '730516', text: '' }))
  await expect.poll(async () => (await sales()).map(({ state }) => state), { timeout: 20_000 }).toEqual(['done'])
})

test('why nothing is sold is said, and no seat stays held', async () => {
  const [hub, folder] = [await startFleet(0, databaseFile(), { mode: 'demo' }), machineFolder()]
  const line = await startLine(hub.url, (asked, forward) =>
    asked.line.endsWith('/holds') ? failure(403, 'NO_SALE') : forward(),
  )
  const setup = startOn(folder)
  const { api } = setup
  need(await api.answerSetup({ ...kiosk, partner: { baseUrl: line.url, partnerCode: 'demo' } }))
  need(await api.sellFirstTicket({ pin: '730516' }))
  expect(await ended(setup)).toMatchObject({ state: null, failure: { type: 'no-access-code' } })
  need(await api.answerSetup({ accessCodes: hub.accessCodes }))
  need(await api.sellFirstTicket({ pin: '730516' }))
  expect(await ended(setup)).toMatchObject({ failure: { type: 'hold-refused', code: 'NO_SALE' } })
  expect(await api.cancelFirstTicket({ second, reason: 'x' })).toMatchObject({ error: { type: 'nothing-to-cancel' } })
})

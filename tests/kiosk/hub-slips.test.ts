import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import Sqlite from 'better-sqlite3'
import type { HubSpending, SlipHub } from '../../electron/kiosk/ports/devices.ts'
import { issueSlip } from '../ledger/sales.ts'
import {
  cashier,
  need,
  refusal,
  silentHub,
  supervisor,
  type KioskFixture,
  type SmallKioskOptions,
  startAt,
  startSmallKiosk,
} from '../world/kiosk-fixture.ts'
import { HubClient, VoucherClient } from '../../electron/fleet/hub-client.ts'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import type { SlipCall } from '../../shared/api/fleet/contract.ts'
import { startFleet } from '../hub/fleet.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createRandom } from '../simulation/random.ts'
import { amountOf } from '../support/share.ts'

const NUMBER = 'K7M4XP92RD'

const refused = (because: string) => ({ type: 'slip-refused', because })

const AMOUNT = 1_000

function writeSlip({ ledger, clock }: KioskFixture, slipId: string, amount = AMOUNT): string {
  issueSlip(ledger, () => clock.now(), { slipId, amount, currency: 'GNF' })
  const known = ledger.slips.find(slipId)
  return known ? ledger.slips.codeOf(known) : ''
}

it('the hub’s word decides about a slip: staff cannot say that its money moved, or did not', async () => {
  const slip = {
    slipId: NUMBER,
    amount: AMOUNT,
    currency: 'GNF',
    register: 'kiosk-2',
    issuedUtc: '2026-11-26T10:00:00Z',
  }
  let said: HubSpending = { outcome: 'unknown' }
  const slipHub: SlipHub = { ...silentHub, find: async () => ({ ...slip, free: true }), settle: async () => said }
  // The simulated hub does not sign its attestation.
  const { kiosk, saleId } = await startAt('reviewed', { slipHub, findings: ['error'] })
  need(await kiosk.api.paySlip({ saleId, slip: NUMBER }))
  await kiosk.until(() => kiosk.state(saleId) === 'needs-staff')
  for (const moved of [true, false]) {
    const answer = { type: 'money-moved', moved } as const
    expect(await refusal(kiosk.settle(saleId, answer))).toEqual({ type: 'hub-decides' })
  }
  kiosk.pass(3 * 86_400_000)
  said = {
    outcome: 'spent',
    slip,
    word: { register: 'kiosk-2', deviceId: 'kiosk-1', reference: 'R', hubKey: 'Sw==', sig: 'c2ln' },
  }
  await kiosk.until(() => kiosk.codes().includes('TENDER_APPROVED'), 60_000)
  await kiosk.sales.settled(saleId)
  // The seats are no longer available, so the kiosk issues a credit slip for the amount.
  await kiosk.until(() => kiosk.ledger.slips.open().length > 0, 60_000)
  expect(kiosk.ledger.slips.open()).toMatchObject([{ amount: AMOUNT, saleId }])
})

type Fleet = Awaited<ReturnType<typeof startFleet>>

/**
 * Enrols a device and opens its connection to the hub. `pass` can make a call fail before or after it reaches the hub.
 */
async function enrolled(
  fleet: Fleet,
  deviceId: string,
  pass: (call: SlipCall, forward: () => Promise<Response>) => Promise<Response>,
): Promise<SlipHub> {
  const key = openSigningKey(join(temporaryFolder(), 'key.pem'))
  const { hubKey } = need(await new HubClient(fleet.url, key).enrol(deviceId, await fleet.invite(deviceId)))
  const client = new HubClient(fleet.url, key, {
    fetch: async (request) => pass(JSON.parse(await request.clone().text()) as SlipCall, () => fetch(request)),
  })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  return new VoucherClient({ url: fleet.url, key: hubKey }, { deviceId, mode: 'demo' }, client, log)
}

type Way = 'whole' | 'away' | 'reply-lost'

async function venueOf() {
  const fleet = await startFleet()
  const whole: (act: SlipCall['act']) => Way = () => 'whole'
  const line = { way: whole, acts: [] as SlipCall['act'][] }
  let first: KioskFixture | undefined
  return {
    line,
    async member(register: string, settings: SmallKioskOptions['settings'] = {}): Promise<KioskFixture> {
      const slipHub = await enrolled(fleet, register, async ({ act }, forward) => {
        const way = line.way(act)
        line.acts.push(act)
        if (way === 'away') throw new Error('no line')
        const reply = await forward()
        if (way === 'reply-lost') throw new Error('the reply is lost')
        return reply
      })
      const seed = first ? 1 : 0
      const kiosk = await startSmallKiosk({ register, slipHub, settings, seed, ...(first && { beside: first }) })
      first ??= kiosk
      return kiosk
    },
    knows: (kiosk: KioskFixture, slipId: string) =>
      kiosk.until(() =>
        line.acts.some((act) => act.type === 'tell' && act.slips.some((slip) => slip.slipId === slipId)),
      ),
  }
}

async function owing(slipId = NUMBER) {
  const venue = await venueOf()
  const kiosk = await venue.member('porte-a')
  const code = writeSlip(kiosk, slipId)
  await venue.knows(kiosk, slipId)
  await expect.poll(() => kiosk.codes()).toContain('VOUCHERS_REGISTERED')
  return { venue, kiosk, code }
}

const giveUp = async ({ api, sales }: KioskFixture, saleId: string) => {
  need(await api.abandonSale({ saleId, reason: 'cancelled' }))
  await sales.settled(saleId)
}

async function expectOwed(kiosks: readonly KioskFixture[], owed: number): Promise<void> {
  let sum = 0
  for (const kiosk of kiosks) {
    const db = new Sqlite(kiosk.ledgerPath, { readonly: true })
    const sql = `SELECT coalesce(sum(credit) - sum(debit), 0) FROM posting WHERE account = 'credit-slips'`
    sum += db.prepare(sql).pluck().get() as number
    db.close()
  }
  expect(sum).toBe(owed)
}

describe('a credit slip of a kiosk of the same hub', () => {
  it('is spent once where the reply is lost: the hub is asked by the same reference', async () => {
    const { venue, kiosk: own, code } = await owing()
    const kiosk = await venue.member('porte-b')
    venue.line.way = ({ type }) => (type === 'spend' ? 'reply-lost' : 'whole')
    const { saleId } = await kiosk.reviewed(1)
    need(await kiosk.api.paySlip({ saleId, slip: code }))
    await kiosk.until(() => kiosk.state(saleId) === 'priced')
    expect(await kiosk.shown(saleId)).toMatchObject({ stage: { name: 'review' }, taken: [{ amount: AMOUNT }] })
    const references = venue.line.acts.flatMap((act) => ('reference' in act ? [act.reference] : []))
    expect(references.length).toBeGreaterThan(1)
    expect(new Set(references).size).toBe(1)
    await giveUp(kiosk, saleId)
    const { credits } = await kiosk.shown(saleId)
    expect(credits).toMatchObject([{ amount: AMOUNT }])
    expect(credits?.[0]?.slipId).not.toBe(NUMBER)
    const { saleId: late } = await own.reviewed(1)
    expect(await refusal(own.api.paySlip({ saleId: late, slip: code }))).toEqual(refused('spent'))
  })

  it.each([
    ['its payment never reached the hub', 'spend'],
    ['the hub is away, at its own kiosk, too', 'find'],
  ] as const)('is not spent where %s, and pays once there is a line', async (_, broken) => {
    const { venue, kiosk, code } = await owing()
    venue.line.way = ({ type }) => (broken === 'find' || type === broken ? 'away' : 'whole')
    const { saleId } = await kiosk.reviewed(1)
    const pay = () => kiosk.api.paySlip({ saleId, slip: code })
    if (broken === 'find') expect(await refusal(pay())).toEqual(refused('hub-away'))
    else need(await pay())
    await kiosk.until(() => kiosk.state(saleId) === 'priced')
    expect(await kiosk.shown(saleId)).toMatchObject({ stage: { name: 'review' } })
    expect(kiosk.ledger.slips.open()).toMatchObject([{ slipId: NUMBER }])
    venue.line.way = () => 'whole'
    need(await pay())
    expect(await kiosk.shown(saleId)).toMatchObject({ taken: [{ amount: AMOUNT }] })
    await giveUp(kiosk, saleId)
    await expectOwed([kiosk], AMOUNT)
  })

  it('that no hub was told of is spent at its own kiosk alone, and the hub is told what is left', async () => {
    const venue = await venueOf()
    venue.line.way = () => 'away'
    const [kiosk, other] = [await venue.member('porte-a'), await venue.member('porte-b')]
    const code = writeSlip(kiosk, NUMBER, 1_000_000)
    const there = await other.reviewed(1)
    const tried = (slip: string) => refusal(other.api.paySlip({ saleId: there.saleId, slip }))
    expect(await tried(code)).toEqual(refused('hub-away'))
    const { saleId } = await kiosk.reviewed(1)
    need(await kiosk.api.paySlip({ saleId, slip: code }))
    const [rest] = (await kiosk.shown(saleId)).credits ?? []
    venue.line.way = () => 'whole'
    expect([await tried(code), await tried(NUMBER)]).toEqual([refused('not-ours'), refused('unknown')])
    await giveUp(other, there.saleId)
    await venue.knows(kiosk, rest?.slipId ?? '')
    expect(venue.line.acts.some((act) => act.type === 'tell' && JSON.stringify(act).includes(NUMBER))).toBe(false)
    await expectOwed([kiosk, other], rest?.amount ?? 0)
  })

  it('is not taken of another venue, nor one that says more than its kiosk told', async () => {
    const [{ venue, code }, foreign] = [await owing(), await owing('2345678922')]
    const kiosk = await venue.member('porte-b')
    const { saleId } = await kiosk.reviewed(1)
    const more = code.replace(`|${AMOUNT}|`, '|9000|')
    expect(more).not.toBe(code)
    for (const slip of [foreign.code, more])
      expect(await refusal(kiosk.api.paySlip({ saleId, slip }))).toEqual(refused('not-ours'))
    await giveUp(kiosk, saleId)
    await expectOwed([kiosk], 0)
  })

  it('is paid out by the word of the hub and two people, once', async () => {
    const { venue, kiosk: own, code } = await owing()
    const desk = await venue.member('caisse-1', { role: 'cashier' })
    const payOut = () => desk.api.payOutSlip({ ...cashier, second: supervisor, slip: code })
    expect(need(await payOut())).toMatchObject({ slipId: NUMBER, amount: AMOUNT, state: 'paid-out' })
    expect(await refusal(payOut())).toEqual(refused('spent'))
    const { saleId } = await own.reviewed(1)
    expect(await refusal(own.api.paySlip({ saleId, slip: code }))).toEqual(refused('spent'))
    await giveUp(own, saleId)
    await expectOwed([own, desk], 0)
  })

  it('is not paid out while nobody knows, and is free again, after a restart, too', async () => {
    const { venue, kiosk: own, code } = await owing()
    const desk = await venue.member('caisse-1', { role: 'cashier' })
    venue.line.way = ({ type }) => (type === 'spend' ? 'reply-lost' : type === 'release' ? 'away' : 'whole')
    const paidOut = refusal(desk.api.payOutSlip({ ...cashier, second: supervisor, slip: code }))
    expect(await desk.whilePassing(paidOut)).toEqual(refused('hub-away'))
    const { saleId } = await own.reviewed(1)
    const pay = () => own.api.paySlip({ saleId, slip: code })
    expect(await refusal(pay())).toEqual(refused('spent'))
    venue.line.way = () => 'whole'
    const again = await desk.restart()
    await again.until(() => venue.line.acts.at(-1)?.type === 'release')
    await expect.poll(async () => (await pay()).ok).toBe(true)
    expect(await own.shown(saleId)).toMatchObject({ taken: [{ amount: AMOUNT }] })
    await giveUp(own, saleId)
    await expectOwed([own, again], AMOUNT)
  })
})

const TRIES = amountOf(200, 20)

it(
  `of two kiosks that spend one slip at once, one does: ${TRIES} times over a bad line, with restarts`,
  { timeout: 240_000 },
  async () => {
    const fleet = await startFleet()
    const random = createRandom(7)
    let bad = true
    const hubOf = (deviceId: string): Promise<SlipHub> =>
      enrolled(fleet, deviceId, async ({ act }, forward) => {
        const chance = bad && act.type !== 'find' ? random.below(100) : 100
        if (chance < 15) throw new Error('the line is down')
        const reply = await forward()
        if (chance < 40) throw new Error('the reply is lost')
        return reply
      })
    const hubs = [await hubOf('kiosk-1'), await hubOf('kiosk-2')] as const
    const kiosks = [
      await startSmallKiosk({ slipHub: hubs[0], seed: 1 }),
      await startSmallKiosk({ slipHub: hubs[1], seed: 2 }),
    ] as [KioskFixture, KioskFixture]
    const told = async (slipId: string): Promise<void> => {
      await expect
        .poll(
          async () => {
            for (const kiosk of kiosks) kiosk.pass(30_000)
            return hubs[0].find(slipId)
          },
          { interval: 1, timeout: 10_000 },
        )
        .toMatchObject({ free: true })
    }
    writeSlip(kiosks[0], NUMBER)
    let slipId = NUMBER
    let [spent, unspent, restarts] = [0, 0, 0]
    for (let round = 0; round < TRIES; round += 1) {
      await told(slipId)
      const sales = [await kiosks[0].reviewed(1), await kiosks[1].reviewed(1)] as const
      await Promise.all(kiosks.map(({ api }, at) => api.paySlip({ saleId: sales[at]!.saleId, slip: slipId })))
      if (random.chance(0.1)) {
        const at = random.chance(0.5) ? 0 : 1
        kiosks[at] = await kiosks[at].restart()
        restarts += 1
      }
      for (const [at, kiosk] of kiosks.entries()) {
        const { saleId } = sales[at]!
        await kiosk.until(() => !['paying', 'needs-staff'].includes(kiosk.state(saleId) ?? ''))
        await kiosk.sales.settled(saleId)
        if (kiosk.state(saleId) !== 'priced') continue
        await kiosk.shown(saleId)
        await giveUp(kiosk, saleId)
        if (kiosk.ledger.slips.ofSale(saleId).length > 0) need(await kiosk.api.dismissSale({ saleId }))
      }
      const fresh = kiosks.flatMap(({ ledger }, at) => ledger.slips.ofSale(sales[at]!.saleId))
      expect(fresh.length).toBeLessThanOrEqual(1)
      spent += fresh.length
      unspent += 1 - fresh.length
      slipId = fresh[0]?.slipId ?? slipId
    }
    bad = false
    await told(slipId)
    expect(spent + unspent).toBe(TRIES)
    expect(spent).toBeGreaterThan(TRIES / 3)
    expect(restarts).toBeGreaterThan(0)
    const last = await kiosks[1].reviewed(1)
    need(await kiosks[1].api.paySlip({ saleId: last.saleId, slip: slipId }))
    expect(await kiosks[1].shown(last.saleId)).toMatchObject({ taken: [{ amount: AMOUNT }] })
    await giveUp(kiosks[1], last.saleId)
    await expectOwed(kiosks, AMOUNT)
  },
)

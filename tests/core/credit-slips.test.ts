import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import Sqlite from 'better-sqlite3'
import type { CreditSlipIssuer } from '../../electron/core/ports/ports.ts'
import type { PrintOutcome } from '../../electron/core/ports/printer.ts'
import type { SlipHub, HubSpending } from '../../electron/core/ports/slip-hub.ts'
import { tendersOf } from '../../shared/domain/money/tender.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { atHub } from '../ledger/hub-slips-story.ts'
import { chosenSeat, EVENT, startSale, toPriced, issueSlip } from '../ledger/sales.ts'
import {
  codesOf,
  expectSound,
  need,
  pin,
  refusal,
  reviewed,
  shown,
  type SmallKiosk,
  type SmallKioskOptions,
  startSmallKiosk,
  until,
  whilePassing,
} from '../world/small-kiosk.ts'
import { openHubClient } from '../../electron/fleet/hub-client.ts'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import { openSlipLine } from '../../electron/fleet/slip-line.ts'
import type { SlipCall } from '../../shared/fleet-api/slips.ts'
import { startFleet } from '../hub/fleet.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createRandom } from '../simulation/random.ts'
import { amountOf } from '../support/share.ts'

const NUMBER = 'K7M4XP92RD'

const staff = { staff: 'cashier', pin }

const second = { staff: 'supervisor', pin }

/** A kiosk that owes a slip of a sale in Portuguese, and what it prints of slips. */
async function owing(amount: number, options: SmallKioskOptions = {}) {
  const papers: (Parameters<CreditSlipIssuer['issue']>[0] & { readonly language: string })[] = []
  const outcomes: PrintOutcome[] = []
  const rowsBefore: number[] = []
  const creditSlips: CreditSlipIssuer = {
    async issue(slip, language) {
      papers.push({ ...slip, language })
      rowsBefore.push(copies(kiosk).length)
      return outcomes.shift() ?? { outcome: 'printed', evidence: '' }
    },
  }
  const kiosk = await startSmallKiosk({ ...options, settings: { ...options.settings, creditSlips } })
  const seats = [chosenSeat('900001')]
  const slip = { slipId: NUMBER, amount, currency: 'GNF' }
  startSale(kiosk.ledger, () => kiosk.clock.now(), seats, EVENT, 'pt')
    .next(...toPriced(seats), { type: 'tender-started', kind: 'card', amount: 5_000 })
    .next({ type: 'tender-approved', received: amount + 5_000, change: 0, approval: 'A', slip })
    .next({ type: 'abandoned', reason: 'cancelled' }, { type: 'released', holdIds: [] })
    .next({ type: 'refunded', refundReference: 'R-1', staffId: 'counter' })
  const again = () => kiosk.api.reprintCreditSlip({ ...staff, slip: NUMBER })
  const known = kiosk.ledger.slips.find(NUMBER)
  const code = known ? kiosk.ledger.slips.codeOf(known) : ''
  return { kiosk, papers, outcomes, rowsBefore, again, code }
}

const refused = (because: string) => ({ type: 'slip-refused', because })

const copies = ({ ledger }: SmallKiosk) =>
  ledger
    .journalLines({ before: null, saleId: null, limit: 500 })
    .filter(({ code }) => code === 'CREDIT_SLIP_COPIED')
    .map(({ staffId, details }) => [staffId, JSON.parse(details) as unknown] as const)
    .toReversed()

describe('another paper of a credit slip', () => {
  it('is the next copy by its number and in its language, and who had it printed stands in the ledger', async () => {
    const { kiosk, papers, again } = await owing(15_000)
    expect(need(await again())).toMatchObject({ slipId: NUMBER, state: 'open', copies: 1, paper: 'printed' })
    expect(need(await kiosk.api.reprintCreditSlip({ pin, slip: papers[0]?.code ?? '' }))).toMatchObject({ copies: 2 })
    expect(papers).toMatchObject(
      [1, 2].map((copyNumber) => ({ slipId: NUMBER, amount: 15_000, copyNumber, why: 'over', language: 'pt' })),
    )
    expect(new Set(papers.map(({ code }) => code.slice(0, code.lastIndexOf('|')))).size).toBe(1)
    expect(copies(kiosk)).toEqual([
      ['cashier', { slipId: NUMBER, copyNumber: 1 }],
      ['counter', { slipId: NUMBER, copyNumber: 2 }],
    ])
    expect(need(await kiosk.api.listSlips(staff))).toMatchObject([{ slipId: NUMBER, copies: 2 }])
  })

  it('has its number before it can come out, and the next one has another', async () => {
    const { kiosk, outcomes, papers, rowsBefore, again } = await owing(15_000)
    outcomes.push({ outcome: 'failed', reason: 'jammed', detail: '' }, { outcome: 'unknown', detail: 'silent' })
    expect(need(await again())).toMatchObject({ copies: 1, paper: 'failed' })
    expect(need(await again())).toMatchObject({ copies: 2, paper: 'unknown' })
    expect(need(await again())).toMatchObject({ copies: 3, paper: 'printed' })
    expect(papers.map(({ copyNumber }) => copyNumber)).toEqual([1, 2, 3])
    expect(rowsBefore).toEqual([1, 2, 3])
    // Two at once, too.
    await Promise.all([again(), again()])
    expect(copies(kiosk).map(([, payload]) => payload)).toMatchObject(
      [1, 2, 3, 4, 5].map((copyNumber) => ({ copyNumber })),
    )
  })

  it('is refused once the slip is spent, or its money was paid out; and to a technician', async () => {
    const { kiosk, papers, again } = await owing(15_000)
    expect(await refusal(kiosk.api.reprintCreditSlip({ staff: 'technician', pin, slip: NUMBER }))).toEqual({
      type: 'not-allowed',
    })
    need(await kiosk.api.payOutSlip({ ...staff, second, slip: NUMBER }))
    expect(await refusal(again())).toEqual(refused('paid-out'))
    const spent = await owing(1_000)
    const { saleId } = await reviewed(spent.kiosk)
    need(await spent.kiosk.api.paySlip({ saleId, slip: NUMBER }))
    await spent.kiosk.sales.settled(saleId)
    expect(await refusal(spent.again())).toEqual(refused('spent'))
    expect([papers, spent.papers, copies(kiosk), copies(spent.kiosk)]).toEqual([[], [], [], []])
  })

  it('is refused where its hub says that it was spent elsewhere, or says nothing, and where a payment was quicker', async () => {
    let free: boolean | null = true
    let meanwhile = (): void => undefined
    const slip = { slipId: NUMBER, amount: 15_000, currency: 'GNF', register: 'kiosk-1', issuedUtc: '' }
    const slipHub: SlipHub = {
      host: 'https://hub',
      hubKey: 'K',
      async find() {
        meanwhile()
        return free === null ? 'no-answer' : { ...slip, free }
      },
      tell: async () => true,
      spend: async () => ({ outcome: 'unknown' }),
      settle: async () => ({ outcome: 'unknown' }),
      release: async () => false,
    }
    const { kiosk, papers, again } = await owing(15_000, { slipHub })
    kiosk.pass(30_000)
    await expect.poll(() => codesOf(kiosk)).toContain('SLIPS_TOLD')
    free = false
    expect(await refusal(again())).toEqual(refused('spent'))
    free = null
    expect(await refusal(again())).toEqual(refused('hub-away'))
    expect(papers).toEqual([])
    free = true
    expect(need(await again())).toMatchObject({ copies: 1, paper: 'printed' })
    // A payment begins while the hub is asked.
    meanwhile = () => {
      const seats = [chosenSeat('900002')]
      startSale(kiosk.ledger, () => kiosk.clock.now(), seats).next(...toPriced(seats), atHub(NUMBER, 'S1'))
    }
    expect(await refusal(again())).toEqual(refused('taken'))
    expect(papers).toMatchObject([{ copyNumber: 1, anywhere: true }])
  })
})

it('the list of slips comes without the word of a hub that does not answer in time, and says so', async () => {
  const asked: string[] = []
  const slipHub: SlipHub = {
    host: 'https://hub',
    hubKey: 'K',
    find(slipId) {
      asked.push(slipId)
      // The first question is the teller's.
      return asked.length === 1 ? Promise.resolve('unknown') : new Promise(() => undefined)
    },
    tell: async () => true,
    spend: async () => ({ outcome: 'unknown' }),
    settle: async () => ({ outcome: 'unknown' }),
    release: async () => false,
  }
  const { kiosk } = await owing(15_000, { slipHub })
  kiosk.pass(30_000)
  await expect.poll(() => codesOf(kiosk)).toContain('SLIPS_TOLD')
  const listed = kiosk.api.listSlips(staff)
  await expect.poll(() => kiosk.sleepsFor(3_000)).toBe(true)
  kiosk.pass(3_000)
  expect(need(await listed)).toMatchObject([{ slipId: NUMBER, state: 'open', elsewhere: 'unknown' }])
  expect(asked).toEqual([NUMBER, NUMBER])
})

it('a slip as which tickets are paid back comes out with the word that they are', async () => {
  const { kiosk, papers, again } = await owing(1_000_000)
  const { saleId } = await reviewed(kiosk, 1)
  need(await kiosk.api.paySlip({ saleId, slip: NUMBER }))
  await kiosk.sales.settled(saleId)
  expect(papers).toMatchObject([{ why: 'over', copyNumber: 0 }])
  const ticketIds = kiosk.ledger.files.open(saleId)!.tickets.map(({ ticketId }) => ticketId)
  const wish = { ...staff, second, saleId, ticketIds, kind: 'refund', reason: 'match reporté' } as const
  const { reference } = need(await kiosk.api.returnTickets(wish))
  const paid = need(await kiosk.api.payReturn({ ...staff, saleId, reference, kind: 'credit-slip', receipt: '' }))
  expect(papers.slice(1)).toMatchObject([{ why: 'returned', copyNumber: 0, slipId: paid.credits?.at(-1)?.slipId }])
  expect(await refusal(again())).toEqual(refused('spent'))
})

describe('a credit slip at a kiosk', () => {
  const refusedAs = async (reply: Promise<{ readonly ok: boolean }>) => {
    const error = await refusal(reply)
    return typeof error === 'object' && error !== null && 'because' in error ? error.because : error
  }
  const open = async ({ api }: SmallKiosk) => need(await api.listSlips(staff))
  const payments = (kiosk: SmallKiosk, saleId: string) =>
    tendersOf(kiosk.sales.find(saleId) as Extract<Sale, { state: 'done' }>).map(({ kind, amount }) => [kind, amount])

  it('pays a whole purchase by its code, and what is over is another slip on the screen', async () => {
    const { kiosk, code } = await owing(1_000_000)
    const { saleId, total } = await reviewed(kiosk, 1)
    need(await kiosk.api.paySlip({ saleId, slip: code }))
    const done = await shown(kiosk, saleId)
    const over = 1_000_000 - total
    expect(done).toMatchObject({ stage: { name: 'done' }, credits: [{ amount: over }] })
    const slipId = done.credits?.[0]?.slipId ?? ''
    expect(await open(kiosk)).toMatchObject([{ slipId, amount: over, state: 'open' }])
    expect(payments(kiosk, saleId)).toEqual([['credit-slip', total]])
    need(await kiosk.api.leaveSale({ saleId }))
    const next = await reviewed(kiosk, 1)
    expect(await refusedAs(kiosk.api.paySlip({ saleId: next.saleId, slip: code }))).toBe('spent')
    need(await kiosk.api.paySlip({ saleId: next.saleId, slip: slipId }))
    expect((await shown(kiosk, next.saleId)).stage.name).toBe('done')
    await expectSound(kiosk)
  })

  it('pays a part by its number, and a card the rest', async () => {
    const { kiosk } = await owing(700)
    const { saleId, total } = await reviewed(kiosk, 1)
    need(await kiosk.api.paySlip({ saleId, slip: 'k7m4x p92rd' }))
    const taken = [{ tender: 'credit-slip', amount: 700 }]
    expect(await shown(kiosk, saleId)).toMatchObject({ stage: { name: 'review' }, taken })
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    expect((await shown(kiosk, saleId)).stage.name).toBe('done')
    expect(payments(kiosk, saleId)).toEqual([
      ['credit-slip', 700],
      ['card', total - 700],
    ])
    expect(await open(kiosk)).toEqual([])
    await expectSound(kiosk)
  })

  it('comes back as another slip by itself when the purchase is given up, or a restart ends it', async () => {
    const { kiosk } = await owing(700)
    const given = await reviewed(kiosk, 1)
    need(await kiosk.api.paySlip({ saleId: given.saleId, slip: NUMBER }))
    await kiosk.sales.settled(given.saleId)
    need(await kiosk.api.abandonSale({ saleId: given.saleId, reason: 'cancelled' }))
    expect(await shown(kiosk, given.saleId)).toMatchObject({ credits: [{ amount: 700 }] })
    const [second] = await open(kiosk)
    expect(second).toMatchObject({ amount: 700, saleId: given.saleId, state: 'open' })
    need(await kiosk.api.leaveSale(given))
    const { saleId } = await reviewed(kiosk, 1)
    need(await kiosk.api.paySlip({ saleId, slip: second?.slipId ?? '' }))
    await kiosk.sales.settled(saleId)
    const again = await kiosk.restart()
    expect(await again.sales.settled(saleId)).toMatchObject({ state: 'refunded' })
    expect(await open(again)).toMatchObject([{ amount: 700, saleId, state: 'open' }])
    await expectSound(again)
  })

  it('is free again after a power cut between its intent and the answer', async () => {
    const { kiosk } = await owing(700)
    const { saleId } = await reviewed(kiosk, 1)
    let start = (): Promise<SmallKiosk> => Promise.reject(new Error('it was never paid with'))
    kiosk.sales.subscribe((sale) => {
      if (sale.state === 'paying') start = kiosk.cutPower()
    })
    need(await kiosk.api.paySlip({ saleId, slip: NUMBER }))
    await kiosk.stop()
    const again = await start()
    await again.sales.settled(saleId)
    expect(await open(again)).toMatchObject([{ amount: 700, state: 'open' }])
    await expectSound(again)
  })

  it('is refused, with the reason, if it is forged, unknown or of another key; guessing ends soon', async () => {
    const { kiosk, code } = await owing(700)
    const { saleId } = await reviewed(kiosk, 1)
    const tried = (slip: string) => refusedAs(kiosk.api.paySlip({ saleId, slip }))
    expect(await tried(code.replace('|700|', '|900|'))).toBe('not-ours')
    const at = code.lastIndexOf('|') + 1
    expect(await tried(code.slice(0, at) + code.slice(at).split('').toReversed().join(''))).toBe('not-ours')
    for (const guess of ['2222222222', '3333333333', 'nonsense', 'x', '4444444444'])
      expect([guess, await tried(guess)]).toEqual([guess, 'unknown'])
    expect(await tried(code)).toMatchObject({ type: 'codes-locked' })
    expect(await open(kiosk)).toMatchObject([{ slipId: NUMBER, state: 'open' }])
  })
})

describe('a credit slip at a desk', () => {
  const settings = { role: 'cashier' } as const

  it('is paid out once, in cash, by two people, and is worth nothing then', async () => {
    const { kiosk, code } = await owing(700, { settings })
    const payOut = (slip: string, other: object) =>
      kiosk.api.payOutSlip({ ...staff, slip, second: { ...second, ...other } })
    expect(await refusal(payOut(code, staff))).toEqual({ type: 'second-person', because: 'same-person' })
    const paid = need(await payOut(code, {}))
    expect(paid).toMatchObject({ slipId: NUMBER, amount: 700, currency: 'GNF', state: 'paid-out' })
    expect(await refusal(payOut(NUMBER, {}))).toEqual(refused('paid-out'))
    const { saleId } = await reviewed(kiosk, 1)
    expect(await refusal(kiosk.api.paySlip({ saleId, slip: code, by: staff }))).toEqual(refused('paid-out'))
    await expectSound(kiosk)
  })

  it('is taken by somebody who may take money, and given back by staff as another slip', async () => {
    const { kiosk } = await owing(700, { settings })
    const { api } = kiosk
    const { saleId, total } = await reviewed(kiosk, 1)
    expect(await refusal(api.paySlip({ saleId, slip: NUMBER }))).toEqual({ type: 'not-allowed' })
    need(await api.paySlip({ saleId, slip: NUMBER, by: staff }))
    await kiosk.sales.settled(saleId)
    need(await api.pay({ saleId, tender: 'cash' }))
    need(await api.confirmCash({ ...staff, saleId, received: total - 700 }))
    expect((await shown(kiosk, saleId)).stage.name).toBe('done')
    const ticketIds = kiosk.ledger.files.open(saleId)!.tickets.map(({ ticketId }) => ticketId)
    const wish = { ...staff, second, saleId, ticketIds, kind: 'refund', reason: 'match reporté' } as const
    const { file, reference } = need(await api.returnTickets(wish))
    expect(file.returns[0]?.back).toMatchObject([{ kind: 'credit-slip', amount: 700 }, { kind: 'cash' }])
    const paid = need(await api.payReturn({ ...staff, saleId, reference, kind: 'credit-slip', receipt: '' }))
    expect(paid.credits).toMatchObject([{ amount: 700, state: 'open' }])
    expect(need(await api.listSlips(staff))).toMatchObject([{ saleId, amount: 700 }])
    await expectSound(kiosk)
  })
})

describe('hub slips', () => {
  const AMOUNT = 1_000

  /** Writes a slip into the ledger of a running kiosk, as an earlier sale would. Returns the text of its code. */
  function writeSlip({ ledger, clock }: SmallKiosk, slipId: string, amount = AMOUNT): string {
    issueSlip(ledger, () => clock.now(), { slipId, amount, currency: 'GNF' })
    const known = ledger.slips.find(slipId)
    return known ? ledger.slips.codeOf(known) : ''
  }

  const isPaying = ({ sales }: SmallKiosk, saleId: string): boolean => sales.find(saleId)?.state === 'paying'

  it('the hub’s word decides about a slip: staff cannot say that its money moved, or did not', async () => {
    const slip = {
      slipId: NUMBER,
      amount: AMOUNT,
      currency: 'GNF',
      register: 'kiosk-2',
      issuedUtc: '2026-11-26T10:00:00Z',
    }
    let said: HubSpending = { outcome: 'unknown' }
    const slipHub: SlipHub = {
      host: 'https://hub',
      hubKey: 'K',
      find: async () => ({ ...slip, free: true }),
      tell: async () => true,
      spend: async () => ({ outcome: 'unknown' }),
      settle: async () => said,
      release: async () => false,
    }
    const kiosk = await startSmallKiosk({ slipHub })
    const { saleId } = await reviewed(kiosk)
    need(await kiosk.api.paySlip({ saleId, slip: NUMBER }))
    await until(kiosk, () => kiosk.sales.find(saleId)?.state === 'needs-staff')
    for (const moved of [true, false]) {
      const answer = { type: 'money-moved', moved } as const
      expect(await refusal(kiosk.api.settleStaffCase({ saleId, answer, pin }))).toEqual({ type: 'hub-decides' })
    }
    // Even days later, the kiosk still queries the hub.
    kiosk.pass(3 * 86_400_000)
    said = {
      outcome: 'spent',
      slip,
      word: { register: 'kiosk-2', deviceId: 'kiosk-1', reference: 'R', hubKey: 'K', sig: 'c2ln' },
    }
    await until(kiosk, () => codesOf(kiosk).includes('TENDER_APPROVED'), 60_000)
    await kiosk.sales.settled(saleId)
    // The seats are gone by now, so the money becomes a credit slip of this kiosk.
    await until(kiosk, () => kiosk.ledger.slips.open().length > 0, 60_000)
    expect(kiosk.ledger.slips.open()).toMatchObject([{ amount: AMOUNT, saleId }])
  })

  type Fleet = Awaited<ReturnType<typeof startFleet>>

  /** Enrols a device and opens its connection to the hub. `pass` can fail a call before or after it reaches the hub. */
  async function enrolled(
    fleet: Fleet,
    deviceId: string,
    pass: (call: SlipCall, forward: () => Promise<Response>) => Promise<Response>,
  ): Promise<SlipHub> {
    const key = openSigningKey(join(temporaryFolder(), 'key.pem'))
    const { hubKey } = need(await openHubClient(fleet.url, key).enrol(deviceId, await fleet.invite(deviceId)))
    const client = openHubClient(fleet.url, key, {
      fetch: async (request) => pass(JSON.parse(await request.clone().text()) as SlipCall, () => fetch(request)),
    })
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    return openSlipLine({ hub: fleet.url, hubKey, deviceId, mode: 'demo', client, log })
  }

  type Way = 'whole' | 'away' | 'reply-lost'

  /** A hub, and kiosks that are enrolled at it and share one booking service. */
  async function venueOf() {
    const fleet = await startFleet()
    const whole: (act: SlipCall['act']) => Way = () => 'whole'
    const line = { way: whole, acts: [] as SlipCall['act'][] }
    let first: SmallKiosk | undefined
    return {
      line,
      async member(register: string, settings: SmallKioskOptions['settings'] = {}): Promise<SmallKiosk> {
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
      /** Advances the clock until the slip was reported to the hub. */
      knows: (kiosk: SmallKiosk, slipId: string) =>
        until(kiosk, () =>
          line.acts.some((act) => act.type === 'tell' && act.slips.some((slip) => slip.slipId === slipId)),
        ),
    }
  }

  /** A kiosk with an open slip that it has reported to its hub. */
  async function owing(slipId = NUMBER) {
    const venue = await venueOf()
    const kiosk = await venue.member('porte-a')
    const code = writeSlip(kiosk, slipId)
    await venue.knows(kiosk, slipId)
    await expect.poll(() => codesOf(kiosk)).toContain('SLIPS_TOLD')
    return { venue, kiosk, code }
  }

  const giveUp = async ({ api, sales }: SmallKiosk, saleId: string) => {
    need(await api.abandonSale({ saleId, reason: 'cancelled' }))
    await sales.settled(saleId)
  }

  /** Expects the ledgers of the kiosks to be sound and their open slips to total `owed`. */
  async function expectOwed(kiosks: readonly SmallKiosk[], owed: number): Promise<void> {
    let sum = 0
    for (const kiosk of kiosks) {
      await expectSound(kiosk)
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
      const { saleId } = await reviewed(kiosk, 1)
      need(await kiosk.api.paySlip({ saleId, slip: code }))
      await until(kiosk, () => kiosk.sales.find(saleId)?.state === 'priced')
      expect(await shown(kiosk, saleId)).toMatchObject({ stage: { name: 'review' }, taken: [{ amount: AMOUNT }] })
      const references = venue.line.acts.flatMap((act) => ('reference' in act ? [act.reference] : []))
      expect(references.length).toBeGreaterThan(1)
      expect(new Set(references).size).toBe(1)
      await giveUp(kiosk, saleId)
      const { credits } = await shown(kiosk, saleId)
      expect(credits).toMatchObject([{ amount: AMOUNT }])
      expect(credits?.[0]?.slipId).not.toBe(NUMBER)
      const { saleId: late } = await reviewed(own, 1)
      expect(await refusal(own.api.paySlip({ saleId: late, slip: code }))).toEqual(refused('spent'))
    })

    it.each([
      ['its payment never reached the hub', 'spend'],
      ['the hub is away, at its own kiosk, too', 'find'],
    ] as const)('is not spent where %s, and pays once there is a line', async (_, broken) => {
      const { venue, kiosk, code } = await owing()
      venue.line.way = ({ type }) => (broken === 'find' || type === broken ? 'away' : 'whole')
      const { saleId } = await reviewed(kiosk, 1)
      const pay = () => kiosk.api.paySlip({ saleId, slip: code })
      if (broken === 'find') expect(await refusal(pay())).toEqual(refused('hub-away'))
      else need(await pay())
      await until(kiosk, () => kiosk.sales.find(saleId)?.state === 'priced')
      expect(await shown(kiosk, saleId)).toMatchObject({ stage: { name: 'review' } })
      expect(kiosk.ledger.slips.open()).toMatchObject([{ slipId: NUMBER }])
      venue.line.way = () => 'whole'
      need(await pay())
      expect(await shown(kiosk, saleId)).toMatchObject({ taken: [{ amount: AMOUNT }] })
      await giveUp(kiosk, saleId)
      await expectOwed([kiosk], AMOUNT)
    })

    it('that no hub was told of is spent at its own kiosk alone, and the hub is told what is left', async () => {
      const venue = await venueOf()
      venue.line.way = () => 'away'
      const [kiosk, other] = [await venue.member('porte-a'), await venue.member('porte-b')]
      const code = writeSlip(kiosk, NUMBER, 1_000_000)
      const there = await reviewed(other, 1)
      const tried = (slip: string) => refusal(other.api.paySlip({ saleId: there.saleId, slip }))
      expect(await tried(code)).toEqual(refused('hub-away'))
      const { saleId } = await reviewed(kiosk, 1)
      need(await kiosk.api.paySlip({ saleId, slip: code }))
      const [rest] = (await shown(kiosk, saleId)).credits ?? []
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
      const { saleId } = await reviewed(kiosk, 1)
      const more = code.replace(`|${AMOUNT}|`, '|9000|')
      expect(more).not.toBe(code)
      for (const slip of [foreign.code, more])
        expect(await refusal(kiosk.api.paySlip({ saleId, slip }))).toEqual(refused('not-ours'))
      await giveUp(kiosk, saleId)
      await expectOwed([kiosk], 0)
    })

    describe('is paid out', () => {
      const cashier = { staff: 'cashier', pin }
      const second = { staff: 'supervisor', pin }

      it('by the word of the hub and two people, once', async () => {
        const { venue, kiosk: own, code } = await owing()
        const desk = await venue.member('caisse-1', { role: 'cashier' })
        const payOut = () => desk.api.payOutSlip({ ...cashier, second, slip: code })
        expect(need(await payOut())).toMatchObject({ slipId: NUMBER, amount: AMOUNT, state: 'paid-out' })
        expect(await refusal(payOut())).toEqual(refused('spent'))
        const { saleId } = await reviewed(own, 1)
        expect(await refusal(own.api.paySlip({ saleId, slip: code }))).toEqual(refused('spent'))
        await giveUp(own, saleId)
        await expectOwed([own, desk], 0)
      })

      it('not while nobody knows, and is free again, after a restart, too', async () => {
        const { venue, kiosk: own, code } = await owing()
        const desk = await venue.member('caisse-1', { role: 'cashier' })
        venue.line.way = ({ type }) => (type === 'spend' ? 'reply-lost' : type === 'release' ? 'away' : 'whole')
        const paidOut = refusal(desk.api.payOutSlip({ ...cashier, second, slip: code }))
        expect(await whilePassing(desk, paidOut)).toEqual(refused('hub-away'))
        const { saleId } = await reviewed(own, 1)
        const pay = () => own.api.paySlip({ saleId, slip: code })
        expect(await refusal(pay())).toEqual(refused('spent'))
        venue.line.way = () => 'whole'
        const again = await desk.restart()
        await until(again, () => venue.line.acts.at(-1)?.type === 'release')
        await expect.poll(async () => (await pay()).ok).toBe(true)
        expect(await shown(own, saleId)).toMatchObject({ taken: [{ amount: AMOUNT }] })
        await giveUp(own, saleId)
        await expectOwed([own, again], AMOUNT)
      })
    })
  })

  const TRIES = amountOf(200, 40)

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
      ] as [SmallKiosk, SmallKiosk]
      /** Waits until the hub knows the slip, however long the line is down. */
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
        const sales = [await reviewed(kiosks[0], 1), await reviewed(kiosks[1], 1)] as const
        await Promise.all(kiosks.map(({ api }, at) => api.paySlip({ saleId: sales[at]!.saleId, slip: slipId })))
        if (random.chance(0.1)) {
          const at = random.chance(0.5) ? 0 : 1
          kiosks[at] = await kiosks[at].restart()
          restarts += 1
        }
        for (const [at, kiosk] of kiosks.entries()) {
          const { saleId } = sales[at]!
          await until(kiosk, () => !isPaying(kiosk, saleId) && kiosk.sales.find(saleId)?.state !== 'needs-staff')
          await kiosk.sales.settled(saleId)
          if (kiosk.sales.find(saleId)?.state !== 'priced') continue
          await shown(kiosk, saleId)
          need(await kiosk.api.abandonSale({ saleId, reason: 'cancelled' }))
          await kiosk.sales.settled(saleId)
          if (kiosk.ledger.slips.ofSale(saleId).length > 0) need(await kiosk.api.leaveSale({ saleId }))
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
      // All the money is on one slip, which is then spent.
      const last = await reviewed(kiosks[1], 1)
      need(await kiosks[1].api.paySlip({ saleId: last.saleId, slip: slipId }))
      expect(await shown(kiosks[1], last.saleId)).toMatchObject({ taken: [{ amount: AMOUNT }] })
      await giveUp(kiosks[1], last.saleId)
      await expectOwed(kiosks, AMOUNT)
    },
  )
})

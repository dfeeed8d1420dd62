import { describe, expect, it, test } from 'vitest'
import type { PaymentRef, SettledOutcome, TenderOutcome, TenderRequest } from '../../electron/kiosk/ports/devices.ts'
import type { CardDetails, TenderTraits } from '../../shared/domain/money/tender.ts'
import { AttendedTerminal } from '../../electron/payments/attended-terminal.ts'
import { driver } from '../support/devices.ts'
import {
  APPROVED,
  scriptedDevice,
  failure,
  need,
  type KioskFixture,
  type SmallKioskOptions,
  startAt,
  startSmallKiosk,
  supervisor,
} from '../world/kiosk-fixture.ts'
import { COLLECTION_LETTERS, collectionCode } from '../../shared/domain/sale/collection-code.ts'
import type { CollectionVoucher } from '../../electron/kiosk/ports/ports.ts'
import type { SalePorts } from '../../electron/kiosk/sale/booking-sessions.ts'
import { performEffect } from '../../electron/kiosk/sale/effects.ts'
import { states } from '../domain/sale-samples.ts'

const card: CardDetails = { brand: 'Visa', ending: '4242', read: 'contactless', receipt: ['CARTE BANCAIRE', 'DEBIT'] }

const approved: SettledOutcome = { outcome: 'approved', approval: '778812', currency: 'GNF', card }

/** A terminal that returns a token before it takes money. The test decides the outcome. */
function terminal() {
  const calls: string[] = []
  const decided = Promise.withResolvers<SettledOutcome>()
  const running = Promise.withResolvers<TenderRequest>()
  const asked: PaymentRef[] = []
  const word: { now: TenderOutcome } = { now: { outcome: 'unknown' } }
  const given = { up: false }
  const tender = driver(
    {
      async begin({ reference }) {
        calls.push(`begin ${reference}`)
        return { outcome: 'begun', token: 'last=17' }
      },
      settle(payment, request, giveUp) {
        calls.push(`settle ${payment.reference} after ${payment.token}`)
        giveUp.addEventListener('abort', () => (given.up = true))
        running.resolve(request)
        return decided.promise
      },
      ask: async (payment) => (asked.push(payment), word.now),
    },
    { findBy: 'device-log' },
  )
  return { tenders: { card: tender }, calls, running: running.promise, decide: decided.resolve, asked, word, given }
}

async function paying() {
  const given = terminal()
  const kiosk = await startSmallKiosk({ tenders: given.tenders })
  return { ...given, kiosk, saleId: (await kiosk.paying()).saleId, request: await given.running }
}

const device = async (kiosk: KioskFixture) => {
  const { sale } = need(await kiosk.api.getKiosk({}))
  return sale?.stage.name === 'paying' ? sale.stage.device : undefined
}

describe('a terminal that takes money in a call of its own', () => {
  it('is asked once, and only after what it had noted is in the ledger', async () => {
    const {
      kiosk,
      saleId,
      request: { reference },
      calls,
      decide,
    } = await paying()
    expect(calls).toEqual([`begin ${reference}`, `settle ${reference} after last=17`])
    expect(kiosk.ledger.find(saleId)).toMatchObject({ phase: 'begun', tender: { provider: { token: 'last=17' } } })
    decide(approved)
    await kiosk.until(() => kiosk.state(saleId) === 'done')
    expect(calls).toHaveLength(2)
    expect(kiosk.ledger.find(saleId)).toMatchObject({ tender: { approval: '778812', card } })
  })

  it('whose answer is lost is asked what it did, and never for the money again', async () => {
    const { kiosk, saleId, calls, decide, asked, word } = await paying()
    decide({ outcome: 'unknown' })
    await kiosk.until(() => asked.length > 1)
    expect(kiosk.sales.find(saleId)).toMatchObject({ state: 'paying', phase: 'asking-again' })
    word.now = approved
    await kiosk.until(() => kiosk.state(saleId) === 'done')
    expect(asked[0]).toMatchObject({ token: 'last=17' })
    expect(calls).toHaveLength(2)
  })

  it('is only asked after a restart, too', async () => {
    const { kiosk, saleId, calls, decide, word } = await paying()
    const stopped = kiosk.stop()
    decide({ outcome: 'unknown' })
    await stopped
    word.now = { outcome: 'cancelled' }
    const again = await kiosk.restart()
    await again.until(() => again.state(saleId) === 'abandoned')
    expect(calls).toHaveLength(2)
  })

  it('takes no other payment until it is known what it did: of the next receipt nobody could tell whose it is', async () => {
    const { kiosk, saleId: first, calls, decide, word } = await paying()
    decide({ outcome: 'unknown' })
    await kiosk.until(() => kiosk.state(first) === 'needs-staff')
    need(await kiosk.api.dismissSale({ saleId: first }))
    const { saleId: second } = await kiosk.paying()
    await kiosk.until(() => kiosk.state(second) === 'priced')
    expect(calls).toHaveLength(2)
    word.now = { outcome: 'cancelled' }
    await kiosk.until(() => kiosk.state(first) === 'abandoned')
    need(await kiosk.api.pay({ saleId: second, tender: 'card' }))
    await kiosk.until(() => calls.length === 4)
  })

  it('is asked to stop where the customer cancels, and what it did then counts', async () => {
    const { kiosk, saleId, decide, given } = await paying()
    need(await kiosk.api.cancelPayment({ saleId }))
    expect(given.up).toBe(true)
    decide(approved)
    await kiosk.until(() => kiosk.state(saleId) === 'done')
  })
})

it('what a terminal wants is on the screen at once, without what no screen can show, and in no ledger', async () => {
  const {
    kiosk,
    saleId,
    request: { onProgress },
    decide,
  } = await paying()
  const rows = kiosk.codes().length
  onProgress?.({ phase: 'enter-pin', text: `CODE\u0007 ?\n${'*'.repeat(500)}` })
  expect(await device(kiosk)).toEqual({ phase: 'enter-pin', text: `CODE  ?\n${'*'.repeat(112)}` })
  expect(kiosk.events.at(-1)).toMatchObject({ name: 'sale-changed', payload: { stage: { device: {} } } })
  onProgress?.({ phase: 'authorising' })
  expect(await device(kiosk)).toEqual({ phase: 'authorising' })
  expect(kiosk.codes()).toHaveLength(rows)
  decide({ outcome: 'refused', reason: 'wrong-pin' })
  await kiosk.until(() => kiosk.state(saleId) === 'priced')
  onProgress?.({ phase: 'remove-card' })
  expect(kiosk.sales.progress(saleId)).toBeNull()
  const expected = { name: 'review', notice: { type: 'payment-refused', reason: 'wrong-pin' } }
  expect(need(await kiosk.api.getKiosk({})).sale?.stage).toMatchObject(expected)
})

async function kioskWith(options: SmallKioskOptions = {}) {
  const slips: { readonly slip: CollectionVoucher; readonly ticketsMissing: boolean }[] = []
  const collectionSlips = {
    issue: async (slip: CollectionVoucher, _language: string, ticketsMissing: boolean) => {
      slips.push({ slip, ticketsMissing })
      return { outcome: 'printed', evidence: 'cut' } as const
    },
  }
  const { kiosk, saleId, total } = await startAt('paying', { ...options, settings: { collectionSlips } }, 'card', 2)
  return { kiosk, slips, saleId, total }
}

const found = async ({ api }: KioskFixture, text: string) =>
  need(await api.findSales({ ...supervisor, text })).map(({ saleId }) => saleId)

const doubtful = scriptedDevice({ outcome: 'unknown', forGood: true })
const refusing: SmallKioskOptions['line'] = async (path, forward) =>
  path === 'POST /purchases' ? failure(422, 'AMOUNT_MISMATCH') : forward()
const paperless: SmallKioskOptions['tickets'] = {
  print: async () => ({ outcome: 'failed', reason: 'paper-out', detail: '' }),
  status: async () => ({ state: 'ready' }),
}
const troubles: readonly (readonly [string, string, SmallKioskOptions, boolean])[] = [
  ['it is unknown whether a card was charged', 'needs-staff', { tenders: { card: doubtful } }, false],
  ['the service finally refuses the purchase', 'needs-staff', { line: refusing }, false],
  ['the paid tickets cannot be printed', 'print-problem', { tickets: paperless }, true],
]

describe('a customer whose sale went wrong has a reference', () => {
  it.each(troubles)('if %s', async (_, name, options, ticketsMissing) => {
    const { kiosk, slips, saleId, total } = await kioskWith(options)
    const reference = collectionCode(saleId)
    await kiosk
      .soon(async () => need(await kiosk.api.getKiosk({})).sale?.stage)
      .toMatchObject({ name, slip: 'printed', reference })
    expect(slips).toHaveLength(1)
    expect(slips[0]).toMatchObject({ slip: { why: 'trouble', code: reference, amount: total }, ticketsMissing })
    expect(await kiosk.cases()).toMatchObject([{ saleId, code: reference }])
    const typed = `${reference.slice(0, 3)} ${reference.slice(3)}`.toLowerCase()
    expect(await found(kiosk, typed)).toEqual([saleId])
  })

  it('which tells them at the poster that staff have to look', async () => {
    const { kiosk, saleId } = await kioskWith({
      tenders: { card: scriptedDevice({ outcome: 'unknown', forGood: true }) },
    })
    await expect.poll(() => kiosk.stageName(saleId)).toBe('needs-staff')
    need(await kiosk.api.dismissSale({ saleId }))
    const reference = collectionCode(saleId)
    expect(need(await kiosk.api.collectTickets({ code: reference }))).toEqual({ state: 'ask-staff', reference })
  })
})

it('a sale that is made as it should be prints no slip, and is found by its reference all the same', async () => {
  const { kiosk, slips, saleId } = await kioskWith({ tenders: { card: scriptedDevice(APPROVED) } })
  await kiosk.sales.settled(saleId)
  expect(slips).toEqual([])
  expect(await found(kiosk, collectionCode(saleId))).toEqual([saleId])
})

describe('no two sales that anybody may ask for have one reference', () => {
  it('because a new one is not given the code of another', async () => {
    const { kiosk, saleId } = await kioskWith()
    const { files } = kiosk.ledger
    expect(files.isCodeFree(collectionCode(saleId))).toBe(false)
    expect(files.ofCode(collectionCode(saleId))).toBe(saleId)
    expect(files.isCodeFree(COLLECTION_LETTERS.slice(0, 6))).toBe(true)
  })

  it('and is drawn again where chance would give it one', async () => {
    const kiosk = await startSmallKiosk()
    const asked: string[] = []
    Object.assign(kiosk.ledger.files, { isCodeFree: (code: string) => asked.push(code) > 2 })
    const { saleId } = await kiosk.reviewed(1)
    expect(new Set(asked).size).toBe(3)
    expect(collectionCode(saleId)).toBe(asked.at(-1))
  })
})

const references = ['order-1', 'order-2']

/** Queries all devices after ledger rows were lost. `card` and `mobile` are the devices' replies. */
async function recalled(
  card: (reference: string) => TenderOutcome,
  mobile: TenderOutcome,
  abandonedPayment: readonly string[] = [],
  traits: Partial<TenderTraits> = {},
  documents: Partial<SalePorts['tenders']> = {},
) {
  const asked = (ask: (reference: string) => TenderOutcome, its: Partial<TenderTraits> = {}) =>
    driver(
      { begin: () => Promise.reject(new Error('nothing is charged')), ask: async (payment) => ask(payment.reference) },
      its,
    )
  const ports = {
    clock: { sleep: () => Promise.resolve() },
    ledger: { abandonedPayment: () => new Map(abandonedPayment.map((each) => [each, 'asked'])) },
    ids: { referenceFor: (ours: string) => ours },
    tenders: { card: asked(card), 'orange-money': asked(() => mobile, traits), ...documents },
  }
  const effect = { type: 'recall-tender', amount: 70_000, references, delayMs: 0 } as const
  const stopping = new AbortController().signal
  return performEffect(ports as unknown as SalePorts, states.priced, effect, stopping)
}

const none = { outcome: 'refused', reason: 'unknown reference' } as const
const cancelled = { outcome: 'cancelled' } as const
const charged = { outcome: 'approved', approval: 'A1', amount: 70_000 } as const
const inSecond = (answer: TenderOutcome) => (reference: string) => (reference === 'order-2' ? answer : none)

test.each<[string, ...Parameters<typeof recalled>]>([
  ['nobody was charged only where everybody says so for every reference', () => none, none],
  ['a payment that the sale had gone on without is no payment of it any more', inSecond(charged), none, ['order-2']],
  ['a code found by our own reference leaves no doubt', () => none, cancelled, [], { shows: 'qr', findBy: 'own' }],
])('%s', async (_, ...asked) => {
  expect(await recalled(...asked)).toEqual({ type: 'charge-not-found' })
})

test.each<[string, TenderOutcome]>([
  ['out of reach', { outcome: 'unavailable' }],
  ['in doubt', { outcome: 'unknown' }],
])('a terminal or an operator %s leaves the question open', async (_, answer) => {
  const open = { type: 'tender-unknown' }
  expect(await recalled(() => answer, none)).toEqual(open)
  expect(await recalled(inSecond(answer), none)).toEqual(open)
  expect(await recalled(() => none, answer)).toEqual(open)
})

test('a charge is found under any of the references', async () => {
  const provider = { driver: 'test', host: '', reference: 'order-2' }
  const found = { type: 'charge-found', kind: 'card', reference: 'order-2', amount: 70_000, approval: 'A1', provider }
  expect(await recalled(inSecond(charged), none)).toEqual(found)
})

test('after lost rows, staff check each tender that no device can report, unless another charge is found', async () => {
  const [reference] = references
  const attended = {
    card: new AttendedTerminal(),
    cheque: new AttendedTerminal(),
    'bank-transfer': new AttendedTerminal(),
  }
  const of = Object.keys(attended).map((kind) => ({ kind, reference }))
  expect(await recalled(() => none, none, [], {}, attended)).toEqual({ type: 'tender-unknown', forGood: true, of })
  expect(await recalled(() => none, charged, [], {}, attended)).toMatchObject({ type: 'charge-found' })
})

test.each([
  ['that a code was shown', { shows: 'qr', findBy: 'token' }],
  ['what a device had noted', { shows: 'none', findBy: 'device-log' }],
] as const)('%s may be among what was lost: people look whether it was paid', async (_, qr) => {
  const [reference] = references
  expect(await recalled(() => none, cancelled, [], qr)).toEqual({
    type: 'tender-unknown',
    forGood: true,
    of: [{ kind: 'orange-money', reference, provider: { driver: 'test', host: '', reference } }],
  })
  expect(await recalled(inSecond(charged), cancelled, [], qr)).toMatchObject({ type: 'charge-found' })
})

import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test, describe } from 'vitest'
import { z } from 'zod'
import { DEMO_PIN } from '../../electron/config/config.ts'
import type { OpenDocuments } from '../../electron/printing/document-thread.ts'
import { LedgerMaintenance } from '../../electron/app/ledger-maintenance.ts'
import { dispatch } from '../../electron/transport/dispatch.ts'
import { type CommandName, commandNames } from '../../shared/api/kiosk/contract.ts'
import type { SeatProposal } from '../../shared/api/kiosk/views.ts'
import { amountOf } from '../support/share.ts'
import { blankPapers, type Machine, noLog, review, settled, startMachine } from '../world/kiosk.ts'
import { MAX_AMOUNT_MINOR } from '../../shared/domain/money/money.ts'
import { agentCallReasons } from '../../shared/domain/staff.ts'
import { commands } from '../../shared/api/kiosk/commands.ts'
import * as fields from '../../shared/api/kiosk/fields.ts'
import { bySection } from '../../shared/domain/seats/offer.ts'

const stranger = '8d1f0ac5-4f2e-4f7a-9a39-0d9df3a9a2f1'

/** One action of a customer, or of a script that replaces the screens. The numbers choose among the available items. */
const act = fc.record({
  name: fc.constantFrom(...commandNames),
  /** True if the action concerns a sale that is not on the screen. */
  foreign: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  choice: fc.nat(7),
  pin: fc.constantFrom(DEMO_PIN, DEMO_PIN, '0000'),
  received: fc.constantFrom(0, 20_000, 10_000_000),
  tender: fc.constantFrom('card' as const, 'cash' as const),
  language: fc.constantFrom('fr' as const, 'en' as const),
  /** True if the action waits until the kiosk is idle. */
  patient: fc.boolean(),
})

type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

interface Seen {
  saleId: string
  events: readonly string[]
  offers: readonly SeatProposal[]
}

/** The properties that each command needs. */
const needed = new Map(
  commandNames.map((name) => {
    const schema = z.toJSONSchema(commands[name].input(fields), { io: 'input', unrepresentable: 'any' })
    return [name, [...(schema.required ?? []), ...('pin' in (schema.properties ?? {}) ? ['pin'] : [])]]
  }),
)

function inputOf({ name, foreign, choice, pin, received, tender, language }: Act, seen: Seen): unknown {
  const saleId = foreign ? stranger : seen.saleId
  const offer = seen.offers[choice % Math.max(1, seen.offers.length)]
  const even = choice % 2 === 0
  const answers = [
    { type: 'money-moved', moved: even },
    { type: 'ask-again' },
    { type: 'paid-back', reference: 'R1' },
    { type: 'reprint' },
    { type: 'print-scanned' },
    { type: 'give-back' },
    { type: 'settled-manually', reference: '' },
  ]
  const people = { number: '9', name: 'x', role: 'cashier', newPin: '739105' }
  const fault = { error: stranger, message: stranger, stack: stranger }
  const reconciled = { driver: 'none', piece: '', at: choice % 2, size: choice % 3 }
  const values: Readonly<Record<string, unknown>> = {
    saleId,
    pin,
    received: name === 'takeAccountPayment' ? Math.max(1, received) : received,
    tender,
    language,
    second: { pin },
    reason: 'r',
    ...people,
    ...fault,
    ...reconciled,
    eventId: 'none',
    eventIds: ['none'],
    sectionId: offer?.seats[0]?.sectionId ?? '1',
    seatId: saleId,
    orderId: 'O-1',
    deviceId: 'gate-7',
    callId: saleId,
    ticketNumbers: ['T-1'],
    ticketId: '1',
    ticketIds: ['1'],
    count: 1 + choice,
    slip: 'K7M4XP92RD',
    code: 'f'.repeat(32),
    seq: 1 + choice,
    openingSeq: 1 + choice,
    key: 'none',
    value: null,
    printer: 'none',
    card: 'cashier',
    payment: saleId,
    refund: saleId,
    reference: 'R1',
    receipt: even ? null : 'R-1',
    paidOut: even,
    inUse: false,
    currency: 'GNF',
    float: received,
    amount: 1 + received,
    direction: even ? 'in' : 'out',
    kind: 'refund',
    pixelsPerMillimetre: 3 + (choice % 3),
    screenBottomMillimetres: 800,
    word: { type: 'not-paid' },
    groups: offer ? bySection(offer.seats.slice(0, 1 + choice)) : [{ sectionId: '1', seatIds: ['1'] }],
    customer: { name: 'Mariama Bah', phone: '+224622112233' },
    buyer: { company: 'Soguicom SARL', address: 'Kaloum, Conakry', taxNumber: '' },
    answer: answers[choice % answers.length],
    text: ['', '14:30', 'f'.repeat(32), 'N3 F 12', "' OR 1 --"][choice % 5],
    pieces: [{ kind: 'note', value: even ? 500 : 7, count: choice }],
  }
  const own: Readonly<Partial<Record<CommandName, object>>> = {
    listEvents: { page: 1 + (choice % 3), limit: 12 },
    startVisit: { eventId: seen.events[choice % Math.max(1, seen.events.length)] ?? '1' },
    reportTenderResult: { reference: saleId },
    acceptDocument: { reference: saleId },
    choosePage: { onTelephone: even },
    printPublished: { unlessOpened: even },
    findAccounts: { text: 'FGF' },
    payOnAccount: { account: 'FGF' },
    takeAccountPayment: { reference: saleId, account: 'FGF', tender: 'cash', items: [] },
    takeAccountDocument: { reference: saleId, account: 'FGF', tender: 'cheque', items: [] },
    callAgent: { reason: agentCallReasons[choice % agentCallReasons.length] },
    answerCall: { answer: even ? 'coming' : 'done' },
    reprintSlip: { reference: 'o-R1' },
    reprintInvoice: { number: 1 + choice },
    resubmitInvoice: { number: 1 + choice },
    abandonSale: { reason: 'idle' },
    signOut: { reason: 'left' },
    payReturn: { kind: 'cash', receipt: '' },
    closeShift: { kind: even ? 'X' : 'Z' },
    reportScreenFault: { kind: 'script' },
    openShift: { currency: choice % 3 === 0 ? 'XAF' : 'GNF' },
    sendTickets: { address: 'm@client.example', consent: true },
    paySlip: { slip: ['K7M4XP92RD', 'GS1|', '\u0000'][choice % 3] },
    collectTickets: { code: ['K7M4XP', 'k7m 4xp', ' ', '\u0000'][choice % 4] },
  }
  const input = Object.fromEntries((needed.get(name) ?? []).map((property) => [property, values[property]]))
  return { ...input, ...own[name] }
}

function learn(name: CommandName, value: unknown, seen: Seen): void {
  if (name === 'listEvents')
    seen.events = (value as { events: readonly { eventId: string }[] }).events.map(({ eventId }) => eventId)
  if (name === 'proposeSeats') seen.offers = value as readonly SeatProposal[]
  if (name === 'startVisit') {
    seen.saleId = (value as { saleId: string }).saleId
    seen.offers = []
  }
}

function asking(machine: Machine) {
  const error = (message: string, fault: unknown) => void machine.faults.push(`${message}: ${String(fault)}`)
  return (name: CommandName, input: unknown) => dispatch(machine.api, name, input, { ...noLog, error })
}

async function expectNoBug(machine: Machine): Promise<void> {
  expect(machine.faults).toEqual([])
  await machine.stop()
  const report = await new LedgerMaintenance(join(machine.directory, 'demo'), undefined).verify()
  expect(report).toMatchObject({ ok: true, value: { ok: true, findings: [] } })
}

async function play(machine: Machine, acts: readonly Act[]): Promise<readonly unknown[]> {
  const seen: Seen = { saleId: stranger, events: [], offers: [] }
  const ask = asking(machine)
  const incidents: unknown[] = []
  const pending: Promise<unknown>[] = []
  for (const each of acts) {
    const input = inputOf(each, seen)
    const reply = ask(each.name, input).then((result) => {
      if (result.ok) learn(each.name, result.value, seen)
      else if (['internal', 'forbidden', 'invalid-input'].includes(result.error.type))
        incidents.push([each.name, input, result.error])
    })
    pending.push(reply)
    if (each.patient) {
      await Promise.all(pending.splice(0))
      await machine.sales.settled(seen.saleId).catch(() => undefined)
    }
  }
  await Promise.all(pending)
  return incidents
}

/** Some commands draw the tickets of a sale, so `pictureOf` is added to `blankPapers`. */
const withPictures: OpenDocuments = (options) => ({
  ...blankPapers(options),
  pictureOf: (page) => Promise.resolve(page),
})

test('whatever commands come in whatever order, no bug shows, and every sale adds up in the end', async () => {
  const script = fc.array(fc.constantFrom('approve', 'refuse', 'lose-reply', 'unavailable'), { maxLength: 6 })
  // Starts with the actions of a customer, so that the later actions apply to a sale.
  const beginning = (['listEvents', 'startVisit', 'proposeSeats', 'holdSeats'] as const).map((name) =>
    act.map((each) => ({ ...each, name, foreign: false, patient: true })),
  )
  const visit = [fc.tuple(...beginning), fc.array(act, { minLength: 30, maxLength: 60 })] as const
  const acts = fc.tuple(...visit, ...visit).map((parts) => parts.flat())
  await fc.assert(
    fc.asyncProperty(script, acts, async (terminal, played) => {
      const simulatedTerminal = { customerDelaySeconds: 0, script: terminal }
      const machine = await startMachine(
        { simulatedTerminal, tenderBudgetSeconds: 0 },
        undefined,
        undefined,
        withPictures,
      )
      expect(await play(machine, played)).toEqual([])
      await expectNoBug(machine)
    }),
    { numRuns: amountOf(36, 3), endOnFailure: true },
  )
}, 240_000)

describe('extreme numbers', () => {
  const pin = DEMO_PIN

  function largestNumbers(): ReadonlyMap<string, number> {
    const found = new Map<string, number>()
    const walk = (path: string, schema: unknown): void => {
      if (Array.isArray(schema)) return schema.forEach((each) => walk(path, each))
      if (typeof schema !== 'object' || schema === null) return
      const { type, maximum, properties, ...rest } = schema as Record<string, unknown>
      if (type === 'integer' || type === 'number') found.set(path, typeof maximum === 'number' ? maximum : Infinity)
      for (const [name, member] of Object.entries(properties ?? {})) walk(`${path}.${name}`, member)
      for (const inner of Object.values(rest)) walk(path, inner)
    }
    for (const [name, { input }] of Object.entries(commands))
      walk(name, z.toJSONSchema(input(fields), { unrepresentable: 'any' }))
    return found
  }

  /** Numeric parameters of commands, except amounts of money. Numbers in settings have limits of their own. */
  const counted = new Set(
    `listEvents.page listEvents.limit proposeSeats.count settleLedgerGap.seq settleStrayNote.seq
     countDrawer.pieces.count handOverDrawer.pieces.count emptyCashbox.openingSeq emptyCashbox.pieces.count closeCashbox.openingSeq
     viewClosure.seq reprintReport.seq startReconcile.shiftNo reconcileSettlement.at reconcileSettlement.size
     viewSalesBreakdown.shiftNo saveSalesList.shiftNo viewJournal.before changeSetting.value measureScreen.pixelsPerMillimetre
     measureScreen.screenBottomMillimetres reprintInvoice.number resubmitInvoice.number`.split(/\s+/u),
  )

  test('whatever is money has the one bound, in every command', () => {
    const numbers = largestNumbers()
    expect([...counted].filter((path) => !numbers.has(path))).toEqual([])
    const money = [...numbers].filter(([path]) => !counted.has(path))
    expect(Object.fromEntries(money)).toEqual({
      'proposeSeats.maxPrice': MAX_AMOUNT_MINOR,
      'pay.amount': MAX_AMOUNT_MINOR,
      'confirmCash.received': MAX_AMOUNT_MINOR,
      'payOnAccount.amount': MAX_AMOUNT_MINOR,
      'takeAccountPayment.amount': MAX_AMOUNT_MINOR,
      'takeAccountPayment.received': MAX_AMOUNT_MINOR,
      'takeAccountDocument.amount': MAX_AMOUNT_MINOR,
      'openShift.float': MAX_AMOUNT_MINOR,
      'moveCash.amount': MAX_AMOUNT_MINOR,
      'moveCashWithApproval.amount': MAX_AMOUNT_MINOR,
      'countDrawer.pieces.value': MAX_AMOUNT_MINOR,
      'handOverDrawer.pieces.value': MAX_AMOUNT_MINOR,
      'emptyCashbox.pieces.value': MAX_AMOUNT_MINOR,
    })
  })

  const near = [MAX_AMOUNT_MINOR - 1, MAX_AMOUNT_MINOR, MAX_AMOUNT_MINOR + 1, Number.MAX_SAFE_INTEGER]
  const far = [Number.MIN_SAFE_INTEGER, 2 ** 53, 1e21, Number.MAX_VALUE, Infinity, Number.NaN]
  const extreme = fc.constantFrom(0, 1, -1, 0.5, -0, 20_000, 1e9, ...near, ...far)

  const [twenty, hundred] = [20_000, 100].map((value) => ({ kind: 'note', value }))
  const inputs = {
    listEvents: (n: number) => ({ page: n, limit: n }),
    settleLedgerGap: (n: number) => ({ pin, seq: n, reference: '' }),
    settleStrayNote: (n: number) => ({ pin, seq: n, paidOut: false }),
    openShift: (n: number) => ({ pin, currency: 'GNF', float: n }),
    moveCash: (n: number) => ({ pin, direction: n % 2 === 0 ? 'in' : 'out', currency: 'GNF', amount: n, reason: 'r' }),
    countDrawer: (count: number) => ({
      pin,
      currency: 'GNF',
      pieces: [
        { ...twenty, count },
        { ...hundred, count: 1 },
      ],
    }),
    closeShift: (n: number) => ({ pin, kind: n > 1 ? 'Z' : 'X' }),
    viewClosure: (n: number) => ({ pin, seq: n }),
    reprintReport: (n: number) => ({ pin, seq: n }),
    startReconcile: (n: number) => ({ pin, shiftNo: n }),
    viewSalesBreakdown: (n: number) => ({ pin, shiftNo: n }),
    saveSalesList: (n: number) => ({ pin, shiftNo: n }),
    viewJournal: (n: number) => ({ pin, before: n }),
    measureScreen: (n: number) => ({ pin, pixelsPerMillimetre: n, screenBottomMillimetres: n }),
    changeSetting: (n: number) => ({ pin, key: 'maxSeats', value: n }),
  } as const satisfies Partial<Record<CommandName, (n: number) => unknown>>

  type Act = readonly ['sell' | keyof typeof inputs, number]

  const act: fc.Arbitrary<Act> = fc.oneof(
    { weight: 2, arbitrary: fc.tuple(fc.constant('sell' as const), extreme) },
    { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...(Object.keys(inputs) as (keyof typeof inputs)[])), extreme) },
  )

  function driven(machine: Machine) {
    const ask = asking(machine)

    async function sell(n: number): Promise<void> {
      const { saleId, shown } = await review(machine, 1)
      void (await ask('proposeSeats', { saleId, count: n, maxPrice: n }))
      const part = await ask('pay', { saleId, tender: 'cash', amount: n })
      if (!part.ok) void (await ask('pay', { saleId, tender: 'cash' }))
      const received = await ask('confirmCash', { saleId, pin, received: n })
      if (!received.ok) void (await ask('confirmCash', { saleId, pin, received: shown.amount }))
      const { stage } = await settled(machine, saleId)
      if (stage.name === 'review') {
        void (await ask('pay', { saleId, tender: 'card' }))
        await settled(machine, saleId)
      }
      void (await ask('dismissSale', { saleId }))
    }

    return ([name, n]: Act): Promise<unknown> => (name === 'sell' ? sell(n) : ask(name, inputs[name](n)))
  }

  test(
    'no number that a command takes makes a bug, or a ledger that cannot be verified',
    { timeout: 240_000 },
    async () => {
      const largest = (['sell', 'moveCash', 'countDrawer', 'openShift', 'sell', 'closeShift', 'sell'] as const).flatMap(
        (name) => [MAX_AMOUNT_MINOR, Number.MAX_SAFE_INTEGER].map((n): Act => [name, n]),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 25 }), async (acts) => {
          const machine = await startMachine()
          const perform = driven(machine)
          for (const each of acts) await perform(each)
          await expectNoBug(machine)
        }),
        { numRuns: amountOf(36, 3), endOnFailure: true, examples: [[largest]] },
      )
    },
  )
})

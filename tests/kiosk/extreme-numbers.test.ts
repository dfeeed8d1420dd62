import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { createLedgerKeeping } from '../../electron/app/ledger-keeping.ts'
import { dispatch } from '../../electron/transport/dispatch.ts'
import { MOST_MONEY } from '../../shared/domain/money/money.ts'
import { commands } from '../../shared/kiosk-api/commands.ts'
import type { CommandName } from '../../shared/kiosk-api/contract.ts'
import * as fields from '../../shared/kiosk-api/fields.ts'
import { amountOf } from '../support/share.ts'
import { review, settled, startMachine, type Machine } from '../world/kiosk.ts'

const pin = DEMO_PIN

/** Every number that a command takes, as `command.member`, with the largest one that it lets through. */
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

/** Numbers that are no money; settings have bounds of their own. */
const counted = new Set([
  'listEvents.page',
  'listEvents.limit',
  'proposeSeats.count',
  'settleLedgerGap.seq',
  'settleStrayNote.seq',
  'countDrawer.pieces.count',
  'emptyNoteBox.openedSeq',
  'emptyNoteBox.pieces.count',
  'closeNoteBox.openedSeq',
  'viewClosure.seq',
  'reprintReport.seq',
  'startReconcile.shiftNo',
  'compareSettlement.at',
  'compareSettlement.size',
  'viewTrade.shiftNo',
  'viewJournal.before',
  'changeSetting.value',
  'measureScreen.pixelsPerMillimetre',
  'measureScreen.screenFootMillimetres',
])

test('whatever is money has the one bound, in every command', () => {
  const numbers = largestNumbers()
  expect([...counted].filter((path) => !numbers.has(path))).toEqual([])
  const money = [...numbers].filter(([path]) => !counted.has(path))
  expect(Object.fromEntries(money)).toEqual({
    'proposeSeats.maxPrice': MOST_MONEY,
    'pay.amount': MOST_MONEY,
    'confirmCash.received': MOST_MONEY,
    'openShift.float': MOST_MONEY,
    'moveCash.amount': MOST_MONEY,
    'moveCashByTwo.amount': MOST_MONEY,
    'countDrawer.pieces.value': MOST_MONEY,
    'emptyNoteBox.pieces.value': MOST_MONEY,
  })
})

const extreme = fc.constantFrom(
  0,
  1,
  -1,
  0.5,
  -0,
  20_000,
  1e9,
  MOST_MONEY - 1,
  MOST_MONEY,
  MOST_MONEY + 1,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 53,
  1e21,
  Number.MAX_VALUE,
  Infinity,
  Number.NaN,
)

/** Commands that take a number, but for the sale's own. */
const inputs = {
  listEvents: (n: number) => ({ page: n, limit: n }),
  settleLedgerGap: (n: number) => ({ pin, seq: n, reference: '' }),
  settleStrayNote: (n: number) => ({ pin, seq: n, paidOut: false }),
  openShift: (n: number) => ({ pin, currency: 'GNF', float: n }),
  moveCash: (n: number) => ({ pin, direction: n % 2 === 0 ? 'in' : 'out', currency: 'GNF', amount: n, reason: 'r' }),
  countDrawer: (n: number) => ({
    pin,
    currency: 'GNF',
    pieces: [
      { kind: 'note', value: 20_000, count: n },
      { kind: 'note', value: 100, count: 1 },
    ],
  }),
  closeShift: (n: number) => ({ pin, kind: n > 1 ? 'Z' : 'X' }),
  viewClosure: (n: number) => ({ pin, seq: n }),
  reprintReport: (n: number) => ({ pin, seq: n }),
  startReconcile: (n: number) => ({ pin, shiftNo: n }),
  viewTrade: (n: number) => ({ pin, shiftNo: n }),
  viewJournal: (n: number) => ({ pin, before: n }),
  measureScreen: (n: number) => ({ pin, pixelsPerMillimetre: n, screenFootMillimetres: n }),
  changeSetting: (n: number) => ({ pin, key: 'maxSeats', value: n }),
} as const satisfies Partial<Record<CommandName, (n: number) => unknown>>

type Act = readonly ['sell' | keyof typeof inputs, number]

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(fc.constant('sell' as const), extreme) },
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constantFrom(...(Object.keys(inputs) as (keyof typeof inputs)[])), extreme),
  },
)

function driven(machine: Machine) {
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (message: string, error: unknown) => void machine.faults.push(`${message}: ${String(error)}`),
  }
  const ask = (name: CommandName, input: unknown) => dispatch(machine.api, name, input, log)

  /** One seat for cash: the number is tried as a limit, as a part, and as what was received. */
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
    void (await ask('leaveSale', { saleId }))
  }

  return ([name, n]: Act): Promise<unknown> => (name === 'sell' ? sell(n) : ask(name, inputs[name](n)))
}

test(
  'no number that a command takes makes a bug, or a ledger that cannot be verified',
  { timeout: 240_000 },
  async () => {
    const largest = (['sell', 'moveCash', 'countDrawer', 'openShift', 'sell', 'closeShift', 'sell'] as const).flatMap(
      (name) => [MOST_MONEY, Number.MAX_SAFE_INTEGER].map((n): Act => [name, n]),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 25 }), async (acts) => {
        const machine = await startMachine()
        const perform = driven(machine)
        for (const each of acts) await perform(each)
        expect(machine.faults).toEqual([])
        await machine.stop()
        const report = await createLedgerKeeping(join(machine.directory, 'demo'), undefined).verify()
        expect(report).toMatchObject({ ok: true, value: { ok: true, findings: [] } })
      }),
      { numRuns: amountOf(36, 3), endOnFailure: true, examples: [[largest]] },
    )
  },
)

import { type Takings, takingsOf } from '../../shared/domain/money/trade.ts'
import type {
  CurrencyReport,
  DrawerReport,
  NoteBoxReport,
  ShiftReport,
} from '../../shared/domain/money/shift-report.ts'

const drawer: DrawerReport = {
  openingFloat: 500_000,
  paidIn: 0,
  paidOut: 0,
  dropped: 1_000_000,
  slipsPaid: 0,
  cash: 8_750_000,
  expected: 8_250_000,
  counted: 8_245_000,
  uncounted: false,
  counts: [
    { atUtc: '2025-05-17T15:40:00.000Z', staffId: '7', total: 7_995_000, difference: -255_000, pieces: [] },
    {
      atUtc: '2025-05-17T16:05:00.000Z',
      staffId: '12',
      total: 8_245_000,
      difference: -5_000,
      pieces: [
        { kind: 'note', value: 20_000, count: 400 },
        { kind: 'note', value: 5_000, count: 49 },
      ],
    },
  ],
  movements: [
    {
      kind: 'cash-dropped',
      atUtc: '2025-05-17T13:05:00.000Z',
      staffId: '12',
      second: '90',
      reason: 'Remise au coffre',
      amount: 1_000_000,
    },
  ],
}

const noteBox: NoteBoxReport = {
  sinceUtc: '2025-05-17T12:05:00.000Z',
  notes: [
    { value: 20_000, count: 41 },
    { value: 5_000, count: 12 },
  ],
  unknown: 1,
  open: null,
  emptied: [
    {
      atUtc: '2025-05-17T12:05:00.000Z',
      staffId: '12',
      second: '90',
      openedSeq: 17_102,
      currency: 'GNF',
      pieces: [
        { kind: 'note', value: 20_000, count: 182 },
        { kind: 'note', value: 5_000, count: 41 },
      ],
      total: 3_845_000,
      difference: -5_000,
    },
  ],
}

/** Takings of which nothing came back. */
export const sold = (tickets: number, amount: number): Takings =>
  takingsOf({ tickets, amount }, { tickets: 0, amount: 0 })

const guinean: CurrencyReport = {
  currency: 'GNF',
  openSlips: { count: 0, amount: 0 },
  hubSlips: { count: 0, amount: 0 },
  ...takingsOf({ tickets: 314, amount: 22_890_000 }, { tickets: 2, amount: 140_000 }),
  tax: 3_470_339,
  events: [
    {
      title: 'Horoya AC – AS Kaloum Star',
      startsAt: '2025-05-17T16:00:00',
      ...takingsOf({ tickets: 289, amount: 20_090_000 }, { tickets: 2, amount: 140_000 }),
      zones: [
        { name: 'Tribune Nord basse', ...sold(112, 7_840_000) },
        {
          name: 'Tribune Sud',
          ...takingsOf({ tickets: 177, amount: 12_250_000 }, { tickets: 2, amount: 140_000 }),
        },
      ],
    },
    {
      title: 'Finale de la Coupe nationale de Guinée : Hafia Football Club – Syli',
      startsAt: '2025-05-24T20:30:00',
      ...sold(25, 2_800_000),
      zones: [{ name: 'Tribune présidentielle couverte', ...sold(25, 2_800_000) }],
    },
  ],
  tenders: [
    { kind: 'card', count: 33, amount: 9_520_000, refunds: 1, refunded: 70_000 },
    { kind: 'cash', count: 54, amount: 8_750_000, refunds: 0, refunded: 0 },
    { kind: 'orange-money', count: 42, amount: 4_620_000, refunds: 1, refunded: 70_000 },
  ],
  providers: [
    {
      kind: 'orange-money',
      driver: 'djomy-push',
      count: 38,
      amount: 4_060_000,
      refunds: 1,
      refunded: 70_000,
      open: { count: 2, amount: 210_000 },
      refunding: { count: 0, amount: 0 },
      unmatched: { count: 1, amount: 65_000 },
    },
    {
      kind: 'orange-money',
      driver: 'orange-money',
      count: 4,
      amount: 560_000,
      refunds: 0,
      refunded: 0,
      open: { count: 0, amount: 0 },
      refunding: { count: 0, amount: 0 },
      unmatched: { count: 0, amount: 0 },
    },
  ],
  cashiers: [
    { staffId: null, sales: 75, amount: 14_140_000, refunds: 2, refunded: 140_000 },
    { staffId: '7', sales: 50, amount: 8_750_000, refunds: 0, refunded: 0 },
  ],
  owed: 0,
  drawer,
  noteBox,
  perpetualNet: 1_204_560_000,
  perpetualAbs: 1_205_110_000,
}

export interface ReportChanges extends Omit<Partial<ShiftReport>, 'currencies'> {
  readonly money?: Partial<CurrencyReport>
  readonly currencies?: readonly CurrencyReport[]
}

/** As long as a ledger's own; signed by nobody. */
const signedCode = [
  'GZ1',
  Buffer.from(
    JSON.stringify({
      abs: { GNF: 1_205_110_000 },
      closure: 41,
      hash: '41d07be35a8810c6fe4432d1b09a77e5c3f80124ab96d3e8f05b6c7a1d2e9f2c',
      key: '3b9e7a20c4d1f8560a61d28c47be9f13',
      ledger: 'b8f0c7f2-6a3e-4f0b-9c35-2d1f4e7a9b60',
      net: { GNF: 1_204_560_000 },
      register: 'nongo-guichet-2',
      seq: 18_204,
      v: 1,
    }),
  ).toString('base64url'),
  'q7Xn'.repeat(21) + 'Aw',
].join('.')

/** A busy shift, closed. */
export function shiftReport({ money, ...changes }: ReportChanges = {}): ShiftReport {
  return {
    kind: 'Z',
    register: 'nongo-guichet-2',
    shiftNo: 41,
    from: '2025-05-17T07:58:03.000Z',
    to: '2025-05-17T16:12:44.000Z',
    staffId: 'mariama',
    sales: 125,
    duplicates: 3,
    waiting: 1,
    taxRate: 18,
    openings: [{ atUtc: '2025-05-17T11:20:00.000Z', staffId: '12', second: '90', reason: 'Billet coincé' }],
    currencies: [{ ...guinean, ...money }],
    terminalDays: [],
    anchor: {
      seq: 18_204,
      firstSeq: 16_877,
      lastSeq: 18_203,
      tailHash: '9f2c41d07be35a8810c6fe4432d1b09a77e5c3f80124ab96d3e8f05b6c7a1d2e',
      hash: '41d07be35a8810c6fe4432d1b09a77e5c3f80124ab96d3e8f05b6c7a1d2e9f2c',
      keyId: '3b9e7a20c4d1f8560a61d28c47be9f13',
      code: signedCode,
    },
    ...changes,
  }
}

import type { Random } from './random.ts'

/** Probability of each fault on each occasion, in a seed in which the fault is active. */
const FAULT_RATES = {
  'request lost': 0.08,
  'request late': 0.06,
  'request twice': 0.08,
  'reply lost': 0.1,
  'reply late': 0.08,
  'reply cut': 0.06,
  'reply mutated': 0.1,
  'refused by a proxy': 0.06,
  'failed after the fact': 0.06,
  'html reply': 0.05,
  'empty reply': 0.05,
  'partner outage': 0.02,
  'orders not remembered': 1,
  'one owner for all': 1,
  'one owner a machine': 1,
  'sold and denied for good': 0.4,
  'card refused': 0.2,
  'terminal reply lost': 0.25,
  'terminal approves late': 0.2,
  'terminal slow': 0.25,
  'terminal busy': 0.15,
  'terminal dead': 0.2,
  'token lost': 0.2,
  'operator forgets': 0.1,
  'told as cancelled first': 0.3,
  'paid after expiry': 0.3,
  'another sum taken': 0.2,
  'note given back': 0.15,
  'note jammed': 0.12,
  'note pulled out': 0.1,
  'cashbox full': 0.08,
  'cashbox out': 0.08,
  'power cut over a note': 0.15,
  'note cable out': 0.1,
  'paper out': 0.12,
  'paper jam': 0.15,
  'printer silent': 0.12,
  'printer slow': 0.2,
  'document not saved': 0.2,
  crash: 0.012,
  'crash in recovery': 0.35,
  'orderly restart': 0.06,
  'clock jump': 0.05,
  'daylight saving': 0.05,
  'disk nearly full': 0.15,
  'record fails': 0.01,
  'record fails after the fact': 0.01,
  'ledger damaged': 0.3,
  'seat taken elsewhere': 0.3,
  'customer changes mind': 0.3,
  'customer cancels payment': 0.25,
  'customer walks away': 0.2,
  'double tap': 0.3,
  'tickets brought back': 0.8,
  'another paper wanted': 0.8,
  'slip copied': 0.6,
  'staff late': 0.4,
  'staff wrong': 0.7,
  'staff go past': 0.9,
  'refund refused': 0.4,
  'refund reply lost': 0.6,
  'refund late': 0.6,
} as const

export type FaultKind = keyof typeof FAULT_RATES
export const FAULT_KINDS = Object.keys(FAULT_RATES) as FaultKind[]

/** Share of the seeds in which a fault is active, so that faults that mask each other also occur separately. */
const AT_WORK = 0.33

/** Faults with few opportunities, which are active in twice as many seeds. */
const SELDOM: ReadonlySet<FaultKind> = new Set([
  'card refused',
  'terminal reply lost',
  'terminal approves late',
  'terminal slow',
  'terminal busy',
  'terminal dead',
  'refund refused',
  'refund reply lost',
  'refund late',
  'token lost',
  'operator forgets',
  'told as cancelled first',
  'paid after expiry',
  'another sum taken',
  'document not saved',
  'note given back',
  'note jammed',
  'note pulled out',
  'cashbox full',
  'cashbox out',
  'power cut over a note',
  'note cable out',
  'slip copied',
  'clock jump',
  'orders not remembered',
  'sold and denied for good',
  'tickets brought back',
  'another paper wanted',
  'staff wrong',
  'staff go past',
])

export function drawFaults(random: Random, only?: ReadonlySet<FaultKind>) {
  const rates = new Map<FaultKind, number>()
  for (const kind of FAULT_KINDS) {
    const [atWork, strong] = [random.chance(SELDOM.has(kind) ? 2 * AT_WORK : AT_WORK), random.chance(0.15)]
    if (only ? only.has(kind) : atWork) rates.set(kind, Math.min(1, FAULT_RATES[kind] * (strong ? 3 : 1)))
  }
  const struck = new Map<FaultKind, number>()
  let ceased = false
  return {
    /** Returns true if the fault occurs now. `weight` multiplies the rate where the fault matters most. */
    strike(kind: FaultKind, weight: number = 1) {
      const rate = rates.get(kind)
      if (ceased || rate === undefined || !random.chance(rate * weight)) return false
      struck.set(kind, (struck.get(kind) ?? 0) + 1)
      return true
    },
    cease() {
      ceased = true
    },
    struck,
  }
}

export type Faults = ReturnType<typeof drawFaults>

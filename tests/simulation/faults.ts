import type { Random } from './random.ts'

/** Share of the seeds in which a fault is active, so that faults that mask each other also occur separately. */
const AT_WORK = 0.33

const usual = (rate: number) => ({ rate, share: AT_WORK })
/** Rate of a fault with few opportunities. The fault is active in twice as many seeds. */
const seldom = (rate: number) => ({ rate, share: 2 * AT_WORK })

/** Probability of each fault at each opportunity, in a seed in which the fault is active. */
const FAULTS = {
  'request lost': usual(0.08),
  'request late': usual(0.06),
  'request twice': usual(0.08),
  'reply lost': usual(0.1),
  'reply late': usual(0.08),
  'reply cut': usual(0.06),
  'reply mutated': usual(0.1),
  'refused by a proxy': usual(0.06),
  'failed after the fact': usual(0.06),
  'html reply': usual(0.05),
  'empty reply': usual(0.05),
  'partner outage': usual(0.02),
  'orders not remembered': seldom(1),
  'one owner for all': usual(1),
  'one owner a machine': usual(1),
  'sold and denied for good': seldom(0.4),
  'card refused': seldom(0.2),
  'terminal reply lost': seldom(0.25),
  'terminal approves late': seldom(0.2),
  'terminal slow': seldom(0.25),
  'terminal busy': seldom(0.15),
  'terminal dead': seldom(0.2),
  'token lost': seldom(0.2),
  'operator forgets': seldom(0.1),
  'told as cancelled first': seldom(0.3),
  'paid after expiry': seldom(0.3),
  'another sum taken': seldom(0.2),
  'note given back': seldom(0.15),
  'note jammed': seldom(0.12),
  'note pulled out': seldom(0.1),
  'cashbox full': seldom(0.08),
  'cashbox out': seldom(0.08),
  'power cut over a note': seldom(0.15),
  'note cable out': seldom(0.1),
  'paper out': usual(0.12),
  'paper jam': usual(0.15),
  'printer silent': usual(0.12),
  'printer slow': usual(0.2),
  'document not saved': seldom(0.2),
  crash: usual(0.012),
  'crash in recovery': usual(0.35),
  'orderly restart': usual(0.06),
  'clock jump': seldom(0.05),
  'daylight saving': usual(0.05),
  'disk nearly full': usual(0.15),
  'record fails': usual(0.01),
  'record fails after the fact': usual(0.01),
  'ledger damaged': usual(0.3),
  'seat taken elsewhere': usual(0.3),
  'customer changes mind': usual(0.3),
  'customer cancels payment': usual(0.25),
  'customer walks away': usual(0.2),
  'double tap': usual(0.3),
  'tickets brought back': seldom(0.8),
  'another paper wanted': seldom(0.8),
  'wrong tender': seldom(0.6),
  'slip copied': seldom(0.6),
  'staff late': usual(0.4),
  'staff wrong': seldom(0.7),
  'staff go past': seldom(0.9),
  'refund refused': seldom(0.4),
  'refund reply lost': seldom(0.6),
  'refund late': seldom(0.6),
  'invoice wanted': seldom(0.9),
  'hub request lost': seldom(0.15),
  'hub request late': seldom(0.15),
  'hub request twice': seldom(0.2),
  'hub reply lost': seldom(0.2),
  'fiscal service slow': usual(0.2),
  'fiscal service unreachable': usual(0.3),
  'fiscal service refuses': usual(0.1),
  'fiscal reply lost': usual(0.2),
  'telephone wanted': seldom(0.5),
  'telephone chosen': seldom(0.5),
  'message wanted': seldom(0.7),
  'message server busy': seldom(0.5),
  'message reply lost': seldom(0.2),
  'hub crash': seldom(0.2),
  'person erased': seldom(0.4),
}

export type FaultKind = keyof typeof FAULTS
export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[]

export function drawFaults(random: Random, only?: ReadonlySet<FaultKind>) {
  const rates = new Map<FaultKind, number>()
  for (const kind of FAULT_KINDS) {
    const { rate, share } = FAULTS[kind]
    const [atWork, strong] = [random.chance(share), random.chance(0.15)]
    if (only ? only.has(kind) : atWork) rates.set(kind, Math.min(1, rate * (strong ? 3 : 1)))
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

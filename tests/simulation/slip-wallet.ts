import type { SaleView } from '../../shared/kiosk-api/views.ts'
import type { World } from './world.ts'

/** The credit slips in the pockets of customers, of every machine of the venue. */
export interface Wallet {
  /** Codes on the papers that came out, by the slips' numbers. */
  readonly papers: Map<string, string>
  /** A customer reads their numbers on the screen of that machine. */
  reads(machine: string, view: SaleView): void
  /** What a customer shows at some machine, as its code or its number; mostly at the one that wrote it. Null: nobody has one. */
  shows(machine: string): { readonly slipId: string; readonly text: string } | null
  /** It was taken: most throw the paper away, some try what a copy of it brings. */
  wasTaken(slipId: string): void
}

export function createWallet({ random, faults }: World): Wallet {
  const papers = new Map<string, string>()
  const slips = new Map<string, string>()
  const taken = new Set<string>()
  return {
    papers,
    reads(machine, { credits = [] }) {
      for (const { slipId } of credits) if (!taken.has(slipId)) slips.set(slipId, machine)
    },
    shows(machine) {
      const here = [...slips].filter(([, own]) => own === machine || random.chance(0.1))
      if (here.length === 0) return null
      const [slipId] = random.pick(here)
      return { slipId, text: random.chance(0.5) ? (papers.get(slipId) ?? slipId) : slipId }
    },
    wasTaken(slipId) {
      taken.add(slipId)
      if (!faults.strike('slip copied')) slips.delete(slipId)
    },
  }
}

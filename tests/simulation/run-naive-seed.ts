import type { GroundTruth } from './ground-truth.ts'
import { openHall, type SeedReport } from './hall.ts'
import { createNaiveKiosk, type NaiveKiosk } from './naive-kiosk.ts'
import { createNetwork } from './network.ts'
import { createPrinter } from './printer.ts'
import { createTerminal } from './terminal.ts'
import { kioskName, type Templates } from './templates.ts'
import { seconds } from './world.ts'

/** The same seed, the same world, but kiosks as they must not be: what this finds is what the simulation can see. */
export async function runNaiveSeed(seed: number, templates: Templates): Promise<SeedReport> {
  const hall = await openHall(seed, templates)
  const { world, terms, service } = hall
  try {
    const network = createNetwork(world, { handle: service.handle, onPurchase: () => undefined })
    let open = terms.kiosks
    const kiosks = Array.from({ length: terms.kiosks }, (_, index) => {
      const name = kioskName(index)
      const kiosk = createNaiveKiosk(world, {
        fetch: network.connect(name, () => true),
        terminal: createTerminal(world, name),
        printer: createPrinter(world, name),
        event: templates,
        timeoutMs: terms.timeoutMs,
      })
      void kiosk.serve().finally(() => {
        open -= 1
      })
      return kiosk
    })
    await hall.go(
      terms.openMs,
      () => undefined,
      () => false,
    )
    hall.closeDoors()
    await hall.go(
      seconds(4_000),
      () => undefined,
      () => open === 0 && network.quiet(),
    )
    judge(world.truth, kiosks)
    return hall.report({ sold: kiosks.reduce((sum, { sold }) => sum + sold.size, 0) })
  } finally {
    await hall.end()
  }
}

/** I1 from both ends: money and tickets belong together. */
function judge(truth: GroundTruth, kiosks: readonly NaiveKiosk[]): void {
  const sold = new Map(kiosks.flatMap((kiosk) => [...kiosk.sold]))
  for (const reference of truth.charged()) {
    const tickets = truth.ticketsOf(sold.get(reference) ?? '')
    if (tickets.length === 0) truth.violate('I1', `${reference} paid for nothing`)
  }
  const known = new Set(sold.values())
  for (const { ticketId, orderId, sold: where } of truth.issued.values()) {
    if (where === 'here' && !known.has(orderId)) truth.violate('I1', `ticket ${ticketId} has no sale`)
  }
}

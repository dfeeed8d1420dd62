import { DiskFailed } from './audited-ledger.ts'
import type { SaleFile } from '../../shared/domain/sale/sale-file.ts'
import { owedOf, type AfterSales } from './after-sales.ts'
import type { Invariants } from './invariants.ts'
import type { Program } from './program.ts'
import { cashSlip } from './note-payer.ts'
import type { Wallet } from './slip-wallet.ts'
import { CHIEF_PIN, PIN } from './staff.ts'
import { seconds, type World } from './world.ts'

const by = { pin: PIN }
const reason = 'le client revient'

/** Supporters who come back to one machine's counter with their tickets, and the people there, as long as its program runs. */
export async function serveReturns(
  world: World,
  name: string,
  { api, alive }: Program,
  invariants: Invariants,
  { afterSales, wallet }: { readonly afterSales: AfterSales; readonly wallet: Wallet },
): Promise<void> {
  const { time, random, faults, truth } = world
  const tell = (what: string): void => world.tell(`${name} counter`, what)

  async function fileOf(saleId: string): Promise<SaleFile | null> {
    const opened = await api.openSaleFile({ ...by, saleId })
    if (!opened.ok) truth.violate('I7', `sale ${saleId} has no file: ${opened.error.type}`)
    return opened.ok ? opened.value : null
  }

  /** Money first, then the word to the machine: whatever happens between, staff know that they have paid. */
  async function payBack(file: SaleFile): Promise<void> {
    const { saleId } = file
    for (const { reference, kind, amount } of owedOf(file)) {
      if (afterSales.handBack(reference, kind, amount)) tell(`pay ${amount} back by ${kind} for ${reference.slice(-2)}`)
      await time.sleep(seconds(random.between(1, 8)))
      const receipt = kind === 'cash' ? '' : 'B-7'
      const [paid] = await twice(() => api.payReturn({ ...by, saleId, reference, kind, receipt }))
      if (!paid.ok)
        truth.violate('I5', `${reference}: the machine owes ${amount} and takes no payment: ${paid.error.type}`)
    }
  }

  async function bringBack({ saleId, tickets, returns }: SaleFile): Promise<void> {
    const whole = returns.length === 0 && random.chance(0.4)
    const first = random.below(tickets.length)
    const some = whole ? tickets : tickets.slice(first, first + random.between(1, 2))
    // Some bring a ticket for which they have had their money.
    const gone = new Set(returns.flatMap(({ ticketIds }) => ticketIds))
    const ticketIds = some.map(({ ticketId }) => ticketId)
    const fair = ticketIds.every((ticketId) => !gone.has(ticketId))
    const kind = whole && random.chance(0.5) ? 'void' : 'refund'
    const wish = { ...by, saleId, ticketIds, kind, reason, second: { pin: CHIEF_PIN } } as const
    const [given] = await twice(() => api.returnTickets(wish))
    tell(`${kind} of ${ticketIds.length} for ${saleId.slice(0, 8)}: ${given.ok ? 'done' : given.error.type}`)
    if (given.ok !== fair) truth.violate('I2', `sale ${saleId}: a ${kind} was ${given.ok ? 'made' : 'refused'}`)
  }

  async function wantPaper({ saleId, tickets }: SaleFile): Promise<void> {
    const ticketIds = [random.pick(tickets).ticketId]
    const [printed] = await twice(() => api.reprintTickets({ ...by, saleId, ticketIds, reason }))
    tell(`another paper for ${saleId.slice(0, 8)}: ${printed.ok ? 'done' : printed.error.type}`)
  }

  /** Some fingers tap twice here, too. */
  async function twice<T>(act: () => Promise<T>): Promise<[T, T?]> {
    return faults.strike('double tap') ? Promise.all([act(), act()]) : [await act()]
  }

  while (alive()) {
    await time.sleep(seconds(random.between(3, 20)))
    if (alive() && random.chance(0.02)) await cashSlip(world, name, api, wallet, CHIEF_PIN)
    const done = invariants.known(name).filter(({ state }) => state === 'done')
    if (!alive() || done.length === 0) continue
    const file = await fileOf(random.pick(done).saleId)
    if (!file) return
    // Settled by hand: its tickets came from elsewhere, and go back there.
    if (file.tickets.length === 0) continue
    try {
      if (owedOf(file).length > 0) await payBack(file)
      else if (faults.strike('tickets brought back')) await bringBack(file)
      else if (faults.strike('another paper wanted')) await wantPaper(file)
    } catch (error) {
      // The machine is going to be restarted.
      if (error instanceof DiskFailed) return
      throw error
    }
  }
}

import type { AfterSaleBook } from '../../electron/core/ports/ports.ts'
import type { AfterSaleAct, TicketsReturned } from '../../shared/domain/sale/after-sale.ts'
import type { Minor } from '../../shared/domain/money/money.ts'
import { takenFor } from '../../shared/domain/sale/sale-base.ts'
import type { FiledReturn, SaleFile } from '../../shared/domain/sale/sale-file.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import type { TenderKind } from '../../shared/domain/money/tender.ts'
import type { GroundTruth } from './ground-truth.ts'
import { DiskFailed } from './audited-ledger.ts'
import type { Invariants } from './invariants.ts'
import type { Program } from './program.ts'
import { cashSlip, type Wallet } from './customer.ts'
import { CHIEF_PIN, PIN } from '../world/campaign/kiosk.ts'
import { seconds, type World } from './world.ts'

type Done = Extract<Sale, { state: 'done' }>

/** What was done with sales after their end: what the ledgers acknowledged of it, and what staff really handed back. */
export interface AfterSales {
  /** A ledger has just committed an act with that sale. */
  recorded(sale: Done, act: AfterSaleAct): void
  /** Staff hand that much over, unless they did before; false when they did. */
  handBack(reference: string, kind: TenderKind, amount: Minor): boolean
  /** A ledger has come up: it has every act that was acknowledged, and no other. */
  compare(files: AfterSaleBook['files'], sales: readonly Sale[]): void
  /** Whether everybody has the money that the ledgers owe them, and every paper ordered has come to something. */
  settled(): boolean
  /** When nothing is left to be done. */
  checkEnd(): void
}

export function createAfterSales(truth: GroundTruth): AfterSales {
  const acts = new Map<string, AfterSaleAct[]>()
  const owed = new Map<string, Minor>()
  const handed = new Map<string, Minor>()
  const underWay = new Set<string>()
  const actsOf = (saleId: string): readonly AfterSaleAct[] => acts.get(saleId) ?? []
  const wayOf = (reference: string, kind: TenderKind): string => `${reference} by ${kind}`

  /** A ticket comes back once, for its price, by the ways it was paid; what it cost is owed from then on. */
  function comeBack(sale: Done, act: TicketsReturned): void {
    const said = `return ${act.reference}`
    const before = actsOf(sale.saleId).filter(isReturn)
    const gone = new Set(before.flatMap(({ ticketIds }) => ticketIds))
    for (const ticketId of act.ticketIds) {
      if (gone.has(ticketId)) truth.violate('I2', `${said}: ticket ${ticketId} came back twice`)
      if (!sale.tickets.some((ticket) => ticket.ticketId === ticketId)) truth.violate('I2', `${said}: whose ticket?`)
    }
    const all = [...before, act]
    if (all.flatMap(({ ticketIds }) => ticketIds).length === sale.tickets.length && sumOf(all) !== sale.order.amount)
      truth.violate('I5', `${said}: everything came back, for ${sumOf(all)} of ${sale.order.amount}`)
    const rounded = act.back.reduce((sum, { rounding = 0 }) => sum + rounding, 0)
    if (sumOf(act.back) !== act.amount + rounded)
      truth.violate('I5', `${said} owes ${sumOf(act.back)}, not ${act.amount} and ${rounded}`)
    const isWhole = sumOf(all) === sale.order.amount
    for (const { kind, amount } of act.back) {
      owed.set(wayOf(act.reference, kind), amount)
      // What changed hands: coins and notes, and no more than that.
      const tenders = takenFor(sale).filter((tender) => tender.kind === kind)
      const taken = tenders.reduce(
        (sum, { received, change, slip }) => sum + received - change - (slip?.amount ?? 0),
        0,
      )
      const back = sumOf(all.flatMap((each) => each.back).filter((way) => way.kind === kind))
      if (back > taken || (isWhole && back !== taken))
        truth.violate('I5', `${said}: ${back} goes back by ${kind}, ${taken} came by it`)
    }
  }

  return {
    recorded(sale, act) {
      if (isReturn(act)) {
        comeBack(sale, act)
        if (act.cancellation !== undefined) underWay.add(`cancellation of ${act.reference}`)
      }
      if (act.type === 'cancellation-answered') {
        if (!underWay.delete(`cancellation of ${act.reference}`))
          truth.violate('I2', `return ${act.reference}: nobody asked for a cancellation`)
        const back = actsOf(sale.saleId).find((each) => isReturn(each) && each.reference === act.reference)
        const good = back && isReturn(back) ? back.ticketIds.filter((ticketId) => !truth.isCancelled(ticketId)) : []
        if (act.outcome === 'cancelled' && good.length > 0)
          truth.violate('I2', `return ${act.reference} is told as cancelled, and ${good.join(', ')} is not`)
      }
      if (act.type === 'return-paid') {
        const way = wayOf(act.reference, act.kind)
        if (owed.get(way) !== act.amount) truth.violate('I5', `${way}: ${act.amount} was paid back, and not owed`)
        if (handed.get(way) !== act.amount) truth.violate('I1', `${way}: said to be paid back, and nobody was paid`)
        owed.delete(way)
      }
      if (act.type === 'copies-ordered')
        for (const { ticketId, copyNumber } of act.copies) underWay.add(`copy ${copyNumber} of ticket ${ticketId}`)
      if (act.type === 'copy-finished') underWay.delete(`copy ${act.copyNumber} of ticket ${act.ticketId}`)
      acts.set(sale.saleId, [...actsOf(sale.saleId), act])
    },
    handBack(reference, kind, amount) {
      const way = wayOf(reference, kind)
      if (handed.has(way)) return false
      handed.set(way, amount)
      return true
    },
    compare(files, sales) {
      for (const { saleId } of sales) {
        const found = (files.open(saleId)?.acts ?? []).map(({ code }) => code).filter((code) => codes.has(code))
        const acknowledged = actsOf(saleId).map(({ type }) => codeOf(type))
        if (found.join() !== acknowledged.join())
          truth.violate('I7', `sale ${saleId}: after its end ${acknowledged.join()}, the ledger has ${found.join()}`)
      }
    },
    settled: () => owed.size === 0 && underWay.size === 0,
    checkEnd() {
      for (const left of [...owed.keys(), ...underWay]) truth.violate('I8', `${left}: never ended`)
    },
  }
}

/** What of a sale's returns nobody has had yet. */
export function owedOf({ returns }: SaleFile) {
  return returns.flatMap(({ reference, back }: FiledReturn) =>
    back.flatMap(({ paid, ...way }) => (paid ? [] : [{ reference, ...way }])),
  )
}

const isReturn = (act: AfterSaleAct): act is TicketsReturned =>
  act.type === 'tickets-refunded' || act.type === 'tickets-voided'

const sumOf = (parts: readonly { readonly amount: Minor }[]): Minor =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

const codeOf = (type: AfterSaleAct['type']): string => type.replaceAll('-', '_').toUpperCase()

const codes: ReadonlySet<string> = new Set(
  (
    [
      'copies-ordered',
      'copy-finished',
      'tickets-refunded',
      'tickets-voided',
      'cancellation-answered',
      'return-paid',
      'slip-copied',
    ] as const
  ).map(codeOf),
)

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

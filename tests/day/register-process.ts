import { mkdirSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import { loadConfig } from '../../electron/config/config.ts'
import { createKiosk } from '../../electron/app/kiosk.ts'
import type { Kiosk } from '../../electron/kiosk/kiosk.ts'
import { createRandom } from '../simulation/random.ts'
import { need } from '../world/campaign/kiosk.ts'
import { counted, drawerLines, inDrawer, layIn } from './devices.ts'
import { bySection } from '../../shared/domain/seats/offer.ts'

export interface DayOrder {
  readonly directory: string
  readonly name: string
  /** A cashier register accepts cash and parks sales. A kiosk accepts cards. */
  readonly kind: 'cashier' | 'kiosk'
  /** Devices outside the register process. If absent, the process simulates the devices. */
  readonly devices?: { readonly settings: object; readonly tenders: readonly string[] }
  readonly serviceUrl: string
  readonly accessCodes: Readonly<Record<string, string>>
  readonly eventIds: readonly string[]
  readonly seed: number
  readonly sales: number
  readonly shifts: number
  readonly people: readonly { readonly staff: string; readonly pin: string }[]
  /** The process halts when its nth sale, or a later one, reaches `state`. Its parent then cuts the power. */
  readonly cut: { readonly sale: number; readonly state: string } | null
  /** Control: accepts only cash, and the cash of every fourth sale is stolen. */
  readonly pilfers: boolean
}

export const CUT_HERE = 'cut here'

// Runs the day of a register in a separate process, so that its power can be cut. After a restart, the process
// continues from where it stopped.
const order = JSON.parse(process.argv[2] ?? '{}') as DayOrder
const { directory, kind, shifts, eventIds, people } = order
const random = createRandom(order.seed)
const [cashier = { staff: '7', pin: '' }, chief = cashier] = people
const FLOAT = 200_000
let cashSales = 0
const broughtBack = new Set<string>()

mkdirSync(directory, { recursive: true })
writeFileSync(
  join(directory, 'config.json'),
  JSON.stringify({
    deviceId: order.name,
    role: kind,
    partner: { baseUrl: order.serviceUrl, partnerCode: 'demo', timeoutSeconds: 45 },
    accessCodes: order.accessCodes,
    tenders: order.devices?.tenders ?? (kind === 'cashier' ? ['card', 'cash'] : ['card']),
    ...order.devices?.settings,
    tenderBudgetSeconds: 0,
    tickets: { selfCheck: false },
    simulatedTerminal: { customerDelaySeconds: 0 },
  }),
)
const config = loadConfig({ dataDirectory: directory })
if (!config.ok) throw new Error(config.error.lines.join('\n'))
const kiosk = await createKiosk(config.value, {
  version: '0.0.0',
  resourcesDirectory: fileURLToPath(new URL('../../resources', import.meta.url)),
  openDocuments: createDocumentService,
  sqliteBinding: undefined,
  log: {
    info: () => undefined,
    warn: () => undefined,
    error: (message, error) => void process.stderr.write(`${message}: ${String(error)}\n`),
  },
})
await day(kiosk)
await kiosk.stop()

async function day({ api, sales }: Kiosk): Promise<void> {
  await settleCases()
  let made = 0
  let doomed = false
  sales.subscribe((sale) => {
    if (!doomed || sale.state !== order.cut?.state) return
    writeSync(1, `${CUT_HERE}\n`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })

  for (;;) {
    const { shiftNo, drawers } = need(await api.viewShift(cashier))
    if (shiftNo > shifts) return untilTold()
    if (kind === 'cashier' && drawers[0]?.float === null) {
      need(await api.openShift({ ...cashier, currency: 'GNF', float: FLOAT }))
      // After a power cut, the float may already be in the drawer.
      if (inDrawer(directory, shiftNo) === 0) layIn(directory, { shiftNo, amount: FLOAT })
    }
    for (let left = order.sales - (await soldSoFar()); left > 0;) left -= await customer(shiftNo)
    await goHome(shiftNo)
  }

  /** Returns the number of sales in the shift from an X report, because a power cut erases the count of the process. */
  async function soldSoFar(): Promise<number> {
    need(await api.closeShift({ ...cashier, kind: 'X' }))
    const [x] = need(await api.listClosures(chief))
    return x ? need(await api.viewClosure({ ...chief, seq: x.seq })).sales : 0
  }

  /** Serves the next customer, who buys tickets and may return them. Returns the number of sales made. */
  async function customer(shiftNo: number): Promise<number> {
    made += 1
    const saleId = await hold(made)
    if (saleId === null) return 0
    if (kind === 'cashier' && random.chance(0.06)) {
      need(await api.parkSale({ ...cashier, saleId }))
      const other = await hold(made)
      const sold = other === null ? 0 : await pay(other, shiftNo)
      need(await api.recallSale({ ...cashier, saleId }))
      return sold + (await pay(saleId, shiftNo))
    }
    if (random.chance(0.05)) {
      need(await api.abandonSale({ saleId, reason: 'cancelled' }))
      await sales.settled(saleId)
      return 0
    }
    const sold = await pay(saleId, shiftNo)
    if (sold > 0 && kind === 'cashier' && random.chance(0.12)) await bringBack(saleId, shiftNo)
    return sold
  }

  async function hold(number: number): Promise<string | null> {
    const { saleId, session } = need(await api.startVisit({ eventId: random.pick(eventIds), language: 'fr' }))
    // The power is cut in sale `cut.sale` or a later sale, because a sale may find no seats.
    doomed = order.cut !== null && number >= order.cut.sale
    const { sectionId } = random.pick(session.overview.sections)
    const [offer] = need(await api.proposeSeats({ saleId, count: random.between(1, 3), sectionIds: [sectionId] }))
    if (!offer) return null
    const held = await api.holdSeats({ saleId, groups: bySection(offer.seats) })
    if (!held.ok) return null
    return (await sales.settled(saleId)).state === 'priced' ? saleId : null
  }

  async function pay(saleId: string, shiftNo: number): Promise<number> {
    const tender = wayToPay()
    need(await api.pay({ saleId, tender, ...(kind === 'cashier' && { by: cashier }) }))
    const sale = sales.find(saleId)
    if (tender === 'cash' && sale?.state === 'paying') {
      const { amount } = sale.tender
      const received = Math.ceil(amount / 50_000) * 50_000
      cashSales += 1
      const pocketed = order.pilfers && cashSales % 4 === 1
      if (!pocketed) layIn(directory, { shiftNo, amount, saleId })
      need(await api.confirmCash({ ...cashier, saleId, received }))
    }
    const ended = await sales.settled(saleId)
    need(await api.dismissSale({ saleId }))
    return ended.state === 'done' ? 1 : 0
  }

  function wayToPay(): 'cash' | 'card' | 'notes' {
    if (kind === 'cashier') return order.pilfers || random.chance(0.6) ? 'cash' : 'card'
    return order.devices?.tenders.includes('notes') && random.chance(0.5) ? 'notes' : 'card'
  }

  async function bringBack(saleId: string, shiftNo: number): Promise<void> {
    const { tickets } = need(await api.openSaleFile({ ...cashier, saleId }))
    const [first] = tickets
    if (!first) return
    const whole = random.chance(0.3)
    const ticketIds = whole ? tickets.map(({ ticketId }) => ticketId) : [first.ticketId]
    const kind = whole ? 'void' : 'refund'
    const { file: after } = need(
      await api.returnTickets({ ...cashier, second: chief, saleId, ticketIds, kind, reason: 'rendu' }),
    )
    broughtBack.add(saleId)
    const given = after.returns.at(-1)
    for (const way of given?.back ?? []) {
      const receipt = way.kind === 'card' ? 'T-1' : ''
      need(await api.payReturn({ ...cashier, saleId, reference: given?.reference ?? '', kind: way.kind, receipt }))
      if (way.kind === 'cash') layIn(directory, { shiftNo, amount: -way.amount, saleId })
    }
  }

  async function goHome(shiftNo: number): Promise<void> {
    if (kind === 'cashier') {
      need(await api.moveCash({ ...chief, direction: 'out', currency: 'GNF', amount: 50_000, reason: 'coffre' }))
      layIn(directory, { shiftNo, amount: -50_000 })
      const pieces = counted(inDrawer(directory, shiftNo))
      need(await api.countDrawer({ ...cashier, currency: 'GNF', pieces }))
    }
    need(await api.closeShift({ ...cashier, kind: 'Z' }))
  }

  /** Waits until the service has confirmed the cancellation of each returned ticket. */
  async function untilTold(): Promise<void> {
    const isTold = async (saleId: string): Promise<boolean> =>
      need(await api.openSaleFile({ ...cashier, saleId })).returns.every(({ cancellation }) => cancellation !== 'asked')
    for (const saleId of broughtBack) while (!(await isTold(saleId))) await delay(100)
  }

  /** Settles all open sales after a power cut. Staff correctly answer what the register cannot resolve. */
  async function settleCases(): Promise<void> {
    for (;;) {
      for (const { saleId } of need(await api.listOpenSales(cashier))) await sales.settled(saleId)
      const open = need(await api.listOpenSales(cashier))
      if (open.length === 0) return
      const [waiting] = open
      if (!waiting?.question) throw new Error(`sale ${waiting?.saleId} stands at ${waiting?.state}`)
      const { saleId, question } = waiting
      const moved = drawerLines(directory).some((line) => line.saleId === saleId)
      const answer =
        question === 'money-moved' ? ({ type: 'money-moved', moved } as const) : ({ type: 'reprint' } as const)
      need(await api.settleStaffCase({ ...cashier, saleId, answer }))
    }
  }
}

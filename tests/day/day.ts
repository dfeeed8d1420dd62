import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '../../electron/config/config.ts'
import { copySeededDatabase, startDemoHub } from '../support/demo-hub.ts'
import { LedgerMaintenance } from '../../electron/app/ledger-maintenance.ts'
import { reconcileMachine } from '../../electron/app/ledger.ts'
import { openStaffList } from '../../electron/app/people.ts'
import { audit, type Row } from '../world/campaign/accountant.ts'
import { sum } from '../world/campaign/devices.ts'
import { need } from '../world/campaign/kiosk.ts'
import { adyenAndNotes, inDrawer, type DayDevices, zvtDevices } from './devices.ts'
import type { CUT_HERE, DayOrder } from './register-process.ts'

const resourcesDirectory = fileURLToPath(new URL('../../resources', import.meta.url))
const cutHere: typeof CUT_HERE = 'cut here'
const program = fileURLToPath(new URL('register-process.ts', import.meta.url))
const REGISTERS = ['cashier-1', 'cashier-2', 'cashier-3', 'kiosk-1', 'kiosk-2']
/** Registers that are faulty in the negative control, and whose power is never cut. */
const FAULTY = ['cashier-1', 'kiosk-1']
const SHIFTS = 2

interface DayOptions {
  /** Total number of sales. The share of each register and shift is rounded up. */
  readonly sales: number
  readonly seed: number
  /** Control: a cashier steals cash, and a terminal takes a card payment that was entered by hand. */
  readonly pilfers?: boolean
  readonly onProgress?: (line: string) => void
}

const CUTS = ['paying', 'confirming', 'confirmed', 'printing', 'paid'] as const

/** Simulates three cashiers and two kiosks with power cuts. Compares each Z with journal, drawer and tickets. */
export async function playDay({ sales, seed, pilfers = false, onProgress = () => undefined }: DayOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-day-'))
  await copySeededDatabase(join(folder, 'hub.db'))
  const hub = await startDemoHub(join(folder, 'hub.db'))
  const devices = new Map<string, DayDevices>()
  try {
    const each = Math.ceil(sales / REGISTERS.length / SHIFTS)
    const names = pilfers ? FAULTY : REGISTERS
    const orders = await Promise.all(
      names.map(async (name, index): Promise<DayOrder> => {
        const directory = join(folder, name)
        const care = openStaffList(join(directory, 'demo'))
        const open = beside[name]
        const own = await open?.(directory)
        if (own) devices.set(name, own)
        const person = async (number: string, role: 'cashier' | 'supervisor') => ({
          staff: number,
          pin: need(await care.add({ number, name: number, role })).pin,
        })
        return {
          directory,
          name,
          ...(own && { devices: { settings: own.settings, tenders: own.tenders } }),
          kind: name.startsWith('cashier') ? 'cashier' : 'kiosk',
          serviceUrl: hub.url,
          accessCodes: hub.accessCodes,
          eventIds: Object.keys(hub.accessCodes),
          seed: seed * 100 + index,
          sales: each,
          shifts: SHIFTS,
          people: [await person('7', 'cashier'), await person('90', 'supervisor')],
          cut: pilfers
            ? null
            : {
                sale: 2 + ((seed + index) % Math.max(1, each - 1)),
                state: CUTS.filter((state) => state !== own?.tellsLate)[(seed + index) % CUTS.length] ?? 'paid',
              },
          pilfers: pilfers && index === 0,
        }
      }),
    )
    const cuts = await Promise.all(orders.map((order) => runRegister(order, onProgress)))
    const registers = await Promise.all(orders.map((order) => judge(order, devices.get(order.name), pilfers)))
    const seats = registers.flatMap(({ seats: sold }) => sold)
    const twice = seats.length - new Set(seats).size
    const powerCuts = sum(cuts)
    const wanted = orders.filter(({ cut }) => cut !== null).length
    return {
      sales: sum(registers.map((one) => one.sales)),
      tickets: sum(registers.map((one) => one.tickets)),
      returned: sum(registers.map((one) => one.returned)),
      parked: sum(registers.map((one) => one.parked)),
      powerCuts,
      violations: [
        ...registers.flatMap(({ violations }) => violations),
        ...(twice > 0 ? [`${twice} seats are sold twice`] : []),
        ...(powerCuts === wanted ? [] : [`the power was cut ${powerCuts} times, not ${wanted}`]),
      ],
    }
  } finally {
    await Promise.all([...devices.values()].map((each) => each.close()))
    await hub.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Devices outside the register process. Registers without an entry simulate their devices themselves. */
const beside: Readonly<Record<string, (directory: string) => Promise<DayDevices>>> = {
  'kiosk-1': zvtDevices,
  'kiosk-2': adyenAndNotes,
}

/** Card payment entered by hand at the terminal in the control. No register records it. */
const TAKEN_BY_HAND = 5_000

async function runRegister(order: DayOrder, onProgress: (line: string) => void): Promise<number> {
  const first = await untilEnd(order)
  onProgress(`${order.name}: ${first === 'cut' ? `power cut while ${order.cut?.state}` : 'the day is over'}`)
  if (first === 'ended') return 0
  await untilEnd({ ...order, seed: order.seed + 50, cut: null })
  onProgress(`${order.name}: the day is over`)
  return 1
}

async function untilEnd(order: DayOrder): Promise<'ended' | 'cut'> {
  const child = spawn(process.execPath, [program, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [said, complaint] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.includes(cutHere)) child.kill('SIGKILL')
  })
  child.stderr?.on('data', (chunk: Buffer) => void (complaint += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve))
  if (said.includes(cutHere)) return 'cut'
  if (code !== 0 || complaint !== '') throw new Error(`${order.name} ended with ${code}: ${complaint.slice(0, 2000)}`)
  return 'ended'
}

interface Payload {
  readonly tickets?: readonly { readonly ticketId: string; readonly seatId: string; readonly price: number }[]
  readonly opened?: { readonly event: { readonly eventId: string } }
  readonly ticketIds?: readonly string[]
  readonly amount?: number
  readonly postings?: readonly { readonly account: string; readonly debit: number; readonly credit: number }[]
}

/** Compares each Z report of a register, read from its table, with the journal, the drawer and the service. */
async function judge({ directory, name, kind }: DayOrder, devices: DayDevices | undefined, pilfers: boolean) {
  const violations: string[] = []
  const say = (what: string): void => void violations.push(`${name}: ${what}`)
  const care = new LedgerMaintenance(join(directory, 'demo'), undefined)
  const archive = need(await care.export(join(directory, 'archive.jsonl')))
  const verified = need(await care.verify(archive.path))
  for (const { severity, check, what, why } of [...verified.findings, ...need(await care.verify()).findings])
    if (severity === 'error') say(`${check} ${what}: ${why}`)
  const rows = readFileSync(archive.path, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"type":"row"'))
    .map((line) => JSON.parse(line) as Row)
  const payloads = rows.map(({ payload }) => JSON.parse(payload) as Payload)
  const eventOf = new Map(
    rows.flatMap(({ sale_id }, index) => {
      const event = payloads[index]?.opened?.event.eventId
      return sale_id !== null && event !== undefined ? [[sale_id, event] as const] : []
    }),
  )
  const config = loadConfig({ dataDirectory: directory })
  if (!config.ok) throw new Error(config.error.lines.join('\n'))

  if (devices) {
    const truth = devices.truth(directory)
    const card = truth.card === null || !pilfers ? truth.card : truth.card + TAKEN_BY_HAND
    for (const each of audit(rows, { ...truth, card })) say(each)
  }
  let firstSeq = 1
  let [tickets, returned, shiftNo] = [0, 0, 0]
  for (const z of rows.filter(({ code }) => code === 'Z_REPORT')) {
    shiftNo += 1
    const between = (isWanted: (code: string) => boolean): readonly Payload[] =>
      payloads.filter((_, index) => {
        const { seq = 0, code = '' } = rows[index] ?? {}
        return seq >= firstSeq && seq < z.seq && isWanted(code)
      })
    const inShift = between((code) => !code.endsWith('_REPORT'))
    const back = between((code) => code === 'TICKETS_REFUNDED' || code === 'TICKETS_VOIDED')
    const sold = inShift.flatMap(({ tickets: issued = [] }) => issued)
    const brought = back.flatMap(({ ticketIds = [] }) => ticketIds).length
    const said = tableOf(join(directory, 'demo', 'reports', `${name}-Z-${shiftNo}-${z.seq}.csv`))
    const inDrawers = inShift.flatMap(({ postings = [] }) => postings.filter(({ account }) => account === 'drawer'))
    const drawer = sum(inDrawers.map(({ debit, credit }) => debit - credit))

    const zones = sum(sold.map(({ price }) => price))
    const net = zones - sum(back.map(({ amount = 0 }) => amount))
    if (said('net') !== net) say(`Z ${shiftNo} says ${said('net')} net, the journal ${net}`)
    if (said('sold') !== zones) say(`Z ${shiftNo} says ${said('sold')} sold, the journal ${zones}`)
    if (kind === 'cashier') {
      const there = inDrawer(directory, shiftNo)
      if (said('expected') !== there) say(`Z ${shiftNo} expects ${said('expected')} in the drawer, there are ${there}`)
      if (said('counted') !== drawer) say(`Z ${shiftNo} counted ${said('counted')}, the journal has ${drawer}`)
      if (said('over-short') !== 0) say(`Z ${shiftNo} is over or short by ${said('over-short')}`)
    }
    const machine = { config: config.value, resourcesDirectory, sqliteBinding: undefined }
    const compared = need(await reconcileMachine(machine, { shiftNo, language: 'en' }, () => undefined)).result
    const given = compared.differences.filter(({ kind: which }) => which === 'given-back').length
    const others = compared.differences.filter(({ kind: which }) => which !== 'given-back')
    for (const one of others) say(`Z ${shiftNo}, ${one.kind}: ${one.seatCode} ${one.here} / ${one.there}`)
    if (given > 0) say(`Z ${shiftNo}: ${given} of ${brought} tickets that came back are still sold at the service`)
    if (compared.agreed + brought !== sold.length)
      say(`Z ${shiftNo}: ${sold.length} tickets sold and ${brought} back, the service agrees to ${compared.agreed}`)
    tickets += sold.length
    returned += brought
    firstSeq = z.seq + 1
  }
  const freed = new Set(payloads.flatMap(({ ticketIds = [] }) => ticketIds))
  return {
    sales: rows.filter(({ code }) => code === 'TENDER_APPROVED' || code === 'CHARGE_FOUND').length,
    tickets,
    returned,
    parked: rows.filter(({ code }) => code === 'PARKED').length,
    /** Excludes seats of returned tickets, which may have been sold again. */
    seats: rows.flatMap(({ sale_id }, index) =>
      (payloads[index]?.tickets ?? [])
        .filter(({ ticketId }) => !freed.has(ticketId))
        .map(({ seatId }) => `${eventOf.get(sale_id ?? '')} ${seatId}`),
    ),
    violations,
  }
}

/** Returns a function that reads an item's amount from the table of a Z report; 0 if the item is absent. */
function tableOf(path: string): (item: string) => number {
  const lines = readFileSync(path, 'utf8')
    .split('\r\n')
    .map((line) => line.split(';'))
  return (item) => Number(lines.find((fields) => fields[7] === item)?.at(-1) ?? 0)
}

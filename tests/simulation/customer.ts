import type { Network } from './network.ts'
import { type World, seconds } from './world.ts'
import type { KioskApi } from '../../shared/api/kiosk/contract.ts'
import type { SaleStage, SaleView } from '../../shared/api/kiosk/views.ts'
import { type NoteSlot, NOTES } from './note-slot.ts'
import { PIN } from '../world/campaign/kiosk.ts'
import type { Counter } from './staff.ts'
import type { Program } from './program.ts'

export interface Venue {
  readonly eventId: string
  readonly accessCode: string
  readonly sectionIds: readonly string[]
  takeElsewhere(seatId: string): Promise<void>
}

export function createVenue(
  { time, random, tell }: World,
  network: Network,
  event: Pick<Venue, 'eventId' | 'accessCode' | 'sectionIds'>,
): Venue {
  async function take(seatId: string): Promise<void> {
    const opened = await network.call('openSession', '/api/v1/public/booking-sessions', {
      event_id: event.eventId,
      access_code: event.accessCode,
    })
    const { session_id: session } = opened.data as { session_id: string }
    const holds = `/api/v1/public/booking-sessions/${session}/holds`
    const held = await network.call('holdSeats', holds, { seat_id: seatId })
    tell('web', `holds seat ${seatId}: ${held.status}`)
    if (held.status !== 200 || random.chance(0.3)) return
    const { hold } = held.data as { hold: { hold_id: string; price: number } }
    const bought = await network.call('confirmPurchase', '/api/v1/public/purchases', {
      order_id: random.uuid(),
      amount: hold.price,
      hold_ids: [hold.hold_id],
      customer: {},
    })
    tell('web', `buys seat ${seatId}: ${bought.status}`)
  }

  return {
    ...event,
    takeElsewhere: (seatId) =>
      new Promise((resolve) => {
        time.after(0, async () => {
          await take(seatId)
          resolve()
        })
      }),
  }
}

type Stage = SaleStage['name']

/** Simulates customers at one kiosk, one after another, while its program runs and the venue is open. */
export async function serveCustomers(world: World, name: string, program: Program, venue: Venue, people: AtKiosk) {
  const { time, random } = world
  while (!world.closing()) {
    await time.sleep(seconds(random.between(1, people.notes ? 8 : 25)))
    if (world.closing()) return
    if (people.codes.size > 0 && random.chance(0.5)) await comeBack(world, name, program, people)
    else await visit(world, name, program, venue, people)
  }
}

/** Staff, codes and devices at one kiosk, which do not change when the program restarts. */
interface AtKiosk {
  readonly counter: Counter
  readonly codes: Set<string>
  readonly wallet: Wallet
  readonly notes: NoteSlot | null
}

/** Simulates a customer who returns to collect the tickets for a payment that was left open. */
async function comeBack(world: World, name: string, program: Program, people: AtKiosk): Promise<void> {
  const { codes } = people
  const { random } = world
  const { api } = program
  const code = random.pick([...codes])
  if (random.chance(0.1)) {
    const guessed = await api.collectTickets({ code: '222222' })
    if (guessed.ok) world.truth.violate('bug', 'a guessed code was taken')
  }
  const told = await api.collectTickets({ code })
  world.tell(name, `is shown the code ${code}: ${told.ok ? told.value.state : told.error.type}`)
  if (!told.ok || told.value.state === 'asking' || told.value.state === 'buying') return
  codes.delete(code)
  if (told.value.state !== 'printing') return
  const screen = createScreen(world, name, program, people)
  screen.show(told.value.sale)
  await leave(world, name, api, screen, told.value.sale.saleId).finally(() => screen.close())
}

interface Screen {
  stage(): SaleStage | null
  left(): number
  /** Waits until the screen shows one of the stages, and then for a reaction time. Returns null after `timeoutMs`. */
  until(stages: readonly Stage[], timeoutMs: number): Promise<SaleStage | null>
  show(view: SaleView): void
}

function createScreen(
  { time, random }: World,
  name: string,
  program: Program,
  { counter, wallet }: AtKiosk,
): Screen & { close(): void } {
  let stage: SaleStage | null = null
  let left = 0
  let look: () => void = () => undefined
  const scanned = new Set<string>()
  const show = (view: SaleView): void => {
    stage = view.stage
    wallet.reads(name, view)
    if (stage.name === 'paying' && stage.shows !== undefined && !scanned.has(stage.shows)) {
      scanned.add(stage.shows)
      if (random.chance(0.8)) counter.scan(stage.shows)
    }
    left = view.amount - (view.taken ?? []).reduce((sum, { amount }) => sum + amount, 0)
    look()
  }
  const close = program.subscribe((event) => event.name === 'sale-changed' && show(event.payload))
  return {
    stage: () => stage,
    left: () => left,
    show,
    close,
    until: (stages, timeoutMs) =>
      new Promise((resolve) => {
        const tired = time.after(timeoutMs, () => finish(null))
        const finish = (seen: SaleStage | null): void => {
          tired()
          look = () => undefined
          time.after(random.between(150, 900), () => resolve(seen))
        }
        look = () => {
          if (stage && stages.includes(stage.name)) finish(stage)
        }
        look()
      }),
  }
}

const ENDED: readonly Stage[] = ['done', 'ended', 'refund-due', 'needs-staff', 'print-problem']

async function visit(world: World, name: string, program: Program, venue: Venue, people: AtKiosk): Promise<void> {
  const { codes } = people
  const { api } = program
  const listed = await api.listEvents({ page: 1, limit: 12 })
  if (!listed.ok) world.tell(name, `sees no events: ${listed.error.type}`)
  const started = await api.startVisit({ eventId: venue.eventId, language: 'fr' })
  if (!started.ok) return world.tell(name, `no visit: ${started.error.type}`)
  const { saleId } = started.value
  const screen = createScreen(world, name, program, people)
  try {
    if (await chooseSeats(world, name, api, screen, saleId, venue))
      await payFor(world, name, program, screen, saleId, people)
    const stage = screen.stage()
    if (stage && 'reference' in stage && stage.name !== 'paying') codes.add(stage.reference)
    await leave(world, name, api, screen, saleId)
  } finally {
    screen.close()
  }
}

async function chooseSeats(
  world: World,
  name: string,
  api: KioskApi,
  screen: Screen,
  saleId: string,
  venue: Venue,
): Promise<boolean> {
  const { time, random, faults } = world
  for (let attempt = 0; attempt < 3; attempt++) {
    await time.sleep(seconds(random.between(1, 10)))
    const wish = await wishOf(world, api, saleId, venue)
    if (!wish) continue
    if (faults.strike('seat taken elsewhere')) await venue.takeElsewhere(random.pick(wish.seatIds))
    const held = await tap(world, () => api.holdSeats({ saleId, ...wish }))
    if (held.ok) screen.show(held.value)
    const stage = await screen.until(['review', 'choosing', 'ended'], seconds(200))
    if (stage?.name !== 'review') continue
    if (!faults.strike('customer changes mind')) return true
    if (wish.seatIds.length > 1 && random.chance(0.5)) {
      world.tell(name, 'wants one seat less')
      const less = await api.removeSeat({ saleId, seatId: random.pick(wish.seatIds) })
      if (less.ok) screen.show(less.value)
      const then = await screen.until(['review', 'choosing', 'ended'], seconds(200))
      if (then?.name === 'review') return true
      continue
    }
    world.tell(name, 'wants other seats')
    const changed = await api.changeSeats({ saleId })
    if (changed.ok) screen.show(changed.value)
    await screen.until(['choosing', 'ended'], seconds(60))
  }
  return false
}

/** Repeats some commands, as in a double tap. The screen shows the second reply. */
async function tap<T>({ faults }: World, command: () => Promise<T>): Promise<T> {
  const first = command()
  if (!faults.strike('double tap')) return first
  const [, second] = await Promise.all([first, command()])
  return second
}

async function wishOf({ random }: World, api: KioskApi, saleId: string, venue: Venue) {
  if (random.chance(0.3)) {
    const offers = await api.proposeSeats({ saleId, count: random.between(1, 3) })
    const [offer] = offers.ok ? offers.value : []
    return offer ? { sectionId: offer.sectionId, seatIds: offer.seats.map(({ seatId }) => seatId) } : null
  }
  const sectionId = random.pick(venue.sectionIds)
  const reply = await api.viewSection({ saleId, sectionId })
  const seats = reply.ok ? (reply.value.section?.seats ?? []) : []
  const free = seats.filter(({ status }) => status === 'available' || random.chance(0.02))
  if (free.length === 0) return null
  const first = random.below(free.length)
  return { sectionId, seatIds: free.slice(first, first + random.between(1, 3)).map(({ seatId }) => seatId) }
}

async function payFor(
  world: World,
  name: string,
  program: Program,
  screen: Screen,
  saleId: string,
  { counter, wallet, notes }: AtKiosk,
): Promise<void> {
  const { time, random, faults } = world
  const { api } = program
  for (let attempt = 0; attempt < 5; attempt++) {
    await time.sleep(seconds(random.between(1, 12)))
    if (faults.strike('customer walks away')) {
      world.tell(name, 'walks away')
      await time.sleep(seconds(random.between(30, 500)))
      return
    }
    const review = screen.stage()
    const offered = review?.name === 'review' ? review.tendersOffered : []
    const ways = (
      ['card', 'cash', 'cash', 'mobile-money', 'orange-money', 'mtn-momo', 'notes', 'notes', 'notes', 'free'] as const
    ).filter((way) => offered.includes(way))
    if (ways.length === 0) return
    if (notes && random.chance(0.8)) {
      const slip = await paySlip(world, name, api, saleId, wallet)
      if (slip?.ok) screen.show(slip.value)
      if (slip && (await screen.until(['review', 'choosing', ...ENDED], seconds(60)))?.name !== 'review') return
    }
    const tender = random.pick(ways)
    const most = Math.floor((screen.left() - 1) / 1_000)
    const part = tender !== 'notes' && random.chance(0.4) && most > 0 ? { amount: random.between(1, most) * 1_000 } : {}
    const payer = tender === 'orange-money' ? { payer: '622000000' } : {}
    const paying = await tap(world, () => api.pay({ saleId, tender, ...part, ...payer, by: { pin: PIN } }))
    if (paying.ok) screen.show(paying.value)
    if (screen.stage()?.name !== 'paying') {
      if (screen.stage()?.name === 'review') continue
      return
    }
    if (tender === 'notes' && notes) {
      const gone = await putNotesIn(world, { name, program, saleId }, notes, () => screen.stage())
      if (gone === 'walks away') return
    } else if (faults.strike('customer cancels payment')) {
      await time.sleep(seconds(random.between(0, 15)))
      const cancelled = await api.cancelPayment({ saleId })
      world.tell(name, cancelled.ok ? 'cancels the payment' : `cannot cancel: ${cancelled.error.type}`)
    } else if (tender === 'cash') {
      await counter.takeCash(saleId)
    }
    // Cancelling on the screen does not affect a charge made by staff, because only staff know its result.
    if (tender === 'mtn-momo') await counter.charge(saleId)
    const stage = await screen.until(['review', 'choosing', ...ENDED], seconds(900))
    if (stage && 'code' in stage && random.chance(0.6)) return
    // Some customers wait until staff have checked their payment, and choose another tender after a failure.
    const settled = stage?.name === 'needs-staff' && random.chance(0.7) ? await waitForStaff(screen) : stage
    if (settled?.name !== 'review') return
    if (settled !== stage) world.tell(name, 'pays otherwise')
  }
}

function waitForStaff(screen: Screen): Promise<SaleStage | null> {
  return screen.until(['review', 'choosing', 'done', 'ended', 'refund-due', 'print-problem'], seconds(600))
}

async function leave(world: World, name: string, api: KioskApi, screen: Screen, saleId: string): Promise<void> {
  const { time, random } = world
  for (;;) {
    const stage = await screen.until(['choosing', 'review', ...ENDED], screen.stage() ? seconds(1_200) : 0)
    if (stage && stage.name !== 'choosing' && stage.name !== 'review') break
    const left = await api.abandonSale({ saleId, reason: random.pick(['cancelled', 'idle']) })
    // If the sale is changing, for example because its holds expire, the customer waits for the next stage.
    if (left.ok || left.error.type !== 'invalid-state') return
    await time.sleep(seconds(1))
  }
  for (let tries = 0; screen.stage()?.name === 'print-problem' && tries < 3; tries++) {
    await time.sleep(seconds(random.between(5, 40)))
    const retried = await api.retryPrint({ saleId })
    if (retried.ok) screen.show(retried.value)
    await screen.until(ENDED, seconds(300))
  }
  const left = await api.dismissSale({ saleId })
  if (left.ok) return
  world.tell(name, `cannot leave: ${left.error.type}`)
  if (left.error.type !== 'invalid-state') return
  // Staff reported that no money was paid, so the screen requests a payment again.
  await time.sleep(seconds(1))
  await leave(world, name, api, screen, saleId)
}

export interface Wallet {
  /** Codes on the printed vouchers, by voucher number. */
  readonly papers: Map<string, string>
  reads(machine: string, view: SaleView): void
  /** Returns the code or number of a voucher, usually issued by the same kiosk. Null if there is no voucher. */
  shows(machine: string): { readonly slipId: string; readonly text: string } | null
  /** Marks a voucher as spent. Most customers discard the paper; some try to use a copy. */
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

/** Maximum number of notes, and of attempts at an acceptor that refuses them. */
const PATIENCE = 15

/** Inserts notes one by one until the price is reached, the customer has no more notes, or the customer leaves. */
async function putNotesIn(
  world: World,
  { name, program, saleId }: { readonly name: string; readonly program: Program; readonly saleId: string },
  slot: NoteSlot,
  stage: () => SaleStage | null,
): Promise<'stays' | 'walks away'> {
  const { time, random, faults } = world
  const { api } = program
  const stopsAfter = random.chance(0.2) ? random.below(5) : PATIENCE
  // A note that is already being inserted is accepted even if the screen changes.
  for (let turn = 0; turn < PATIENCE && program.alive() && stage()?.name === 'paying'; turn++) {
    if (turn === stopsAfter) {
      const stopped = await api.cancelPayment({ saleId })
      world.tell(name, `has no more notes: ${stopped.ok ? 'stops' : stopped.error.type}`)
      return 'stays'
    }
    await time.sleep(random.between(200, 4_000))
    if (stage()?.name === 'paying') slot.insert(saleId, random.pick(random.chance(0.6) ? NOTES.slice(-2) : NOTES))
    if (faults.strike('customer walks away', 0.3)) {
      world.tell(name, 'walks away from the notes')
      await time.sleep(seconds(random.between(30, 200)))
      return 'walks away'
    }
  }
  return 'stays'
}

/** Pays with a voucher as far as its amount allows. Returns null if no customer has a voucher at this kiosk. */
async function paySlip(world: World, name: string, api: KioskApi, saleId: string, wallet: Wallet) {
  const slip = wallet.shows(name)
  if (!slip) return null
  const paid = await api.paySlip({ saleId, slip: slip.text, by: { pin: PIN } })
  world.tell(name, `is shown the slip ${slip.slipId}: ${paid.ok ? paid.value.stage.name : because(paid.error)}`)
  // If the voucher was rejected, the customer keeps it and tries again.
  if (paid.ok && paid.value.stage.name === 'paying') wallet.wasTaken(slip.slipId)
  return paid
}

export async function cashSlip(
  world: World,
  name: string,
  api: KioskApi,
  wallet: Wallet,
  secondPin: string,
): Promise<void> {
  const slip = wallet.shows(name)
  if (!slip) return
  const paid = await api.payOutSlip({ pin: PIN, second: { pin: secondPin }, slip: slip.text })
  world.tell(`${name} counter`, `pays out the slip ${slip.slipId}: ${paid.ok ? 'done' : because(paid.error)}`)
  if (paid.ok) wallet.wasTaken(slip.slipId)
}

const because = (error: { readonly type: string; readonly because?: string }): string => error.because ?? error.type

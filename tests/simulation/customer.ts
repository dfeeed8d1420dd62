import type { Network } from './network.ts'
import { type World, seconds } from './world.ts'
import type { KioskApi } from '../../shared/api/kiosk/contract.ts'
import type { SaleStage, SaleView } from '../../shared/api/kiosk/views.ts'
import { bySection, type SectionSeats } from '../../shared/domain/seats/offer.ts'
import { type NoteSlot, NOTES } from './note-slot.ts'
import { CHIEF_PIN, PIN } from '../world/campaign/kiosk.ts'
import type { Counter } from './staff.ts'
import { ACCOUNT } from './account-hub.ts'
import { isAttended, type Program } from './program.ts'
import type { TicketPageHub } from './ticket-page-hub.ts'
import type { Templates } from './simulation-world.ts'

/** Creates the other buyers of the venue, who order on the web. */
export function createVenue({ time, random, tell }: World, network: Network, event: EventOnSale) {
  async function take(seatId: string): Promise<void> {
    const open = { event_id: event.eventId, access_code: event.accessCode }
    const opened = await network.call('openSession', '/api/v1/public/booking-sessions', open)
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
    takeElsewhere: (seatId: string) =>
      new Promise<void>((resolve) => {
        time.after(0, () => take(seatId).then(resolve))
      }),
  }
}

type EventOnSale = Pick<Templates, 'eventId' | 'accessCode' | 'sectionIds'>

/** Program of a kiosk, the venue, and the staff, codes and devices that remain unchanged when the program restarts. */
interface AtKiosk {
  readonly name: string
  readonly program: Program
  readonly venue: ReturnType<typeof createVenue>
  readonly counter: Counter
  readonly codes: Set<string>
  readonly wallet: Wallet
  readonly ticketPages: TicketPageHub
  readonly notes: NoteSlot | null
  /** Maximum number of seats that the service allows per session. If set, most customers want more seats. */
  readonly perSession: number | undefined
}

export async function serveCustomers(world: World, at: AtKiosk): Promise<void> {
  const { time, random } = world
  while (!world.closing()) {
    await time.sleep(seconds(random.between(1, at.notes ? 8 : 25)))
    if (world.closing()) return
    if (at.codes.size > 0 && random.chance(0.5)) await comeBack(world, at)
    else await visit(world, at)
  }
}

/** Simulates a customer who returns to collect the tickets for a payment that was left open. */
async function comeBack(world: World, at: AtKiosk): Promise<void> {
  const { codes, name } = at
  const { api } = at.program
  const code = world.random.pick([...codes])
  if (world.random.chance(0.1)) {
    const guessed = await api.collectTickets({ code: '222222' })
    if (guessed.ok) world.truth.violate('bug', 'a guessed code was taken')
  }
  const told = await api.collectTickets({ code })
  world.tell(name, `is shown the code ${code}: ${told.ok ? told.value.state : told.error.type}`)
  if (!told.ok || told.value.state === 'asking' || told.value.state === 'buying') return
  codes.delete(code)
  if (told.value.state !== 'printing') return
  const customer = new Customer(world, at, told.value.sale.saleId)
  customer.sees(told.value.sale)
  await customer.leave().finally(customer.looksAway)
}

async function visit(world: World, at: AtKiosk): Promise<void> {
  const { api } = at.program
  const listed = await api.listEvents({ page: 1, limit: 12 })
  if (!listed.ok) world.tell(at.name, `sees no events: ${listed.error.type}`)
  const started = await api.startVisit({ eventId: at.venue.eventId, language: 'fr' })
  if (!started.ok) return world.tell(at.name, `no visit: ${started.error.type}`)
  const customer = new Customer(world, at, started.value.saleId)
  await customer.buy().finally(customer.looksAway)
}

type Stage = SaleStage['name']

const ENDED: readonly Stage[] = ['done', 'ended', 'refund-due', 'needs-staff', 'print-problem']

const OPERATORS = ['mobile-money', 'orange-money', 'mtn-momo'] as const
const DOCUMENTS = ['cheque', 'bank-transfer', 'account'] as const
const WAYS = ['card', 'cash', 'cash', ...OPERATORS, ...DOCUMENTS, 'notes', 'notes', 'notes', 'free'] as const

/** Maximum number of attempts to insert a note during one payment. */
const PATIENCE = 15

/** Customer during one sale. Reacts to the content of the screen. */
class Customer {
  readonly looksAway: () => void
  readonly #world: World
  readonly #at: AtKiosk
  readonly #api: KioskApi
  readonly #saleId: string
  readonly #scanned = new Set<string>()
  #shown: SaleStage | null = null
  #left = 0
  #look: () => void = () => undefined

  constructor(world: World, at: AtKiosk, saleId: string) {
    this.#world = world
    this.#at = at
    this.#api = at.program.api
    this.#saleId = saleId
    this.looksAway = at.program.subscribe((event) => event.name === 'sale-changed' && this.sees(event.payload))
  }

  sees(view: SaleView): void {
    const { stage } = view
    this.#shown = stage
    this.#at.wallet.reads(this.#at.name, view)
    if (stage.name === 'paying' && stage.shows !== undefined && !this.#scanned.has(stage.shows)) {
      this.#scanned.add(stage.shows)
      if (this.#world.random.chance(0.8)) this.#at.counter.scan(stage.shows)
    }
    this.#left = view.amount - (view.taken ?? []).reduce((sum, { amount }) => sum + amount, 0)
    this.#look()
  }

  #stage(): SaleStage | null {
    return this.#shown
  }

  /** Waits for one of the stages, then for a reaction time. Resolves to null after `timeoutMs`. */
  #until(stages: readonly Stage[], timeoutMs: number): Promise<SaleStage | null> {
    const { time, random } = this.#world
    return new Promise((resolve) => {
      const tired = time.after(timeoutMs, () => finish(null))
      const finish = (seen: SaleStage | null): void => {
        tired()
        this.#look = () => undefined
        time.after(random.between(150, 900), () => resolve(seen))
      }
      this.#look = () => {
        if (this.#shown && stages.includes(this.#shown.name)) finish(this.#shown)
      }
      this.#look()
    })
  }

  #tell(what: string): void {
    this.#world.tell(this.#at.name, what)
  }

  #seesReply(reply: { readonly ok: true; readonly value: SaleView } | { readonly ok: false }): void {
    if (reply.ok) this.sees(reply.value)
  }

  async buy(): Promise<void> {
    if (await this.#chooseSeats()) await this.#pay()
    const stage = this.#stage()
    if (stage && 'reference' in stage && stage.name !== 'paying') this.#at.codes.add(stage.reference)
    await this.leave()
  }

  async #chooseSeats(): Promise<boolean> {
    const { time, random, faults } = this.#world
    const saleId = this.#saleId
    for (let attempt = 0; attempt < 3; attempt++) {
      await time.sleep(seconds(random.between(1, 10)))
      const groups = await this.#wish()
      const seatIds = groups.flatMap((group) => group.seatIds)
      if (seatIds.length === 0) continue
      if (faults.strike('seat taken elsewhere')) await this.#at.venue.takeElsewhere(random.pick(seatIds))
      this.#seesReply(await this.#tap(() => this.#api.holdSeats({ saleId, groups })))
      const stage = await this.#until(['review', 'choosing', 'ended'], seconds(200))
      if (stage?.name !== 'review') continue
      if (!faults.strike('customer changes mind')) return true
      if (seatIds.length > 1 && random.chance(0.5)) {
        this.#tell('wants one seat less')
        this.#seesReply(await this.#api.removeSeat({ saleId, seatId: random.pick(seatIds) }))
        const then = await this.#until(['review', 'choosing', 'ended'], seconds(200))
        if (then?.name === 'review') return true
        continue
      }
      this.#tell('wants other seats')
      this.#seesReply(await this.#api.changeSeats({ saleId }))
      await this.#until(['choosing', 'ended'], seconds(60))
    }
    return false
  }

  /** Sends some commands twice, as in a double tap. The screen shows the second reply. */
  async #tap<T>(command: () => Promise<T>): Promise<T> {
    const first = command()
    if (!this.#world.faults.strike('double tap')) return first
    const [, second] = await Promise.all([first, command()])
    return second
  }

  /** Returns the seats to hold, some of them in two sections. */
  async #wish(): Promise<SectionSeats[]> {
    const { random } = this.#world
    const chosen = await this.#someSeats()
    if (chosen.length === 0 || random.chance(this.#at.perSession ? 0.1 : 0.7)) return chosen
    const sectionIds = [random.pick(this.#at.venue.sectionIds)]
    const more = await this.#api.proposeSeats({ saleId: this.#saleId, count: random.between(1, 2), sectionIds, chosen })
    const [offer] = more.ok ? more.value : []
    return offer ? bySection(offer.seats) : chosen
  }

  async #someSeats(): Promise<SectionSeats[]> {
    const { random } = this.#world
    const saleId = this.#saleId
    if (random.chance(0.3)) {
      const offers = await this.#api.proposeSeats({ saleId, count: random.between(1, 3) })
      const [offer] = offers.ok ? offers.value : []
      return offer ? bySection(offer.seats) : []
    }
    const sectionId = random.pick(this.#at.venue.sectionIds)
    const reply = await this.#api.viewSection({ saleId, sectionId })
    const seats = reply.ok ? (reply.value.section?.seats ?? []) : []
    const free = seats.filter(({ status }) => status === 'available' || random.chance(0.02))
    if (free.length === 0) return []
    const first = random.below(free.length)
    return [{ sectionId, seatIds: free.slice(first, first + random.between(1, 3)).map(({ seatId }) => seatId) }]
  }

  async #pay(): Promise<void> {
    const { time, random, faults } = this.#world
    const { counter, notes } = this.#at
    const saleId = this.#saleId
    for (let attempt = 0; attempt < 5; attempt++) {
      await time.sleep(seconds(random.between(1, 12)))
      if (faults.strike('customer walks away')) {
        this.#tell('walks away')
        await time.sleep(seconds(random.between(30, 500)))
        return
      }
      const review = this.#stage()
      const offered = review?.name === 'review' ? review.tendersOffered : []
      const ways = WAYS.filter((way) => offered.includes(way))
      if (ways.length === 0) return
      if (notes && random.chance(0.8)) {
        const slip = await this.#paySlip()
        if (slip) this.#seesReply(slip)
        if (slip && (await this.#until(['review', 'choosing', ...ENDED], seconds(60)))?.name !== 'review') return
      }
      const tender = random.pick(ways)
      const most = Math.floor((this.#left - 1) / 1_000)
      const part =
        tender !== 'notes' && random.chance(0.4) && most > 0 ? { amount: random.between(1, most) * 1_000 } : {}
      const payer = tender === 'orange-money' ? { payer: '622000000' } : {}
      if (tender === 'account') {
        const wish = { saleId, account: ACCOUNT, ...part, pin: PIN, second: { pin: CHIEF_PIN } }
        this.#seesReply(await this.#tap(() => this.#api.payOnAccount(wish)))
      } else
        this.#seesReply(await this.#tap(() => this.#api.pay({ saleId, tender, ...part, ...payer, by: { pin: PIN } })))
      if (this.#stage()?.name !== 'paying') {
        if (this.#stage()?.name === 'review') continue
        return
      }
      if (this.#stage()?.name === 'paying' && faults.strike('telephone chosen')) {
        const chosen = await this.#api.choosePage({ saleId, onTelephone: random.chance(0.9) })
        this.#tell(`chooses the telephone: ${chosen.ok ? 'done' : chosen.error.type}`)
      }
      if (tender === 'notes' && notes) {
        if ((await this.#putNotesIn(notes)) === 'walks away') return
      } else if (faults.strike('customer cancels payment')) {
        await time.sleep(seconds(random.between(0, 15)))
        const cancelled = await this.#api.cancelPayment({ saleId })
        this.#tell(cancelled.ok ? 'cancels the payment' : `cannot cancel: ${cancelled.error.type}`)
      } else if (tender === 'cash') {
        await counter.takeCash(saleId)
      }
      // Cancelling on the screen does not affect a charge made by staff, because only staff know its result.
      if (isAttended(tender)) await counter.charge(saleId)
      const stage = await this.#until(['review', 'choosing', ...ENDED], seconds(900))
      if (stage && 'code' in stage && random.chance(0.6)) return
      // Some customers wait until staff have checked their payment, and choose another tender after a failure.
      const settled =
        stage?.name === 'needs-staff' && random.chance(0.7)
          ? await this.#until(['review', 'choosing', 'done', 'ended', 'refund-due', 'print-problem'], seconds(600))
          : stage
      if (settled?.name !== 'review') return
      if (settled !== stage) this.#tell('pays otherwise')
    }
  }

  /** Pays with a voucher up to its amount. Returns null if no voucher is available at this kiosk. */
  async #paySlip() {
    const { wallet, name } = this.#at
    const slip = wallet.shows(name)
    if (!slip) return null
    const paid = await this.#api.paySlip({ saleId: this.#saleId, slip: slip.text, by: { pin: PIN } })
    this.#tell(`is shown the slip ${slip.slipId}: ${paid.ok ? paid.value.stage.name : because(paid.error)}`)
    // If the voucher was rejected, the customer keeps it and tries again.
    if (paid.ok && paid.value.stage.name === 'paying') wallet.wasTaken(slip.slipId)
    return paid
  }

  /** Inserts notes one by one until the price is reached, the customer has no more notes, or the customer leaves. */
  async #putNotesIn(slot: NoteSlot): Promise<'stays' | 'walks away'> {
    const { time, random, faults } = this.#world
    const saleId = this.#saleId
    const isPaying = (): boolean => this.#stage()?.name === 'paying'
    const stopsAfter = random.chance(0.2) ? random.below(5) : PATIENCE
    // A note that is already being inserted is accepted even if the screen changes.
    for (let turn = 0; turn < PATIENCE && this.#at.program.alive() && isPaying(); turn++) {
      if (turn === stopsAfter) {
        const stopped = await this.#api.cancelPayment({ saleId })
        this.#tell(`has no more notes: ${stopped.ok ? 'stops' : stopped.error.type}`)
        return 'stays'
      }
      await time.sleep(random.between(200, 4_000))
      if (isPaying()) slot.insert(saleId, random.pick(random.chance(0.6) ? NOTES.slice(-2) : NOTES))
      if (faults.strike('customer walks away', 0.3)) {
        this.#tell('walks away from the notes')
        await time.sleep(seconds(random.between(30, 200)))
        return 'walks away'
      }
    }
    return 'stays'
  }

  /** Publishes the tickets, if the customer wants them on a telephone. Returns whether they were published. */
  async #publish(): Promise<boolean> {
    if (!this.#world.faults.strike('telephone wanted')) return false
    const published = await this.#tap(() => this.#api.publishTickets({ saleId: this.#saleId }))
    this.#tell(`tickets on a telephone: ${published.ok ? 'done' : published.error.type}`)
    const address = published.ok ? (published.value.telephone?.address ?? null) : null
    if (address !== null) this.#at.ticketPages.shows(this.#at.name, address)
    this.#seesReply(published)
    return published.ok
  }

  async leave(): Promise<void> {
    const { time, random } = this.#world
    const saleId = this.#saleId
    for (;;) {
      const stage = await this.#until(['choosing', 'review', ...ENDED], this.#stage() ? seconds(1_200) : 0)
      if (stage && stage.name !== 'choosing' && stage.name !== 'review') break
      const left = await this.#api.abandonSale({ saleId, reason: random.pick(['cancelled', 'idle']) })
      // If the sale is changing, for example because its holds expire, the customer waits for the next stage.
      if (left.ok || left.error.type !== 'invalid-state') return
      await time.sleep(seconds(1))
    }
    for (let tries = 0; this.#stage()?.name === 'print-problem' && tries < 3; tries++) {
      await time.sleep(seconds(random.between(5, 40)))
      if (!(await this.#publish())) this.#seesReply(await this.#api.retryPrint({ saleId }))
      await this.#until(ENDED, seconds(300))
    }
    if (this.#stage()?.name === 'done') await this.#publish()
    const left = await this.#api.dismissSale({ saleId })
    if (left.ok) return
    this.#tell(`cannot leave: ${left.error.type}`)
    if (left.error.type !== 'invalid-state') return
    // Staff reported that no money was paid, so the screen requests a payment again.
    await time.sleep(seconds(1))
    await this.leave()
  }
}

export type Wallet = ReturnType<typeof createWallet>

export function createWallet({ random, faults }: World) {
  /** Codes on the printed vouchers, by voucher number. */
  const papers = new Map<string, string>()
  const slips = new Map<string, string>()
  const taken = new Set<string>()
  return {
    papers,
    reads(machine: string, { credits = [] }: SaleView) {
      for (const { slipId } of credits) if (!taken.has(slipId)) slips.set(slipId, machine)
    },
    /**
     * Returns a voucher, usually issued by this kiosk, with its code or number as text. Null if the customer has none.
     */
    shows(machine: string) {
      const here = [...slips].filter(([, own]) => own === machine || random.chance(0.1))
      if (here.length === 0) return null
      const [slipId] = random.pick(here)
      return { slipId, text: random.chance(0.5) ? (papers.get(slipId) ?? slipId) : slipId }
    },
    /** Marks a voucher as spent. Most customers discard the paper; some try to use a copy. */
    wasTaken(slipId: string) {
      taken.add(slipId)
      if (!faults.strike('slip copied')) slips.delete(slipId)
    },
  }
}

export async function cashSlip({ tell }: World, name: string, api: KioskApi, wallet: Wallet): Promise<void> {
  const slip = wallet.shows(name)
  if (!slip) return
  const paid = await api.payOutSlip({ pin: PIN, second: { pin: CHIEF_PIN }, slip: slip.text })
  tell(`${name} counter`, `pays out the slip ${slip.slipId}: ${paid.ok ? 'done' : because(paid.error)}`)
  if (paid.ok) wallet.wasTaken(slip.slipId)
}

const because = (error: { readonly type: string; readonly because?: string }): string => error.because ?? error.type

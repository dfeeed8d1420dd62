import type { SpeechKey } from '../../../shared/domain/keypad.ts'
import { isOnlySpoken, type SpeechLanguage, textLanguageOf } from '../../../shared/domain/language.ts'
import type { Result } from '../../../shared/domain/result.ts'
import { bySection, type EventOffer, type Overview, sameOverview } from '../../../shared/domain/seats/offer.ts'
import type { KioskEvent } from '../../../shared/api/kiosk/contract.ts'
import type { CollectionView, Headphones, SaleView, SeatProposal, TenderKind } from '../../../shared/api/kiosk/views.ts'
import { type Connection, createInvoke, every, type Invoke } from '../../app/client.ts'
import type { Problem } from '../../app/problem.ts'
import type { ScanSpeed } from '../keys/scan.ts'
import { type SpeechSettings, hearingAfter } from '../speech/hearing.ts'
import {
  type Aid,
  type CashIdentity,
  closeSale,
  type DialogName,
  forNextCustomer,
  initialState,
  isOver,
  type KioskState,
  type LeaveReason,
  openedVisit,
  saleIdOf,
  visitOf,
  withoutNotice,
} from './kiosk-state.ts'
import {
  type CollectionWay,
  failed,
  isVisit,
  PRESET_COUNT,
  ready,
  type Remote,
  stepAfter,
  type StepEvent,
  waiting,
  WHEELCHAIR_PARTY,
  type SeatPreferences,
} from './steps.ts'

const EVENTS_EVERY_MS = 30_000
const AGAIN_MS = 3000
/** Time in milliseconds until a running command is visible. Disabling buttons earlier would delay the next screen. */
const BUSY_AFTER_MS = 200
/** Minimum gain of the wall clock on the monotonic clock, in milliseconds, that indicates that the computer slept. */
const MIN_SLEEP_MS = 2000

/**
 * Store of the kiosk page. The state comes from the main process; only the customer's steps and settings originate in
 * the page.
 */
export class KioskStore {
  readonly invoke: Invoke
  readonly #connection: Connection
  readonly #listeners = new Set<() => void>()
  #state: KioskState
  /** Number that changes with the customer and the event. A reply to a request with an earlier number is ignored. */
  #turn = 0
  #updates = 0
  /** ID of the sale whose customer received a collection code. */
  #left: string | null = null
  /** Lead of the wall clock over the page's monotonic clock at the last check, in milliseconds. */
  #aheadMs = Date.now() - performance.now()
  /** Offer to hold as soon as the held seats are released; null for none. */
  #next: SeatProposal | null = null
  /** Number of the latest search for seats, which supersedes earlier searches. */
  #search = 0
  /** Number of the search whose best seats are held automatically. */
  #takesBest = 0
  /** Timer that reports the running command as `busy`; undefined if no command is running. */
  #running: ReturnType<typeof setTimeout> | undefined

  constructor(connection: Connection, knows: KioskState = initialState) {
    this.#connection = connection
    this.#state = knows
    this.invoke = createInvoke(connection, () => this.#set({ connection: 'lost' }))
  }

  readonly getState = (): KioskState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #set(change: Partial<KioskState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** Returns a function that checks whether the customer and the event are unchanged. */
  #thisTurn(): () => boolean {
    const mine = this.#turn
    return () => mine === this.#turn
  }

  #newTurn(): () => boolean {
    this.#endCommand()
    this.#turn += 1
    this.#next = null
    return this.#thisTurn()
  }

  /**
   * Requests the whole state, then subscribes and polls. Returns a function that ends the subscription and the polling.
   */
  start(): () => void {
    const stops = [
      this.#connection.subscribe((event) => this.#onEvent(event)),
      this.#connection.onLost(() => this.#set({ connection: 'lost' })),
      this.#connection.onReopened(() => void this.refresh()),
      every(AGAIN_MS, () => {
        this.lookForSleep()
        const { connection, events } = this.#state
        if (connection !== 'up') void this.refresh()
        else if (events.state === 'failed') void this.#loadEvents()
      }),
      every(EVENTS_EVERY_MS, () => {
        if (this.#state.connection === 'up' && !isVisit(this.#state.step)) void this.#loadEvents()
      }),
    ]
    void this.refresh()
    return () => stops.forEach((stop) => stop())
  }

  /** Removes all controls until the state has been read again. Discards choices without a hold. */
  #wake(): void {
    const { sale } = this.#state
    if (!sale || sale.stage.name === 'choosing') {
      this.#giveUp('idle')
      this.#newTurn()
      this.#set(forNextCustomer(this.#state))
    }
    this.#set({ info: null, events: waiting, dialog: null, staffDesk: false })
    void this.refresh()
  }

  /** Detects sleep by the page's clocks, because a touch can arrive before the main process reports the wake-up. */
  readonly lookForSleep = (): void => {
    const before = this.#aheadMs
    this.#aheadMs = Date.now() - performance.now()
    if (this.#aheadMs - before >= MIN_SLEEP_MS) this.#wake()
  }

  async refresh(): Promise<void> {
    const before = this.#state
    const take = this.#takeAnswer()
    const reply = await this.invoke('getKiosk', {})
    if (!reply.ok) return this.#set({ connection: reply.error.type === 'forbidden' ? 'set-up' : 'lost' })
    const info = reply.value
    const language = info.sale?.language ?? info.defaultLanguage
    this.#set({ connection: 'up', info, ...(!this.#state.info && { language, tongue: language }) })
    if (info.headphones) this.headphonesChanged(info.headphones)
    const [{ sale }, visit] = [this.#state, visitOf(this.#state)]
    if (saleIdOf(before) !== saleIdOf(this.#state)) {
      // The reply does not know a visit that began after the request.
    } else if (info.sale) {
      take(info.sale)
      if (visit?.saleId !== info.sale.saleId && info.sale.stage.name !== 'choosing')
        void this.#findVisit(info.sale.saleId)
    } else if (sale) {
      if (before.sale) this.toAttract()
    } else if (visit) this.chooseEvent(visit.event)
    await this.#loadEvents()
  }

  async #loadEvents(): Promise<void> {
    const reply = await this.invoke('listEvents', {})
    if (reply.ok) this.#set({ events: ready(reply.value) })
    else if (reply.error.type !== 'bridge-lost') this.#set({ events: failed(reply.error) })
  }

  #onEvent(event: KioskEvent): void {
    const { info } = this.#state
    switch (event.name) {
      case 'sale-changed':
        if (event.payload.saleId !== saleIdOf(this.#state)) break
        this.#updates += 1
        this.#show(event.payload)
        break
      case 'partner-changed':
        if (info) this.#set({ info: { ...info, partner: event.payload } })
        void this.#loadEvents()
        break
      case 'agent-call-changed':
      case 'screen-measured':
      case 'storage-changed':
      case 'ways-changed':
      case 'purchases-changed':
        if (info) this.#set({ info: { ...info, ...event.payload } })
        break
      case 'printer-changed':
        if (info) this.#set({ info: { ...info, printer: event.payload } })
        break
      case 'headphones-changed':
        this.headphonesChanged(event.payload)
        break
      case 'restarting':
        this.#set({ connection: 'lost' })
        break
      case 'resumed':
        this.#wake()
        break
      case 'restarted':
      case 'setup-changed':
      case 'parked-changed':
      case 'behind-changed':
      case 'display-changed':
      case 'desk-calls-changed':
        break
    }
  }

  headphonesChanged(headphones: Headphones): void {
    const state = this.#state
    if (headphones === state.headphones) return
    this.#set({ headphones })
    if (headphones === 'in') return this.beginSpeaking()
    if (headphones !== 'out' || !state.aids.spoken) return
    if (state.step.name === 'attract' && !state.sale) return this.#set(forNextCustomer(this.#state))
    // Makes the screen visible, because a customer who unplugged the headphones by accident cannot hear anything.
    const hearing = { ...state.hearing, dark: false, greeted: true }
    this.#set({ aids: { ...state.aids, spoken: false }, hearing, dialog: 'unplugged' })
  }

  /** Selects a language. A language that is available only as speech also switches on pictogram mode. */
  speak(tongue: SpeechLanguage): void {
    const language = textLanguageOf(tongue)
    this.#set({ language, tongue, dialog: null })
    if (isOnlySpoken(tongue)) this.showPictures(true)
    const saleId = saleIdOf(this.#state)
    if (saleId !== undefined) void this.invoke('setLanguage', { saleId, language })
  }

  toggleAid(aid: Aid): void {
    const { aids } = this.#state
    if (aid === 'pictures') this.showPictures(!aids.pictures)
    else this.#set({ aids: { ...aids, [aid]: !aids[aid] } })
  }

  showPictures(on: boolean): void {
    const { aids, step } = this.#state
    this.#set({ aids: { ...aids, pictures: on, spoken: on } })
    // Pictogram mode has no map and no preferences, so the customer returns to the previous step.
    if (on && (step.name === 'map' || step.name === 'wishes')) this.back()
  }

  readonly beginSpeaking = (): void => {
    const { aids, dialog } = this.#state
    this.#set({ aids: { ...aids, spoken: true }, byKeys: true, dialog: dialog === 'unplugged' ? null : dialog })
  }

  hear(change: Partial<SpeechSettings>): void {
    this.#set({ hearing: { ...this.#state.hearing, ...change } })
  }

  hearBy(move: SpeechKey): void {
    this.#set({ hearing: hearingAfter(move, this.#state.hearing) })
  }

  readonly useKeys = (): void => this.#set({ byKeys: true })

  /** Starts switch scanning with the given interval in milliseconds; null stops the scanning. */
  scan(scanMs: ScanSpeed | null): void {
    this.#set({ byKeys: true, scanMs })
  }

  readonly openDialog = (dialog: DialogName): void => this.#set({ dialog })
  readonly closeDialog = (): void => this.#set({ dialog: null })
  readonly openStaff = (): void => this.#set({ staffDesk: true, dialog: null })

  /** Opens the staff screen with the search for a sale, for a customer who has lost a ticket. */
  readonly openSearch = (): void =>
    this.#set({ step: { name: 'attract' }, problem: null, staffDesk: 'find', dialog: null })

  readonly closeStaff = (): void => {
    this.#set({ staffDesk: false })
    void this.refresh()
  }

  readonly meet = (problem: Problem): void => this.#set({ problem })

  readonly showEvents = (): void => {
    if (this.#giveUp('cancelled') === 'stays') return this.closeDialog()
    this.#restartAt('events')
  }

  readonly toAttract = (): void => {
    this.#newTurn()
    this.#set(forNextCustomer(this.#state))
    void this.#loadEvents()
  }

  /** Returns to the attract screen, but leaves speech output on for a customer who uses it. */
  readonly backToAttract = (): void => {
    if (this.#state.aids.spoken) this.#restartAt('attract')
    else this.toAttract()
  }

  #restartAt(name: 'attract' | 'events'): void {
    this.#newTurn()
    this.#set({ step: { name }, sale: null, problem: null, dialog: null })
    void this.#loadEvents()
  }

  /** Ends the customer's session: releases all held seats and erases all input. */
  leave(reason: LeaveReason): void {
    if (this.#state.staffDesk) return this.closeStaff()
    if (this.#giveUp(reason) === 'stays') return this.closeDialog()
    if (reason === 'cancelled' && this.#state.headphones === 'in') this.backToAttract()
    else this.toAttract()
  }

  /** Ends the customer's sale. Returns `stays` if the sale remains on the screen because part of it is paid. */
  #giveUp(reason: LeaveReason): 'gone' | 'stays' {
    const [{ sale }, saleId] = [this.#state, saleIdOf(this.#state)]
    if (saleId === undefined) return 'gone'
    void closeSale(this.invoke, saleId, { stage: sale?.stage, reason }).then((reply) =>
      reply.ok ? undefined : this.refresh(),
    )
    return sale?.stage.name === 'review' && sale.taken ? 'stays' : 'gone'
  }

  #step(event: StepEvent): void {
    this.#set({ step: stepAfter(this.#state.step, event) })
  }

  /** Moves to another step and clears the problem or notice of the previous step. */
  #turnTo(event: StepEvent): void {
    const { step: before, sale } = this.#state
    const step = stepAfter(before, event)
    if (step === before) return
    this.#set({ step, problem: null, ...(sale?.stage.name === 'choosing' && { sale: withoutNotice(sale) }) })
    if (step.name === 'offers') this.#propose()
  }

  chooseEvent(event: EventOffer): void {
    const isMine = this.#newTurn()
    const { language, info } = this.#state
    const count = Math.min(PRESET_COUNT, info?.maxSeats ?? 1)
    const step = stepAfter(this.#state.step, { type: 'event-chosen', event, count })
    this.#set({ step, sale: null, problem: null })
    void this.invoke('startVisit', { eventId: event.eventId, language }).then((reply) => {
      if (!isMine()) {
        if (reply.ok) void this.invoke('abandonSale', { saleId: reply.value.saleId, reason: 'cancelled' })
        return
      }
      if (!reply.ok && reply.error.type === 'event-ended') this.#set({ events: waiting })
      this.#step({ type: 'visit-updated', visit: openedVisit(reply) })
      if (reply.ok && this.#state.step.name === 'offers') this.#propose()
    })
  }

  chooseCount(count: number): void {
    this.#turnTo({ type: 'count-chosen', count })
  }

  /** Searches for a wheelchair space with a companion seat, and holds the best one automatically. */
  readonly askWheelchairPlace = (): void => {
    this.#turnTo({ type: 'count-chosen', count: WHEELCHAIR_PARTY, wheelchair: true })
    this.#takesBest = this.#search
  }

  readonly openWishes = (): void => this.#turnTo({ type: 'wishes-opened' })

  wish(wishes: SeatPreferences): void {
    this.#turnTo({ type: 'wished', wishes })
  }

  readonly openMap = (sectionId: string | null): void => this.#turnTo({ type: 'map-opened', sectionId })
  readonly openSection = (sectionId: string | null): void => this.#turnTo({ type: 'section-opened', sectionId })
  readonly pick = (picked: readonly string[]): void => this.#step({ type: 'picked', picked })
  readonly back = (): void => this.#turnTo({ type: 'back' })

  readonly seeOverview = (saleId: string, overview: Overview): void => {
    const visit = visitOf(this.#state)
    if (visit?.saleId !== saleId || sameOverview(overview, visit.session.overview)) return
    this.#step({ type: 'visit-updated', visit: ready({ ...visit, session: { ...visit.session, overview } }) })
  }

  readonly proposeAgain = (): void => {
    const { step } = this.#state
    if (step.name !== 'offers') return
    if (step.visit.state === 'failed') {
      this.chooseEvent(step.event)
      const { wheelchair } = step.wishes
      this.#turnTo({ type: 'count-chosen', count: step.count, wheelchair })
    } else {
      this.#set({ problem: null })
      this.#propose()
    }
  }

  #propose(): void {
    const { step } = this.#state
    const visit = visitOf(this.#state)
    this.#search += 1
    this.#proposed(waiting)
    if (!visit || visit.session.overview.soldOut || step.name !== 'offers') return
    const [current, isTurn] = [this.#search, this.#thisTurn()]
    const isMine = (): boolean => isTurn() && current === this.#search
    const { zoneId, wheelchair } = step.wishes
    const wish = { ...(zoneId !== null && { zoneId }), ...(wheelchair && { wheelchair }) }
    void this.invoke('proposeSeats', { saleId: visit.saleId, count: step.count, ...wish }).then((reply) => {
      if (!isMine()) return
      this.#proposed(reply.ok ? ready(reply.value) : failed(reply.error))
      const [best] = reply.ok ? reply.value : []
      if (best && current === this.#takesBest) this.holdOffer(best)
      else if (reply.ok) void this.#improve(visit.saleId, isMine)
    })
  }

  /** Continues the search while the offers are visible: a large venue has too many sections for one request. */
  async #improve(saleId: string, isMine: () => boolean): Promise<void> {
    const reply = await this.invoke('refineProposals', { saleId })
    if (!isMine() || this.#state.step.name !== 'offers' || this.#running || !reply.ok || !reply.value) return
    this.#proposed(ready(reply.value))
    await this.#improve(saleId, isMine)
  }

  #proposed(proposals: Remote<readonly SeatProposal[]>): void {
    this.#step({ type: 'proposed', proposals })
  }

  /** Loads the visit of the sale after a page reload, because the plan of the visit shows the seat positions. */
  async #findVisit(saleId: string): Promise<void> {
    const reply = await this.invoke('viewVisit', { saleId })
    const { sale, step } = this.#state
    if (!reply.ok || sale?.saleId !== saleId || isVisit(step)) return
    const { event } = reply.value
    const chosen = stepAfter(step, { type: 'event-chosen', event, count: sale.seats.length || 1 })
    this.#set({ step: stepAfter(chosen, { type: 'visit-updated', visit: ready(reply.value) }) })
  }

  /**
   * Returns to the choice of seats after a failed attempt to hold seats: requests new offers and clears the selection
   * on the map. If the event is over, discards the list of events.
   */
  #chooseAgain(): void {
    const stage = this.#state.sale?.stage
    // The events are shown again only after the booking service has sent a new list.
    if (stage?.name === 'choosing' && stage.notice?.type === 'event-ended') return this.#set({ events: waiting })
    this.pick([])
    if (this.#state.step.name === 'offers') this.#propose()
  }

  /** Returns false if another command is running. */
  holdOffer({ seats }: SeatProposal): boolean {
    if (this.#running) return false
    this.hold(seats)
    return true
  }

  hold(seats: Parameters<typeof bySection>[0]): void {
    const { step } = this.#state
    const wheelchair = isVisit(step) && step.wishes.wheelchair
    const groups = bySection(seats).map((group) => ({ ...group, ...(wheelchair && { wheelchair }) }))
    this.#act((saleId) => this.invoke('holdSeats', { saleId, groups }))
  }

  readonly changeSeats = (): void => this.#act((saleId) => this.invoke('changeSeats', { saleId }))

  /** Releases the held seats and holds those of another offer. Shows the offers if those seats are unavailable. */
  swapFor(offer: SeatProposal): void {
    if (this.#running) return
    this.#next = offer
    this.changeSeats()
  }

  #holdNext(): void {
    const next = this.#next
    if (!next || this.#running || this.#state.sale?.stage.name !== 'choosing') return
    this.#next = null
    this.holdOffer(next)
  }

  readonly removeSeat = (seatId: string): void => this.#act((saleId) => this.invoke('removeSeat', { saleId, seatId }))

  /** `payer`: the customer's telephone number, if the tender needs it; only the last two digits are retained. */
  pay(tender: TenderKind, payer?: string): void {
    this.#set({ payerEnding: payer?.slice(-2) ?? '' })
    this.#act((saleId) => this.invoke('pay', { saleId, tender, ...(payer !== undefined && { payer }) }))
  }

  /** `slip`: number of the credit voucher, or the text of its QR code. */
  readonly paySlip = (slip: string): void => this.#act((saleId) => this.invoke('paySlip', { saleId, slip }))
  readonly cancelPayment = (): void => this.#act((saleId) => this.invoke('cancelPayment', { saleId }))

  /** Records that an attendant has begun to accept the cash. Such a payment is not abandoned when idle. */
  attend(attended: string): void {
    this.#set({ attended })
  }

  /** Resolves to the problem if the confirmation was rejected, otherwise null; the caller shows the problem. */
  async confirmCash(by: CashIdentity, received: number): Promise<Problem | null> {
    const saleId = this.#state.sale?.saleId
    return saleId === undefined ? null : this.#command(() => this.invoke('confirmCash', { saleId, ...by, received }))
  }

  readonly retryPrint = (): void => this.#act((saleId) => this.invoke('retryPrint', { saleId }))
  readonly publishTickets = (): void => this.#act((saleId) => this.invoke('publishTickets', { saleId }))
  readonly choosePage = (onTelephone: boolean): void =>
    this.#act((saleId) => this.invoke('choosePage', { saleId, onTelephone }))
  readonly printPublished = (): void =>
    this.#act((saleId) => this.invoke('printPublished', { saleId, unlessOpened: false }))

  /** Ends the sale. If its ticket page was not opened, prints the tickets and shows the screen of printed tickets. */
  async leavePublished(saleId: string, reason: LeaveReason): Promise<void> {
    const problem = await this.#command(() => this.invoke('printPublished', { saleId, unlessOpened: true }))
    const { sale } = this.#state
    // The next customer's sale may already be on the screen.
    if (sale?.saleId === saleId && (problem || sale.telephone)) this.leave(reason)
  }

  readonly openCode = (scanned?: string): void => {
    this.#newTurn()
    const step = { name: 'code', ...(scanned !== undefined && { scanned }) } as const
    this.#set({ step, problem: null, dialog: null })
  }

  /** Opens the screen for a way of collection. Null shows the list of ways. */
  collectBy(way: CollectionWay | null): void {
    this.#set({ step: { name: 'code', ...(way && { way }) }, problem: null })
  }

  /** Queries a payment left pending. Resolves to null if the tickets are shown or the query was rejected. */
  async collect(code: string): Promise<CollectionView | null> {
    const take = this.#takeAnswer()
    const reply = await this.#alone(() => this.invoke('collectTickets', { code }))
    if (reply && !reply.ok) this.#set({ problem: reply.error })
    if (!reply?.ok) return null
    if (reply.value.state !== 'printing') return reply.value
    take(reply.value.sale)
    // The first updates of the collected sale were ignored, because the sale was not yet the sale on the screen.
    await this.refresh()
    return null
  }

  /** Runs a command whose problem is shown by the current screen. */
  #act(run: (saleId: string) => Promise<Result<SaleView, Problem>>): void {
    const saleId = saleIdOf(this.#state)
    if (saleId === undefined) return
    void this.#command(() => run(saleId)).then((problem) => {
      if (!problem) return this.#holdNext()
      this.#next = null
      this.#set({ problem })
      if (problem.type === 'seat-unknown') this.#chooseAgain()
    })
  }

  /** Runs a command that returns the sale, unless another command is running. */
  async #command(run: () => Promise<Result<SaleView, Problem>>): Promise<Problem | null> {
    const take = this.#takeAnswer()
    const reply = await this.#alone(run)
    if (!reply?.ok) return reply?.error ?? null
    take(reply.value)
    return null
  }

  /** Resolves to null if another command is running, or if the customer or the event has changed. */
  async #alone<T>(run: () => Promise<T>): Promise<T | null> {
    if (this.#running) return null
    this.#running = setTimeout(() => this.#set({ busy: true }), BUSY_AFTER_MS)
    this.#set({ problem: null })
    const isMine = this.#thisTurn()
    const reply = await run()
    if (!isMine()) return null
    this.#endCommand()
    return reply
  }

  #endCommand(): void {
    clearTimeout(this.#running)
    this.#running = undefined
    if (this.#state.busy) this.#set({ busy: false })
  }

  /** Returns a function that shows the reply to a request, unless a newer sale update has arrived since the request. */
  #takeAnswer(): (sale: SaleView) => void {
    const before = this.#updates
    return (sale) => (this.#updates === before ? this.#show(sale) : undefined)
  }

  #show(sale: SaleView): void {
    const visit = visitOf(this.#state)
    const before = this.#state.sale?.stage.name
    if (sale.stage.name === 'needs-staff' && sale.stage.asking) this.#left = sale.saleId
    this.#set({ sale, saleSeenAt: performance.now() })
    if (isOver(sale)) {
      void this.invoke('dismissSale', { saleId: sale.saleId })
      // A customer who waits after receiving a collection code is informed that the sale was not paid.
      if (this.#left === sale.saleId) this.#set({ sale: null, step: { name: 'code', answer: { state: 'not-paid' } } })
      else this.toAttract()
    } else if (sale.stage.name === 'choosing' && before !== 'choosing') {
      if (visit?.saleId !== sale.saleId) this.chooseEvent(sale.event)
      else if (this.#next && !sale.stage.notice) this.#holdNext()
      else if (before !== undefined || sale.stage.notice) this.#chooseAgain()
    }
  }
}

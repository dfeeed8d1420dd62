import { createContext, use, useSyncExternalStore } from 'react'
import { digitsInNumber } from '../../../shared/domain/keypad.ts'
import type { DeskCommandName } from '../../../shared/domain/desk/shortcuts.ts'
import { drivenTenders, isAccount } from '../../../shared/domain/money/tender.ts'
import { recordFromKeys } from '../../../shared/domain/record-from-keys.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { type CommandInput, type KioskEvent, mayDo } from '../../../shared/api/kiosk/contract.ts'
import type { DeskCallView, SaleView } from '../../../shared/api/kiosk/views.ts'
import type { Connection } from '../../app/client.ts'
import type { Problem } from '../../app/problem.ts'
import { Line } from './desk-line.ts'
import {
  askForCopies,
  askForCustomer,
  askForInvoice,
  showOnTelephone,
  nextLanguage,
  openAccounts,
  openBehind,
  park,
  payWith,
  readAloud,
  recall,
} from './desk-sale.ts'
import { type DeskState, nextAnswer, type ParkedSale, stepOn } from './desk-state.ts'
import { acceptDocument, Events, goBack, lock, signIn, toggleTraining, Visits } from './desk-visits.ts'
import { Desk, type Outcome } from './desk.ts'
import { atHand, mayRecall } from './desk-task.ts'

const AGAIN_MS = 3_000

/** Store of the cashier's desk: the typed line, the offers, and the current sale reported by the main process. */
export class DeskStore extends Desk {
  readonly #connection: Connection
  readonly #visits = new Visits(this)
  readonly #events = new Events(this)
  readonly #line = new Line(this, this.#visits, this.#events)
  #typed = ''

  constructor(
    connection: Connection,
    now: () => number = () => performance.now(),
    report: (error: unknown) => void = (error) => reportError(error),
  ) {
    super(connection, now, report)
    this.#connection = connection
  }

  readonly start = (): (() => void) => {
    const timer = setInterval(() => {
      if (this.getState().connection !== 'up') void this.#refresh()
      this.#events.dropOver()
    }, AGAIN_MS)
    const stops = [
      this.#connection.subscribe((event) => this.#onEvent(event)),
      this.#connection.onLost(() => this.set({ connection: 'lost' })),
      this.#connection.onReopened(() => void this.#refresh()),
      () => clearInterval(timer),
    ]
    void this.#refresh()
    return () => stops.forEach((stop) => stop())
  }

  #seen(sales: readonly SaleView[]): readonly ParkedSale[] {
    return sales.map((sale) => ({ sale, seenAt: this.now() }))
  }

  async #refresh(): Promise<void> {
    const before = atHand(this.getState().work)
    const reply = await this.invoke('getKiosk', {})
    if (!reply.ok) return this.set({ connection: 'lost' })
    const { sale: known, parked = [], behind = [] } = reply.value
    this.set({ connection: 'up', info: reply.value, parked: this.#seen(parked), behind, callsSeenAt: this.now() })
    const { sale, visit } = atHand(this.getState().work)
    // The reply does not know a visit or sale that began after the request.
    const isNewer = sale?.saleId !== before.sale?.saleId || visit?.saleId !== before.visit?.saleId
    if (isNewer) return this.#events.list()
    if (known && (known.stage.name !== 'choosing' || visit)) this.#visits.told(known)
    else if (sale || visit) await this.#visits.begin()
    await this.#events.list()
  }

  #onEvent(event: KioskEvent): void {
    const { info, work } = this.getState()
    if (event.name === 'sale-changed') {
      const { sale, visit } = atHand(work)
      if (event.payload.saleId === (sale?.saleId ?? visit?.saleId)) this.#visits.told(event.payload)
    } else if (event.name === 'restarting') this.set({ connection: 'lost' })
    else if (event.name === 'resumed') {
      // Blocks input until the state has been read again.
      this.set({ connection: 'lost' })
      void this.#refresh()
    } else if (event.name === 'parked-changed') this.set({ parked: this.#seen(event.payload) })
    else if (event.name === 'behind-changed') this.set({ behind: event.payload })
    else if (info && event.name === 'desk-calls-changed')
      this.set({ info: { ...info, deskCalls: event.payload }, callsSeenAt: this.now() })
    else if (info && event.name === 'partner-changed') {
      this.set({ info: { ...info, partner: event.payload } })
      // Repeats the requests that failed while the booking service was unreachable.
      if (event.payload.state !== 'up') return
      this.lookAtEvents()
      void this.#visits.opened().then(() => this.#visits.reopen())
    } else if (info && event.name === 'printer-changed') this.set({ info: { ...info, printer: event.payload } })
  }

  readonly enter = (typed: string): void => this.#line.enter(typed)

  readonly recallLine = (by: number, typed: string): string | null => this.#line.recall(by, typed)

  /**
   * Stores the text of the command line. If the text is an amount, the key of a tender takes it as a partial payment.
   */
  readonly typing = (text: string): void => {
    this.#typed = text
  }

  readonly move = (by: number): void => this.happen({ type: 'arrow', by })

  readonly chooseEvent = (event: EventOffer | null): void => this.#visits.choose(event)

  readonly lookAtEvents = (): void => void this.#events.look()

  readonly acts: Readonly<Record<DeskCommandName, () => void>> = {
    'go-back': () => {
      const { screen } = this.getState()
      if (this.closeCode()) return
      if ('office' in screen && screen.office) this.happen({ type: 'office-toggled' })
      else if (screen.name === 'float') this.settleFloat()
      else this.inTurn(() => goBack(this, this.#visits))
    },
    events: () => this.chooseEvent(null),
    map: () => this.set({ mapShown: !this.getState().mapShown }),
    ...recordFromKeys(drivenTenders, (tender) => () => {
      if (isAccount(tender)) return
      this.onSight(() =>
        this.#atPayment(() => {
          this.set({ unsent: null })
          return payWith(this, tender, digitsInNumber(this.#typed.trim()))
        }),
      )
    }),
    account: () => this.onSight(() => openAccounts(this, digitsInNumber(this.#typed.trim()))),
    customer: () => this.inTurn(() => this.#atPayment(() => askForCustomer(this))),
    park: () => this.inTurn(() => this.#atPayment(() => park(this, this.#visits))),
    recall: () => this.inTurn(() => this.#atRecall(() => recall(this, this.#visits))),
    behind: () => this.inTurn(() => this.#atRecall(() => openBehind(this, this.#visits))),
    repeat: () =>
      this.inTurn(async () => {
        const { screen, work, found, filePlaces } = this.getState()
        if (work.step !== 'seats') return
        const places = screen.name === 'files' ? filePlaces : (found?.places ?? [])
        if (screen.name === 'files' && places.length > 0) this.happen({ type: 'files-toggled' })
        if (stepOn(this.getState()) !== 'seats') return
        this.set({ found: null })
        const { search } = this.#line
        await this.run(() => (places.length > 0 ? search.requestPlaces(places) : search.repeat()))
      }),
    reprint: () => this.inTurn(() => this.#atRecall(() => askForCopies(this))),
    invoice: () => this.inTurn(() => this.#atRecall(() => askForInvoice(this))),
    telephone: () => this.inTurn(() => this.run(() => showOnTelephone(this))),
    badge: () => void this.issueBadge(),
    call: () => {
      const call = nextAnswer(this.getState().info)
      if (call) void this.answerCall(call, call.answer)
    },
    language: () => this.inTurn(() => nextLanguage(this)),
    aloud: () => this.inTurn(() => readAloud(this)),
    switch: () => lock(this, 'switch'),
    lock: () => lock(this, 'left'),
    office: () => {
      const { who } = this.getState().screen
      if (who && mayDo('listOpenSales', who.person.role)) this.happen({ type: 'office-toggled' })
    },
    training: () => toggleTraining(this),
    files: () => {
      if (this.credentials) this.happen({ type: 'files-toggled' }, { invoicing: null })
    },
  }

  async #atPayment(work: () => Outcome): Promise<void> {
    if (stepOn(this.getState()) === 'payment') await this.run(work)
  }

  /** Runs `work` only if the desk is at a step at which another sale may replace the current sale. */
  async #atRecall(work: () => Outcome): Promise<void> {
    const { screen, work: at } = this.getState()
    if (screen.name === 'work' && mayRecall(at)) await this.run(work)
  }

  readonly signIn = (credentials: CommandInput<'signIn'>): Promise<Problem | null> => signIn(this, credentials)

  readonly lockIdle = (): void => lock(this, 'idle')

  readonly beginTraining = (credentials: CommandInput<'beginTraining'>): Promise<Problem | null> =>
    this.ask('beginTraining', credentials)

  readonly settleFloat = (): void => this.happen({ type: 'float-settled' })

  async answerCall({ deviceId, callId }: DeskCallView, answer: 'coming' | 'done'): Promise<void> {
    const { credentials } = this
    if (!credentials) return
    const reply = await this.invoke('answerCall', { ...credentials, deviceId, callId, answer })
    this.set({ isAnswerUnsent: !(reply.ok && reply.value.reached) })
  }

  /** Issues a kiosk badge to the signed-in staff member. Has no effect without a hub. */
  readonly issueBadge = async (): Promise<void> => {
    const { credentials } = this
    const { screen, info } = this.getState()
    if (!credentials || !info?.deskCalls || !screen.who || !mayDo('issueBadge', screen.who.person.role)) return
    const reply = await this.invoke('issueBadge', credentials)
    this.set(reply.ok ? { badge: reply.value } : { notice: reply.error })
  }

  readonly acceptDocument = (second: CommandInput<'acceptDocument'>['second']): Promise<void> =>
    this.run(() => acceptDocument(this, second))

  /** Closes the panel of customer accounts. `sale`: the sale that was charged. */
  readonly closeAccounts = (sale: SaleView): void => {
    this.set({ accounts: null })
    this.#visits.told(sale)
  }

  /** Closes the form for a message, otherwise the open code. Returns false if neither is open. */
  readonly closeCode = (): boolean => {
    const { badge, ticketPage } = this.getState()
    if (ticketPage?.isAddressing) this.endMessage()
    else this.set({ badge: null, ticketPage: null })
    return badge !== null || ticketPage !== null
  }

  readonly closeBadge = (): void => this.set({ badge: null })

  readonly closeTicketPage = (): void => this.set({ ticketPage: null })

  /** Closes the form for a message, but not the code above it. */
  readonly endMessage = (): void => {
    const { ticketPage } = this.getState()
    this.set({ ticketPage: ticketPage && { saleId: ticketPage.saleId, address: ticketPage.address } })
  }

  readonly openSection = (sectionId: string | null): void => this.happen({ type: 'section-opened', sectionId })
  readonly pick = (picked: readonly string[]): void => this.happen({ type: 'seats-picked', picked })
  readonly meet = (notice: Problem): void => this.set({ notice })
}

export const DeskProvider = createContext<DeskStore | null>(null)

export function useDesk(): { readonly store: DeskStore; readonly state: DeskState } {
  const store = use(DeskProvider)
  if (!store) throw new Error('useDesk is called outside <DeskProvider>')
  return { store, state: useSyncExternalStore(store.subscribe, store.getState, store.getState) }
}

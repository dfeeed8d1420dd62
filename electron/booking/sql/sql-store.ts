import { localTime } from '../../../shared/domain/documents/local-date.ts'
import type { SlipStore } from '../../../shared/domain/money/credit-voucher.ts'
import type { AccountStore } from '../../../shared/domain/money/customer-account.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { mapSecrets, SecretBox } from '../hub/partner-secrets.ts'
import { factsOfNew, storedPartner } from '../rules/events.ts'
import { MAX_FOUND_SALES } from '../../../shared/domain/sale/sale-file.ts'
import { boughtOf, type BoughtRow, numericId, type SessionTerms, ticketOf, type TicketRow } from '../rules/holds.ts'
import { foundPurchase, type FoundPurchaseRow, type FoundTicketRow, purchaseQueries } from '../rules/purchases.ts'
import {
  type BuyerRow,
  type FleetRecord,
  FORGET_BUYER,
  HAS_BUYER,
  type Partner,
  type StoreAdministration,
  type StoreChanges,
  type StoreCounts,
  storedBuyer,
} from './administration.ts'
import { Catalog, type ClaimSeats, createEvent, endPastDemoEvent, keepVenue, venuePlanOf } from './catalog.ts'
import * as changes from './changes.ts'
import { addToAudit, type EventChange, type Input, soldTickets } from './changes.ts'
import * as accounts from './customer-accounts.ts'
import { readableCode } from './random.ts'
import { ACCESS_CODE_LENGTH, type BookingStore, type EventEdition, type SalesEvent, type Ticket } from './store.ts'
import * as vouchers from './vouchers.ts'
import { column, only, row, rows, run, type StoreTask } from './store-task.ts'

export interface StoreTerms extends SessionTerms {
  /** Seals secrets of partners. If absent, no secret can be stored. */
  readonly secrets?: SecretBox
}

export interface ChangeOptions {
  /** If true, an event that is not on sale is not changed. */
  readonly mustBeOnSale: boolean
  readonly requestOf?: { readonly partnerCode: string; readonly requestId: string }
}

type EngineOperations =
  | 'openSession'
  | 'viewSection'
  | 'holdSeats'
  | 'releaseHold'
  | 'readCheckout'
  | 'completePurchase'
  | 'claimNonce'
  | 'backUp'
  | 'close'

export type OwnTicket = TicketRow & EventEdition

type Operations = BookingStore & StoreAdministration & StoreChanges & SlipStore & AccountStore
type Of<K extends keyof Operations> = Parameters<Operations[K]>[0]

const unknownEvent = err({ type: 'event-unknown' } as const)
const ON_SALE: ChangeOptions = { mustBeOnSale: true }

const ENDED_SESSIONS = `SELECT session_no FROM session
  WHERE expires_at < $1 AND NOT EXISTS (SELECT 1 FROM purchase WHERE purchase.session_no = session.session_no)
    AND NOT EXISTS (
      SELECT 1 FROM hold WHERE hold.session_no = session.session_no AND hold.state IN ('held', 'sold'))`

/** Implements all store operations whose SQL statements work on both PostgreSQL and SQLite. */
export abstract class SqlStore implements Omit<Operations, EngineOperations> {
  protected readonly terms: StoreTerms
  protected readonly catalog = new Catalog()
  readonly #secrets: SecretBox

  protected constructor(terms: StoreTerms) {
    this.terms = terms
    this.#secrets = terms.secrets ?? new SecretBox(undefined)
  }

  protected abstract read<T>(work: StoreTask<T>): Promise<T>
  protected abstract look<T>(work: () => StoreTask<T>): Promise<T>
  /** Returns the current time after freeing the seats of all expired holds. */
  protected abstract settledNow(): Promise<number>
  protected abstract write<T>(work: (now: number) => StoreTask<T>): Promise<T>
  /** Runs a transaction that excludes the creation of other events. */
  protected abstract writeCatalog<T>(work: (now: number) => StoreTask<T>): Promise<T>
  /** Returns null if the event does not exist. */
  protected abstract changeEvent<T>(
    eventId: number,
    options: ChangeOptions,
    work: (change: EventChange) => StoreTask<T>,
  ): Promise<T | null>
  protected abstract readonly claimSeats: ClaimSeats
  /** Reads the tickets of an owner in the order of their ids. */
  protected abstract ticketRows(owner: Of<'listTickets'>): Promise<readonly OwnTicket[]>

  async listEvents({ page, limit }: Of<'listEvents'>) {
    const localNow = localTime(await this.settledNow(), this.terms.timeZone)
    return this.look(() => this.catalog.page(page, limit, localNow))
  }

  createEvent(...[draft, by]: Parameters<BookingStore['createEvent']>) {
    const { claimSeats } = this
    const accessCode = this.#newCode()
    return this.writeCatalog(function* (now) {
      const eventId = yield* createEvent(draft, { accessCode, now }, claimSeats)
      if (by !== undefined) {
        yield* addToAudit({ at: now, by, act: 'event-created', eventId, facts: factsOfNew(draft) })
      }
      return { eventId, accessCode }
    })
  }

  renewDemoEvents(...[drafts, localNow]: Parameters<BookingStore['renewDemoEvents']>) {
    const { claimSeats } = this
    const newCode = (): string => this.#newCode()
    return this.writeCatalog(function* (now): StoreTask<void> {
      for (const draft of drafts) {
        if (!(yield* endPastDemoEvent(draft.demoKey, localNow))) continue
        yield* createEvent(draft, { accessCode: newCode(), now }, claimSeats)
      }
    })
  }

  async findVenuePlan({ eventId: text }: Of<'findVenuePlan'>) {
    const eventId = numericId(text)
    return eventId === null ? null : this.look(() => venuePlanOf(eventId))
  }

  async listTickets(owner: Of<'listTickets'>) {
    const tickets: Ticket[] = []
    for (const { edition, ...ticket } of await this.ticketRows(owner)) {
      const wanted = { eventId: ticket.eventId, edition }
      const event = this.catalog.known(wanted) ?? (await this.read(this.catalog.salesEvent(wanted)))
      tickets.push(ticketOf(ticket, event))
    }
    return tickets
  }

  async findTicket({ partnerCode, ownerRef, ticketId }: Of<'findTicket'>) {
    const id = numericId(ticketId)
    const tickets = id === null ? [] : await this.listTickets({ partnerCode, ownerRef })
    return tickets.find((ticket) => ticket.ticketId === id) ?? null
  }

  async cancelTickets(input: Of<'cancelTickets'>) {
    const { of, ticketIds } = input
    const [first] = await this.read(soldTickets(this.catalog, { ticketIds: ticketIds.slice(0, 1) }))
    const eventId = first?.[1].ticket.event.eventId ?? 0
    const options = { mustBeOnSale: false, ...('requestId' in of && { requestOf: of }) }
    const done = await this.changeEvent(eventId, options, (change) =>
      changes.cancelTickets(change, this.catalog, input),
    )
    return done ?? err({ type: 'tickets-unknown' as const, ticketIds })
  }

  async accessCodes() {
    const codes = await this.read(
      rows<{ eventId: number; accessCode: string }>(
        `SELECT event_id AS "eventId", access_code AS "accessCode" FROM event WHERE status = 'ON_SALE'`,
      ),
    )
    return Object.fromEntries(codes.map(({ eventId, accessCode }) => [String(eventId), accessCode]))
  }

  async check() {
    await this.read(rows('SELECT 1 AS answer'))
  }

  async counts() {
    const now = await this.settledNow()
    const found = await this.read(
      row<StoreCounts>(
        `SELECT (SELECT count(*) FROM event WHERE status = 'ON_SALE') AS "eventsOnSale",
           (SELECT coalesce(sum(remaining), 0) FROM event WHERE status = 'ON_SALE') AS "seatsRemaining",
           (SELECT count(*) FROM claim WHERE state = 'held') AS "seatsHeld",
           (SELECT count(*) FROM session WHERE expires_at > $1) AS "sessionsOpen"`,
        [now],
      ),
    )
    return only(found)
  }

  async listAllEvents() {
    await this.settledNow()
    return this.read(this.catalog.all())
  }

  async endEvent({ eventId: text, by }: Of<'endEvent'>) {
    const eventId = numericId(text) ?? 0
    const ended = await this.changeEvent(eventId, ON_SALE, function* ({ now }) {
      yield* run("UPDATE event SET status = 'ENDED' WHERE event_id = $1", [eventId])
      yield* addToAudit({ at: now, by, act: 'event-ended', eventId, facts: {} })
      return ok(null)
    })
    return ended ?? unknownEvent
  }

  /** Demo events cannot be reopened, because a successor replaces each demo event. */
  async reopenEvent({ eventId: text, localNow, by }: Of<'reopenEvent'>) {
    const eventId = numericId(text) ?? 0
    const reopened = await this.changeEvent(eventId, { mustBeOnSale: false }, function* ({ now }) {
      const changed = yield* run(
        `UPDATE event SET status = 'ON_SALE'
         WHERE event_id = $1 AND status = 'ENDED' AND ends_at > $2 AND demo_key IS NULL`,
        [eventId, localNow],
      )
      if (changed !== 1) return unknownEvent
      yield* addToAudit({ at: now, by, act: 'event-reopened', eventId, facts: {} })
      return ok(null)
    })
    return reopened ?? unknownEvent
  }

  async listBought({ eventId: text }: Of<'listBought'>) {
    const eventId = numericId(text) ?? 0
    const { catalog } = this
    return this.read(
      (function* () {
        const bought = yield* rows<BoughtRow>(
          `SELECT ticket_id AS "ticketId", seat_id AS "seatId", price, purchase.partner_code AS "partnerCode",
             order_id AS "orderId", customer_name AS name, customer_phone AS phone, customer_email AS email
           FROM session JOIN ticket USING (session_no) JOIN purchase USING (purchase_id)
           WHERE event_id = $1 AND cancelled_at IS NULL ORDER BY seat_id`,
          [eventId],
        )
        if (bought.length === 0) return []
        const event = yield* catalog.salesEvent({ eventId })
        return bought.map((ticket) => boughtOf(ticket, event))
      })(),
    )
  }

  listCancelled({ codes }: Of<'listCancelled'>) {
    return this.read(
      (function* () {
        const cancelled: string[] = []
        const sql = 'SELECT qr_code FROM ticket WHERE qr_code = $1 AND cancelled_at IS NOT NULL'
        for (const code of codes) cancelled.push(...(yield* column<string>(sql, [code])))
        return cancelled
      })(),
    )
  }

  async findPurchases(search: Of<'findPurchases'>) {
    const { catalog } = this
    return this.read(
      (function* () {
        const events = new Map<number, SalesEvent>()
        const onSale = yield* column<number>("SELECT event_id FROM event WHERE status = 'ON_SALE' ORDER BY event_id")
        for (const eventId of onSale) events.set(eventId, yield* catalog.salesEvent({ eventId }))
        const bought = new Map<number, FoundPurchaseRow>()
        for (const { sql, values } of purchaseQueries([...events.values()], search))
          for (const purchase of yield* rows<FoundPurchaseRow>(sql, values)) bought.set(purchase.purchaseId, purchase)
        const latest = [...bought.values()]
          .toSorted((one, other) => other.completedAt - one.completedAt || other.purchaseId - one.purchaseId)
          .slice(0, MAX_FOUND_SALES)
        const found = []
        for (const purchase of latest) {
          const tickets = yield* rows<FoundTicketRow>(
            `SELECT ticket_id AS "ticketId", seat_id AS "seatId", price FROM ticket
             WHERE purchase_id = $1 AND cancelled_at IS NULL ORDER BY ticket_id`,
            [purchase.purchaseId],
          )
          found.push(foundPurchase(only(events.get(purchase.eventId)), purchase, tickets))
        }
        return found
      })(),
    )
  }

  async renewAccessCode({ eventId: text, by }: Of<'renewAccessCode'>) {
    const eventId = numericId(text) ?? 0
    const accessCode = this.#newCode()
    const renewed = await this.changeEvent(eventId, ON_SALE, function* ({ now }) {
      yield* run('UPDATE event SET access_code = $1 WHERE event_id = $2', [accessCode, eventId])
      // The access code allows purchases, so the audit does not contain the access code.
      yield* addToAudit({ at: now, by, act: 'code-renewed', eventId, facts: {} })
      return ok({ accessCode })
    })
    return renewed ?? unknownEvent
  }

  keepVenue(plan: Of<'keepVenue'>) {
    return this.write(() => keepVenue(plan))
  }

  listVenues() {
    return this.read(this.catalog.venues())
  }

  async listPartners(): Promise<readonly Partner[]> {
    const found = await this.read(rows<{ document: string }>('SELECT document FROM partner ORDER BY code COLLATE "C"'))
    return found.map(({ document }) => mapSecrets(storedPartner(document), this.#secrets.open))
  }

  async keepPartner(partner: Partner) {
    const document = JSON.stringify(mapSecrets(partner, this.#secrets.seal))
    await this.write(() =>
      run(
        'INSERT INTO partner (code, document) VALUES ($1, $2) ON CONFLICT (code) DO UPDATE SET document = excluded.document',
        [partner.code, document],
      ),
    )
  }

  async removePartner({ code }: Of<'removePartner'>) {
    return (await this.write(() => run('DELETE FROM partner WHERE code = $1', [code]))) === 1
  }

  async purge({ before }: Of<'purge'>) {
    await this.settledNow()
    return this.write(function* (now) {
      yield* run(`DELETE FROM hold WHERE state IN ('released', 'expired') AND session_no IN (${ENDED_SESSIONS})`, [
        before,
      ])
      return {
        sessions: yield* run(`DELETE FROM session WHERE session_no IN (${ENDED_SESSIONS})`, [before]),
        customers: yield* run(`UPDATE purchase SET ${FORGET_BUYER} WHERE completed_at < $1 AND ${HAS_BUYER}`, [before]),
        nonces: yield* run('DELETE FROM nonce WHERE expires_at <= $1', [now]),
      }
    })
  }

  async listBuyers() {
    const found = await this.read(
      rows<BuyerRow>(
        `SELECT purchase_id AS "purchaseId", order_id AS "orderId", purchase.partner_code AS "partnerCode",
           completed_at AS "completedAt", title, starts_at AS "startsAt", ends_at AS "endsAt", amount, purchase.currency,
           (SELECT count(*) FROM ticket WHERE ticket.purchase_id = purchase.purchase_id AND cancelled_at IS NULL) AS tickets,
           (SELECT count(*) FROM ticket
            WHERE ticket.purchase_id = purchase.purchase_id AND cancelled_at IS NOT NULL) AS cancelled,
           customer_name AS name, customer_phone AS phone, customer_email AS email
         FROM purchase JOIN session USING (session_no) JOIN event USING (event_id) WHERE ${HAS_BUYER} ORDER BY purchase_id`,
      ),
    )
    return found.map(storedBuyer)
  }

  noteRequest({ act, by, ...facts }: Of<'noteRequest'>) {
    return this.write((now) => addToAudit({ at: now, by, act, eventId: null, facts }))
  }

  eraseBuyers({ purchaseIds, by }: Of<'eraseBuyers'>) {
    return this.write(function* (now) {
      const erased = yield* run(`UPDATE purchase SET ${FORGET_BUYER} WHERE ${HAS_BUYER} AND purchase_id IN LIST($1)`, [
        purchaseIds,
      ])
      const facts = { purchases: erased }
      yield* addToAudit({ at: now, by, act: 'personal-data-erased', eventId: null, facts })
      return erased
    })
  }

  listRecords(kind: string) {
    return this.read(
      rows<FleetRecord>('SELECT name, version, document FROM fleet_record WHERE kind = $1 ORDER BY name COLLATE "C"', [
        kind,
      ]),
    )
  }

  findRecord({ kind, name }: Of<'findRecord'>) {
    return this.read(
      row<FleetRecord>('SELECT name, version, document FROM fleet_record WHERE kind = $1 AND name = $2', [kind, name]),
    )
  }

  async keepRecord({ kind, name, version, document }: Of<'keepRecord'>) {
    const written = await this.write(() =>
      version === 0
        ? run(
            'INSERT INTO fleet_record (kind, name, version, document) VALUES ($1, $2, 1, $3) ON CONFLICT DO NOTHING',
            [kind, name, document],
          )
        : run(
            'UPDATE fleet_record SET document = $1, version = version + 1 WHERE kind = $2 AND name = $3 AND version = $4',
            [document, kind, name, version],
          ),
    )
    return written === 1
  }

  async removeRecord({ kind, name }: Of<'removeRecord'>) {
    const sql = 'DELETE FROM fleet_record WHERE kind = $1 AND name = $2'
    return (await this.write(() => run(sql, [kind, name]))) === 1
  }

  async editEvent(input: Input<'editEvent'>) {
    return (await this.#change(input, (change, event) => changes.editEvent(change, event, input))) ?? unknownEvent
  }

  async withholdSeats(input: Input<'withholdSeats'>) {
    const done = await this.#change(input, (change, event) =>
      changes.withholdSeats(change, event, input, this.claimSeats),
    )
    return done ?? unknownEvent
  }

  async giveBackSeats(input: Input<'giveBackSeats'>) {
    return (await this.#change(input, (change, event) => changes.giveBackSeats(change, event, input))) ?? unknownEvent
  }

  async listWithheld({ eventId: text }: Input<'listWithheld'>) {
    const { catalog } = this
    return this.read(
      (function* () {
        const found = yield* catalog.overview(numericId(text) ?? 0)
        if (found === null) return unknownEvent
        return ok(yield* changes.listWithheld(yield* catalog.salesEvent(found)))
      })(),
    )
  }

  listAudit(input: Input<'listAudit'>) {
    return this.read(changes.readAudit(input))
  }

  tellSlip(slip: Of<'tellSlip'>) {
    return this.write(() => vouchers.tellSlip(slip))
  }

  findSlip({ slipId, mode }: Of<'findSlip'>) {
    return this.read(vouchers.findSlip(slipId, mode))
  }

  spendSlip(wish: Of<'spendSlip'>) {
    return this.write((now) => vouchers.spendSlip(wish, now))
  }

  settleSpending(wish: Of<'settleSpending'>) {
    return this.write(() => vouchers.settleSpending(wish))
  }

  releaseSpending(wish: Of<'releaseSpending'>) {
    return this.write(() => vouchers.releaseSpending(wish))
  }

  saveAccount(account: Of<'saveAccount'>) {
    return this.write((now) => accounts.saveAccount(account, now))
  }

  listAccounts({ mode }: Of<'listAccounts'>) {
    return this.read(accounts.listAccounts(mode))
  }

  listEntries({ account, mode }: Of<'listEntries'>) {
    return this.read(accounts.listEntries(account, mode))
  }

  chargeAccount(charge: Of<'chargeAccount'>) {
    return this.write((now) => accounts.chargeAccount(charge, now))
  }

  settleCharge(wish: Of<'settleCharge'>) {
    return this.write((now) => accounts.settleCharge(wish, now))
  }

  bookEntry(entry: Of<'bookEntry'>) {
    return this.write((now) => accounts.bookEntry(entry, now))
  }

  #newCode(): string {
    return readableCode(this.terms.random, ACCESS_CODE_LENGTH)
  }

  #change<T>(
    { eventId }: { readonly eventId: string },
    work: (change: EventChange, event: SalesEvent) => StoreTask<T>,
  ): Promise<T | null> {
    const { catalog } = this
    return this.changeEvent(numericId(eventId) ?? 0, ON_SALE, function* (change) {
      return yield* work(change, yield* catalog.salesEvent(change))
    })
  }
}

import { salesBreakdown } from '../../../shared/domain/money/trade.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { serial } from '../../../shared/domain/serial.ts'
import { isWeakPin, type Member } from '../../../shared/domain/staff.ts'
import type { NotWritten, PeopleFailure } from '../../../shared/api/kiosk/failures.ts'
import type { OpenSaleView, TestPrintView } from '../../../shared/api/kiosk/office-views.ts'
import type { Commands } from '../access.ts'
import type { PrintOutcome } from '../ports/devices.ts'
import type { AccessCodes, OfficePorts, PeopleKeeper } from '../ports/office.ts'
import type { NoteCode, Ports } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import { staffCases } from '../sale/staff-cases.ts'
import { partnerFailure } from '../visit/visit-commands.ts'
import { isCodeMissing, type NotOpened, type OfferWatch } from '../monitors/offer-watch.ts'
import type { WatchedPorts } from '../monitors/partner-watch.ts'
import type { ReconcileService } from './reconcile.ts'

export function machineCommands(
  { ledger, partner, clock, printers, log }: WatchedPorts,
  sales: SaleService,
  office: Pick<OfficePorts, 'settings' | 'testPrint' | 'makeCard' | 'checkProviders' | 'diagnose'>,
) {
  return {
    viewSettings: async () => ok(office.settings.view()),

    async changeSetting({ key, value }, { staffId }) {
      const changed = office.settings.change(key, value)
      if (!changed.ok) return changed
      ledger.note('SETTING_CHANGED', { key, before: changed.value.before, after: value }, clock.now(), staffId)
      log.info('settings.changed', { key, staffId })
      return ok(office.settings.view())
    },

    async printTestPage({ printer }, { staffId }) {
      const outcome = await office.testPrint(printer)
      if (!outcome) return err({ type: 'unknown-printer' })
      log.info('office.test-page-printed', { printer, staffId, ...outcome })
      return ok(testPrintView(outcome))
    },

    async printCard({ card, language }, { staffId }) {
      const { saved, printed } = await office.makeCard(card, language)
      log.info('office.card-printed', { card, language, staffId, saved, printed })
      if (saved.outcome !== 'printed') return err({ type: 'write-failed' })
      return ok({ file: saved.evidence, paper: printed?.outcome ?? 'saved' })
    },

    checkProviders: async () => ok(await office.checkProviders()),

    async makeDiagnostics(_input, { staffId }) {
      try {
        const file = await office.diagnose({
          atUtc: clock.now().wallUtc,
          partner: partner.isUp() ? 'up' : 'down',
          printers: await printers.report(),
          canStartSale: ledger.canStartSale(),
          openSales: ledger
            .unfinished()
            .map(({ saleId, state }) => ({ saleId, state, faulted: sales.faulted(saleId) })),
        })
        log.info('office.diagnosis-written', { staffId })
        return ok({ file })
      } catch (error) {
        log.error('office.diagnosis-failed', error)
        return err({ type: 'write-failed' })
      }
    },
  } satisfies Partial<Commands>
}

export function testPrintView(outcome: PrintOutcome): TestPrintView {
  return {
    outcome: outcome.outcome,
    reason: outcome.outcome === 'failed' ? outcome.reason : '',
    detail: outcome.outcome === 'printed' ? outcome.evidence : outcome.detail,
  }
}

export function accessCodeCommands(
  { ledger, offer, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'> & { readonly offer: OfferWatch },
  accessCodes: AccessCodes,
) {
  const { sessions } = offer
  return {
    async viewSeatsLeft({ eventId }) {
      const session = await sessions.open(eventId)
      if (!session.ok) return err(failureOf(session.error))
      const { remaining, zones } = session.value.overview
      return ok({
        eventId,
        remaining,
        zones: zones.map(({ zoneId, name, remaining: left }) => ({ zoneId, name, remaining: left })),
      })
    },

    async listAccess() {
      const reply = await offer.list()
      if (!reply.ok) return err(partnerFailure(reply.error))
      const { events } = reply.value
      const sources = () => Promise.all(events.map(({ eventId }) => sessions.source(eventId)))
      // The hub may have a new access code for an event that was put on sale recently.
      if ((await sources()).includes(null)) await accessCodes.renew()
      const found = await sources()
      return ok(
        events.map(({ eventId, title, startsAt }, index) => ({
          eventId,
          title,
          startsAt,
          source: found[index] ?? null,
          refused: sessions.isRefused(eventId),
        })),
      )
    },

    async setAccessCode({ eventId, code }, { staffId }) {
      const tried = await sessions.tryCode(eventId, code)
      if (!tried.ok) return err(failureOf(tried.error))
      try {
        accessCodes.keep(eventId, tried.value)
      } catch (error) {
        log.error('access-code.not-saved', error)
        return err({ type: 'write-failed' })
      }
      ledger.note('ACCESS_CODE_SET', { eventId }, clock.now(), staffId)
      return ok(null)
    },
  } satisfies Partial<Commands>
}

const failureOf = (error: NotOpened) => (isCodeMissing(error) ? error : partnerFailure(error))

const JOURNAL_LINES = 50

export function bookCommands(
  { ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>,
  sales: SaleService,
  office: Pick<OfficePorts, 'traded' | 'soldEvents' | 'sellers' | 'saveSales' | 'journal' | 'verify' | 'settle'>,
  reconciling: ReconcileService,
) {
  /** A verification reads every ledger row, so only one verification runs at a time. */
  let verifying: ReturnType<OfficePorts['verify']> | null = null

  const reports = new ReportPieces()

  return {
    async viewSalesBreakdown({ shiftNo }) {
      const traded = office.traded(shiftNo ?? null)
      if (!traded) return err({ type: 'no-shift' })
      const of = shiftNo ?? null
      const [events, people] = [office.soldEvents(), office.sellers(of)]
      return ok({ shiftNo: of, trades: salesBreakdown(traded), events, people })
    },

    async saveSalesList(wish, { staffId }) {
      const saved = await office.saveSales(wish)
      if (saved.ok) log.info('ledger.sales-listed', { lines: saved.value.lines, staffId })
      return saved
    },

    async listOpenSales() {
      const cases = staffCases(ledger, sales, clock.now())
      const questions = new Map(
        cases.flatMap((each) => ('saleId' in each ? [[each.saleId, each.question] as const] : [])),
      )
      const open = ledger.unfinished().map((kept) => sales.find(kept.saleId) ?? kept)
      // A sale in state `choosing` has no seats and no payments, because its hold was refused.
      const filled = open.filter(({ state }) => state !== 'choosing')
      return ok(filled.map((sale) => openSaleView(sale, questions.get(sale.saleId) ?? null)))
    },

    async viewJournal({ before, saleId }) {
      return ok(office.journal({ before: before ?? null, saleId: saleId ?? null, limit: JOURNAL_LINES }))
    },

    async verifyLedger(_input, { staffId }) {
      verifying ??= office.verify().finally(() => {
        verifying = null
      })
      const verdict = await verifying
      log.info('ledger.verified', { sound: verdict.sound, rows: verdict.rows, staffId })
      return ok(verdict)
    },

    startReconcile: async ({ shiftNo }, { staffId }) => reconciling.start(shiftNo ?? null, staffId),
    viewReconcile: async () => ok(reconciling.view()),

    async reconcileSettlement({ driver, from, to, piece, at, size }, { staffId }) {
      const report = reports.take(Buffer.from(piece, 'base64'), at, size)
      if (report === null) return err({ type: 'invalid-answer' })
      if (report === 'more') return ok(null)
      const compared = await office.settle({ driver, from, to, report })
      if (compared.ok) {
        const { payments, differences } = compared.value
        log.info('settlement.compared', { driver, payments, differences: differences.length, staffId })
      }
      return compared
    },
  } satisfies Partial<Commands>
}

function openSaleView(sale: Sale, question: OpenSaleView['question']): OpenSaleView {
  const seats = 'order' in sale ? sale.order.seats : 'seats' in sale ? sale.seats : []
  return {
    saleId: sale.saleId,
    reference: 'order' in sale ? sale.order.orderId : sale.ownerRef,
    state: sale.state,
    eventTitle: sale.event.title,
    seatCodes: seats.map(({ place }) => place.seatCode),
    amount: 'order' in sale ? sale.order.amount : seats.reduce((sum, { price }) => sum + price, 0),
    currency: sale.currency,
    tender: 'tender' in sale ? sale.tender.kind : null,
    question,
  }
}

class ReportPieces {
  #pieces: readonly Uint8Array[] = []

  /** Returns the complete file after its last piece, `more` after an earlier piece, or null for an invalid piece. */
  take(piece: Uint8Array, at: number, size: number): Uint8Array | 'more' | null {
    const before = at === 0 ? [] : this.#pieces
    const known = lengthOf(before)
    this.#pieces = []
    if (at !== known || known + piece.length > size || (piece.length === 0 && size > 0)) return null
    const now = [...before, piece]
    if (lengthOf(now) >= size) return Buffer.concat(now)
    this.#pieces = now
    return 'more'
  }
}

const lengthOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0)

type Changed = Result<readonly Member[], PeopleFailure | NotWritten>

/** Journals each change of the staff list before it is made, with staff numbers and without names. */
export function peopleCommands(
  { ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>,
  people: PeopleKeeper,
  onChanged: () => void,
) {
  const inTurn = serial()
  const of = (wanted: string): Member | undefined => people.list().find(({ number }) => number === wanted)
  const isGuessable = (pin: string, own: string): boolean => isWeakPin(pin) || pin === own || of(pin) !== undefined

  async function change(
    [code, payload, staffId]: readonly [NoteCode, Readonly<Record<string, string>>, string],
    write: () => Promise<Result<unknown, PeopleFailure>> | Result<unknown, PeopleFailure>,
  ): Promise<Changed> {
    ledger.note(code, payload, clock.now(), staffId)
    try {
      const written = await write()
      onChanged()
      return written.ok ? ok(people.list()) : written
    } catch (error) {
      log.error('staff.list-not-saved', error)
      return err({ type: 'write-failed' })
    }
  }

  return {
    listPeople: async () => ok(people.list()),

    addPerson({ number, name, role, newPin }, { staffId }, second) {
      return inTurn(async (): Promise<Changed> => {
        if (isGuessable(newPin, number)) return err({ type: 'weak-pin' })
        if (of(number)) return err({ type: 'number-taken' })
        const row = ['STAFF_ADDED', { number, role, second: second.staffId }, staffId] as const
        return change(row, () => people.add({ number, name, role }, newPin))
      })
    },

    resetPin({ number, newPin }, { staffId }, second) {
      return inTurn(async (): Promise<Changed> => {
        if (isGuessable(newPin, number)) return err({ type: 'weak-pin' })
        if (!of(number)) return err({ type: 'no-such-number' })
        const row = ['PIN_RESET', { number, second: second.staffId }, staffId] as const
        return change(row, () => people.resetPin(number, newPin))
      })
    },

    removePerson({ number }, { staffId }) {
      return inTurn(async (): Promise<Changed> => {
        const gone = of(number)
        if (!gone) return err({ type: 'no-such-number' })
        const supervisors = people.list().filter(({ role }) => role === 'supervisor')
        if (gone.role === 'supervisor' && supervisors.length === 1) return err({ type: 'last-supervisor' })
        return change(['STAFF_REMOVED', { number, role: gone.role }, staffId], () => people.remove(number))
      })
    },
  } satisfies Partial<Commands>
}

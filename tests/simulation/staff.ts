import { takenFor } from '../../shared/domain/sale/sale-base.ts'
import type { CommandInput } from '../../shared/api/kiosk/contract.ts'
import type { PaymentCase, SaleCase, StaffCase } from '../../shared/api/kiosk/staff-cases.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { isAccount, isDocument, isDriven, isNotes, type TenderKind } from '../../shared/domain/money/tender.ts'
import type { Invariants } from './invariants.ts'
import type { Machine } from './machine.ts'
import { isAttended, type Program } from './program.ts'
import { CHIEF_PIN, PIN } from '../world/campaign/kiosk.ts'
import { seconds, type World } from './world.ts'

/** Number of times that staff view a pending sale or refund before settling it. */
const PATIENCE = 8

/** Creates the staff of one kiosk, who take cash, settle the kiosk's cases and remember their own actions. */
export function createCounter(world: World, machine: () => Machine, invariants: Invariants) {
  const { time, random, faults, truth } = world
  /** Payment references of cash in the drawer that the kiosk has not acknowledged, by sale. */
  const unacknowledged = new Map<string, string>()
  const paidBack = new Set<string>()
  /** Time at which staff first saw that the tickets of a sale did not match, by sale. */
  const inQuestion = new Map<string, number>()
  /** Number of times that staff have viewed a case that waits for the service or a refund. */
  const waitedFor = new Map<string, number>()
  let lastApproval = 'A1B2C3D4'
  const tell = (what: string): void => world.tell(`${machine().name} staff`, what)

  async function hesitate(): Promise<void> {
    await time.sleep(seconds(faults.strike('staff late') ? random.between(60, 500) : random.between(3, 25)))
  }

  const saleOf = (saleId: string) => invariants.known(machine().name).find((sale) => sale.saleId === saleId)

  function handBackForgotten(): void {
    for (const [saleId, reference] of unacknowledged) {
      const sale = saleOf(saleId)
      if (sale?.state === 'paying' || sale?.state === 'needs-staff') continue
      if (sale && takenFor(sale).every((taken) => taken.reference !== reference)) {
        truth.giveBack(reference)
        tell(`hand back the cash of ${saleId.slice(0, 8)}`)
      }
      unacknowledged.delete(saleId)
    }
  }

  /** Returns true if each ticket whose printing is uncertain was really printed. */
  function allOut(sale: Sale): boolean {
    const doubtful = 'jobs' in sale ? sale.jobs.filter(({ state }) => state === 'unknown') : []
    return doubtful.every(({ ticketId, copyNumber }) => {
      const qrCode = 'tickets' in sale && sale.tickets.find((ticket) => ticket.ticketId === ticketId)?.qrCode
      return truth.sheets.some((sheet) => sheet.qrCode === qrCode && sheet.copyNumber === copyNumber)
    })
  }

  /** Refunds a payment by hand. `named`: payment reference shown in the case. */
  function giveBackOnce(kind: TenderKind | null, paymentReference: string, named: string): void {
    // The program refunds a sale on account without staff.
    if (kind !== null && isAccount(kind)) return
    const refunds = kind === null || !isDriven(kind) ? null : machine().refundsOf(kind)
    if (refunds?.refunded(paymentReference) === true)
      truth.violate('I12', `staff give ${named} back, and its provider has done so before`)
    if (!paidBack.has(paymentReference)) truth.giveBack(named)
    paidBack.add(paymentReference)
  }

  /** Opens the device to find the note. Returns null while the note is still moving. */
  function answerToNote(saleId: string) {
    const at = invariants.notes.noteOf(machine().name, saleId)
    if (at === 'inside') return null
    tell(`find the note of ${saleId.slice(0, 8)} ${at ?? 'nowhere'}`)
    return { type: 'money-moved', moved: at === 'in the box' } as const
  }

  /** Performs the necessary actions of staff and returns their answer to a case. Null if there is no answer yet. */
  function answerTo(staffCase: SaleCase) {
    const {
      saleId,
      reference: orderId,
      question,
      paymentReference,
      look,
      fenced,
      asking,
      differs,
      onePurchase,
    } = staffCase
    const sale = saleOf(saleId)
    switch (question) {
      case 'money-moved': {
        if (!sale || !('tender' in sale)) return null
        const { kind, reference, provider } = sale.tender
        if (isNotes(kind)) return answerToNote(saleId)
        // Only the hub can decide the outcome of a charge to an account.
        if (isAccount(kind)) return null
        // While the payment can still succeed, staff give no answer or continue without it. Staff also continue without
        // a payment whose amount is wrong.
        const open = asking && provider !== undefined
        const payable = open && isDriven(kind) && !machine().isOver(kind, provider.reference)
        if (payable && !faults.strike('staff go past')) return null
        const otherwise = truth.surplus(reference) !== 0
        if (payable || differs || otherwise) {
          // If the kiosk does not query the payment, the operator refunds it.
          if (otherwise && !open && !differs) truth.giveBack(reference)
          tell(`go on without ${reference}`)
          return { type: 'money-moved', moved: false } as const
        }
        const charged = isDriven(kind) && machine().lookUp(kind, provider?.reference ?? reference)
        const moved = charged || unacknowledged.get(saleId) === reference
        const wrong = faults.strike('staff wrong')
        if (wrong) invariants.misled(saleId)
        tell(`answer ${wrong ? 'wrongly' : 'truly'} about ${saleId.slice(0, 8)}: ${moved !== wrong}`)
        return { type: 'money-moved', moved: moved !== wrong } as const
      }
      case 'pay-back': {
        if (paymentReference === null) return null
        if (look === 'wanted' || look === 'asking') return { type: 'ask-again' } as const
        giveBackOnce(sale?.state === 'refund-due' ? sale.tender.kind : null, paymentReference, paymentReference)
        return { type: 'paid-back', reference: `R-${paymentReference.slice(0, 8)}` } as const
      }
      case 'reprint':
      case 'collect':
        return { type: 'reprint' } as const
      case 'paper-out':
        return { type: sale && allOut(sale) ? 'print-scanned' : 'reprint' } as const
      case 'tickets-mismatched': {
        const sinceMs = inQuestion.get(saleId) ?? time.now()
        inQuestion.set(saleId, sinceMs)
        // The partner has sold nothing, and no request for the sale can still be in transit.
        const unsold = sale && 'order' in sale && truth.ticketsOf(orderId).length === 0
        const over = world.closing() && time.now() > sinceMs + seconds(800)
        return { type: unsold && over ? 'give-back' : 'ask-again' } as const
      }
      case 'service-unreachable': {
        const looks = (waitedFor.get(saleId) ?? 0) + 1
        waitedFor.set(saleId, looks)
        if (sale?.state !== 'needs-staff' || !('order' in sale) || looks < PATIENCE || fenced === false) return null
        const sold = truth.ticketsOf(orderId).length > 0
        // One of several purchases cannot be settled manually, so the organiser cancels its tickets before the refund.
        if (sold && onePurchase) {
          truth.cancel(truth.ticketsOf(orderId).map(({ ticketId }) => ticketId))
          return { type: 'give-back' } as const
        }
        return sold ? ({ type: 'settled-manually', reference: 'telephone' } as const) : ({ type: 'give-back' } as const)
      }
      case 'refund-open':
      case 'rows-lost':
      case 'unreconciled':
      case 'restart':
      case 'storage-full':
      case 'purchase-refused':
        return null
    }
  }

  /** Refunds money that belongs to no sale, if necessary after a check of the operator's page. */
  function answerToPayment({ question, payment, tender, paymentReference }: PaymentCase) {
    if (question === 'payment-found') {
      giveBackOnce(tender, paymentReference, payment)
      return { type: 'paid-back', reference: `R-${paymentReference.slice(0, 8)}` } as const
    }
    if (question === 'payment-open' || !isDriven(tender) || !machine().isOver(tender, paymentReference)) return null
    return { type: 'money-moved', moved: machine().lookUp(tender, paymentReference) } as const
  }

  /** Requests a refund, or settles a pending refund after a check of the provider's page. Returns false otherwise. */
  async function settleOver(api: Program['api'], one: SaleCase | PaymentCase): Promise<boolean> {
    const { over, tender, paymentReference } = one
    const looksFirst = 'look' in one && (one.look === 'wanted' || one.look === 'asking')
    if (!over || tender === null || !isDriven(tender)) return false
    if (over.asked) {
      const refund = over.asked.reference
      const looks = (waitedFor.get(refund) ?? 0) + 1
      waitedFor.set(refund, looks)
      if (looks < PATIENCE) return true
      const receipt = machine().refundsOf(tender)?.gaveBack(refund) === true ? `B-${refund.slice(0, 8)}` : null
      const said = await api.settleRefund({ pin: PIN, refund, receipt })
      tell(`say that ${refund} was ${receipt === null ? 'not ' : ''}made: ${said.ok ? 'done' : said.error.type}`)
      return true
    }
    const byHand = paidBack.has(paymentReference ?? '')
    if (!over.offered || looksFirst || byHand || random.chance(0.3)) return false
    const asked = await api.askRefund({ pin: PIN, second: { pin: CHIEF_PIN }, payment: over.payment })
    tell(`have ${over.payment} given back: ${asked.ok ? 'done' : asked.error.type}`)
    return true
  }

  const isDocumentTaken = (
    { tender }: SaleCase,
    answer: { readonly type: string; readonly moved?: boolean },
  ): boolean => answer.type === 'money-moved' && answer.moved === true && tender !== null && isDocument(tender)

  /** Reports a document. Without approval by a second person, the program must refuse the document. */
  async function acceptDocument(
    api: Program['api'],
    document: Pick<CommandInput<'acceptDocument'>, 'saleId' | 'reference' | 'number' | 'again'>,
  ) {
    if (random.chance(0.2)) {
      const alone = await api.acceptDocument({ pin: PIN, second: { pin: PIN }, ...document })
      if (alone.ok) truth.violate('bug', `${document.reference} was taken by one person`)
    }
    return api.acceptDocument({ pin: PIN, second: { pin: CHIEF_PIN }, ...document })
  }

  async function settle(api: Program['api'], one: StaffCase): Promise<void> {
    if (one.question === 'note-unallocated') {
      const paidOut = one.amount !== null && random.chance(0.5)
      const said = await api.settleStrayNote({ pin: PIN, seq: one.seq, paidOut })
      return tell(
        `the note of row ${one.seq} ${paidOut ? 'is paid out' : 'stays in the box'}: ${said.ok ? 'done' : said.error.type}`,
      )
    }
    if ('eventTitle' in one && (await settleOver(api, one))) return
    const payment = 'payment' in one ? answerToPayment(one) : null
    const answer = 'saleId' in one ? answerTo(one) : payment
    if (!answer) return
    const settled =
      'saleId' in one && isDocumentTaken(one, answer)
        ? await acceptDocument(api, {
            saleId: one.saleId,
            reference: one.paymentReference ?? '',
            number: 'QUESTION 7',
            again: true,
          })
        : 'saleId' in one
          ? await api.settleStaffCase({ pin: PIN, saleId: one.saleId, answer })
          : 'payment' in one && (await api.settleOpenPayment({ pin: PIN, payment: one.payment, answer }))
    if (!settled) return
    const what = 'saleId' in one ? one.saleId : one.question
    if (settled.ok && answer.type === 'money-moved') unacknowledged.delete(what)
    tell(`${answer.type} for ${what.slice(0, 8)}: ${settled.ok ? 'done' : settled.error.type}`)
    await time.sleep(seconds(random.between(1, 5)))
  }

  return {
    scan: (shows: string) => machine().operator.scan(shows),
    async takeCash(saleId: string) {
      await hesitate()
      const sale = saleOf(saleId)
      const { api } = machine().program() ?? {}
      if (!api || sale?.state !== 'paying') return
      const { reference, amount } = sale.tender
      const note = random.pick([0, 500, 5_000])
      truth.take(reference, amount)
      unacknowledged.set(saleId, reference)
      tell(`take ${amount} in cash for ${saleId.slice(0, 8)}`)
      const confirmed = await api.confirmCash({ saleId, pin: PIN, received: amount + note })
      if (!confirmed.ok) truth.giveBack(reference)
      unacknowledged.delete(saleId)
    },
    async charge(saleId: string) {
      await hesitate()
      const sale = saleOf(saleId)
      const { api } = machine().program() ?? {}
      if (!api || sale?.state !== 'paying' || sale.phase !== 'starting' || !isAttended(sale.tender.kind)) return
      const { kind, reference, amount } = sale.tender
      const charged = machine().telephone.charge(reference, amount)
      tell(`${charged ? 'charge' : 'cannot charge'} ${amount} by ${kind} for ${saleId.slice(0, 8)}`)
      // Reporting the result takes time, during which the kiosk may crash.
      if (faults.strike('crash', 80)) machine().program()?.kill('between a charge and its word')
      await hesitate()
      const approval = random.chance(0.1) ? lastApproval : random.uuid().slice(0, 8).toUpperCase()
      const person = { pin: PIN, saleId, reference }
      const refusal = { type: random.pick(['refused', 'not-paid'] as const) } as const
      const report = (again?: true) => {
        if (!charged) return api.reportTenderResult({ ...person, word: refusal })
        const confirmed = again ? { again } : {}
        return isDocument(kind)
          ? acceptDocument(api, { saleId, reference, number: approval, ...confirmed })
          : api.reportTenderResult({ ...person, word: { type: 'approved', approval, ...confirmed } })
      }
      let told: Awaited<ReturnType<typeof report>> = await report()
      if (!told.ok && told.error.type === 'approval-known') told = await report(true)
      tell(
        `say "${charged ? 'approved' : refusal.type}" of ${saleId.slice(0, 8)}: ${told.ok ? 'done' : told.error.type}`,
      )
      lastApproval = approval
    },
    async attend({ api, alive }: Program) {
      while (alive()) {
        await hesitate()
        if (faults.strike('orderly restart')) return machine().restart()
        handBackForgotten()
        machine().notes?.tend()
        const info = await api.getKiosk({})
        if (info.ok && info.value.purchasesRefused) {
          const resumed = await api.resumePurchases({ pin: PIN })
          tell(`resume purchases: ${resumed.ok ? 'done' : resumed.error.type}`)
        }
        const cases = await api.listStaffCases({ pin: PIN })
        for (const one of cases.ok ? cases.value : []) await settle(api, one)
      }
    },
  }
}

export type Counter = ReturnType<typeof createCounter>

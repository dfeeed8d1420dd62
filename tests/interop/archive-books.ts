// Checks the meaning of the rows of an archive. Part of archive-verifier.ts, written from
// docs/integrating/ledger-format.md alone.

import {
  canonical,
  type Json,
  type Job,
  type Order,
  type Payload,
  type QueryTime,
  type Row,
  type Tender,
  type Ticket,
} from './archive-rows.ts'

interface Copy {
  readonly number: number
  readonly state: string
  readonly evidence: string
  /** Whether the copy of the document was sent to the printer and its printing has not failed since. */
  readonly isSent: boolean
}

interface Sale {
  state: string | null
  currency: string
  eventId: string
  isMarked: boolean
  order: { readonly row: Row; readonly order: Order } | null
  isBought: boolean
  /** Refund that became due for seats that were not sold. */
  unsold: number
  readonly tenders: Map<string, Tender>
  readonly abandonedPayment: Set<string>
  readonly tickets: Ticket[]
  /** Debit − credit of the rows of the sale, by account. */
  readonly balance: Map<string, number>
  last: { readonly row: Row; readonly isPersonsTurn: boolean } | null
}

type Issued = Readonly<{ currency: string; eventId: string; zone: string; price: number }>

export interface Tools {
  readonly report: (isTrue: boolean, where: string, what: string) => void
  readonly isSigned: (keyId: string, data: Uint8Array, sig: string) => boolean
  readonly rows: readonly Row[]
}

const ENDS = ['done', 'abandoned', 'refunded']
/** States in which the program has to continue, so no sale may remain in any of them. */
const WORKING = 'holding held releasing priced paying paid confirming unknown confirmed printing'.split(' ')
const STATES = [...ENDS, ...WORKING, 'print-unknown', 'choosing', 'refund-due', 'needs-staff']
/** Half the smallest coin, in minor units. */
const ROUNDING: Readonly<Record<string, number>> = { GNF: 50, XOF: 2, XAF: 2 }

/** Tenders whose account is not a clearing account. */
const OWN_ACCOUNTS: Readonly<Record<string, string>> = {
  cash: 'drawer',
  notes: 'cashbox',
  'credit-slip': 'credit-slips',
  cheque: 'cheques',
  'bank-transfer': 'bank-transfers',
  account: 'customer-receivables',
}

function accountOf(kind: string): string {
  return OWN_ACCOUNTS[kind] ?? `${kind}-clearing`
}

function takenOf({ amount, received = amount, change = 0, slip }: Tender): number {
  return received - change - (slip?.amount ?? 0)
}

function add(balance: Map<string, number>, account: string, net: number): void {
  balance.set(account, (balance.get(account) ?? 0) + net)
}

function netText(balance: ReadonlyMap<string, number>): string {
  const moved = [...balance].filter(([, net]) => net !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return moved.map(([account, net]) => `${account} ${net}`).join(', ')
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

function newSale(opened: Payload['opened']): Sale {
  return {
    state: null,
    currency: opened?.currency ?? '',
    eventId: opened?.event.eventId ?? '',
    isMarked: false,
    order: null,
    isBought: false,
    unsold: 0,
    tenders: new Map(),
    abandonedPayment: new Set(),
    tickets: [],
    balance: new Map(),
    last: null,
  }
}

function approvedOf({ tenders }: Sale, orderId?: string): number {
  const approved = [...tenders.values()].filter(({ state }) => state === 'approved')
  return sumOf(approved.filter((tender) => tender.orderId === (orderId ?? tender.orderId)).map(({ amount }) => amount))
}

/** Accounts between which rows of each code move their amount: to, from. */
const MOVES: Readonly<Record<string, readonly [to: string, from: string]>> = {
  SHIFT_OPENED: ['drawer', 'float'],
  PAID_IN: ['drawer', 'paid-in'],
  PAID_OUT: ['paid-out', 'drawer'],
  CASH_DROPPED: ['safe', 'drawer'],
  SLIP_PAID_OUT: ['credit-slips', 'drawer'],
  NOTE_UNALLOCATED: ['cashbox', 'notes-found'],
}

function move(balance: Map<string, number>, [to, from]: readonly [to: string, from: string], amount: number): void {
  add(balance, to, amount)
  add(balance, from, -amount)
}

/** Creates a reader that checks rows. Findings are named as in docs/integrating/ledger-format.md. */
export function createBooks({ report, isSigned, rows }: Tools) {
  /** Location of the row that is being read, for reports of findings. */
  let where = ''
  const check = (isTrue: boolean, what: string): void => report(isTrue, where, what)

  const sales = new Map<string, Sale>()
  const references = new Map<string, string>()
  const seats = new Map<string, string>()
  const ticketSeats = new Map<string, string>()
  const prices = new Map<string, number>()
  const copies = new Map<string, Copy>()
  const open = new Map<string, { readonly state: string; readonly amount: number | null }>()
  /** At index n: debit − credit of rows 1 to n, by currency and account. */
  const before: ReadonlyMap<string, number>[] = [new Map()]
  const strays = new Map<number, number>()
  const floats = new Set<string>()
  const shift = { no: 1, first: 1, drawer: new Map<string, number>() }
  const perpetual = { net: new Map<string, number>(), abs: new Map<string, number>() }
  const range = { accounts: new Map<string, Map<string, { debit: number; credit: number }>>(), issued: [] as Issued[] }
  let lastRow: Row | null = null

  const saleOf = (row: Row, payload: Payload): Sale | undefined => sales.get(row.sale_id ?? payload.saleId ?? '')

  function read(row: Row, payload: Payload): void {
    where = `row ${row.seq}`
    if (row.code.endsWith('_REPORT')) readClosure(row, payload)
    const expected = row.sale_id === null ? readRegisterRow(row, payload) : readSaleRow(row, payload)
    post(row, payload, expected)
    const sale = row.sale_id === null ? undefined : sales.get(row.sale_id)
    if (sale && ENDS.includes(sale.state ?? '')) checkEnd(sale)
    lastRow = row
  }

  function post(row: Row, payload: Payload, expected: ReadonlyMap<string, number>): void {
    const found = new Map<string, number>()
    const sale = sales.get(row.sale_id ?? '')
    const currency = payload.currency ?? sale?.currency ?? ''
    const balance = new Map(before.at(-1))
    const sums = range.accounts.get(currency) ?? new Map<string, { debit: number; credit: number }>()
    for (const { account, debit, credit } of payload.postings ?? []) {
      add(found, account, debit - credit)
      add(balance, `${currency} ${account}`, debit - credit)
      if (account === 'drawer') add(shift.drawer, currency, debit - credit)
      if (sale) add(sale.balance, account, debit - credit)
      const sum = sums.get(account) ?? { debit: 0, credit: 0 }
      sums.set(account, { debit: sum.debit + debit, credit: sum.credit + credit })
      if (account !== 'organiser-payable') continue
      add(perpetual.net, currency, credit - debit)
      add(perpetual.abs, currency, credit + debit)
    }
    if (sums.size > 0) range.accounts.set(currency, sums)
    before.push(balance)
    check(netText(found) === netText(expected), `I5: posts ${netText(found)} in place of ${netText(expected)}`)
  }

  function readSaleRow(row: Row, payload: Payload): ReadonlyMap<string, number> {
    const { event, from = null, to = '', tender, order, opened } = payload
    const known = sales.get(row.sale_id ?? '')
    const sale = known ?? newSale(opened)
    sales.set(row.sale_id ?? '', sale)
    check((known === undefined) === (opened !== undefined), 'state: opened is not in the first row alone')
    checkState(row, sale, payload)
    checkTime(row, sale)
    if (row.code === 'ROWS_LOST') sale.isMarked = true
    if (row.code === 'PURCHASE_COMPOSED') sale.isBought = true
    if (order) sale.order = { row, order }
    const expected = new Map<string, number>()
    if (tender) charge(row, sale, tender, payload.abandonedPayment === true, expected)
    const amount = sale.order?.order.amount ?? 0
    const byHand = row.code === 'SETTLED_MANUALLY' && from === 'needs-staff' && to === 'done'
    if ((to === 'confirmed' && from !== 'confirmed') || byHand)
      move(expected, [from === 'refund-due' ? 'refunds-due' : 'customer-deposits', 'organiser-payable'], amount)
    if (payload.unsold) giveUnsold(sale, payload.unsold, expected)
    if (to === 'refund-due' && from !== 'refund-due') {
      move(expected, ['customer-deposits', 'refunds-due'], approvedOf(sale))
      checkRefundFence(row, sale, event?.asked)
    }
    if (to === 'paid' && from !== 'paid' && row.code !== 'ROWS_LOST' && row.code !== 'RESTORED') {
      const paid = approvedOf(sale)
      check(paid === amount && sale.tenders.size > 0, `I1: is paid with ${paid} for ${amount}`)
    }
    if (payload.tickets) issue(sale, payload.tickets, payload.unsold?.seatIds ?? [])
    for (const job of payload.jobs ?? []) print(sale.isMarked, row.code === 'LINK_REQUESTED', job)
    if (to === 'done' && from !== 'done') {
      check(sale.tickets.length > 0 || byHand, 'I9: is done without tickets')
      for (const { ticketId } of sale.tickets) {
        const copy = copies.get(ticketId)
        check(copy?.state === 'printed' && copy.evidence !== '', `I9: nothing shows that ${ticketId} came out`)
      }
    }
    sale.state = to
    sale.last = { row, isPersonsTurn: row.code === 'TENDER_STARTED' && event?.attended === true }
    return expected
  }

  function checkState(row: Row, { state }: Sale, { event, from = null, to = '' }: Payload): void {
    check(from === state, `state: comes from ${from}, but was ${state}`)
    check(STATES.includes(to), `state: ${to} is no state`)
    const isRestored = row.code === 'RESTORED' && to === from
    check(!ENDS.includes(state ?? '') || isRestored, 'state: goes on after its end')
    check(event?.type.toUpperCase().replaceAll('-', '_') === row.code, 'state: the code does not match the event')
    check(event?.staffId === undefined || event.staffId === row.staff_id, 'state: staff_id is not the event’s')
  }

  function charge(row: Row, sale: Sale, tender: Tender, isLeftOpen: boolean, expected: Map<string, number>): void {
    const { reference, orderId, kind, amount, state } = tender
    const was = sale.tenders.get(reference)?.state
    check((references.get(reference) ?? row.sale_id) === row.sale_id, `I4: ${reference} is of another sale, too`)
    references.set(reference, row.sale_id ?? '')
    sale.tenders.set(reference, tender)
    const taken = takenOf(tender)
    if (state === 'approved' && was !== 'approved') {
      const limit = kind === 'cash' ? (ROUNDING[sale.currency] ?? 0) : 0
      check(was !== 'refunded', `I4: ${reference} is charged again`)
      check(Math.abs(taken - amount) <= limit, `I1: ${taken} was taken for ${amount}`)
      const total = approvedOf(sale, orderId)
      const due = sale.order?.order.orderId === orderId ? sale.order.order.amount : 0
      check(total <= due, `I4: ${total} was charged for an order of ${due}`)
      add(expected, accountOf(kind), taken + (tender.slip?.amount ?? 0))
      add(expected, 'customer-deposits', -amount)
      add(expected, 'credit-slips', -(tender.slip?.amount ?? 0))
      add(expected, 'rounding', amount - taken)
    }
    if (state === 'refunded' && was !== 'refunded') {
      check(was === 'approved', `I4: ${reference} is refunded, but was ${was}`)
      add(expected, 'refunds-due', amount)
      add(expected, row.code === 'VOUCHER_ISSUED' ? 'credit-slips' : accountOf(kind), -taken)
      add(expected, 'rounding', taken - amount)
    }
    if (!isLeftOpen) return
    check(state === 'unknown' && tender.provider !== undefined, 'I11: left open without a provider to ask')
    check(!open.has(reference), 'I11: left open twice')
    sale.abandonedPayment.add(reference)
    open.set(reference, { state: 'asked', amount: null })
  }

  /** Checks that money is refunded only if the service had no tickets after the holds had certainly expired. */
  function checkRefundFence(row: Row, { order, isBought }: Sale, asked: QueryTime | undefined): void {
    if (row.code === 'REFUND_DECIDED' || !isBought) return
    if (!asked) return check(false, 'refund-fence: a refund became due without a query to the service')
    const from = order?.row.boot_id === asked.bootId ? order.row.mono_ms : 0
    const open = from + (order?.order.hold.remainingMs ?? 600_000) + 30_000
    check(asked.monoMs >= open, `refund-fence: asked ${open - asked.monoMs} ms too early`)
    check(asked.bootId !== row.boot_id || asked.monoMs <= row.mono_ms, 'refund-fence: asked later than now')
  }

  /** Moves the amount that was paid for unsold seats to the refunds that are due to the customer. */
  function giveUnsold(
    sale: Sale,
    { amount, seatIds, back }: NonNullable<Payload['unsold']>,
    expected: Map<string, number>,
  ) {
    const refund = sumOf(back.map((way) => way.amount))
    const seats = sale.order?.order.seats.filter(({ seatId }) => seatIds.includes(seatId)) ?? []
    check(sumOf(seats.map(({ price }) => price)) === amount, 'purchases: not for what the seats cost')
    add(expected, 'organiser-payable', amount)
    add(expected, 'refunds-due', -refund)
    add(expected, 'rounding', refund - amount)
    sale.unsold = refund
  }

  function issue(sale: Sale, issued: readonly Ticket[], unsold: readonly string[]): void {
    const seatsSold = sale.order?.order.seats.filter(({ seatId }) => !unsold.includes(seatId))
    const ordered = new Map(seatsSold?.map((seat) => [seat.seatId, seat]))
    check(issued.length === ordered.size, `I2: ${issued.length} tickets for ${ordered.size} seats`)
    check(new Set(issued.map(({ seatId }) => seatId)).size === issued.length, 'I2: two tickets for one seat')
    for (const ticket of issued) {
      const { ticketId, seatId, price, eventId = sale.eventId } = ticket
      const seat = ordered.get(seatId)
      check(seat?.price === price, `I2: seat ${seatId} was not ordered at ${price}`)
      check(eventId === sale.eventId, `I2: ${ticketId} is of another event`)
      const key = canonical([sale.eventId, seatId])
      check(!seats.has(key), `I3: seat ${seatId} is sold twice`)
      seats.set(key, ticketId)
      ticketSeats.set(ticketId, key)
      prices.set(ticketId, price)
      sale.tickets.push(ticket)
      range.issued.push({ currency: sale.currency, eventId: sale.eventId, zone: seat?.zoneName ?? '', price })
    }
  }

  function print(isMarked: boolean, isPublished: boolean, { ticketId, copyNumber, state, evidence = '' }: Job): void {
    const was = copies.get(ticketId)
    const next = (isSent: boolean): void => void copies.set(ticketId, { number: copyNumber, state, evidence, isSent })
    if (was?.number !== copyNumber) {
      const begins = was ? was.state === 'unknown' && copyNumber === was.number + 1 : copyNumber === 0
      const how = state === (isPublished ? 'spooling' : 'queued') || (isMarked && !was && state === 'unknown')
      check(begins && how, `I10: copy ${copyNumber} of ${ticketId} begins as ${state} after ${was?.state ?? 'none'}`)
      return next(state === 'spooling')
    }
    if (state === 'spooling') check(!was.isSent, `I10: copy ${copyNumber} of ${ticketId} is sent twice`)
    next(state === 'spooling' || (state !== 'failed' && was.isSent))
  }

  /** Checks that the next step follows within the hold time plus two minutes while the program runs. */
  function checkTime(row: Row, { last, order, state }: Sale): void {
    if (!last || last.isPersonsTurn || !WORKING.includes(state ?? '') || last.row.boot_id !== row.boot_id) return
    const late = row.mono_ms - last.row.mono_ms - (order?.order.hold.remainingMs ?? 600_000) - 120_000
    check(late <= 0, `I8: stayed ${state} for ${late} ms too long`)
  }

  function checkEnd({ balance, tenders, abandonedPayment, isMarked, unsold }: Sale): void {
    const refunds = (balance.get('refunds-due') ?? 0) + unsold
    const left = (balance.get('customer-deposits') ?? 0) + refunds
    const isEven = [balance.get('customer-deposits'), refunds].every((net = 0) => net === 0)
    check(isEven, `I1: ended with ${-left} of the customer's money neither spent nor refunded`)
    for (const { reference, state } of tenders.values())
      check(
        isMarked || abandonedPayment.has(reference) || !['started', 'unknown'].includes(state),
        `I11: ended, and ${reference} is ${state}`,
      )
  }

  function readRegisterRow(row: Row, payload: Payload): ReadonlyMap<string, number> {
    const expected = new Map<string, number>()
    if (payload.saleId !== undefined && /^(?:COP|TICKETS_|RETURN|CANCELL)/u.test(row.code))
      check(saleOf(row, payload)?.state === 'done', 'state: is about a sale that is not done')
    const accounts = MOVES[row.code]
    if (accounts) move(expected, accounts, payload.amount ?? 0)
    if (row.code === 'ACCOUNT_PAID')
      move(expected, [accountOf(payload.tender as unknown as string), 'customer-receivables'], payload.amount ?? 0)
    readCash(row, payload, expected)
    readMoneyBack(row, payload, expected)
    readCopies(row, payload)
    return expected
  }

  function readCash(row: Row, payload: Payload, expected: Map<string, number>): void {
    const { currency = '', total = 0, expected: counted = 0 } = payload
    switch (row.code) {
      case 'SHIFT_OPENED': {
        const float = `${shift.no} ${currency}`
        check(payload.shiftNo === shift.no && !floats.has(float), 'I6: not the one float of the running shift')
        floats.add(float)
        break
      }
      case 'DRAWER_COUNTED':
        pieces(payload)
        check(counted === (shift.drawer.get(currency) ?? 0), 'I6: expects another sum in the drawer')
        move(expected, ['drawer', 'over-short'], total - counted)
        break
      case 'NOTE_UNALLOCATED':
        strays.set(row.seq, payload.amount ?? 0)
        break
      case 'CASHBOX_EMPTIED': {
        pieces(payload)
        const balance = before[(payload.openingSeq ?? 1) - 1]?.get(`${currency} cashbox`) ?? 0
        check(counted === balance, 'I6: expects another sum in the cashbox')
        move(expected, ['safe', 'cashbox'], counted)
        move(expected, ['safe', 'over-short'], total - counted)
        break
      }
      case 'UNALLOCATED_NOTE_SETTLED':
        if (payload.paidOut === true) move(expected, ['notes-found', 'drawer'], strays.get(payload.noteSeq ?? 0) ?? 0)
        break
      default:
    }
  }

  function readMoneyBack(row: Row, payload: Payload, expected: Map<string, number>): void {
    const { amount: stated, kind = '', back = [] } = payload
    const amount = stated ?? 0
    switch (row.code) {
      case 'TICKETS_REFUNDED':
      case 'TICKETS_VOIDED': {
        const returned = sumOf(back.map((way) => way.amount))
        giveBack(row, payload)
        move(expected, ['organiser-payable', 'refunds-due'], amount)
        move(expected, ['rounding', 'refunds-due'], returned - amount)
        break
      }
      case 'REFUND_PAID':
        move(expected, ['refunds-due', accountOf(kind)], amount)
        break
      case 'TENDER_CORRECTED': {
        const { was, is } = payload
        if (!was || !is) return check(false, 'state: a correction without its tenders')
        move(expected, [accountOf(is.kind), accountOf(was.kind)], was.amount)
        move(expected, [accountOf(is.kind), 'rounding'], is.amount - was.amount)
        break
      }
      case 'PAYMENT_FOUND':
        settle(payload, ['asked', 'unanswered'], 'found')
        move(expected, [accountOf(kind), 'refunds-due'], amount)
        break
      case 'PAYMENT_PAID_BACK':
        check(row.staff_id !== null, 'I11: paid back by nobody')
        check(open.get(payload.reference ?? '')?.amount === stated, 'I11: pays back another sum than was found')
        settle(payload, ['found'], 'paid-back')
        move(expected, ['refunds-due', accountOf(kind)], amount)
        break
      case 'PAYMENT_CLOSED':
        settle(payload, ['asked', 'unanswered'], 'closed')
        break
      case 'PAYMENT_UNRESOLVED':
        settle(payload, ['asked'], 'unanswered')
        break
      default:
    }
  }

  function readCopies({ code }: Row, payload: Payload): void {
    if (code === 'REPRINT_REQUESTED' || code === 'TICKET_LINK_REQUESTED')
      for (const { ticketId, copyNumber } of payload.copies ?? []) {
        const was = copies.get(ticketId)
        const isNext = copyNumber === (was?.number ?? 0) + 1 && was?.state !== 'spooling'
        check(isNext, `I10: copy ${copyNumber} of ${ticketId} is ordered after ${was?.number}`)
        copies.set(ticketId, { number: copyNumber, state: 'spooling', evidence: '', isSent: true })
      }
    if (code !== 'REPRINT_FINISHED') return
    const { ticketId = '', copyNumber = 0, state = '', evidence = '' } = payload as Partial<Job>
    const was = copies.get(ticketId)
    const isOut = was?.number === copyNumber && was.state === 'spooling'
    check(isOut, `I10: copy ${copyNumber} of ${ticketId} is not on its way`)
    copies.set(ticketId, { number: copyNumber, state, evidence, isSent: true })
  }

  function pieces({ pieces: found = [], total }: Payload): void {
    check(sumOf(found.map(({ value, count }) => value * count)) === total, 'I6: the pieces make another total')
  }

  function settle({ reference = '', amount = null }: Payload, from: readonly string[], state: string): void {
    const was = open.get(reference)
    check(was !== undefined && from.includes(was.state), `I11: ${reference} is ${state}, but was ${was?.state}`)
    open.set(reference, { state, amount: state === 'found' ? amount : (was?.amount ?? null) })
  }

  function giveBack({ staff_id }: Row, payload: Payload): void {
    const { ticketIds = [], amount, second } = payload
    check(second !== undefined && second !== staff_id, 'returns: not by two people')
    check(sumOf(ticketIds.map((id) => prices.get(id) ?? 0)) === amount, 'returns: not for what the tickets cost')
    for (const ticketId of ticketIds) {
      const key = ticketSeats.get(ticketId) ?? ''
      check(seats.get(key) === ticketId, `returns: ${ticketId} has already been returned, or never issued`)
      seats.delete(key)
    }
  }

  function readClosure(row: Row, payload: Payload): void {
    const { sig = '', ...stated } = payload
    const isFramed = stated.shiftNo === shift.no && stated.firstSeq === shift.first && stated.lastSeq === row.seq - 1
    check(isFramed && row.code === `${stated.kind}_REPORT`, 'I6: sums up other rows, or another shift')
    check(stated.tailHash === (lastRow?.hash ?? '0'.repeat(64)), 'I6: tailHash is not that of the row before')
    const data = Buffer.from(`guichet-closure-1\n${canonical(stated as Json)}`)
    check(isSigned(row.key_id, data, sig), 'I6: the signature of the closure does not hold')
    const currencies = new Set([...range.accounts.keys(), ...range.issued.map(({ currency }) => currency)])
    const found = Object.keys(stated.totals ?? {}).toSorted()
    check(canonical(found) === canonical([...currencies].toSorted()), 'I6: other currencies')
    for (const currency of currencies) {
      const totals = stated.totals?.[currency]
      const accounts = Object.fromEntries(range.accounts.get(currency) ?? [])
      check(canonical(totals?.accounts ?? null) === canonical(accounts), `I6: accounts in ${currency} are others`)
      const issued = range.issued.filter((each) => each.currency === currency)
      check(totals?.tickets === issued.length, `I6: ${issued.length} tickets were issued in ${currency}`)
      const events: Record<string, Record<string, { tickets: number; amount: number }>> = {}
      for (const { eventId, zone, price } of issued) {
        const zones = (events[eventId] ??= {})
        const sum = (zones[zone] ??= { tickets: 0, amount: 0 })
        zones[zone] = { tickets: sum.tickets + 1, amount: sum.amount + price }
      }
      if (totals?.events !== undefined)
        check(canonical(totals.events) === canonical(events), `I6: tickets by event in ${currency} are others`)
    }
    for (const [name, sums, figures] of [
      ['perpetualNet', perpetual.net, stated.perpetualNet],
      ['perpetualAbs', perpetual.abs, stated.perpetualAbs],
    ] as const)
      for (const currency of new Set([...sums.keys(), ...Object.keys(figures ?? {})]))
        check((figures?.[currency] ?? 0) === (sums.get(currency) ?? 0), `I6: ${name} in ${currency} is another`)
    if (stated.kind !== 'Z') return
    Object.assign(shift, { no: shift.no + 1, first: row.seq + 1, drawer: new Map() })
    Object.assign(range, { accounts: new Map(), issued: [] })
  }

  /** Checks that no sale waited too long between its last row and the last row of the same run of the program. */
  function end(): void {
    const last = lastRow
    if (!last) return
    for (const sale of sales.values()) {
      const ran = rows.findLast(({ boot_id }) => boot_id === sale.last?.row.boot_id)
      if (!ran) continue
      where = `row ${ran.seq}`
      checkTime(ran, sale)
    }
  }

  return { read, end }
}

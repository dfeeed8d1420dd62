import { fieldRules, refused } from './rules-sessions.ts'
import {
  differs,
  type Fields,
  fieldsOf,
  listOf,
  NotTestable,
  rule,
  type Rule,
  seatsOf,
  sessionParams,
  textOf,
  type ConformanceSale,
} from './conformance-sale.ts'

const STATES = 'States and transitions'
const CHECKOUT = 'Checkout (`data` of step 5)'
const PURCHASE = 'Purchase (`data` of step 6)'
const TICKET = 'Ticket (steps 7 and 8)'
const STEP_5 = '5. GET /api/v1/public/booking-sessions/{session_id}/checkout'
const STEP_6 = '6. POST /api/v1/public/purchases'
const STEP_7 = '7. GET /api/v1/public/tickets?owner_ref=<owner_ref>'
const STEP_8 = '8. GET /api/v1/public/tickets/{ticket_id}?owner_ref=<owner_ref>'
const PLACE = [
  'place_id',
  'place',
  'numero_place',
  'rangee',
  'secteur',
  'porte',
  'tribune',
  'route',
  'route_texte',
  'code_litige',
]

const ids = (list: readonly Fields[], name = 'id'): string[] => list.map((item) => textOf(item[name])).toSorted()

const priceOf = (seats: readonly Fields[]): number => seats.reduce((sum, { price }) => sum + Number(price), 0)

/** Requests the section of a seat again (step 3) and returns its current availability and seats. */
async function sectionNow(
  walk: ConformanceSale,
  session: Parameters<typeof sessionParams>[0],
  seat: Fields | undefined,
) {
  const view = await walk.viewSection(session, textOf(seat?.['section_id']))
  return { availability: fieldsOf(view.data['availability']), seats: seatsOf(view) }
}

export const holdRules: readonly Rule[] = [
  rule('4.held', STATES, 'a held seat is no longer available', async (walk) => {
    const { session, seats } = await walk.held()
    const now = await sectionNow(walk, session, seats[0])
    const held = new Set(ids(seats))
    return now.seats
      .filter((seat) => held.has(textOf(seat['id'])) && seat['status'] === 'available')
      .map((seat) => `seat ${textOf(seat['id'])} is available`)
  }),
  rule(
    '4.counted',
    'Availability object',
    'held seats reduce the count, and the revision changes with the count',
    async (walk) => {
      const session = await walk.openSession()
      const before = await walk.viewSection(session, walk.roomySection(session, 1))
      const seat = seatsOf(before).find(({ status }) => status === 'available')
      await walk.holdSeats(session, [textOf(seat?.['id'])])
      const { availability: after } = await sectionNow(walk, session, seat)
      const earlier = fieldsOf(before.data['availability'])
      return [
        differs('remaining', after['remaining'], Number(earlier['remaining']) - 1),
        after['revision'] === earlier['revision'] && 'the count changed, but the revision did not',
      ]
    },
  ),
  rule('4.taken', 'Endpoints', 'a held seat cannot be held by another session', async (walk) => {
    const { seats } = await walk.held()
    const session = await walk.openSession()
    const taken = textOf(seats[0]?.['id'])
    await walk.holdSeat(session, [taken])
    const { succeeded, data } = await walk.call('readCheckout', { params: sessionParams(session) })
    return [
      succeeded && ids(listOf(data['items']), 'seat_id').includes(taken) && `seat ${taken} is held by two sessions`,
    ]
  }),
]

export const checkoutRules: readonly Rule[] = [
  ...fieldRules('readCheckout', CHECKOUT, async (walk) => (await walk.held()).checkout),
  rule('5.session', CHECKOUT, 'session, event and owner are the same as in the opened session', async (walk) => {
    const { session, checkout } = await walk.held()
    return (['session_id', 'event_id', 'owner_ref'] as const).map((name) =>
      differs(name, checkout.data[name], session.data[name]),
    )
  }),
  rule('5.items', CHECKOUT, 'there is one item for each held seat, with its price from step 3', async (walk) => {
    const { seats, checkout } = await walk.held()
    const items = listOf(checkout.data['items'])
    const prices = new Map(seats.map(({ id, price }) => [textOf(id), price]))
    return [
      differs('seats', ids(items, 'seat_id'), ids(seats)),
      ...items.map((item) =>
        differs(`price of seat ${textOf(item['seat_id'])}`, item['price'], prices.get(textOf(item['seat_id']))),
      ),
    ]
  }),
  rule('5.amount', CHECKOUT, 'amount is the total of the held seats', async (walk) => {
    const { seats, checkout } = await walk.held()
    return [
      differs('amount', checkout.data['amount'], priceOf(listOf(checkout.data['items']))),
      differs('amount according to the prices from step 3', checkout.data['amount'], priceOf(seats)),
    ]
  }),
  rule('5.time-left', 'Limits', 'a new hold has not expired', async (walk) => {
    const { checkout } = await walk.held()
    const spent = listOf(checkout.data['items']).filter((item) => !(Number(item['remaining_seconds']) > 0))
    return [spent.length > 0 && `remaining_seconds is not above 0 for ${spent.length} items`]
  }),
  rule('5.needs-holds', STEP_5, 'the checkout needs at least one held seat', async (walk) => [
    await refused(
      'the checkout of a session without holds',
      walk.call('readCheckout', { params: sessionParams(await walk.openSession()) }),
    ),
  ]),
]

export const purchaseRules: readonly Rule[] = [
  ...fieldRules('confirmPurchase', PURCHASE, async (walk) => (await walk.sale()).purchase),
  rule(
    '6.order',
    PURCHASE,
    'order_id is copied from the request, and idempotency_key is derived from it',
    async (walk) => {
      const { order, purchase } = await walk.sale()
      return [
        differs('order_id', purchase.data['order_id'], order['order_id']),
        differs('idempotency_key', purchase.data['idempotency_key'], `partner-order-${textOf(order['order_id'])}`),
      ]
    },
  ),
  rule('6.amount', PURCHASE, 'amount and currency are the same as in the order', async (walk) => {
    const { order, purchase } = await walk.sale()
    return [
      differs('amount', purchase.data['amount'], order['amount']),
      differs('currency', purchase.data['currency'], order['currency']),
      differs('prices of the tickets', priceOf(listOf(purchase.data['tickets'])), order['amount']),
    ]
  }),
  rule('6.tickets', STEP_6, 'there is one ticket for each seat', async (walk) => {
    const { seats, order, purchase } = await walk.sale()
    const tickets = listOf(purchase.data['tickets'])
    return [
      differs('seats', ids(tickets, 'seat_id'), ids(seats)),
      differs('holds', ids(tickets, 'hold_id'), (order['hold_ids'] as readonly unknown[]).map(textOf).toSorted()),
      new Set(ids(tickets)).size < tickets.length && 'two tickets have the same id',
    ]
  }),
  rule('6.qr', 'Limits', 'every ticket has a unique qr_code of 32 hexadecimal characters', async (walk) => {
    const tickets = [await walk.sale(), await walk.otherSale()].flatMap(({ purchase }) =>
      listOf(purchase.data['tickets']),
    )
    const codes = tickets.map((ticket) => textOf(ticket['qr_code']))
    return [
      ...codes
        .filter((code) => !/^[\da-f]{32}$/iu.test(code))
        .map((code) => `qr_code is not 32 hexadecimal characters: it has ${code.length} characters`),
      new Set(codes).size < codes.length && 'two tickets have the same qr_code',
    ]
  }),
  rule('6.place', PURCHASE, 'a ticket’s place is the place of its seat', async (walk) => {
    const { seats, purchase } = await walk.sale()
    const bySeat = new Map(seats.map((seat) => [textOf(seat['id']), seat]))
    return listOf(purchase.data['tickets']).flatMap((ticket) => {
      const place = fieldsOf(ticket['place'])
      const seat = bySeat.get(textOf(ticket['seat_id'])) ?? {}
      return [
        ...PLACE.map((name) => differs(`place.${name} of seat ${textOf(ticket['seat_id'])}`, place[name], seat[name])),
        differs('seat_code', ticket['seat_code'], seat['seat_code']),
      ]
    })
  }),
  rule('6.sold', STATES, 'a bought seat has the status sold', async (walk) => {
    const { session, seats } = await walk.sale()
    const sold = new Set(ids(seats))
    return (await sectionNow(walk, session, seats[0])).seats
      .filter((seat) => sold.has(textOf(seat['id'])) && seat['status'] !== 'sold')
      .map((seat) => `seat ${textOf(seat['id'])} is ${textOf(seat['status'])}`)
  }),
  rule('6.amount-checked', 'Errors', 'a purchase with a wrong amount is refused, and nothing is sold', async (walk) => {
    const held = await walk.basket(1)
    const order = walk.orderFor(held)
    const amount = Number(order['amount'])
    const { data } = await walk.tickets(held.ownerRef)
    return [
      await refused('an amount that is too low', walk.confirm({ ...order, order_id: walk.uuid(), amount: amount - 1 })),
      await refused(
        'an amount that is too high',
        walk.confirm({ ...order, order_id: walk.uuid(), amount: amount + 1 }),
      ),
      listOf((await walk.tickets(held.ownerRef)).data['tickets']).length > listOf(data['tickets']).length &&
        'a refused purchase created tickets',
    ]
  }),
  rule('6.holds-checked', 'Errors', 'a purchase with invalid holds is refused', async (walk) => {
    const { order } = await walk.sale()
    const again = { ...order, order_id: walk.uuid() }
    const unknown = { ...order, order_id: walk.uuid(), hold_ids: [walk.noSuchUuid] }
    return [
      await refused('holds that were already bought', walk.confirm(again)),
      await refused('a hold that does not exist', walk.confirm(unknown)),
    ]
  }),
  rule('6.payment-method', STEP_6, 'payment_method is only informational and never causes a refusal', async (walk) => {
    const held = await walk.basket(1)
    const { succeeded, status } = await walk.confirm({ ...walk.orderFor(held), payment_method: 'cowries, 12 baskets' })
    return [!succeeded && `HTTP ${status}`]
  }),
  rule('6.anonymous', STEP_6, 'a purchase without customer details is accepted', async (walk) => {
    // Without an accepted purchase with complete customer data, the refusal of an anonymous purchase proves nothing.
    await walk.sale()
    const held = await walk.basket(1)
    const customer = walk.anonymousCustomer
    const { succeeded, status, text } = await walk.confirm({ ...walk.orderFor(held), customer })
    return [
      !succeeded && `HTTP ${status} ${text.slice(0, 200)} for the customer ${JSON.stringify(customer)}`,
      !succeeded &&
        'a kiosk would get this refusal after the payment: set the name, phone or email that the service requires as partner.anonymousCustomer in the settings of the kiosk, and pass it to this command in a file with --customer',
    ]
  }),
]

export const ticketRules: readonly Rule[] = [
  ...fieldRules('listTickets', TICKET, async (walk) => walk.tickets((await walk.sale()).ownerRef)),
  rule(
    '7.tickets',
    STEP_7,
    'the owner’s tickets are the same as in the purchase, with the same codes and places',
    async (walk) => {
      const { ownerRef, purchase } = await walk.sale()
      const listed = new Map(
        listOf((await walk.tickets(ownerRef)).data['tickets']).map((one) => [textOf(one['id']), one]),
      )
      const bought = listOf(purchase.data['tickets'])
      return [
        differs('tickets', [...listed.keys()].toSorted(), ids(bought)),
        ...bought.flatMap((ticket) => {
          const read = listed.get(textOf(ticket['id'])) ?? {}
          return [
            differs('qr_code', read['qr_code'], ticket['qr_code']),
            differs('seat.id', fieldsOf(read['seat'])['id'], ticket['seat_id']),
            differs('place.place', fieldsOf(read['place'])['place'], fieldsOf(ticket['place'])['place']),
          ]
        }),
      ]
    },
  ),
  rule('7.owner', 'Authentication', 'the list for an owner_ref contains only tickets of this owner', async (walk) => {
    const [mine, other] = [await walk.sale(), await walk.otherSale()]
    const shown = ids(listOf((await walk.tickets(other.ownerRef)).data['tickets']))
    const foreign = ids(listOf(mine.purchase.data['tickets'])).filter((id) => shown.includes(id))
    return foreign.map((id) => `ticket ${id} is listed for another owner`)
  }),
  rule('7.owner-required', STEP_7, 'owner_ref is required', async (walk) => {
    // If the service lists no tickets at all, its refusal of a list without `owner_ref` proves nothing.
    await walk.sale()
    return [await refused('a ticket list without owner_ref', walk.call('listTickets'))]
  }),
  ...fieldRules('getTicket', TICKET, async (walk) => (await oneTicket(walk)).reply),
  rule(
    '8.ticket',
    STEP_8,
    'the reply contains the requested ticket, with the same values as in the list',
    async (walk) => {
      const { id, reply, ownerRef } = await oneTicket(walk)
      const listed = listOf((await walk.tickets(ownerRef)).data['tickets']).find(
        (ticket) => textOf(ticket['id']) === id,
      )
      return [
        differs('id', textOf(reply.data['id']), id),
        differs('qr_code', reply.data['qr_code'], listed?.['qr_code']),
        differs('place', reply.data['place'], listed?.['place']),
      ]
    },
  ),
  rule('8.owner', STEP_8, 'only the owner can read the ticket', async (walk) => {
    const { id } = await oneTicket(walk)
    const { ownerRef } = await walk.otherSale()
    return [await refused('a ticket read by another owner', walk.ticket(id, ownerRef))]
  }),
  rule('8.owner-required', STEP_8, 'owner_ref is required', async (walk) => [
    await refused(
      'a ticket without owner_ref',
      walk.call('getTicket', { params: { ticket_id: (await oneTicket(walk)).id } }),
    ),
  ]),
]

async function oneTicket(walk: ConformanceSale) {
  const { ownerRef, purchase } = await walk.sale()
  const id = textOf(listOf(purchase.data['tickets'])[0]?.['id'])
  if (id === '') throw new NotTestable('the purchase reply contains no ticket id')
  return { id, ownerRef, reply: await walk.ticket(id, ownerRef) }
}

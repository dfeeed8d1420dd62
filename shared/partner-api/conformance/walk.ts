import { anonymousBuyer } from '../../domain/customer.ts'
import { listOf, textOf, type Fields, type Reply } from './exchange.ts'
import { NotTestable } from './not-testable.ts'
import { createSteps, once, seatsOf, sessionParams, type Steps, type WalkOptions } from './steps.ts'

/** A session with seats held, ready to be bought. */
export interface Basket {
  readonly session: Reply
  readonly sessionId: string
  readonly ownerRef: string
  /** As step 3 showed them before they were held. */
  readonly seats: readonly Fields[]
  readonly checkout: Reply
}

/** A completed sale, with what was shown before it. */
export interface Sale extends Basket {
  readonly order: Fields
  readonly purchase: Reply
}

const NO_SUCH_UUID = '00000000-0000-4000-8000-000000000000'
const NO_SUCH_ID = '9007199254740991'

/** The way through the service that the rules look at. What several rules need is done once, and kept. */
export function createWalk(options: WalkOptions) {
  const { uuid, demo = true, anonymousCustomer = anonymousBuyer('conformance') } = options
  const steps = createSteps(options)
  const { call, need, createEvent, openSession, viewSection, roomySection } = steps
  const till = createTill(steps, uuid)

  return {
    ...steps,
    ...till,
    noSuchUuid: NO_SUCH_UUID,
    noSuchId: NO_SUCH_ID,
    uuid,
    anonymousCustomer,
    tickets: (ownerRef: string): Promise<Reply> => call('listTickets', { query: { owner_ref: ownerRef } }),
    ticket: (id: string, ownerRef: string): Promise<Reply> =>
      call('getTicket', { params: { ticket_id: id }, query: { owner_ref: ownerRef } }),
    events: once(async () => {
      // A demo environment may have nothing on sale yet; the rules look at two events.
      if (demo) await Promise.all([createEvent('header'), createEvent('header')])
      const list = await need('listEvents', call('listEvents', { query: { page: '1', limit: '12' } }))
      if (listOf(list.data['events']).length === 0) throw new NotTestable('no event is on sale')
      return list
    }),
    session: once(openSession),
    view: once(async () => {
      const session = await openSession()
      const sectionId = roomySection(session, 1)
      return { session, sectionId, view: await viewSection(session, sectionId) }
    }),
    held: once(() => till.basket(2)),
    sale: once(() => till.sell(2)),
    /** Another customer's sale. */
    otherSale: once(() => till.sell(1)),
  }
}

export type Walk = ReturnType<typeof createWalk>

/** Holds seats and sells them. */
function createTill({ call, need, openSession, viewSection, roomySection, holdSeats }: Steps, uuid: () => string) {
  /** A new session that holds `count` seats. */
  async function basket(count: number): Promise<Basket> {
    const session = await openSession()
    const view = await viewSection(session, roomySection(session, count))
    const seats = seatsOf(view)
      .filter(({ status }) => status === 'available')
      .slice(0, count)
    if (seats.length < count) throw new NotTestable(`step 3 shows fewer than ${count} available seats`)
    await holdSeats(
      session,
      seats.map(({ id }) => textOf(id)),
    )
    const checkout = await need('readCheckout', call('readCheckout', { params: sessionParams(session) }))
    return {
      session,
      sessionId: textOf(session.data['session_id']),
      ownerRef: textOf(session.data['owner_ref']),
      seats,
      checkout,
    }
  }

  function orderFor({ checkout }: Basket): Fields {
    return {
      order_id: uuid(),
      amount: checkout.data['amount'],
      currency: checkout.data['currency'],
      payment_method: 'cash',
      payment_reference: 'conformance-1',
      hold_ids: listOf(checkout.data['items']).map((item) => item['hold_id']),
      customer: { name: 'Conformance', phone: '+224 000 00 00 00', email: 'conformance@example.org' },
    }
  }

  const confirm = (order: Fields): Promise<Reply> => call('confirmPurchase', { body: order })

  async function sell(count: number): Promise<Sale> {
    const held = await basket(count)
    const order = orderFor(held)
    return { ...held, order, purchase: await need('confirmPurchase', confirm(order)) }
  }

  return { basket, orderFor, confirm, sell }
}

import { randomUUID } from 'node:crypto'
import type { Body, Data } from '../../shared/api/partner/operations.ts'
import type { Call, Client } from './target.ts'

type Created = Data<'createEvent'>
type Opened = Data<'openSession'>
type SectionView = Data<'viewSection'>
type Seat = SectionView['map']['seats'][number]

const FAR_AHEAD = '2099-05-17'

export function newEvent(client: Client, more: Partial<Body<'createEvent'>> = {}): Promise<Created> {
  const body = { event_name: 'Hamana AC – Badia FC', event_date: FAR_AHEAD, default_price: 50_000, ...more }
  return client.succeed('createEvent', { headers: { 'x-env': 'demo' }, body })
}

export async function newSession(client: Client, event?: Created): Promise<Opened> {
  const { open_session: body } = event ?? (await newEvent(client))
  return client.succeed('openSession', { body })
}

export const at = (session: Pick<Opened, 'session_id'>): Pick<Call, 'params'> => ({
  params: { session_id: session.session_id },
})

export function view(
  client: Client,
  session: Opened,
  sectionId = session.map.sections[0]?.id ?? '',
): Promise<SectionView> {
  return client.succeed('viewSection', { ...at(session), query: { section_id: sectionId } })
}

export async function availableSeats(client: Client, session: Opened, count: number, sectionId?: string) {
  const { map } = await view(client, session, sectionId)
  const seats = map.seats.filter((seat) => seat.status === 'available').slice(0, count)
  if (seats.length < count) throw new Error(`only ${seats.length} seats are available`)
  return seats
}

/** Holds one seat per call, which every implementation supports. */
export async function holdEach(client: Client, session: Opened, seats: readonly Pick<Seat, 'id'>[]): Promise<void> {
  for (const { id } of seats) await client.succeed('holdSeats', { ...at(session), body: { seat_id: id } })
}

export async function readyToBuy(client: Client, count: number, event?: Created) {
  const session = await newSession(client, event)
  const seats = await availableSeats(client, session, count)
  await holdEach(client, session, seats)
  const checkout = await client.succeed('readCheckout', at(session))
  const order = orderFor(checkout)
  return { session, seats, checkout, order }
}

export function orderFor(checkout: Data<'readCheckout'>): Required<Body<'confirmPurchase'>> {
  return {
    order_id: randomUUID(),
    amount: checkout.amount,
    currency: checkout.currency,
    payment_method: 'cash',
    payment_reference: 'till-1-0001',
    hold_ids: checkout.items.map((item) => item.hold_id),
    customer: { name: 'Mariama Diallo', phone: '+224 620 00 00 00', email: 'mariama@example.org' },
  }
}

import { randomUUID } from 'node:crypto'
import { failure, startPartner, success, type Answer, type Asked } from './scripted-partner.ts'

export const ACCESS_CODES = { '7': 'open-7' }

interface SparseOptions {
  /** Reply that contains the customer reference: `section` for the reply with the seats, `nowhere` for no reply. */
  readonly owner?: 'section' | 'nowhere'
  /** Changes a reply in transit. The request line identifies the operation, for example `POST /…/purchases`. */
  readonly pass?: (asked: Asked, answer: Answer) => Answer
  readonly without?: string
}

/**
 * Starts an independent service with a minimal implementation of the interface. Replies omit `owner_ref` when a session
 * is opened, and `map` in the list of seats. Rows are named by letters. A hold call takes one seat and returns 201.
 * Tickets have no price, place or `qr_code`, but a separate `qr.payload`. Numbers may be sent as strings.
 */
export async function startSparsePartner({ owner = 'section', pass, without }: SparseOptions = {}) {
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const [day] = inAMonth.split('T')
  const ownerRef = `buyer ${randomUUID()}`
  const sold: string[] = []
  const held = new Map<string, string>()
  const bought = new Map<string, Answer>()
  const taken = new Set<string>()
  let holds = 0
  const seats = ['A', 'B', 'AA'].flatMap((row) =>
    [1, 2, 3, 4].map((n) => ({ id: `${row}${n}`, seat_code: `P-${row}-${n}`, row, number: `${n}` })),
  )
  const seatOf = (id: string) => seats.find((seat) => seat.id === id)!

  function purchase(body: string): Answer {
    const { order_id, amount, hold_ids } = JSON.parse(body) as { order_id: string; amount: number; hold_ids: string[] }
    const known = bought.get(order_id)
    if (known) return known
    const tickets = hold_ids.map((holdId, at) => {
      const { seat_code, row, number, id } = seatOf(held.get(holdId) ?? '')
      const payload = `Sparse/é/${order_id}/${at}`
      sold.push(payload)
      return { id: `T${id}`, seat_id: id, seat_code, row, seat_number: number, status: 'SOLD', qr: { payload } }
    })
    const answer = success({ order_id, status: 'completed', amount, currency: 'GNF', tickets })
    bought.set(order_id, answer)
    return answer
  }

  const routes: readonly (readonly [RegExp, (asked: Asked) => Answer])[] = [
    [
      /^GET \/api\/v1\/public\/events\?/u,
      () => success({ events: [{ id: 7, title: 'Gala', starts_at: day, min_price: '15000', currency: 'GNF' }] }),
    ],
    [
      /^POST \/api\/v1\/public\/booking-sessions$/u,
      () =>
        success({
          session_id: 'S1',
          event_id: 7,
          expires_at: inAMonth,
          event: { currency: 'GNF' },
          map: {
            zones: [{ id: 1, name: 'Parterre', sales_price_num: 15000 }],
            sections: [{ id: 11, zone_id: 1, price: '15000' }],
          },
          availability: { remaining: seats.length, sections: [{ id: 11, remaining: seats.length, code: 'P' }] },
        }),
    ],
    [
      /^GET \/api\/v1\/public\/booking-sessions\/S1\?section_id=11$/u,
      () => {
        const statusOf = ({ id }: { readonly id: string }) => (taken.has(id) ? 'sold' : 'available')
        const listed = seats.map((seat) => ({ ...seat, price: 15000, status: statusOf(seat) }))
        return success({ session_id: 'S1', ...(owner === 'section' && { owner_ref: ownerRef }), seats: listed })
      },
    ],
    [
      /^POST \/api\/v1\/public\/booking-sessions\/S1\/holds$/u,
      ({ body }) => {
        const { seat_id } = JSON.parse(body) as { seat_id?: string }
        if (seat_id === undefined || taken.has(seat_id)) return failure(409, 'TAKEN')
        taken.add(seat_id)
        const holdId = `H${++holds}`
        held.set(holdId, seat_id)
        return { status: 201, body: { success: true, data: { hold_id: holdId } } }
      },
    ],
    [
      /^DELETE \/api\/v1\/public\/booking-sessions\/S1\/holds\/H\d+$/u,
      ({ line }) => {
        const holdId = line.split('/').at(-1)!
        taken.delete(held.get(holdId) ?? '')
        held.delete(holdId)
        return { status: 204 }
      },
    ],
    [
      /^GET \/api\/v1\/public\/booking-sessions\/S1\/checkout$/u,
      () => {
        const terms = { price: 15000, remaining_seconds: 400 }
        const items = [...held].map(([hold_id, seat_id]) => ({ hold_id, seat_id, ...terms }))
        return success({ currency: 'GNF', amount: 15000 * items.length, items })
      },
    ],
    [/^POST \/api\/v1\/public\/purchases$/u, ({ body }) => purchase(body)],
    [
      /^GET \/api\/v1\/public\/tickets\?owner_ref=/u,
      ({ line }) => {
        const asked = new URL(line.slice(4), 'http://sparse').searchParams.get('owner_ref')
        const [answer] = bought.values()
        if (asked !== ownerRef || !answer || typeof answer === 'string') return success({ tickets: [] })
        const { tickets } = (answer.body as { data: { tickets: { seat_id: string; seat_code: string }[] } }).data
        return success({ tickets: tickets.map((one) => ({ ...one, seat: { id: one.seat_id, code: one.seat_code } })) })
      },
    ],
  ]

  const partner = await startPartner((asked) => {
    const route = routes.find(([line]) => line.test(asked.line))
    const answer = route ? route[1](asked) : failure(404, 'UNKNOWN')
    const changed = without === undefined ? answer : lacking(answer, without)
    return pass ? pass(asked, changed) : changed
  })
  return { ...partner, sold: sold as readonly string[] }
}

export type SparsePartner = Awaited<ReturnType<typeof startSparsePartner>>

function lacking(answer: Answer, member: string): Answer {
  if (typeof answer === 'string') return answer
  return { ...answer, body: JSON.stringify(answer.body, (key, value: unknown) => (key === member ? undefined : value)) }
}

import { randomUUID } from 'node:crypto'
import { API } from '../bench/sale-calls.ts'
import type { KioskOrder, KioskWord } from './kiosks.ts'

/** Kiosks that sell until they are told to stop, each at one hub. They insist on an answer, as real ones do. */
interface Session {
  readonly session_id: string
  readonly owner_ref: string
  readonly map: { readonly sections: readonly { readonly id: string }[] }
}

interface Bought {
  readonly tickets: readonly { readonly qr_code: string }[]
}

interface Reply {
  readonly status: number
  readonly data: unknown
  readonly code: string | undefined
}

const ANSWER_MS = 15_000
const AGAIN_MS = 500
const CUSTOMER_MS = 1_000
/** Taken, or lost with the old primary: the customer chooses other seats. */
const CHOOSE_AGAIN = new Set(['SEAT_CONFLICT', 'HOLD_NOT_FOUND', 'HOLD_EXPIRED', 'NO_HOLDS'])

const closing = new AbortController()
const tell = (word: KioskWord): void => void process.send?.(word)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

process.on('message', (order: KioskOrder | 'stop') => {
  if (order === 'stop') {
    closing.abort()
    return
  }
  const kiosks = Array.from({ length: order.kiosks }, (_, index) => kiosk(order, index))
  void Promise.all(kiosks).then(() => tell({ is: 'closed' }))
})
process.on('disconnect', () => process.exit())

async function kiosk({ hubs, events }: KioskOrder, index: number): Promise<void> {
  const hub = `http://127.0.0.1:${hubs[index % hubs.length]}`
  while (!closing.signal.aborted) {
    await pause(CUSTOMER_MS * Math.random() * 2)
    try {
      await sell(hub, events[Math.floor(Math.random() * events.length)] ?? {})
    } catch (error) {
      tell({ is: 'fault', what: String(error) })
    }
  }
}

async function sell(hub: string, event: object): Promise<void> {
  const session = await done<Session>(hub, 'POST', `${API}/booking-sessions`, event)
  const path = `${API}/booking-sessions/${session.session_id}`
  const { sections } = session.map
  const section = sections[Math.floor(Math.random() * sections.length)]?.id
  const view = await done<{ map: { seats: { id: string; status: string }[] } }>(
    hub,
    'GET',
    `${path}?section_id=${section}`,
  )
  const free = view.map.seats.filter(({ status }) => status === 'available')
  const from = Math.floor(Math.random() * free.length)
  const seat_ids = free.slice(from, from + 1 + Math.floor(Math.random() * 2)).map(({ id }) => id)
  if (seat_ids.length === 0) return
  const held = await answer(hub, 'POST', `${path}/holds`, { seat_ids })
  if (mustChooseAgain(held)) return
  const { holds } = dataOf(held) as { holds: { hold_id: string }[] }
  const checkout = await answer(hub, 'GET', `${path}/checkout`)
  if (mustChooseAgain(checkout)) return
  const { amount } = dataOf(checkout) as { amount: number }
  const orderId = randomUUID()
  const hold_ids = holds.map(({ hold_id }) => hold_id)
  const sentAt = Date.now()
  const bought = await answer(hub, 'POST', `${API}/purchases`, { order_id: orderId, amount, hold_ids, customer: {} })
  if (mustChooseAgain(bought)) {
    tell({ is: 'answered', orderId, codes: null, sentAt, answeredAt: Date.now() })
    return
  }
  const codes = (dataOf(bought) as Bought).tickets.map(({ qr_code }) => qr_code)
  tell({ is: 'answered', orderId, codes, sentAt, answeredAt: Date.now() })
  const listed = await done<Bought>(hub, 'GET', `${API}/tickets?owner_ref=${session.owner_ref}`)
  if (listed.tickets.map(({ qr_code }) => qr_code).join() !== codes.join())
    throw new Error('the tickets differ from those bought')
}

const mustChooseAgain = ({ code }: Reply): boolean => code !== undefined && CHOOSE_AGAIN.has(code)

function dataOf({ status, data, code }: Reply): unknown {
  if (status !== 200) throw new Error(`HTTP ${status} ${code}`)
  return data
}

const done = async <T>(...call: Parameters<typeof answer>): Promise<T> => dataOf(await answer(...call)) as T

/** Asks until there is an answer. All that a hub may say meanwhile is that it cannot now, and when to come again. */
async function answer(hub: string, method: string, path: string, body?: object): Promise<Reply> {
  for (;;) {
    const reply = await ask(hub, method, path, body)
    if (reply !== null) return reply
    tell({ is: 'turned-away' })
    await pause(AGAIN_MS)
  }
}

async function ask(hub: string, method: string, path: string, body?: object): Promise<Reply | null> {
  const headers = { 'x-partner-code': 'demo', 'x-env': 'demo', 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(ANSWER_MS)
  let reply: Response
  try {
    reply = await fetch(hub + path, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) })
  } catch {
    return null
  }
  const { data, error } = (await reply.json()) as { data?: unknown; error?: { code: string } }
  if (reply.status === 503 && error?.code === 'UNAVAILABLE' && reply.headers.has('retry-after')) return null
  if (reply.status >= 500) throw new Error(`${method} ${path}: HTTP ${reply.status} ${error?.code}`)
  return { status: reply.status, data, code: error?.code }
}

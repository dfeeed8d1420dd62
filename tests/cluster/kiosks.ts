import { at, orderFor } from '../contract/buyers.ts'
import { contractClient, successOf, type Call, type Client, type Reply } from '../contract/target.ts'
import type { OperationName } from '../../shared/api/partner/operations.ts'
import { startProcess } from '../world/campaign/process.ts'

export interface Answered {
  readonly orderId: string
  /** Codes of the tickets. Null if the order was refused. */
  readonly codes: readonly string[] | null
}

type KioskOrder = Readonly<{ kiosks: number; hubs: readonly number[]; events: readonly object[] }>

type KioskWord =
  | ({ readonly is: 'answered' } & KioskReply)
  | { readonly is: 'rejected' }
  | { readonly is: 'fault'; readonly what: string }
  | { readonly is: 'closed' }

export interface KioskReply extends Answered {
  readonly sentAt: number
  readonly answeredAt: number
}

export type Kiosks = ReturnType<typeof openKiosks>

export function openKiosks(order: KioskOrder) {
  const answered: KioskReply[] = []
  const faults: string[] = []
  const listeners = new Set<() => void>()
  const closed = Promise.withResolvers<void>()
  let rejected = 0
  const kiosks = startProcess<KioskWord>(import.meta.filename, {
    onWord(word) {
      if (word.is === 'answered') answered.push(word)
      else if (word.is === 'rejected') rejected += 1
      else if (word.is === 'fault') faults.push(word.what)
      else closed.resolve()
      for (const listener of listeners) listener()
    },
  })
  kiosks.send(order)

  return {
    answered,
    faults,
    rejected: () => rejected,
    /** Resolves with the time at which `count` purchases sent after `moment` are acknowledged, or null. */
    soldAfter: (moment: number, count: number, withinMs: number) =>
      new Promise<number | null>((resolve) => {
        const end = (soldAt: number | null): void => {
          clearTimeout(late)
          listeners.delete(look)
          resolve(soldAt)
        }
        const late = setTimeout(() => end(null), withinMs)
        const look = (): void => {
          const since = answered.filter(({ codes, sentAt }) => codes !== null && sentAt > moment)
          if (since.length >= count) end(since[count - 1]?.answeredAt ?? null)
        }
        listeners.add(look)
      }),
    async close() {
      kiosks.send('stop')
      await closed.promise
      kiosks.kill()
    },
  }
}

const ANSWER_MS = 15_000
const AGAIN_MS = 500
const CUSTOMER_MS = 1_000
/** Codes after which a customer chooses other seats: the seats are sold, or the holds were lost with the primary. */
const CHOOSE_AGAIN = new Set(['SEAT_CONFLICT', 'HOLD_NOT_FOUND', 'HOLD_EXPIRED', 'NO_HOLDS'])

const tell = (word: KioskWord): void => void process.send?.(word)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

if (import.meta.main) playKiosks()

/** Runs kiosks until the process is asked to stop. Each uses one hub and retries until it gets a reply. */
function playKiosks(): void {
  const closing = new AbortController()
  process.on('message', (order: KioskOrder | 'stop') => {
    if (order === 'stop') {
      closing.abort()
      return
    }
    const kiosks = Array.from({ length: order.kiosks }, (_, index) => kiosk(order, index, closing.signal))
    void Promise.all(kiosks).then(() => tell({ is: 'closed' }))
  })
  process.on('disconnect', () => process.exit())
}

async function kiosk({ hubs, events }: KioskOrder, index: number, closing: AbortSignal): Promise<void> {
  const hub = { baseUrl: `http://127.0.0.1:${hubs[index % hubs.length]}`, partnerCode: 'demo' }
  const client = contractClient(hub, (request) => fetch(request, { signal: AbortSignal.timeout(ANSWER_MS) }))
  while (!closing.aborted) {
    await pause(CUSTOMER_MS * Math.random() * 2)
    try {
      await sell(client, anyOf(events))
    } catch (error) {
      tell({ is: 'fault', what: String(error) })
    }
  }
}

async function sell(client: Client, event: object): Promise<void> {
  const done = async <N extends OperationName>(name: N, input: Call) =>
    successOf(name, await answer(client, name, input))
  const session = await done('openSession', { body: event })
  const query = { section_id: anyOf(session.map.sections).id }
  const view = await done('viewSection', { ...at(session), query })
  const free = view.map.seats.filter(({ status }) => status === 'available')
  const from = Math.floor(Math.random() * free.length)
  const seat_ids = free.slice(from, from + 1 + Math.floor(Math.random() * 2)).map(({ id }) => id)
  if (seat_ids.length === 0) return
  const held = await answer(client, 'holdSeats', { ...at(session), body: { seat_ids } })
  if (mustChooseAgain(held)) return
  const checkout = await answer(client, 'readCheckout', at(session))
  if (mustChooseAgain(checkout)) return
  const order = { ...orderFor(successOf('readCheckout', checkout)), customer: {} }
  const orderId = order.order_id
  const sentAt = Date.now()
  const bought = await answer(client, 'confirmPurchase', { body: order })
  const told = (codes: Answered['codes']) => tell({ is: 'answered', orderId, codes, sentAt, answeredAt: Date.now() })
  if (mustChooseAgain(bought)) return told(null)
  const codes = successOf('confirmPurchase', bought).tickets.map(({ qr_code }) => qr_code)
  told(codes)
  const listed = await done('listTickets', { query: { owner_ref: session.owner_ref } })
  if (listed.tickets.map(({ qr_code }) => qr_code).join() !== codes.join())
    throw new Error('the tickets differ from those bought')
}

const codeOf = ({ json }: Reply): string => (json as { error?: { code: string } } | undefined)?.error?.code ?? ''

const mustChooseAgain = (reply: Reply): boolean => CHOOSE_AGAIN.has(codeOf(reply))

/** Retries until the hub replies to the call. While unavailable, a hub may only return an error with a retry time. */
async function answer(client: Client, name: OperationName, input: Call): Promise<Reply> {
  for (;;) {
    const reply = await client.call(name, input).catch(() => null)
    const isLater = reply?.status === 503 && codeOf(reply) === 'UNAVAILABLE' && reply.headers.has('retry-after')
    if (reply !== null && !isLater) {
      if (reply.status >= 500) throw new Error(`${name}: HTTP ${reply.status} ${codeOf(reply)}`)
      return reply
    }
    tell({ is: 'rejected' })
    await pause(AGAIN_MS)
  }
}

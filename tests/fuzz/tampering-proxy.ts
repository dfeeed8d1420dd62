import type { PlainHandler } from '../../electron/booking/http/http.ts'
import type { OperationName } from '../../shared/api/partner/operations.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { operationOf, type Network } from '../simulation/network.ts'
import type { World } from '../simulation/world.ts'
import type { FalseResponse, WireReply } from './false-responses.ts'

type Sent = Readonly<{ method: string; target: string; headers: Headers; body: string }>

async function read(request: Request): Promise<{ readonly name: OperationName; readonly sent: Sent }> {
  const { pathname, search } = new URL(request.url)
  const { method, headers } = request
  const sent = { method, target: pathname + search, headers, body: await request.text() }
  return { name: operationOf(method, pathname), sent }
}

/** Fields that identify the sale in the replies to each operation, read without the program's own code. */
const BOOKING = ['session_id', 'event_id', 'owner_ref', 'currency']
const NAMING: Partial<Record<OperationName, readonly string[]>> = {
  openSession: ['event_id', 'currency'],
  viewSection: BOOKING,
  readCheckout: BOOKING,
  confirmPurchase: [...BOOKING, 'order_id', 'hold_id'],
  listTickets: BOOKING,
}

function namesIn(operation: OperationName, body: string): ReadonlySet<string> {
  const named = [...body.matchAll(/"(\w+)":("[^"]*"|-?[\d.]+)/gu)].flatMap(([, key = '', value]) =>
    NAMING[operation]?.includes(key) ? [`${key} ${value?.replaceAll('"', '')}`] : [],
  )
  const events = [...body.matchAll(/"event":\{"id":("[^"]*"|-?\d+)/gu)]
  return new Set([...named, ...events.map(([, value]) => `event_id ${value?.replaceAll('"', '')}`)])
}

/** Removes the identifying fields from a reply, to simulate a client that does not compare them. */
function blinded(body: string): string {
  return body
    .replaceAll(/"(event_id|session_id|owner_ref)":/gu, '"unnamed":')
    .replaceAll('"event":{"id"', '"event":{"unnamed"')
}

const BLIND_TO: ReadonlySet<OperationName> = new Set(['readCheckout', 'confirmPurchase', 'listTickets'])

function ticketIdsIn(body: string): readonly string[] {
  try {
    const { data } = JSON.parse(body) as { data: { tickets: readonly { id: unknown }[] } }
    return data.tickets.map(({ id }) => String(id))
  } catch {
    return []
  }
}

export type LyingLine = ReturnType<typeof createLyingLine>

/** Connects one kiosk to an honest service. The proxy can replace replies with false ones. */
export function createLyingLine({ time, truth, closing }: World, handle: PlainHandler, blind: boolean) {
  const honest = new Map<OperationName, WireReply>()
  /** Whether the last reply to each operation contained a false identifier. */
  const foreign = new Map<OperationName, boolean>()
  const vouched = new Set<string>()
  let lying: {
    lie: FalseResponse
    earlier: ReadonlyMap<OperationName, WireReply>
    otherEvent: ReadonlyMap<OperationName, WireReply>
  } | null = null
  let told = 0

  async function ask(name: OperationName, sent: Sent, sold: 'here' | 'elsewhere'): Promise<WireReply> {
    const { method, target, headers, body } = sent
    const header = (key: string): string | undefined => headers.get(key) ?? undefined
    const reply = await handle({ method, target, header, body: () => Promise.resolve(Buffer.from(body)) })
    const answered = { status: reply.status, body: Buffer.concat(reply.body).toString() }
    if (name === 'confirmPurchase' && answered.status === 200) truth.issue(answered.body, sold)
    return answered
  }

  function arriving(name: OperationName, answered: WireReply): WireReply | 'never' {
    if (!lying || closing()) return answered
    const { lie, earlier, otherEvent } = lying
    // The program requests the list of tickets only if the reply to the purchase is unusable.
    if (lie.operation === 'listTickets' && name === 'confirmPurchase') return { status: 502, body: '' }
    if (lie.operation !== name || answered.status !== 200) return answered
    const none = { status: 404, body: '' }
    const reply = lie.tell(answered, { earlier: earlier.get(name) ?? none, otherEvent: otherEvent.get(name) ?? none })
    if (reply === 'never' || reply.body !== answered.body || reply.status !== answered.status) told += 1
    return reply
  }

  async function exchange(name: OperationName, sent: Sent): Promise<WireReply | 'never'> {
    const idle = lying?.lie.idle && lying.lie.operation === name && !closing()
    const answered = idle ? { status: 200, body: '' } : await ask(name, sent, 'here')
    if (!lying) honest.set(name, answered)
    const reply = arriving(name, answered)
    if (reply === 'never') return reply
    judge(name, answered, reply)
    return blind && BLIND_TO.has(name) ? { ...reply, body: blinded(reply.body) } : reply
  }

  function judge(name: OperationName, answered: WireReply, reply: WireReply): void {
    const truly = namesIn(name, answered.body)
    const strange = [...namesIn(name, reply.body)].some((named) => !truly.has(named) && !named.endsWith(' '))
    foreign.set(name, strange)
    if (strange || (name !== 'confirmPurchase' && name !== 'listTickets')) return
    for (const id of ticketIdsIn(reply.body)) vouched.add(id)
  }

  return {
    honest,
    told: () => told,
    /** Starts to send false replies. Earlier replies count as replies of the previous sale. */
    lie(lie: FalseResponse, otherEvent: ReadonlyMap<OperationName, WireReply>) {
      lying = { lie, earlier: new Map(honest), otherEvent }
    },
    /** Compares a sale that a ledger has committed with the replies before the commit. */
    committed(sale: Sale) {
      const { state, saleId } = sale
      const said = `sale ${saleId} is "${state}"`
      const wrong = (name: OperationName): void => {
        if (foreign.get(name)) truth.violate('I14', `${said} by a reply to ${name} about something else`)
      }
      if (state === 'holding') wrong('openSession')
      if (state === 'holding') wrong('viewSection')
      if (state === 'priced') wrong('readCheckout')
      for (const { ticketId } of state === 'confirmed' ? sale.tickets : []) {
        if (!vouched.has(ticketId)) truth.violate('I14', `${said}: ticket ${ticketId} was said to be of something else`)
      }
    },
    connect: ((_kiosk, alive) => async (request) => {
      const { name, sent } = await read(request)
      const { signal } = request
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => alive() && reject(signal.reason as Error))
        time.after(20, async () => {
          const reply = await exchange(name, sent)
          if (!alive() || reply === 'never') return
          const { status, body } = reply
          resolve(new Response(status === 304 || body === '' ? null : body, { status }))
        })
      })
    }) satisfies Network['connect'],
    elsewhere: async (request: Request) => {
      const { name, sent } = await read(request)
      const reply = await ask(name, sent, 'elsewhere')
      honest.set(name, reply)
      return new Response(reply.body, { status: reply.status })
    },
  }
}

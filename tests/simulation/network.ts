import type { PlainHandler } from '../../electron/booking/http/http.ts'
import { operations, type OperationName } from '../../shared/api/partner/operations.ts'
import type { FaultKind } from './faults.ts'
import { mutateReply } from './mutations.ts'
import { seconds, type World } from './world.ts'

interface Call {
  readonly kiosk: string
  readonly name: OperationName
  readonly method: string
  readonly target: string
  readonly headers: Headers
  readonly body: string
}

type Reply = Readonly<{ status: number; body: string }>

const ELSEWHERE = 'web'

const AFTER_MONEY: ReadonlySet<OperationName> = new Set(['confirmPurchase', 'listTickets'])

const HTML = '<!doctype html><title>Bienvenue</title><p>Connectez-vous au réseau</p>'
const proxyFault: Reply = { status: 503, body: '<html><body>503 Service Unavailable</body></html>' }
const refusal = (status: number, message: string, code: string): Reply => ({
  status,
  body: JSON.stringify({ success: false, message, error: { code, details: {} } }),
})
const notFound = refusal(404, 'Not found', 'NOT_FOUND')
const soldAlready = refusal(409, 'Hold already sold', 'HOLD_SOLD')

/** Creates a network with faults. `onPurchase`: called with the exact body of each purchase request of a kiosk. */
export function createNetwork(world: World, handle: PlainHandler, onPurchase = (_body: string): void => undefined) {
  const { time, random, faults, truth } = world
  const strike = (kind: FaultKind, name: OperationName): boolean => faults.strike(kind, AFTER_MONEY.has(name) ? 4 : 1)
  const owners = createOwners(world)
  /** Kiosks whose ticket requests are refused permanently, even after closing time, and their refused orders. */
  const denied = { kiosks: new Set<string>(), orders: new Set<string>() }
  let outageUntil = 0
  let underWay = 0
  const down = (name: OperationName): boolean => {
    if (strike('partner outage', name)) outageUntil = time.now() + seconds(random.between(20, 400))
    return time.now() < outageUntil && !world.closing()
  }

  async function serve({ kiosk, name, method, target, headers, body }: Call): Promise<Reply> {
    if (name === 'confirmPurchase' && kiosk !== ELSEWHERE && faults.strike('sold and denied for good')) {
      denied.kiosks.add(kiosk)
      denied.orders.add(orderIdOf(body))
      // Half of the refused orders are not sold, and half are sold although the service replies 404.
      if (random.chance(0.5)) return notFound
    } else if (name === 'listTickets' && denied.kiosks.has(kiosk)) return notFound
    const known = name === 'confirmPurchase' && truth.ticketsOf(orderIdOf(body)).length > 0
    const ask = (asked: string) =>
      handle({
        method,
        target: asked,
        header: (header) => headers.get(header) ?? undefined,
        body: () => Promise.resolve(Buffer.from(body)),
      })
    const reply = await owners.serve(kiosk, name, target, ask)
    const text = Buffer.concat(reply.body).toString()
    if (name === 'confirmPurchase' && reply.status === 200)
      truth.issue(text, kiosk === ELSEWHERE ? 'elsewhere' : 'here')
    if (name === 'cancelTickets' && reply.status === 200)
      truth.cancel((JSON.parse(body ?? '') as { ticket_ids: string[] }).ticket_ids)
    if (name === 'confirmPurchase' && denied.orders.has(orderIdOf(body))) return notFound
    return known && faults.strike('orders not remembered') ? soldAlready : { status: reply.status, body: text }
  }

  /** Returns the reply as it arrives at the kiosk. Null if the reply is lost. */
  function mangled({ name, kiosk }: Call, reply: Reply): Reply | null {
    const tell = (what: string): void => world.tell(kiosk, `${name}: ${what}`)
    if (strike('reply lost', name)) return (tell('reply lost'), null)
    if (strike('failed after the fact', name)) return (tell('500 after the fact'), { status: 500, body: '' })
    if (strike('html reply', name)) return (tell('HTML in place of the reply'), { status: 200, body: HTML })
    if (strike('empty reply', name)) return (tell('empty reply'), { status: 200, body: '' })
    if (strike('reply cut', name)) {
      tell('reply cut')
      return { ...reply, body: reply.body.slice(0, random.below(reply.body.length)) }
    }
    // A kiosk cannot detect that a list of many sales omits its own sale.
    if (!(owners.shared && name === 'listTickets') && strike('reply mutated', name)) {
      const mutation = mutateReply(name, reply.body, random)
      tell(`reply mutated: ${mutation.what}`)
      return { ...reply, body: mutation.body }
    }
    return reply
  }

  function deliver(call: Call, delayMs: number, answer: (reply: Reply) => void): void {
    underWay += 1
    time.after(delayMs, async () => {
      underWay -= 1
      const reply = await serve(call)
      world.tell(call.kiosk, `${call.name} → ${reply.status}`)
      const arriving = mangled(call, reply)
      const late = strike('reply late', call.name) ? seconds(random.between(3, 90)) : 0
      if (arriving) time.after(random.between(2, 60) + late, () => answer(arriving))
    })
  }

  function send(call: Call, answer: (reply: Reply) => void, fail: (error: Error) => void): void {
    const { kiosk, name } = call
    if (down(name)) {
      world.tell(kiosk, `${name}: no way to the service`)
      if (random.chance(0.5)) time.after(random.between(1, 100), () => fail(new TypeError('fetch failed')))
      return
    }
    if (strike('request lost', name)) return world.tell(kiosk, `${name}: request lost`)
    if (strike('refused by a proxy', name)) {
      time.after(random.between(2, 60), () => answer(proxyFault))
      return world.tell(kiosk, `${name}: 503 from a proxy`)
    }
    const late = strike('request late', name) ? seconds(random.between(3, 600)) : 0
    if (late > 0) world.tell(kiosk, `${name}: request ${late / 1_000} s under way`)
    deliver(call, random.between(2, 60) + late, answer)
    if (strike('request twice', name)) {
      world.tell(kiosk, `${name}: request doubled`)
      deliver(call, seconds(random.below(120)), () => undefined)
    }
  }

  return {
    quiet: () => underWay === 0,
    /** Returns the `fetch` of a kiosk. A stopped program receives no replies, but its requests still arrive. */
    connect:
      (kiosk: string, alive: () => boolean): ((request: Request) => Promise<Response>) =>
      async (request) => {
        const { pathname, search } = new URL(request.url)
        const { method, headers, signal } = request
        const body = await request.text()
        const name = operationOf(method, pathname)
        const call: Call = { kiosk, name, method, target: pathname + search, headers, body }
        if (name === 'confirmPurchase') onPurchase(body)
        return new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => alive() && reject(signal.reason as Error))
          send(
            call,
            ({ status, body }) => alive() && resolve(new Response(status === 304 ? null : body, { status })),
            (error) => alive() && reject(error),
          )
        })
      },
    /** Sends another seller's request, without faults. Must be called within an action of the virtual clock. */
    async call(name: OperationName, target: string, body?: unknown): Promise<{ status: number; data: unknown }> {
      const headers = new Headers({ 'x-partner-code': 'demo', 'content-type': 'application/json' })
      const text = body === undefined ? '' : JSON.stringify(body)
      const { method } = operations[name]
      const reply = await serve({ kiosk: ELSEWHERE, name, method, target, headers, body: text })
      return { status: reply.status, data: (JSON.parse(reply.body) as { data?: unknown }).data }
    },
  }
}

export type Network = ReturnType<typeof createNetwork>

const orderIdOf = (body: string): string => (JSON.parse(body) as { order_id: string }).order_id

const patterns = Object.entries(operations).map(([name, { method, path }]) => ({
  name: name as OperationName,
  method,
  path: new RegExp(`^${path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
}))

export function operationOf(method: string, pathname: string): OperationName {
  const found = patterns.find((pattern) => pattern.method === method && pattern.path.test(pathname))
  if (!found) throw new Error(`no operation ${method} ${pathname}`)
  return found.name
}

type Ask = (target: string) => ReturnType<PlainHandler>

const LIST = '/api/v1/public/tickets?owner_ref='

/** If kiosks share an owner reference, the ticket list contains order IDs, which link tickets to their sales. */
function createOwners({ faults, truth }: World) {
  const forAll = faults.strike('one owner for all')
  const forMachine = !forAll && faults.strike('one owner a machine')
  /** Owner references of the embedded service, by the owner reference that callers receive. */
  const own = new Map<string, Set<string>>()

  async function list(owner: string, ask: Ask): ReturnType<Ask> {
    const tickets: object[] = []
    for (const ref of own.get(owner) ?? []) {
      const reply = await ask(LIST + ref)
      const { data } = JSON.parse(Buffer.concat(reply.body).toString()) as { data: { tickets: { id: string }[] } }
      const orderOf = (id: string) => forAll && { order_id: truth.issued.get(id)?.orderId }
      tickets.push(...data.tickets.map((ticket) => ({ ...ticket, ...orderOf(ticket.id) })))
    }
    const reply = await ask(`${LIST}nobody`)
    return { ...reply, body: [Buffer.from(JSON.stringify({ success: true, message: '', data: { tickets } }))] }
  }

  return {
    /** False if each session has its own `owner_ref`, as with the embedded service. */
    shared: forAll || forMachine,
    async serve(caller: string, operation: OperationName, target: string, ask: Ask): ReturnType<Ask> {
      if (!forAll && !forMachine) return ask(target)
      const owner = forAll ? 'demo-everybody' : `demo-${caller}`
      if (operation === 'listTickets') return list(owner, ask)
      const reply = await ask(target)
      const refs = own.get(owner) ?? new Set()
      own.set(owner, refs)
      const text = Buffer.concat(reply.body).toString()
      const renamed = text.replaceAll(/"owner_ref":"([^"]+)"/gu, (_, ref: string) => {
        refs.add(ref)
        return `"owner_ref":"${owner}"`
      })
      return { ...reply, body: [Buffer.from(renamed)] }
    },
  }
}

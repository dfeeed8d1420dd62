import type { PlainHandler } from '../../electron/booking-service/http/http.ts'
import type { OperationName } from '../../shared/partner-api/operations.ts'
import type { World } from './world.ts'

type PlainReply = Awaited<ReturnType<PlainHandler>>

/** Partners that give several sessions one `owner_ref`, so that the tickets of many sales come in one list. */
export interface Owners {
  /** False where each session has its own, as the embedded service does it. */
  readonly shared: boolean
  serve(
    caller: string,
    operation: OperationName,
    target: string,
    ask: (target: string) => Promise<PlainReply>,
  ): Promise<PlainReply>
}

const LIST = '/api/v1/public/tickets?owner_ref='

/** Where machines share an owner, the list names the orders: nothing else could tell whose a ticket is for good. */
export function createOwners({ faults, truth }: World): Owners {
  const forAll = faults.strike('one owner for all')
  const forMachine = !forAll && faults.strike('one owner a machine')
  /** The embedded service's own, by the name that callers know. */
  const own = new Map<string, Set<string>>()

  async function list(owner: string, ask: (target: string) => Promise<PlainReply>): Promise<PlainReply> {
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
    shared: forAll || forMachine,
    async serve(caller, operation, target, ask) {
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

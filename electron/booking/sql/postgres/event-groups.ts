import { only } from '../store-task.ts'
import type { Queries } from './database.ts'
import type { EventWrite } from './seat-state.ts'
import { grouped, type Transactions } from './transactions.ts'

/** One writer of an event. A group contains at most one writer of each session. */
interface Member<I> {
  readonly eventId: number
  readonly sessionNo: number
  readonly input: I
}

/**
 * Operation that writers of one kind perform together, with a result for each writer. The operation may be rolled back
 * and repeated, so it changes only the database: free seats and the holds of its own sessions.
 */
export interface Kind<I, O, L = unknown> {
  /**
   * If true, the event's counters stay locked until the commit is durable. A server that has lost its replicas
   * therefore cannot commit holds that would be missing on the next primary.
   */
  readonly durable: boolean
  readonly look: (queries: Queries, inputs: readonly I[]) => Promise<L>
  readonly work: (write: EventWrite, inputs: readonly I[], seen: L) => Promise<readonly O[]>
}

interface Entry {
  readonly kind: Kind<unknown, unknown>
  readonly member: Member<unknown>
}

/** Maximum writers in a group, because a longer group would block other processes. */
const MAX_GROUP = 64

/** Group commit: writers of an event that arrive during a transaction share the next transaction and its disk sync. */
export class EventGroups {
  readonly #transactions: Transactions
  readonly #groups = new Map<number, (entry: Entry) => Promise<unknown>>()

  constructor(transactions: Transactions) {
    this.#transactions = transactions
  }

  /** Returns a writer that resolves after the commit, or with null for an unknown event. */
  writer<I, O, L>(kind: Kind<I, O, L>): (member: Member<I>) => Promise<O | null> {
    return (member) =>
      this.#groupOf(member.eventId)({ kind: kind as Kind<unknown, unknown>, member }) as Promise<O | null>
  }

  #groupOf(eventId: number): (entry: Entry) => Promise<unknown> {
    let group = this.#groups.get(eventId)
    if (group === undefined) {
      const options = { most: MAX_GROUP, keyOf: ({ member }: Entry) => member.sessionNo }
      group = grouped(options, (entries) => this.#commit(eventId, entries))
      this.#groups.set(eventId, group)
    }
    return group
  }

  async #commit(eventId: number, entries: readonly Entry[]): Promise<readonly unknown[]> {
    const durable = entries.some(({ kind }) => kind.durable)
    const [first, ...others] = [...Map.groupBy(entries, (entry) => entry.kind)].map(([kind, own]) => {
      const inputs = own.map(({ member }) => member.input)
      const look = (queries: Queries): Promise<unknown> => kind.look(queries, inputs)
      const work = async (write: EventWrite, seen: unknown): Promise<(readonly [Entry, unknown])[]> => {
        const done = await kind.work(write, inputs, seen)
        return own.map((entry, index) => [entry, done[index]])
      }
      return { look, work }
    })
    const { look, work } = only(first)
    const sessionNos = entries.map(({ member }) => member.sessionNo)
    const options = { durable, eventId, sessionNos, look }
    const answers = await this.#transactions.writeSeats(options, async (write, seen) => {
      const found = await work(write, seen)
      // Each kind of operation runs after the previous kinds, so that it reads the data that they have written.
      for (const other of others) found.push(...(await other.work(write, await other.look(write))))
      return new Map(found)
    })
    return entries.map((entry) => answers?.get(entry) ?? null)
  }
}

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
 * Operation that writers of one kind perform together, with a result for each writer. It may be rolled back and
 * repeated, so it changes only the database. In the database, it changes only free seats and the holds of its own
 * sessions.
 */
export interface Kind<I, O, L = unknown> {
  /**
   * If true, the event's counters stay locked until the commit is durable. A server that has lost its replicas then
   * cannot commit holds that the next primary does not have.
   */
  readonly durable: boolean
  /** Reads what `work` needs, under the sessions' locks. */
  readonly look: (queries: Queries, inputs: readonly I[]) => Promise<L>
  readonly work: (write: EventWrite, inputs: readonly I[], seen: L) => Promise<readonly O[]>
}

interface Entry {
  readonly kind: Kind<unknown, unknown>
  readonly member: Member<unknown>
}

/** Maximum number of writers in a group, because a longer group would block other processes that write to the event. */
const MAX_GROUP = 64

/**
 * Group commit: writers of an event that arrive during a transaction of this process share the next one. They share the
 * check for expired holds, the statements of their kind, the count of seats, and the sync of the disk.
 */
export class EventGroups {
  readonly #transactions: Transactions
  readonly #groups = new Map<number, (entry: Entry) => Promise<unknown>>()

  constructor(transactions: Transactions) {
    this.#transactions = transactions
  }

  /**
   * Returns the writer of a kind. It resolves when everything is committed, or with null if the event does not exist.
   */
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
      // Each kind reads the data that the previous kinds have written.
      for (const other of others) found.push(...(await other.work(write, await other.look(write))))
      return new Map(found)
    })
    return entries.map((entry) => answers?.get(entry) ?? null)
  }
}

import { only, type Queries } from './database.ts'
import { grouped, type Transactions } from './transactions.ts'
import type { EventWrite } from './seat-book.ts'

/** One writer of an event. A group holds no two of one session. */
interface Member<I> {
  readonly eventId: number
  readonly sessionNo: number
  readonly input: I
}

/**
 * What writers of one kind do together: an answer for each. It may be done several times, all but the last of which are
 * undone: it touches nothing but the database, and there only what its own sessions hold, and seats that nobody has.
 */
export interface Kind<I, O, L = unknown> {
  /**
   * The event's counters are locked until the commit is safe: at a server that has lost its replicas nobody goes on to hold
   * seats which the next primary will not know of.
   */
  readonly durable: boolean
  /** What there is to know beforehand, under the sessions' locks. */
  readonly look: (queries: Queries, inputs: readonly I[]) => Promise<L>
  readonly work: (write: EventWrite, inputs: readonly I[], seen: L) => Promise<readonly O[]>
}

export interface EventGroups {
  /** Gives the way into the groups: it resolves once all is committed; null: there is no such event. */
  writer<I, O, L>(kind: Kind<I, O, L>): (member: Member<I>) => Promise<O | null>
}

interface Entry {
  readonly kind: Kind<unknown, unknown>
  readonly member: Member<unknown>
}

/** A longer one would keep other processes waiting for the event. */
const MOST_IN_A_GROUP = 64

/**
 * Group commit: the writers of an event that came while a transaction of this process was under way share the next one:
 * one look at expired holds, one statement for all that look or write alike, one count of seats, one sync of the disk.
 */
export function createEventGroups({ writeSeats }: Pick<Transactions, 'writeSeats'>): EventGroups {
  const groups = new Map<number, (entry: Entry) => Promise<unknown>>()

  async function commit(eventId: number, entries: readonly Entry[]): Promise<readonly unknown[]> {
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
    const answers = await writeSeats({ durable, eventId, sessionNos, look }, async (write, seen) => {
      const found = await work(write, seen)
      // What the kind before has done is there by now.
      for (const other of others) found.push(...(await other.work(write, await other.look(write))))
      return new Map(found)
    })
    return entries.map((entry) => answers?.get(entry) ?? null)
  }

  function groupOf(eventId: number): (entry: Entry) => Promise<unknown> {
    let group = groups.get(eventId)
    if (group === undefined) {
      const options = { most: MOST_IN_A_GROUP, keyOf: ({ member }: Entry) => member.sessionNo }
      group = grouped(options, (entries) => commit(eventId, entries))
      groups.set(eventId, group)
    }
    return group
  }

  return {
    writer:
      <I, O, L>(kind: Kind<I, O, L>) =>
      (member: Member<I>) =>
        groupOf(member.eventId)({ kind: kind as Kind<unknown, unknown>, member }) as Promise<O | null>,
  }
}

import { grouped } from './grouped.ts'
import type { EventWrite } from './seat-book.ts'
import type { Transactions } from './transactions.ts'
import { lockEvent } from './transactions.ts'

/** One writer of an event. A group holds no two of one session. */
interface Member<I> {
  readonly eventId: number
  readonly sessionNo: number
  readonly input: I
}

/**
 * What writers of one kind do together: an answer for each. It may be done twice, of which the first is undone: it touches
 * nothing but the database, and there only what its own sessions hold, and seats that nobody has.
 */
export interface Kind<I, O> {
  readonly durable: boolean
  readonly work: (write: EventWrite, inputs: readonly I[]) => Promise<readonly O[]>
}

export interface EventGroups {
  /** Gives the way into the groups: it resolves once all is committed; null: there is no such event. */
  writer<I, O>(kind: Kind<I, O>): (member: Member<I>) => Promise<O | null>
}

interface Entry {
  readonly kind: Kind<unknown, unknown>
  readonly member: Member<unknown>
}

/** A longer one would keep other processes waiting for the event. */
const MOST_IN_A_GROUP = 64

/**
 * Group commit: the writers of an event that came while a transaction of this process was under way share the next one:
 * one lock, one look at expired holds, one statement for all that look or write alike, one count of seats, one sync of the
 * disk.
 */
export function createEventGroups({ writeEvent }: Pick<Transactions, 'writeEvent'>): EventGroups {
  const groups = new Map<number, (entry: Entry) => Promise<unknown>>()

  async function commit(eventId: number, entries: readonly Entry[]): Promise<readonly unknown[]> {
    const durable = entries.some(({ kind }) => kind.durable)
    const answers = await writeEvent({ durable, lock: lockEvent(eventId) }, async (write) => {
      const found = new Map<Entry, unknown>()
      for (const [kind, own] of Map.groupBy(entries, (entry) => entry.kind)) {
        const done = await kind.work(
          write,
          own.map(({ member }) => member.input),
        )
        for (const [index, entry] of own.entries()) found.set(entry, done[index])
      }
      return found
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
      <I, O>(kind: Kind<I, O>) =>
      (member: Member<I>) =>
        groupOf(member.eventId)({ kind: kind as Kind<unknown, unknown>, member }) as Promise<O | null>,
  }
}

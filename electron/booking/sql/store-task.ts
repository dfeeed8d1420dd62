export type Value = string | number | null | readonly (string | number | null)[]

/**
 * A statement that works on both engines: `$1` stands for a value and may be repeated, `IN LIST($1)` takes a list of
 * integers, aliases in capitals are quoted. Text is ordered by `COLLATE "C"`; `greatest` and `FOR UPDATE` are allowed.
 */
export interface Statement {
  readonly sql: string
  readonly values: readonly Value[]
  /** If true, the answer has the value of the only column in place of each row. */
  readonly isColumn?: boolean
}

export interface Answer {
  readonly rows: readonly unknown[]
  /** Number of rows written. */
  readonly written: number
}

/**
 * Work on the database that is the same for both engines: it yields statements and receives their answers. SQLite performs
 * it in one turn, PostgreSQL waits for each answer. May be started anew, so it changes nothing but the database.
 */
export type StoreTask<T> = Generator<Statement, T, Answer>

export function* rows<T extends object>(sql: string, values: readonly Value[] = []): StoreTask<readonly T[]> {
  return (yield { sql, values }).rows as readonly T[]
}

/** Returns the values of a statement with one column. Many rows with one number take half as much time as objects. */
export function* column<T extends string | number>(
  sql: string,
  values: readonly Value[] = [],
): StoreTask<readonly T[]> {
  return (yield { sql, values, isColumn: true }).rows as readonly T[]
}

export function* row<T extends object>(sql: string, values: readonly Value[] = []): StoreTask<T | null> {
  return (yield* rows<T>(sql, values))[0] ?? null
}

/** Returns the number of rows written. */
export function* run(sql: string, values: readonly Value[] = []): StoreTask<number> {
  return (yield { sql, values }).written
}

/** Returns the row of a statement that always returns one. Throws otherwise. */
export function only<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw new Error('the database gave no row')
  return found
}

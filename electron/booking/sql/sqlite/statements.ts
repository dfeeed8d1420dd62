import type { Database, RunResult, Statement } from 'better-sqlite3'
import type { Answer, Statement as WorkStatement, StoreTask } from '../store-task.ts'

type SqliteValue = string | number | bigint | null

interface Translated {
  readonly statement: Statement
  /** For each parameter, the index of its value. */
  readonly order: readonly number[]
}

/** Caches the prepared statements of one database connection, so that each statement is prepared only once. */
export class Statements {
  readonly #db: Database
  readonly #prepared = new Map<string, Statement>()
  readonly #plucked = new Map<string, Statement>()
  readonly #translated = new Map<string, Translated>()

  constructor(db: Database) {
    this.#db = db
  }

  all<T extends object>(sql: string, ...values: SqliteValue[]): T[] {
    return this.#prepare(sql).all(...values) as T[]
  }

  /** Returns the number in the first column of the first row. */
  value(sql: string, ...values: SqliteValue[]): number | undefined {
    let statement = this.#plucked.get(sql)
    if (statement === undefined) {
      statement = this.#planned(sql).pluck()
      this.#plucked.set(sql, statement)
    }
    return (statement.get(...values) as number | null | undefined) ?? undefined
  }

  run(sql: string, ...values: SqliteValue[]): RunResult {
    return this.#prepare(sql).run(...values)
  }

  perform<T>(work: StoreTask<T>): T {
    let step = work.next()
    while (step.done !== true) step = work.next(this.#answer(step.value))
    return step.value
  }

  #answer({ sql, values, isColumn = false }: WorkStatement): Answer {
    let translated = this.#translated.get(sql)
    if (translated === undefined) {
      translated = this.#translate(sql)
      if (isColumn) translated.statement.pluck()
      this.#translated.set(sql, translated)
    }
    const { statement, order } = translated
    const given = order.map((index) => {
      const value = values[index]
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
    })
    if (!statement.reader) return { rows: [], written: statement.run(...given).changes }
    const rows = statement.all(...given)
    return { rows, written: rows.length }
  }

  #translate(sql: string): Translated {
    const order: number[] = []
    const text = sql
      .replaceAll(/IN LIST\((\$\d+)\)/gu, 'IN (SELECT value FROM json_each($1))')
      .replaceAll(/\$(\d+)/gu, (_, number: string) => {
        order.push(Number(number) - 1)
        return '?'
      })
      .replaceAll('COLLATE "C"', 'COLLATE BINARY')
      .replaceAll('greatest(', 'max(')
      .replaceAll('FOR UPDATE', '')
    return { statement: this.#planned(text), order }
  }

  #prepare(sql: string): Statement {
    let statement = this.#prepared.get(sql)
    if (statement === undefined) {
      statement = this.#planned(sql)
      this.#prepared.set(sql, statement)
    }
    return statement
  }

  /**
   * Uses `+?`: because of a partial index, SQLite would plan a statement with a bare `?` again each time a value is
   * bound, which takes ten times as long as the statement.
   */
  #planned(sql: string): Statement {
    return this.#db.prepare(sql.replaceAll('?', '+?'))
  }
}

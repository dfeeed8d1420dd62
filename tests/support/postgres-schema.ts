import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A new schema in the database, as an address of its own: `search_path` keeps its users inside. */
export async function newSchema(url: string): Promise<string> {
  const schema = `test_${randomBytes(8).toString('hex')}`
  await postgresRows(url, `CREATE SCHEMA ${schema}`)
  return `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`
}

export async function postgresRows(url: string, sql: string): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<object>(sql)).rows
  } finally {
    await client.end()
  }
}

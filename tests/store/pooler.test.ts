import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { findProgram } from '../cluster/programs.ts'
import { besideHub, partner } from '../hub/hub.ts'
import { freePort } from '../support/free-port.ts'
import { postgresRows } from '../support/postgres-schema.ts'
import { answering, serverUser } from '../support/postgres-server.ts'

const postgres = inject('postgres')
const pgbouncer = findProgram('pgbouncer')

describe.skipIf(postgres === null || pgbouncer === null)('a hub behind PgBouncer', () => {
  test('names the setting to change where each transaction may have another session', async () => {
    const url = await behindPgBouncer('transaction')
    await expect(besideHub(url, (store) => store.listPartners())).rejects.toThrow(/pool_mode = session/u)
  })

  test('works with one session for each connection', async () => {
    const url = await behindPgBouncer('session')
    const codes = await besideHub(url, async (store) => {
      await store.keepPartner(partner('nongo'))
      await Promise.all(Array.from({ length: 8 }, () => store.listPartners()))
      return (await store.listPartners()).map(({ code }) => code)
    })
    expect(codes).toEqual(['nongo'])
  })
})

/** The address of an empty database through a PgBouncer of its own, with the package's default settings otherwise. */
async function behindPgBouncer(poolMode: 'session' | 'transaction'): Promise<string> {
  const { hostname, port, username } = new URL(postgres!)
  const database = `pooled_${poolMode}`
  await postgresRows(postgres!, `CREATE DATABASE ${database}`)
  const folder = mkdtempSync(join(tmpdir(), 'guichet-pgbouncer-'))
  const own = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `${database} = host=${hostname} port=${port} user=${username}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${own}\nunix_socket_dir =\nauth_type = any\npool_mode = ${poolMode}`,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const user = serverUser() ?? undefined
  if (user) for (const path of [folder, file]) chownSync(path, user.uid, user.gid)
  const child = spawn(pgbouncer!, ['-q', file], { ...user, stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGINT')
    if (child.exitCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true })
    await postgresRows(postgres!, `DROP DATABASE ${database} WITH (FORCE)`)
  })
  const url = `postgres://${username}@127.0.0.1:${own}/${database}`
  await answering(url)
  return url
}

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportLedger } from '../../electron/ledger/export.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { EVENT_TYPES, everyEvent, storyClock } from '../ledger/every-event.ts'
import { ledgerOptions, temporaryDirectory } from '../ledger/scene.ts'
import Sqlite from 'better-sqlite3'

describe('the independent verifier', () => {
  it('finds nothing wrong with a ledger in which everything happened, in use, closed, and as an archive', async () => {
    const directory = temporaryDirectory()
    const clock = storyClock()
    const options = ledgerOptions(directory, { now: clock.now })
    const ledger = await openLedger(options)
    everyEvent(ledger, clock)
    const inUse = await verifyLedger({ path: options.path, trustedKeyIds: [options.signer.keyId] })
    ledger.close()
    const closed = await verifyLedger({ path: options.path })
    const archive = join(directory, 'archive.jsonl')
    exportLedger({ path: options.path, to: archive, signer: options.signer, wallUtc: clock.now().wallUtc })
    const exported = await verifyLedger({ path: archive })

    expect(inUse.findings).toEqual([])
    expect(closed.findings).toEqual([])
    expect(exported.findings).toEqual([])
    expect(inUse).toMatchObject({ ok: true, source: 'database', sales: 9, tickets: 5, closures: 3 })
    expect(exported).toMatchObject({ ok: true, source: 'archive', headHash: closed.headHash, rows: closed.rows })

    const codes = new Set(new Sqlite(options.path).prepare('SELECT DISTINCT code FROM journal').pluck().all())
    for (const type of Object.keys(EVENT_TYPES)) expect(codes).toContain(type.replaceAll('-', '_').toUpperCase())
  })
})

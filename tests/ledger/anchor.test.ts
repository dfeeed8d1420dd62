import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { readAnchor, sealBytes } from '../../electron/ledger/outside.ts'
import { openFileSigner } from '../../electron/ledger/signer.ts'
import { signedBytes } from '../../electron/ledger/journal.ts'
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { everyEvent, storyClock } from './every-event.ts'
import { chosenSeat, sellOut } from './sales.ts'
import { freshLedger, ledgerOptions, openForTest, runSql } from './fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

interface SignedRow {
  readonly seq: number
  readonly hash: Buffer
  readonly key_id: string
  readonly sig: Buffer
}

describe('the anchor', () => {
  it('says by its seal that a finished sale was the end, though its other records are made again from older rows', async () => {
    const directory = temporaryFolder()
    const options = ledgerOptions(directory)
    const ledger = await openLedger(options)
    sellOut(ledger, options.now, [chosenSeat('2001')])
    const cut = join(directory, 'cut.db')
    runSql(options.path, `VACUUM INTO '${cut}'`)
    sellOut(ledger, options.now, [chosenSeat('2002')])
    ledger.close()

    const db = new Sqlite(cut, { readonly: true })
    const rows = db.prepare('SELECT seq, hash, key_id, sig FROM journal ORDER BY seq DESC LIMIT 2').all() as SignedRow[]
    db.close()
    const forged = readFileSync(`${options.path}.anchor`)
    for (const { seq, hash, key_id: keyId, sig } of rows) {
      const mark = { seq, hash: hash.toString('hex'), keyId, sig: sig.toString('base64'), sealed: false }
      forged.write(JSON.stringify(mark).padEnd(511), 512 * (seq % 2))
    }
    writeFileSync(`${cut}.anchor`, forged)
    const { findings } = await verifyLedger({ path: cut })
    expect(findings.filter(({ check }) => check === 'anchor')).toMatchObject([{ severity: 'error' }])
  })

  it('is sealed at the end of a sale and after every row of the register, and at no step between', async () => {
    const clock = storyClock()
    const { ledger, options } = await freshLedger({ now: clock.now })
    const wrong: string[] = []
    let sealed = 0
    const acted = (what: string, sealsNow: boolean): void => {
      const { seq } = ledger.head()
      if (sealsNow) sealed = seq
      const mark = readAnchor(`${options.path}.anchor`).findLast((each) => each.sealed)
      if (mark?.seq !== sealed) wrong.push(`${what}: sealed at ${mark?.seq}, not ${sealed}`)
    }
    acted('opened', true)
    const ends = new Set(['done', 'abandoned', 'refunded'])
    const watched: Ledger = {
      ...ledger,
      record(previous, sale, event, now) {
        ledger.record(previous, sale, event, now)
        acted(`${event.type} to ${sale.state}`, ends.has(sale.state))
      },
      note(...row) {
        ledger.note(...row)
        acted(row[0], true)
      },
      closeShift(...closing) {
        const closure = ledger.closeShift(...closing)
        acted('closure', true)
        return closure
      },
      recordDrawer(...act) {
        ledger.recordDrawer(...act)
        acted(act[0].type, true)
      },
      recordAfterSale(...act) {
        ledger.recordAfterSale(...act)
        acted(act[0].type, true)
      },
      askTerminalDay(...asked) {
        ledger.askTerminalDay(...asked)
        acted('end of day requested', true)
      },
      noteTerminalDay(...ended) {
        ledger.noteTerminalDay(...ended)
        acted('end of day result', true)
      },
      recordStrayNote(...found) {
        ledger.recordStrayNote(...found)
        acted('stray note', true)
      },
      recordCashbox(...act) {
        ledger.recordCashbox(...act)
        acted(act[0].type, true)
      },
      settleStrayNote(...said) {
        ledger.settleStrayNote(...said)
        acted('stray note settled', true)
      },
    }
    everyEvent(watched, clock)
    ledger.settleGap({ seq: 1 }, '88', '7', clock.now())
    acted('gap settled', true)
    ledger.close()
    expect(wrong).toEqual([])
  })

  it('without a seal is found once a sale or a shift has ended, and not before', async () => {
    const verdictOf = async (live: (ledger: Ledger, now: typeof options.now) => void) => {
      const ledger = await openLedger(options)
      live(ledger, options.now)
      ledger.close()
      const anchor = readFileSync(`${options.path}.anchor`)
      writeFileSync(`${options.path}.anchor`, anchor.fill(' ', 1024))
      const { findings } = await verifyLedger({ path: options.path })
      return findings.filter(({ check }) => check === 'anchor').map(({ why }) => why)
    }
    const unsealed = ['it has no record 3, although a sale or a shift ended']
    let options = ledgerOptions(temporaryFolder())
    expect(await verdictOf(() => undefined)).toEqual([])
    expect(await verdictOf((ledger, now) => void sellOut(ledger, now, [chosenSeat('1001')]))).toEqual(unsealed)
    options = ledgerOptions(temporaryFolder())
    expect(await verdictOf((ledger, now) => void ledger.closeShift('Z', '7', now()))).toEqual(unsealed)
  })

  it.each([
    ['as a row', false],
    ['as an end', true],
  ])(
    'is believed only where the register signed it: a later row that a stranger names %s is missed by nobody',
    async (_how, sealed) => {
      const { ledger, options } = await freshLedger()
      sellOut(ledger, options.now, [chosenSeat('2001')])
      ledger.close()
      const stranger = openFileSigner(join(temporaryFolder(), 'key.json'))
      const hash = Buffer.alloc(32, 7)
      const sig = Buffer.from(stranger.sign(sealed ? sealBytes(999, hash) : signedBytes(hash))).toString('base64')
      const mark = { seq: 999, hash: hash.toString('hex'), keyId: options.signer.keyId, sig, sealed }
      const anchor = readFileSync(`${options.path}.anchor`)
      anchor.write(JSON.stringify(mark).padEnd(511), sealed ? 1024 : 0)
      writeFileSync(`${options.path}.anchor`, anchor)
      expect((await openForTest(options)).opening).toMatchObject({ rebuilt: null, missing: null })
    },
  )
})

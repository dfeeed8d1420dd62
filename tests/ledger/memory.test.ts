import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFileSigner } from '../../electron/ledger/chain/file-signer.ts'
import { LedgerInUse } from '../../electron/ledger/storage/errors.ts'
import { type Ledger, type LedgerOptions, openLedger } from '../../electron/ledger/ledger.ts'
import { renewKey } from '../../electron/ledger/recovery/renew-key.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { chosenSeat, sellOut } from './sales.ts'
import { ledgerOptions } from './scene.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

interface Day {
  readonly options: LedgerOptions
  /** Of the sale before the copy and the archive. */
  readonly sold: string
}

/** A sale, then a copy and an archive, then another sale; the database with a name for each file beside it. */
async function day(): Promise<Day> {
  const directory = temporaryFolder()
  const options = {
    ...ledgerOptions(directory),
    archives: join(directory, 'archives'),
    reports: join(directory, 'reports'),
  }
  mkdirSync(options.archives)
  const ledger = await openLedger(options)
  const { sale } = sellOut(ledger, options.now, [chosenSeat('1001')])
  ledger.closeShift('Z', null, options.now())
  await ledger.backup(options.now())
  await ledger.archive(join(options.archives, 'kiosk-1-20250517T140500Z.jsonl'), options.now())
  sellOut(ledger, options.now, [chosenSeat('1002')])
  ledger.close()
  return { options, sold: sale.saleId }
}

/** Removes everything of the ledger but what is named. */
function lose({ path }: LedgerOptions, ...kept: readonly string[]): void {
  for (const name of ['', '-wal', '-shm', '.anchor', '.roll', '-backups'])
    if (!kept.includes(name)) rmSync(`${path}${name}`, { recursive: true, force: true })
}

const seen = (ledger: Ledger) =>
  ledger.gaps().map((gap) => (gap.kind === 'rows' ? gap.remembered : gap.kind === 'key' ? gap.keyId : gap.doubt))

async function expectSound({ path }: LedgerOptions): Promise<void> {
  const { findings } = await verifyLedger({ path })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
}

describe('a ledger that is lost with anchor and roll', () => {
  it('is restored from its copy, and the gap is a case for staff until somebody has looked', async () => {
    const { options, sold } = await day()
    lose(options, '-backups')
    const ledger = await openLedger(options)
    expect(ledger.opening.rebuilt).toMatchObject({ backup: expect.stringContaining('-backups') as string })
    expect(ledger.find(sold)?.state).toBe('done')
    expect(ledger.gaps()).toMatchObject([{ kind: 'rows' }])
    ledger.close()
    const again = await openLedger(options)
    const [gap] = again.gaps()
    again.settleGap(gap!, '', 'staff-7', options.now())
    expect(again.gaps()).toEqual([])
    again.close()
    await expectSound(options)
  })

  it('is restored from an archive where no copy is left', async () => {
    const { options, sold } = await day()
    lose(options)
    const ledger = await openLedger(options)
    expect(ledger.opening.rebuilt).toMatchObject({ backup: null })
    expect(ledger.find(sold)?.state).toBe('done')
    expect(ledger.gaps()).toMatchObject([{ kind: 'rows' }])
    ledger.close()
    await expectSound(options)
  })

  it.each(['pdf', 'csv'])('is told by the number of a Z on paper alone (%s)', async (ending) => {
    const { options } = await day()
    lose(options)
    rmSync(options.archives!, { recursive: true })
    mkdirSync(options.reports!)
    writeFileSync(join(options.reports!, `kiosk-1-Z-1-31.${ending}`), '')
    const ledger = await openLedger(options)
    expect(seen(ledger)).toEqual([['report']])
    expect(ledger.gaps()).toMatchObject([{ rows: 31 }])
    ledger.close()
    await expectSound(options)
  })

  it('is a new one where nothing shows that one was here', async () => {
    const { options } = await day()
    lose(options)
    rmSync(options.archives!, { recursive: true })
    const ledger = await openLedger(options)
    expect(ledger.opening.rebuilt).toBeNull()
    expect(ledger.gaps()).toEqual([])
    ledger.close()
  })
})

describe('a ledger that was put back without what stood behind', () => {
  it.each([
    ['copy', '-backups', 'backup'],
    ['archive', '', 'archive'],
  ])('is told by a newer %s, once, over any number of starts', async (_what, kept, by) => {
    const { options } = await day()
    const older = join(dirname(options.path), 'older.db')
    const whole = await openLedger(options)
    copyFileSync(`${options.path}-backups/${readdirSync(`${options.path}-backups`)[0]!}`, older)
    sellOut(whole, options.now, [chosenSeat('1003')])
    await whole.backup(options.now())
    await whole.archive(join(options.archives!, 'kiosk-1-20250518T140500Z.jsonl'), options.now())
    whole.close()
    if (by === 'backup') rmSync(options.archives!, { recursive: true })
    lose(options, kept)
    copyFileSync(older, options.path)

    const ledger = await openLedger(options)
    expect(seen(ledger)).toEqual([[by]])
    expect(ledger.opening.missing).toMatchObject({ remembered: [{ by }] })
    ledger.close()
    const again = await openLedger(options)
    expect(again.opening.missing).toBeNull()
    expect(seen(again)).toEqual([[by]])
    again.close()
    await expectSound(options)
  })

  it('is told by the anchor that another key signed, where the key was changed too', async () => {
    const { options } = await day()
    const other = ledgerOptions(temporaryFolder())
    const foreign = await openLedger(other)
    sellOut(foreign, options.now, [chosenSeat('9')])
    foreign.close()
    lose(options, '.anchor')
    copyFileSync(other.path, options.path)
    rmSync(options.archives!, { recursive: true })
    const ledger = await openLedger({ ...options, signer: other.signer })
    expect(seen(ledger)).toEqual([['anchor']])
    ledger.close()
  })

  it('leaves no case on a good day', async () => {
    const { options } = await day()
    const ledger = await openLedger(options)
    expect(ledger.gaps()).toEqual([])
    expect(ledger.opening).toEqual({ rebuilt: null, mended: [], missing: null, chain: null })
    ledger.close()
  })
})

describe('a new key', () => {
  it('that nobody vouched for is a case for staff until they have noted it', async () => {
    const { options } = await day()
    const signer = openFileSigner(join(dirname(options.path), 'another-key.json'))
    const ledger = await openLedger({ ...options, signer })
    expect(seen(ledger)).toEqual([signer.keyId])
    ledger.close()
    const again = await openLedger({ ...options, signer })
    expect(seen(again)).toEqual([signer.keyId])
    again.settleGap(again.gaps()[0]!, 'note 12', 'staff-7', options.now())
    expect(again.gaps()).toEqual([])
    again.close()
    await expectSound(options)
  })

  it('that the key before signed asks nobody, and the verifier trusts it by the key before', async () => {
    const directory = temporaryFolder()
    const keyFile = join(directory, 'ledger-key.json')
    const options = ledgerOptions(directory)
    const before = await openLedger(options)
    sellOut(before, options.now, [chosenSeat('1001')])
    expect(() => renewKey({ path: options.path, keyFile })).toThrow(LedgerInUse)
    before.close()
    const keyId = renewKey({ path: options.path, keyFile })
    expect(() => renewKey({ path: options.path, keyFile })).toThrow('start the program first')

    const signer = openFileSigner(keyFile)
    expect(signer.keyId).toBe(keyId)
    expect(signer.sealingKey).toEqual(options.signer.sealingKey)
    const ledger = await openLedger({ ...options, signer })
    sellOut(ledger, options.now, [chosenSeat('1002')])
    expect(ledger.gaps()).toEqual([])
    ledger.close()
    const trust = { keys: [options.signer.keyId], files: [], papers: [] }
    expect(await verifyLedger({ path: options.path, trust })).toMatchObject({ verdict: 'holds' })
  })
})

import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Closure, paperCode } from '../../electron/ledger/accounts/closures.ts'
import { exportLedger } from '../../electron/ledger/export.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { openFileSigner, type Signer } from '../../electron/ledger/signer.ts'
import { readTrustEvidence, readPaper, type Trust } from '../../electron/verify/verify.ts'
import { storyClock } from '../ledger/every-event.ts'
import { chosenSeat, handOver, pricedSale, sellOut, toPaid } from '../ledger/sales.ts'
import { readArchive } from '../verify/archive-builder.ts'

/** Kinds of evidence outside the register. Each kind is used alone as root of trust. */
export const ROOTS = ['key', 'head', 'paper', 'archive'] as const
export type RootKind = (typeof ROOTS)[number]

/** Files of an honest register, and evidence about the files that is stored elsewhere. */
export interface Victim {
  /** Folder of `ledger.db`, its accompanying files, and `ledger.jsonl`, an archive of the whole ledger. */
  readonly whole: string
  /**
   * Copies of `whole` before the Z report and before the last sale. Of the copy before the last sale, forgeries use
   * only the database.
   */
  readonly beforeZ: string
  readonly beforeLastSale: string
  readonly ownKey: string
  readonly trust: Readonly<Record<RootKind, Trust>>
  readonly forger: Signer
}

/**
 * Records a sale, a Z report, a sale with customer data, another sale and a stop. Makes backups before and after the Z
 * report.
 */
export async function createTargetLedger(directory: string): Promise<Victim> {
  const whole = join(directory, 'whole')
  const [beforeZ, beforeLastSale] = [join(directory, 'before-z'), join(directory, 'before-last-sale')]
  mkdirSync(whole)
  const clock = storyClock()
  const signer = openFileSigner(join(directory, 'own-key.json'))
  const path = join(whole, 'ledger.db')
  const archive = join(whole, 'ledger.jsonl')
  const options = { path, register: 'kiosk-1', appVersion: '0.1.0', signer, reserveBytes: 0, now: clock.now }
  const reopened = async (copy: string) => {
    await exportLedger(path, archive, signer, { wallUtc: clock.now().wallUtc })
    cpSync(whole, copy, { recursive: true })
    return openLedger({ ...options })
  }
  let ledger = await openLedger(options)
  ledger.note('START', {}, clock.now())
  sellOut(ledger, clock.now, [chosenSeat('1001')])
  await ledger.backup(clock.now())
  ledger.close()
  ledger = await reopened(beforeZ)
  ledger.closeShift('Z', 'staff-7', clock.now())
  await ledger.backup(clock.now())
  sellToSomebody(ledger, clock.now)
  ledger.close()
  ledger = await reopened(beforeLastSale)
  sellOut(ledger, clock.now, [chosenSeat('1003')], 'cash')
  ledger.note('STOP', {}, clock.now())
  ledger.close()
  await exportLedger(path, archive, signer, { wallUtc: clock.now().wallUtc })
  const kept = join(directory, 'kept-elsewhere.jsonl')
  cpSync(archive, kept)
  return {
    whole,
    beforeZ,
    beforeLastSale,
    ownKey: signer.keyId,
    trust: await trustEvidence(kept, signer),
    forger: openFileSigner(join(directory, 'forgers-key.json')),
  }
}

function sellToSomebody(ledger: Parameters<typeof pricedSale>[0], now: Parameters<typeof pricedSale>[1]): void {
  const customer = { name: 'Fatoumata Binta Barry', phone: '+224628765432' }
  const named = { type: 'customer-recorded', customer, staffId: '7' } as const
  const paid = pricedSale(ledger, now, [chosenSeat('1002')]).next(named, ...toPaid('card', 35_000))
  handOver(paid)
}

async function trustEvidence(archive: string, signer: Signer): Promise<Victim['trust']> {
  const known = await readTrustEvidence(archive)
  const { header, rows } = readArchive(readFileSync(archive, 'utf8'))
  const { seq, hash, payload } = rows.find(({ code }) => code === 'Z_REPORT')!
  const closure = { ...(JSON.parse(payload) as Omit<Closure, 'seq'>), seq }
  const facts = { register: 'kiosk-1', ledgerId: header.ledgerId, hash: hash as string }
  const head = { ...known, registers: known.registers.map((entry) => ({ ...entry, keys: [] })) }
  return {
    key: { keys: [signer.keyId] },
    head: { files: [head] },
    paper: { papers: [readPaper(paperCode(closure, facts, signer))] },
    archive: { files: [known] },
  }
}

import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Closure, paperCode } from '../../electron/ledger/books/closures.ts'
import { exportLedger } from '../../electron/ledger/export.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { openFileSigner, type Signer } from '../../electron/ledger/signer.ts'
import { readKnownElsewhere, readPaper, type Trust } from '../../electron/verify/verify.ts'
import { storyClock } from '../ledger/every-event.ts'
import { chosenSeat, handOver, sellOut, startSale, toPaid, toPriced } from '../ledger/sales.ts'
import { readArchive } from '../verify/archive-workshop.ts'

/** What somebody outside the machine knows, one at a time. */
export const ROOTS = ['key', 'head', 'paper', 'archive'] as const
export type RootKind = (typeof ROOTS)[number]

/** An honest register's files, and what is known of it elsewhere. */
export interface Victim {
  /** `ledger.db` and what lies beside it, and `ledger.jsonl`, an archive of all of it. */
  readonly whole: string
  /** All of that, as it was once: before the Z, and (the database alone) before the last sale. */
  readonly beforeZ: string
  readonly beforeLastSale: string
  /** The register's own, which no forger has. */
  readonly ownKey: string
  readonly trust: Readonly<Record<RootKind, Trust>>
  /** The forger's. */
  readonly forger: Signer
}

/** A day: a sale with its customer noted, a Z with its copy, two more sales, an end in order. */
export async function makeVictim(directory: string): Promise<Victim> {
  const whole = join(directory, 'whole')
  const [beforeZ, beforeLastSale] = [join(directory, 'before-z'), join(directory, 'before-last-sale')]
  mkdirSync(whole)
  const clock = storyClock()
  const signer = openFileSigner(join(directory, 'own-key.json'))
  const path = join(whole, 'ledger.db')
  const archive = join(whole, 'ledger.jsonl')
  const options = { path, register: 'kiosk-1', appVersion: '0.1.0', signer, reserveBytes: 0, now: clock.now }
  const reopened = async (copy: string) => {
    await exportLedger({ path, to: archive, signer, wallUtc: clock.now().wallUtc })
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
  await exportLedger({ path, to: archive, signer, wallUtc: clock.now().wallUtc })
  const kept = join(directory, 'kept-elsewhere.jsonl')
  cpSync(archive, kept)
  return {
    whole,
    beforeZ,
    beforeLastSale,
    ownKey: signer.keyId,
    trust: await knownElsewhere(kept, signer),
    forger: openFileSigner(join(directory, 'forgers-key.json')),
  }
}

function sellToSomebody(ledger: Parameters<typeof startSale>[0], now: Parameters<typeof startSale>[1]): void {
  const seats = [chosenSeat('1002')]
  const customer = { name: 'Fatoumata Binta Barry', phone: '+224628765432' }
  const paid = startSale(ledger, now, seats).next(
    ...toPriced(seats),
    { type: 'customer-noted', customer, staffId: '7' },
    ...toPaid('card', 35_000),
  )
  handOver(paid)
}

async function knownElsewhere(archive: string, signer: Signer): Promise<Victim['trust']> {
  const known = await readKnownElsewhere(archive)
  const { header, rows } = readArchive(readFileSync(archive, 'utf8'))
  const { seq, hash, payload } = rows.find(({ code }) => code === 'CLOSURE_Z')!
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

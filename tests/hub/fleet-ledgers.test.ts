import Sqlite from 'better-sqlite3'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { HubClient } from '../../electron/fleet/hub-client.ts'
import { HubLedgerCheck, type WatchedLedger } from '../../electron/fleet/ledger-heads.ts'
import { isSignedBy, openSigningKey } from '../../electron/fleet/keys.ts'
import { readTrustEvidence, verifyLedger } from '../../electron/verify/verify.ts'
import type { LedgerMismatch } from '../../shared/domain/fleet/readiness.ts'
import type { LedgerHead, ReportedLedger } from '../../shared/api/fleet/contract.ts'
import { FLEET_PATHS } from '../../shared/api/fleet/paths.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startBeatingMachine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { beatOf, enrolled, startFleet } from './fleet.ts'

const hash = (digit: string): string => digit.repeat(64)

const first: LedgerHead = { register: 'gate-7', ledgerId: 'l-1', keyId: 'a'.repeat(32), seq: 10, hash: hash('1') }

const later: LedgerHead = { ...first, seq: 20, hash: hash('2') }

/** Enrols a device that does not run a program. Returns a function that reports the device's ledger in a heartbeat. */
async function tellingDevice(fleet: Awaited<ReturnType<typeof startFleet>>) {
  const line = new HubClient(fleet.url, openSigningKey(join(temporaryFolder(), 'key.pem')))
  need(await line.enrol('gate-7', await fleet.invite('gate-7')))
  let number = 0
  return async (ledger?: ReportedLedger) => {
    const beat = beatOf('gate-7', (number += 1), { printers: [] })
    return need(await line.beat({ ...beat, ...(ledger && { ledger }) }))!.ledger!
  }
}

describe('the hub remembers a ledger', () => {
  test('by its first head, vouches for its key, and takes what goes on from there', async () => {
    const fleet = await startFleet()
    const tell = await tellingDevice(fleet)
    expect(await tell()).toEqual({ head: null, doubt: null, vouch: null })
    expect(await fleet.devices()).toMatchObject([{ ledger: null }])
    const pinned = await tell({ head: first, known: null })
    expect(pinned).toMatchObject({ head: { ledgerId: 'l-1', seq: 10, hash: first.hash }, doubt: null })
    const { keyId, hubKey, sig } = pinned.vouch!
    expect(keyId).toBe(first.keyId)
    expect(isSignedBy(hubKey, 'guichet-vouch-1', Buffer.from(`l-1\n${keyId}`), sig)).toBe(true)
    const grown = await tell({ head: later, known: { seq: 10, hash: first.hash } })
    expect(grown).toMatchObject({ head: { seq: 20 }, doubt: null })
    expect(await fleet.devices()).toMatchObject([{ ledger: { head: { seq: 20, hash: later.hash }, doubt: null } }])
    const heads = [first, later].map(({ seq, hash }) => ({ seq, hash }))
    const registers = [{ register: 'gate-7', keys: [first.keyId], heads }]
    const trust = await fleet.beside(({ desk }) => desk.ledgers.trust())
    expect(trust).toEqual({ format: 'guichet-trust-1', hubs: [hubKey], registers })
  })

  test.each<[LedgerMismatch, ReportedLedger]>([
    ['shorter', { head: { ...first, seq: 15, hash: hash('3') }, known: null }],
    ['forked', { head: { ...later, hash: hash('4') }, known: null }],
    ['forked', { head: { ...later, seq: 30, hash: hash('5') }, known: { seq: 20, hash: hash('4') } }],
    ['another-key', { head: { ...later, seq: 30, hash: hash('5'), keyId: 'b'.repeat(32) }, known: null }],
    ['another-ledger', { head: { ...later, seq: 30, hash: hash('5'), ledgerId: 'l-2' }, known: null }],
  ])('and does not take one that is %s until an administrator does', async (type, told) => {
    const fleet = await startFleet()
    const tell = await tellingDevice(fleet)
    await tell({ head: first, known: null })
    await tell({ head: later, known: { seq: 10, hash: first.hash } })
    const head = { ledgerId: 'l-1', seq: 20, hash: later.hash }
    for (let times = 0; times < 2; times += 1) expect(await tell(told)).toEqual({ head, doubt: type, vouch: null })
    const [seen] = await fleet.devices()
    expect(seen?.ledger).toMatchObject({ head: { seq: 20, hash: later.hash }, doubt: { type, told: told.head } })
    const metrics = await (await fetch(fleet.metricsUrl!)).text()
    expect(metrics).toContain('guichet_device_ledger_mismatch{device="gate-7"} 1')

    // Only an administrator can clear a reported ledger mismatch, and only for the ledger head that caused it.
    const wish = JSON.stringify({ device: 'gate-7', told: told.head })
    expect((await fleet.post(FLEET_PATHS.ledger, wish, { origin: fleet.url })).status).toBe(401)
    expect(await fleet.settle('gate-7', { ...told.head, seq: 99 })).toBe(409)
    expect(await fleet.settle('gate-7', told.head)).toBe(200)
    const after = await tell({ head: { ...told.head, seq: 40, hash: hash('6') }, known: null })
    expect(after).toMatchObject({ head: { seq: 40, ledgerId: told.head.ledgerId }, doubt: null })
    expect(after.vouch?.keyId).toBe(told.head.keyId)
    const { registers } = await fleet.beside(({ desk }) => desk.ledgers.trust())
    expect(registers[0]?.keys).toContain(told.head.keyId)
    expect(registers[0]?.heads.at(-1)).toEqual({ seq: 40, hash: hash('6') })
  })

  test('and says that it was in doubt also when it fits again, until somebody has seen it', async () => {
    const fleet = await startFleet()
    const tell = await tellingDevice(fleet)
    await tell({ head: later, known: null })
    await tell({ head: first, known: null })
    const fits = { head: { ...later, seq: 25, hash: hash('7') }, known: { seq: 20, hash: later.hash } }
    expect(await tell(fits)).toMatchObject({ head: { seq: 25 }, doubt: 'shorter' })
    expect(await fleet.devices()).toMatchObject([{ ledger: { head: { seq: 25 }, doubt: { told: null } } }])
    expect(await fleet.settle('gate-7', null)).toBe(200)
    expect(await fleet.devices()).toMatchObject([{ ledger: { head: { seq: 25 }, doubt: null } }])
  })
})

describe('a machine', () => {
  function watched(ledger: LedgerHead, rows: Readonly<Record<number, string>>) {
    const doubts: (LedgerMismatch | null)[] = []
    const port: WatchedLedger = {
      head: () => ledger,
      hashOf: (seq) => rows[seq] ?? null,
      isVouched: () => false,
      vouch: () => expect.unreachable('nobody vouched'),
      setHubMismatch: (doubt) => void doubts.push(doubt?.type ?? null),
    }
    const quiet = (): void => undefined
    return { doubts, memory: new HubLedgerCheck(port, 'hub', { info: quiet, warn: quiet, error: quiet }) }
  }

  test('tells nothing of its ledger to a hub that does not ask for it', () => {
    const { memory, doubts } = watched(first, {})
    expect(memory.told()).toBeUndefined()
    memory.take(undefined)
    expect(memory.told()).toBeUndefined()
    expect(doubts).toEqual([null])
  })

  test('finds by the hub’s first reply that its ledger is not the one', () => {
    const known = { head: { ledgerId: 'l-1', seq: 10, hash: first.hash }, doubt: null, vouch: null }
    const cases = [watched(first, { 10: first.hash }), watched(first, {}), watched(first, { 10: hash('9') })]
    const other = watched({ ...first, ledgerId: 'l-2' }, { 10: first.hash })
    for (const { memory } of [...cases, other]) memory.take(known)
    expect([...cases, other].map(({ doubts }) => doubts)).toEqual([[null], ['shorter'], ['forked'], ['another-ledger']])
    expect(cases[2]?.memory.told()).toEqual({ head: first, known: { seq: 10, hash: hash('9') } })
  })

  test('journals the hub’s word for its key, and asks staff while its ledger is not what the hub remembers', async () => {
    const fleet = await startFleet()
    const settings = { deviceId: 'gate-7', fleet: { hub: fleet.url, heartbeatSeconds: 1 } }
    const data = await enrolled(fleet, settings)
    const ledger = join(data, 'demo', 'ledger.db')
    const whole = await startBeatingMachine(settings, data)
    const seen = async () => (await fleet.devices())[0]?.ledger
    await expect.poll(async () => (await seen())?.head.register).toBe('gate-7')
    const vouched = (): readonly unknown[] => {
      const db = new Sqlite(ledger, { readonly: true })
      const found = db.prepare("SELECT seq FROM journal WHERE code = 'KEY_ATTESTED'").pluck().all()
      db.close()
      return found
    }
    await expect.poll(vouched).toHaveLength(1)
    const [seq] = vouched() as readonly number[]
    await expect.poll(async () => (await seen())?.head.seq).toBeGreaterThanOrEqual(seq ?? Infinity)
    await whole.stop()
    const judged = async () => {
      const file = join(data, 'trust.json')
      writeFileSync(file, JSON.stringify(await fleet.beside(({ desk }) => desk.ledgers.trust())))
      const trust = { files: [await readTrustEvidence(file)] }
      const { verdict, roots } = await verifyLedger({ path: ledger, trust })
      return { verdict, roots: [...new Set(roots.map(({ kind }) => kind))].sort() }
    }
    expect(await judged()).toEqual({ verdict: 'holds', roots: ['head', 'hub', 'key'] })

    for (const name of ['', '-wal', '-shm', '.anchor', '.journal.jsonl', '-backups'])
      rmSync(`${ledger}${name}`, { recursive: true, force: true })
    const young = await startBeatingMachine(settings, data)
    const cases = async () => need(await young.api.listStaffCases({ pin: DEMO_PIN }))
    await expect.poll(cases).toMatchObject([{ question: 'ledger-hub', doubt: 'another-ledger' }])
    expect(await judged()).toMatchObject({ verdict: 'broken' })
    await expect.poll(async () => (await seen())?.doubt?.told?.register).toBe('gate-7')
    const accept = () =>
      fleet.beside(async ({ desk }) => desk.ledgers.accept('gate-7', (await desk.devices())[0]!.ledger!.doubt!.told))
    await expect.poll(accept).toBe(true)
    await expect.poll(cases).toEqual([])
    await young.stop()
  })
})

import { createHook } from 'node:async_hooks'
import { scryptSync } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStaffList, staffPath } from '../../electron/app/people.ts'
import { filesSetAside } from '../../electron/host/files/atomic-file.ts'
import { createIdentify, openStaffFile } from '../../electron/staff/identify.ts'
import { combinePinLocks, decoyHash, hashPin, openPinLocks, pinMatches } from '../../electron/staff/pins.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { saveStaffList } from '../support/fast-pin-hash.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { need } from '../world/kiosk-fixture.ts'

function machine() {
  const directory = temporaryFolder()
  let monoMs = 0
  const now = () => ({ monoMs, bootId: 'b', wallUtc: '2027-05-15T12:00:00.000Z' })
  const clock = { now, sleep: () => Promise.resolve() }
  const care = openStaffList(directory)
  const pin = saveStaffList(directory, [{ number: '7', name: 'Mariama', role: 'cashier' }]).get('7') ?? ''
  const remarks: string[] = []
  const report = (remark: string): void => void remarks.push(remark)
  const start = () =>
    createIdentify({
      staff: openStaffFile(staffPath(directory), report),
      machinePin: '2468',
      locks: openPinLocks(join(directory, 'staff-locks.json'), clock, report),
    })
  return { directory, remarks, care, pin, start, pass: (ms: number) => void (monoMs += ms) }
}

const wrongOf = (pin: string): string => (pin === '000000' ? '000001' : '000000')
const locked = (seconds: number) => err({ type: 'pin-locked', seconds })

test('a person is known by number and PIN, the machine by its own PIN', async () => {
  const { pin, start } = machine()
  const identify = start()
  expect(await identify({ staff: '7', pin })).toEqual(ok({ staffId: '7', name: 'Mariama', role: 'cashier' }))
  expect(await identify({ pin: '2468' })).toEqual(ok({ staffId: 'counter', name: '', role: 'supervisor' }))
  for (const credentials of [{ pin }, { staff: '7', pin: '2468' }, { staff: '8', pin }])
    expect(await identify(credentials)).toEqual(err({ type: 'wrong-pin' }))
})

test('nothing in the file tells a PIN, and nobody else reads it', async () => {
  const { directory, care } = machine()
  const added = need(await care.add({ number: '8', name: 'Alpha', role: 'cashier' }))
  const text = readFileSync(staffPath(directory), 'utf8')
  expect(text).not.toContain(added.pin)
  expect(text).toMatch(/"n": 32768/u)
  if (process.platform !== 'win32') expect(statSync(staffPath(directory)).mode & 0o077).toBe(0)
})

test('three wrong tries lock one person, longer each time, and a restart begins the lock again', async () => {
  const { pin, start, pass } = machine()
  const wrong = { staff: '7', pin: wrongOf(pin) }
  const right = { staff: '7', pin }
  const first = start()
  for (const _ of [1, 2, 3]) expect(await first(wrong)).toEqual(err({ type: 'wrong-pin' }))
  expect(await first(right)).toEqual(locked(15))
  expect(await first({ pin: '2468' })).toMatchObject({ ok: true })
  pass(15_000)
  expect(await first(wrong)).toEqual(err({ type: 'wrong-pin' }))
  expect(await first(right)).toEqual(locked(30))
  pass(29_000)
  const restarted = start()
  expect(await restarted(right)).toEqual(locked(30))
  pass(30_000)
  expect(await restarted(right)).toMatchObject({ ok: true })
  expect(await restarted(wrong)).toEqual(err({ type: 'wrong-pin' }))
  expect(await start()(right)).toMatchObject({ ok: true })
})

test('a staff number typed as the PIN does not count as an attempt, locked or not, and is checked as the PIN first', async () => {
  const { care, pin, start } = machine()
  expect(await care.add({ number: '40211', name: 'Alpha', role: 'cashier' }, '7007')).toMatchObject({ ok: true })
  expect(await care.add({ number: '7007', name: 'Fatou', role: 'cashier' })).toMatchObject({ ok: true })
  const identify = start()
  for (const staff of ['7', '55'])
    for (const _ of [1, 2, 3, 4])
      expect(await identify({ staff, pin: '40211' })).toEqual(err({ type: 'wrong-pin', isStaffNumber: true }))
  expect(await identify({ staff: '40211', pin: '7007' })).toMatchObject({ ok: true })
  // Wrong entries that are not staff numbers count as wrong PINs. While the PIN is locked, entries are not compared
  // with it.
  for (const _ of [1, 2, 3]) expect(await identify({ staff: '7', pin: wrongOf(pin) })).toMatchObject({ ok: false })
  for (const _ of [1, 2, 3]) expect(await identify({ staff: '40211', pin: '0000' })).toMatchObject({ ok: false })
  expect(await identify({ staff: '7', pin: '40211' })).toEqual(
    err({ type: 'pin-locked', seconds: 15, isStaffNumber: true }),
  )
  expect(await identify({ staff: '40211', pin: '7007' })).toMatchObject({ error: { type: 'pin-locked', seconds: 15 } })
  expect(await identify({ staff: '7', pin })).toEqual(locked(15))
  for (const _ of [1, 2, 3]) expect(await identify({ pin: '40211' })).toEqual(err({ type: 'wrong-pin' }))
  expect(await identify({ pin: '2468' })).toEqual(locked(15))
})

test('the staff list is ordered by number: 9 before 10', async () => {
  const { care } = machine()
  for (const number of ['10', '9'])
    expect(await care.add({ number, name: 'Alpha', role: 'cashier' })).toMatchObject({ ok: true })
  expect(care.list().map(({ number }) => number)).toEqual(['7', '9', '10'])
})

test('tries that come together are counted one by one', async () => {
  const { pin, start } = machine()
  const identify = start()
  const tries = Array.from({ length: 6 }, () => identify({ staff: '7', pin: wrongOf(pin) }))
  const answers = (await Promise.all(tries)).map((each) => (each.ok ? 'let in' : each.error.type))
  expect(answers).toEqual(['wrong-pin', 'wrong-pin', 'wrong-pin', 'pin-locked', 'pin-locked', 'pin-locked'])
})

test('a person removed or given a new PIN counts at once, with the program running', async () => {
  const { care, pin, start } = machine()
  const identify = start()
  const renewed = await care.resetPin('7')
  expect(await identify({ staff: '7', pin })).toEqual(err({ type: 'wrong-pin' }))
  if (renewed.ok) expect(await identify({ staff: '7', pin: renewed.value.pin })).toMatchObject({ ok: true })
  expect(await care.add({ number: '7', name: 'Alpha', role: 'supervisor' })).toEqual(err({ type: 'number-taken' }))
  expect(care.remove('7')).toEqual(ok(null))
  expect(care.remove('7')).toEqual(err({ type: 'no-such-number' }))
  expect(await identify({ staff: '7', pin })).toEqual(err({ type: 'wrong-pin' }))
})

test('a right PIN is worked out once: each command of a desk asks again who gave it', async () => {
  const { care, pin, start } = machine()
  let derived = 0
  const hook = createHook({ init: (_, type) => void (derived += Number(type === 'SCRYPTREQUEST')) }).enable()
  onTestFinished(() => void hook.disable())
  const identify = start()
  for (const _ of [1, 2, 3]) expect(await identify({ staff: '7', pin })).toMatchObject({ ok: true })
  expect(derived).toBe(1)
  // A wrong PIN requires another key derivation. The correct PIN remains cached.
  expect(await identify({ staff: '7', pin: wrongOf(pin) })).toEqual(err({ type: 'wrong-pin' }))
  expect(derived).toBe(2)
  expect(await identify({ staff: '7', pin })).toMatchObject({ ok: true })
  expect(derived).toBe(2)
  const renewed = await care.resetPin('7')
  if (!renewed.ok) throw new Error(renewed.error.type)
  expect(await identify({ staff: '7', pin })).toEqual(err({ type: 'wrong-pin' }))
  expect(await identify({ staff: '7', pin: renewed.value.pin })).toMatchObject({ ok: true })
})

test('a file that is not what it should be is named and kept, and locks nobody out but its people', async () => {
  const { directory, care, start, pin, remarks } = machine()
  const file = staffPath(directory)
  writeFileSync(file, '{"staff":[{"number":"7"}]}')
  expect(await start()({ staff: '7', pin })).toMatchObject({ ok: true })
  expect(remarks).toEqual([expect.stringMatching(/staff\.json: staff\.0\.name: .* is now .*its last intact copy/u)])
  expect(care.list()).toMatchObject([{ number: '7' }])
  for (const one of [file, `${file}.last`]) writeFileSync(one, 'junk')
  const identify = start()
  expect(await identify({ pin: '2468' })).toMatchObject({ ok: true })
  expect(await identify({ staff: '7', pin })).toEqual(err({ type: 'wrong-pin' }))
  expect(remarks.slice(1)).toEqual([expect.stringMatching(/staff\.json: .* no intact copy .*restore the file/u)])
  const aside = () =>
    filesSetAside([directory]).map((name) => [name.slice(0, -27), readFileSync(join(directory, name), 'utf8')])
  const kept = ['staff.json.last', 'junk']
  expect(aside().slice(1)).toEqual([['staff.json', 'junk'], kept])
  expect(await care.add({ number: '8', name: 'Alpha', role: 'cashier' })).toMatchObject({ ok: true })
  expect(aside().at(-1)).toEqual(kept)
})

test('nobody who was removed, and no old PIN, comes back with a copy', async () => {
  const { directory, care, start, pin } = machine()
  const renewed = await care.resetPin('7')
  writeFileSync(staffPath(directory), 'junk')
  expect(await start()({ staff: '7', pin })).toEqual(err({ type: 'wrong-pin' }))
  if (!renewed.ok) throw new Error(renewed.error.type)
  expect(await start()({ staff: '7', pin: renewed.value.pin })).toMatchObject({ ok: true })
  expect(care.remove('7')).toEqual(ok(null))
  writeFileSync(staffPath(directory), 'junk')
  expect(care.list()).toEqual([])
})

test.each(['junk', '', '{"wrong":{"7":"none"}}'])(
  'counts of wrong PINs that are broken open no lock: "%s"',
  async (junk) => {
    const { directory, start, pin, pass, remarks } = machine()
    const file = join(directory, 'staff-locks.json')
    const before = start()
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await before({ staff: '7', pin: wrongOf(pin) })).toEqual(err({ type: 'wrong-pin' }))
      if (tries < 4) pass(600_000)
    }
    writeFileSync(file, junk)
    expect(await start()({ staff: '7', pin })).toEqual(locked(60))
    expect(remarks).toEqual([expect.stringContaining(file)])
    for (const one of [file, `${file}.last`]) writeFileSync(one, junk)
    const lost = start()
    expect(await lost({ staff: '7', pin })).toEqual(locked(60))
    expect(await lost({ pin: '2468' })).toEqual(locked(60))
    expect(await start()({ staff: '7', pin })).toEqual(locked(60))
    expect(filesSetAside([directory])).toHaveLength(3)
    const again = start()
    pass(60_000)
    expect(await again({ staff: '7', pin })).toMatchObject({ ok: true })
    const known = start()
    expect(await known({ staff: '7', pin })).toMatchObject({ ok: true })
    expect(await known({ pin: '2468' })).toEqual(locked(60))
  },
)

test('a place behind others is locked by theirs, locks them out of nothing, and counts by the same rule', () => {
  const { directory } = machine()
  let monoMs = 0
  const clock = { now: () => ({ monoMs, bootId: 'b', wallUtc: '' }), sleep: () => Promise.resolve() }
  const open = (name: string) => openPinLocks(join(directory, name), clock, () => undefined)
  const live = open('live.json')
  const training = combinePinLocks(live, open('training.json'))
  for (let tries = 0; tries < 3; tries += 1) training.failed('7')
  expect([training.secondsLeft('7'), live.secondsLeft('7')]).toEqual([15, 0])
  training.failed('7')
  expect(training.secondsLeft('7')).toBe(30)
  for (let tries = 0; tries < 3; tries += 1) live.failed('8')
  expect([training.secondsLeft('8'), live.secondsLeft('8')]).toEqual([15, 15])
  monoMs += 15_000
  expect([training.secondsLeft('8'), training.secondsLeft('7')]).toEqual([0, 15])
  live.passed('7')
  expect(training.secondsLeft('7')).toBe(15)
})

describe('the hash of a PIN', () => {
  const MIB = 2 ** 20
  /** Returns the memory of one scrypt run in bytes (RFC 7914, section 2). */
  const memoryOf = ({ n, r }: { readonly n: number; readonly r: number }): number => 128 * n * r

  test('a PIN is kept as scrypt of it, which costs 32 MiB for each try', async () => {
    const kept = await hashPin('905173')
    expect(memoryOf(kept)).toBeGreaterThanOrEqual(32 * MIB)
    const { n: N, r, p } = kept
    const wanted = scryptSync('905173', Buffer.from(kept.salt, 'base64'), 32, { N, r, p, maxmem: 2 * memoryOf(kept) })
    expect(kept.hash).toBe(wanted.toString('base64'))
    expect(await pinMatches('905173', kept)).toBe(true)
    for (const other of ['905174', '90517', '', kept.hash]) expect(await pinMatches(other, kept)).toBe(false)
  })

  test('the same PIN is never kept alike: no table of hashes made before is of use', async () => {
    const many = await Promise.all(['4826', '4826', '4826'].map(hashPin))
    expect(new Set(many.map(({ hash }) => hash)).size).toBe(3)
    expect(new Set(many.map(({ salt }) => salt)).size).toBe(3)
    for (const { salt } of many) expect(Buffer.from(salt, 'base64').byteLength).toBe(16)
  })

  test('a decoy costs what a real one costs, and no PIN matches it', async () => {
    const decoy = decoyHash()
    const { n, r, p, salt, hash } = await hashPin('4826')
    expect(decoy).toMatchObject({ n, r, p })
    for (const member of ['salt', 'hash'] as const) expect(decoy[member]).toHaveLength({ salt, hash }[member].length)
    expect(decoyHash()).not.toEqual(decoy)
    for (const pin of ['', '4826', decoy.hash]) expect(await pinMatches(pin, decoy)).toBe(false)
  })

  test('what was kept at another cost is still known, and by all of its hash', async () => {
    const salt = Buffer.from('of an older machine')
    const kept = { n: 1 << 14, r: 4, p: 2, salt: salt.toString('base64') }
    const hash = scryptSync('4826', salt, 32, { N: kept.n, r: kept.r, p: kept.p })
    expect(await pinMatches('4826', { ...kept, hash: hash.toString('base64') })).toBe(true)
    expect(await pinMatches('4826', { ...kept, hash: hash.subarray(0, 16).toString('base64') })).toBe(false)
    expect(await pinMatches('4826', { ...kept, hash: '' })).toBe(false)
  })
})

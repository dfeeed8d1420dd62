import { generateKeyPairSync } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { identifyDeb } from '../../electron/cli/update.ts'
import { rolloutBucket } from '../../electron/update/release.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { packSmall } from '../packaging/small-deb.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { type Behaviour, NEW, OLD, standMachine } from './machine.ts'

const strangersKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const byName = (file: string) => {
  const [name = '', version = '', architecture = ''] = basename(file, '.deb').split('_')
  return Promise.resolve({ name, version, architecture })
}
const broken = { [NEW]: { says: () => null } }

async function released(
  behaviours: Parameters<typeof standMachine>[0] = {},
  ...release: Parameters<ReturnType<typeof standMachine>['release']>
) {
  const machine = standMachine(behaviours)
  await machine.release(...release)
  return machine
}

describe('an update', () => {
  test('copies the ledger, stops the program, installs, starts, and believes what it then says', async () => {
    const machine = await released()
    expect(await machine.update()).toEqual(ok({ version: NEW }))
    expect(machine.done).toEqual(['backup', 'stop', `install package ${NEW}`, `start ${NEW}`])
    expect(machine.said).toEqual([`ledger copied to ${machine.ledgerFile}.copy`, `${NEW} runs`])
    expect(await machine.update()).toEqual(err({ type: 'up-to-date' }))
  })

  test('has the way back on the disk while it is under way, and forgets it at its end, well or not', async () => {
    for (const behaviours of [{}, broken]) {
      const machine = await released(behaviours)
      const record = join(machine.cacheDirectory, 'under-way')
      const at = (version: string): string => join(machine.cacheDirectory, machine.nameOf(version))
      const seen: string[] = []
      const stopProgram = (): Promise<void> => {
        seen.push(readFileSync(record, 'utf8'))
        return Promise.resolve()
      }
      expect((await machine.update({}, { stopProgram })).ok).toBe(behaviours !== broken)
      expect(seen.length).toBeGreaterThan(0)
      const lines = [`before ${at(OLD)}`, `next ${at(NEW)}`, `copy ${machine.ledgerFile}.copy`]
      for (const text of seen) for (const line of lines) expect(text.split('\n')).toContain(line)
      expect(existsSync(record)).toBe(false)
    }
  })

  test('is not begun over one that was cut short', async () => {
    const machine = await released()
    machine.keep('under-way', 'boot an earlier one')
    for (const byHand of [false, true]) expect(await machine.update({ byHand })).toEqual(err({ type: 'under-way' }))
    expect(machine.done).toEqual([])
  })

  test('is only talked about where somebody only asks', async () => {
    const machine = await released()
    expect(await machine.update({ dryRun: true })).toEqual(ok({ version: NEW }))
    expect(machine.said).toEqual([`${NEW} would be installed over ${OLD}`])
    expect(machine.done).toEqual([])
  })

  test('waits for a program that takes its time before it reports', async () => {
    const machine = await released({ [NEW]: { says: () => null } })
    const sleep = () => Promise.resolve(machine.tell({}))
    expect(await machine.update({ sleep })).toEqual(ok({ version: NEW }))
    expect(machine.done.at(-1)).toBe(`start ${NEW}`)
  })

  test('of a machine on which nothing was sold yet has nothing to copy', async () => {
    const machine = await released({ [NEW]: { leaves: () => '' }, [OLD]: { leaves: () => '' } })
    expect(await machine.update({}, { backupLedger: () => Promise.resolve(null) })).toMatchObject({ ok: true })
    expect(machine.said).toEqual([`${NEW} runs`])
  })
})

describe('nothing is touched', () => {
  test.for([
    ['a release that a stranger signed', { key: strangersKey() }, 'untrusted-release'],
    ['a release that wants a newer one first', { over: '1.0.1' }, 'too-far'],
    ['a release for no machine yet', { share: 0 }, 'not-in-rollout-yet'],
    ['a release for machines before this one', { share: rolloutBucket('gate-1', NEW) }, 'not-in-rollout-yet'],
  ] as const)('by %s', async ([, more, type]) => {
    const machine = await released({}, [OLD, NEW], more)
    expect(await machine.update()).toMatchObject({ ok: false, error: { type } })
    expect(machine.done).toEqual([])
    expect(existsSync(machine.cacheDirectory)).toBe(false)
  })

  test('of a package for tests', async () => {
    const machine = await released()
    const installed = () => Promise.resolve({ name: 'guichet', version: `${OLD}-test`, architecture: 'amd64' })
    expect(await machine.update({ byHand: true }, { installed })).toEqual(
      err({ type: 'test-version', installed: `${OLD}-test` }),
    )
    expect(machine.done).toEqual([])
  })

  test('but a release for as many machines as reach to this one is its turn', async () => {
    const machine = await released({}, [OLD, NEW], { share: rolloutBucket('gate-1', NEW) + 1 })
    expect(await machine.update({ dryRun: true })).toEqual(ok({ version: NEW }))
  })

  test('by a package that was changed after it was signed, the way back included', async () => {
    for (const changed of [NEW, OLD]) {
      const machine = await released()
      appendFileSync(join(machine.channel, machine.nameOf(changed)), 'x')
      const type = changed === NEW ? 'untrusted-release' : 'no-way-back'
      expect(await machine.update()).toMatchObject({ ok: false, error: { type } })
      expect(machine.done).toEqual([])
      expect(existsSync(join(machine.cacheDirectory, machine.nameOf(changed)))).toBe(false)
    }
  })

  test('by a package that is another one inside than its signed name says, the way back included', async () => {
    for (const renamed of [NEW, OLD]) {
      const machine = standMachine()
      for (const each of [OLD, NEW])
        writeFileSync(join(machine.channel, machine.nameOf(each)), `package ${each}${each === renamed ? '-test' : ''}`)
      await machine.release([], { identify: byName })
      const detail = `${machine.nameOf(renamed)} is ${machine.nameOf(`${renamed}-test`)} inside`
      const missing = join(machine.cacheDirectory, machine.nameOf(OLD))
      expect(await machine.update()).toEqual(
        err(renamed === NEW ? { type: 'untrusted-release', detail } : { type: 'no-way-back', file: missing }),
      )
      expect(machine.done).toEqual([])
      expect(existsSync(join(machine.cacheDirectory, machine.nameOf(renamed)))).toBe(false)
    }
  })

  test('by a misnamed way back, which does not take the place of the one that is kept', async () => {
    const machine = standMachine()
    const [name, kept] = [machine.nameOf(OLD), join(machine.cacheDirectory, machine.nameOf(OLD))]
    machine.keep(name, `package ${OLD}`)
    for (const each of [OLD, NEW])
      writeFileSync(join(machine.channel, machine.nameOf(each)), `package ${each}${each === OLD ? '-test' : ''}`)
    await machine.release([], { identify: byName })
    expect(await machine.update()).toEqual(err({ type: 'no-way-back', file: kept }))
    expect(readFileSync(kept, 'utf8')).toBe(`package ${OLD}`)
    expect(readdirSync(machine.cacheDirectory).toSorted()).toEqual([name, machine.nameOf(NEW)].toSorted())
    rmSync(join(machine.channel, name))
    await machine.release([NEW])
    expect(await machine.update()).toEqual(ok({ version: NEW }))
  })

  test('by a release without a way back, unless one is kept; never by a package that nobody signed', async () => {
    const machine = await released({}, [NEW])
    const missing = join(machine.cacheDirectory, machine.nameOf(OLD))
    expect(await machine.update()).toEqual(err({ type: 'no-way-back', file: missing }))
    machine.keep(machine.nameOf(OLD), `package ${OLD}`)
    expect(await machine.update({ dryRun: true })).toMatchObject({ ok: true })
    await machine.release(['1.2.0'])
    rmSync(join(machine.channel, machine.nameOf('1.2.0')))
    machine.keep(machine.nameOf('1.2.0'), 'anything')
    expect(await machine.update()).toMatchObject({ ok: false, error: { type: 'unreachable' } })
    expect(machine.done).toEqual([])
  })

  test('by a release that has nothing for this machine, though a package of that name lies there', async () => {
    const machine = await released({}, [OLD, NEW])
    const name = `guichet_${NEW}_arm64.deb`
    machine.keep(name, 'anything')
    const installed = () => Promise.resolve({ name: 'guichet', version: OLD, architecture: 'arm64' })
    const detail = `the release has no ${name}`
    expect(await machine.update({}, { installed })).toEqual(err({ type: 'no-package', detail }))
  })

  test('while somebody is served, or the program does not say so; by a technician neither', async () => {
    const machine = await released()
    machine.tell({ serving: true })
    for (const byHand of [false, true]) expect(await machine.update({ byHand })).toEqual(err({ type: 'sale-open' }))
    machine.tell({ writtenUtc: new Date(Date.now() - 60_000).toISOString() })
    for (const byHand of [false, true]) expect(await machine.update({ byHand })).toEqual(err({ type: 'state-unknown' }))
    expect(machine.done).toEqual([])
  })

  test('when somebody came while the packages were fetched', async () => {
    const machine = await released()
    let asked = 0
    const nowMs = (): number => {
      if ((asked += 1) === 2) machine.tell({ serving: true })
      return Date.now()
    }
    expect(await machine.update({ nowMs })).toEqual(err({ type: 'sale-open' }))
    expect(existsSync(join(machine.cacheDirectory, machine.nameOf(NEW)))).toBe(true)
    expect(machine.done).toEqual([])
  })

  test('while the box office sells, and where nobody said when it does; by a technician at any hour and share', async () => {
    const always = standMachine({}, { openingHours: { from: '00:00', to: '23:59' } })
    await always.release([OLD, NEW], { share: 0 })
    const noonMs = new Date().setHours(12, 0)
    const noon = () => noonMs
    always.tell({ writtenUtc: new Date(noonMs).toISOString() })
    const from = always.channel
    expect(await always.update({ from, nowMs: noon })).toMatchObject({ error: { type: 'not-in-rollout-yet' } })
    await always.release()
    expect(await always.update({ from, nowMs: noon })).toMatchObject({ error: { type: 'open' } })
    expect(await always.update({ nowMs: noon })).toMatchObject({ error: { type: 'not-set-up' } })
    const unsaid = standMachine({}, {})
    await unsaid.release([OLD, NEW], { share: 0 })
    expect(await unsaid.update({ from: unsaid.channel })).toMatchObject({ error: { type: 'not-in-rollout-yet' } })
    await unsaid.release()
    expect(await unsaid.update({ from: unsaid.channel })).toEqual(err({ type: 'no-opening-hours' }))
    expect([...always.done, ...unsaid.done]).toEqual([])
    expect(await unsaid.update({ from: unsaid.channel, byHand: true })).toEqual(ok({ version: NEW }))
  })
})

describe('the kiosk’s account', () => {
  const plant: readonly (readonly [string, (file: string) => void])[] = [
    ['a link to another’s file', (file) => symlinkSync('/etc/hostname', file)],
    ['a link to nothing', (file) => symlinkSync('/nowhere', file)],
    ['a pipe that nobody writes to', (file) => void execFileSync('mkfifo', [file])],
    ['a folder', (file) => mkdirSync(file)],
    ['no JSON', (file) => writeFileSync(file, '{')],
    ['other JSON', (file) => writeFileSync(file, '{"serving":false}')],
    ['a file without an end', (file) => writeFileSync(file, Buffer.alloc(100_000, ' '))],
  ]

  test.each(plant)('puts an update off by %s in the place of its status, and is told where', async (_, planted) => {
    const machine = await released()
    rmSync(machine.statusFile)
    planted(machine.statusFile)
    const detail = expect.stringContaining(`${machine.statusFile}: `) as string
    expect(await machine.update({ byHand: true })).toEqual({ ok: false, error: { type: 'unreadable-status', detail } })
    expect(machine.done).toEqual([])
  })

  test.each(plant.slice(2, 5))(
    'says nothing by %s: an update that met it goes back and is at its end',
    async (_, planted) => {
      const machine = await released(broken)
      const stopProgram = (): Promise<void> => {
        rmSync(machine.statusFile, { force: true, recursive: true })
        planted(machine.statusFile)
        return Promise.resolve()
      }
      const startProgram = () => Promise.resolve()
      expect(await machine.update({}, { stopProgram, startProgram })).toMatchObject({ error: { type: 'down' } })
      expect(existsSync(join(machine.cacheDirectory, 'under-way'))).toBe(false)
    },
  )

  test('puts an update off by its own opening hours, from a technician not', async () => {
    const machine = await released()
    machine.tell({ open: true })
    expect(await machine.update()).toEqual(err({ type: 'open' }))
    expect(machine.done).toEqual([])
    machine.tell({ open: false })
    expect(await machine.update({ dryRun: true })).toMatchObject({ ok: true })
    machine.tell({ open: true })
    expect(await machine.update({ byHand: true })).toEqual(ok({ version: NEW }))
  })

  test('cannot swap what was checked for something else before it is installed', async () => {
    const machine = await released()
    const stopProgram = (): Promise<void> => {
      for (const version of [OLD, NEW]) {
        const file = join(machine.channel, machine.nameOf(version))
        rmSync(file)
        writeFileSync(file, 'of a thief')
      }
      return Promise.resolve()
    }
    expect(await machine.update({}, { stopProgram })).toEqual(ok({ version: NEW }))
    expect(machine.done).toEqual(['backup', `install package ${NEW}`, `start ${NEW}`])
  })

  test('writes to the folder of the packages, or to one that was kept there: then nothing is taken from there', async () => {
    const machine = await released({}, [NEW])
    const kept = join(machine.cacheDirectory, machine.nameOf(OLD))
    machine.keep(machine.nameOf(OLD), `package ${OLD}`)
    for (const [path, mode] of [
      [machine.cacheDirectory, 0o777],
      [kept, 0o666],
    ] as const) {
      chmodSync(path, mode)
      const detail = expect.stringContaining(`${path}: can be written to by accounts other than its owner's`) as string
      expect(await machine.update()).toEqual({ ok: false, error: { type: 'unsafe-file', detail } })
      chmodSync(path, mode - 0o022)
    }
    rmSync(kept)
    symlinkSync('/etc/hostname', kept)
    expect(await machine.update()).toMatchObject({ ok: false, error: { type: 'unsafe-file' } })
    expect(machine.done).toEqual([])
  })
})

test.each<readonly [string, (file: string) => void]>([
  ['a link', (file) => symlinkSync('/etc/hostname', file)],
  ['a pipe', (file) => void execFileSync('mkfifo', [file])],
])('a channel whose files are %s gives nothing', async (_, planted) => {
  const machine = await released()
  for (const name of ['update.json', machine.nameOf(NEW)]) {
    await machine.release()
    rmSync(join(machine.channel, name))
    planted(join(machine.channel, name))
    expect(await machine.update()).toMatchObject({ ok: false, error: { type: 'unreachable' } })
    rmSync(join(machine.channel, name))
  }
  expect(machine.done).toEqual([])
})

describe('a release that does not run', () => {
  const silent = `${NEW} did not report a successful start`
  test.for<readonly [string, Behaviour, string]>([
    ['reports nothing', { says: () => null }, silent],
    ['reports that it cannot sell', { says: () => ({ canSell: false }) }, silent],
    ['reports another version', { says: () => ({ version: '9.9.9' }) }, silent],
    ['cannot be installed', { installs: false }, 'dpkg: no space left'],
  ])('because it %s is replaced by the release before it, and no sale is lost', async ([, behaviour, detail]) => {
    const machine = await released({ [NEW]: behaviour })
    expect(await machine.update()).toEqual(err({ type: 'went-back', detail }))
    expect(machine.done.slice(-3)).toEqual(['stop', `install package ${OLD}`, `start ${OLD}`])
    expect(machine.done).not.toContain('restore')
    expect(machine.ledger()).toBe('sales')
  })

  test('is not tried again by itself, and by a technician once more', async () => {
    const machine = await released(broken)
    expect(await machine.update()).toMatchObject({ error: { type: 'went-back' } })
    machine.done.length = 0
    expect(await machine.update()).toEqual(err({ type: 'failed-before' }))
    expect(machine.done).toEqual([])
    expect(await machine.update({ byHand: true })).toMatchObject({ error: { type: 'went-back' } })
    const kept = JSON.parse(readFileSync(join(machine.cacheDirectory, 'updates.json'), 'utf8')) as { failed: string[] }
    expect(kept.failed).toEqual([NEW])
  })

  test('and left a ledger that the one before it cannot read: the copy of before is put in its place', async () => {
    const machine = standMachine({
      [NEW]: { says: () => null, leaves: () => 'of a later schema' },
      [OLD]: { says: (ledger) => (ledger === 'sales' ? {} : null) },
    })
    await machine.release()
    expect(await machine.update()).toMatchObject({ error: { type: 'went-back' } })
    expect(machine.ledger()).toBe('sales')
    // The ledger is never restored while the program runs.
    const restored = machine.done.indexOf('restore')
    expect(machine.done[restored - 1]).toBe('stop')
    expect(machine.done.slice(restored + 1)).toEqual(['stop', `install package ${OLD}`, `start ${OLD}`])
  })

  test('nor does the one before it: somebody has to come, and is told both', async () => {
    const machine = await released({ ...broken, [OLD]: { says: () => null } })
    const fault = (version: string): string => `${version} did not report a successful start`
    expect(await machine.update()).toEqual(err({ type: 'down', detail: `${fault(NEW)}; ${fault(OLD)}` }))
  })

  test('and the one before it is not taken for well by what it said before it was stopped', async () => {
    const machine = await released({ ...broken, [OLD]: { says: () => null } })
    // A program that was killed cannot withdraw the status that it reported.
    const stopProgram = (): Promise<void> => {
      machine.tell({ version: OLD })
      return Promise.resolve()
    }
    expect(await machine.update({}, { stopProgram })).toMatchObject({ error: { type: 'down' } })
  })
})

test('a package for tests is never signed, whatever its name', async () => {
  for (const renamed of [false, true]) {
    const machine = standMachine()
    const { channel, nameOf } = machine
    const inside = nameOf(`${NEW}-test`)
    writeFileSync(join(channel, renamed ? nameOf(NEW) : inside), `package ${NEW}-test`)
    const why = renamed
      ? `${channel}: ${nameOf(NEW)} is ${inside} inside; remove it before`
      : `${inside} is a package for tests`
    await expect(machine.release(renamed ? [] : [OLD, NEW, `${NEW}-test`])).rejects.toThrow(why)
    expect(existsSync(join(channel, 'update.json'))).toBe(false)
  }
})

test('what a Debian package says of itself is read whatever its name', async ({ skip }) => {
  skip(spawnSync('dpkg-deb', ['--version']).status !== 0, 'no dpkg-deb on this machine')
  const folder = temporaryFolder()
  const renamed = join(folder, 'guichet_1.1.0_amd64.deb')
  renameSync(packSmall(folder, '1.1.0-test'), renamed)
  expect(await identifyDeb(renamed)).toEqual({ name: 'guichet', version: '1.1.0-test', architecture: 'amd64' })
  writeFileSync(renamed, 'no package')
  await expect(identifyDeb(renamed)).rejects.toThrow('dpkg-deb')
})

test('a release names the packages of a folder and nothing else that lies there; without one it is no release', async () => {
  const machine = standMachine()
  const release = () => machine.release([])
  await expect(release()).rejects.toThrow(`${machine.channel}: no packages of Guichet`)
  const names = [machine.nameOf(OLD), machine.nameOf(NEW), 'guichet-browser_1.1.0_arm64.deb']
  for (const name of [...names, 'guichet_1.1.0_amd64.deb.part', 'x-guichet_1.1.0_amd64.deb', 'other_1.1.0_amd64.deb'])
    writeFileSync(join(machine.channel, name), name)
  await release()
  const text = readFileSync(join(machine.channel, 'update.json'), 'utf8')
  const { files } = JSON.parse(text) as { files: { name: string; bytes: number }[] }
  expect(files.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

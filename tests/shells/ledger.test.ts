import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { root, startShell, temporaryFolder } from './shell.ts'

/** A machine's data with one sale in it, made once. */
let sold: string

beforeAll(() => {
  sold = mkdtempSync(join(tmpdir(), 'guichet-shell-'))
  execFileSync(process.execPath, [join(root, 'out', 'main', 'cli.js'), 'demo', '--data', sold])
})

afterAll(() => rmSync(sold, { recursive: true, force: true }))

/** That machine's data in a folder of their own. */
function machine(): { readonly data: string; readonly ledger: string } {
  const data = temporaryFolder()
  cpSync(join(sold, 'demo'), join(data, 'demo'), { recursive: true })
  return { data, ledger: join(data, 'demo', 'ledger.db') }
}

async function guichet(args: readonly string[], program = 'cli.js') {
  const shell = startShell(program, args)
  const code = await shell.ended
  return { code, ...shell.output }
}

const ledgerCommand = (data: string, ...args: readonly string[]) =>
  guichet(['ledger', '--language', 'en', ...args, '--data', data])

describe('guichet ledger', () => {
  test('verifies the ledger, a backup, and an archive that is all there is', async () => {
    const { data } = machine()
    const whole = /1 sale, 3 tickets.*\nledger consistent, but signed with a key that is not trusted: .*\n$/su
    const consistent = { code: 3, stdout: expect.stringMatching(whole) as string }
    expect(await ledgerCommand(data, 'verify')).toMatchObject(consistent)

    const { stdout } = await ledgerCommand(data, 'backup')
    const [, backup = ''] = /^(\S+\.db): whole up to row \d+\n$/u.exec(stdout) ?? []
    expect(await ledgerCommand(data, 'verify', backup)).toMatchObject(consistent)

    const archive = join(temporaryFolder(), 'archive.jsonl')
    expect(await ledgerCommand(data, 'export', archive)).toMatchObject({ code: 0, stderr: '' })
    const french = await guichet(['ledger', '--language', 'fr', 'export', archive, '--data', data])
    expect(french.stdout).toMatch(/archive\.jsonl\u00a0: \d+ lignes de .*, dernière empreinte [0-9a-f]{64}\n$/u)
    expect(await ledgerCommand(temporaryFolder(), 'verify', archive)).toMatchObject(consistent)
    const json = await ledgerCommand(temporaryFolder(), 'verify', archive, '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ verdict: 'consistent', source: 'archive', sales: 1 })
  })

  test('holds by a key or an archive kept elsewhere, says so in the language asked for, and else does not', async () => {
    const { data } = machine()
    const archive = join(temporaryFolder(), 'archive.jsonl')
    await ledgerCommand(data, 'export', archive)
    const json = await ledgerCommand(data, 'verify', '--json')
    const { keys, rows } = JSON.parse(json.stdout) as { keys: { keyId: string }[]; rows: number }
    const keyId = keys[0]?.keyId ?? ''
    const byKey = await ledgerCommand(data, 'verify', '--key', keyId)
    expect([byKey.code, byKey.stdout]).toEqual([0, expect.stringContaining(`trust is based on:\n  key ${keyId}\n`)])
    const byArchive = await guichet(['ledger', 'verify', '--data', data, '--trust', archive])
    expect([byArchive.code, byArchive.stdout]).toEqual([
      0,
      expect.stringContaining(`\n  la ligne ${rows}, enregistrée hors de cette machine`),
    ])
    const byStranger = await ledgerCommand(data, 'verify', '--key', '0'.repeat(32))
    expect([byStranger.code, byStranger.stdout]).toEqual([1, expect.stringContaining('nobody who is trusted vouches')])
    for (const [option, given] of [
      ['--key', 'x'],
      ['--trust', '/absent'],
      ['--trust', data],
      ['--paper', 'x'],
    ] as const) {
      const { code, stdout, stderr } = await ledgerCommand(data, 'verify', option, given)
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(`guichet: ${given}: `)])
    }
  })

  test('guichet reconcile compares it with the tickets of the service, and writes the table', async () => {
    const { data, ledger } = machine()
    const table = join(data, 'table.csv')
    const agreed = await guichet(['reconcile', '--data', data, '--csv', table])
    expect(agreed).toMatchObject({ code: 0, stdout: `${catalogues.fr.reconciled(1, 1, 3, 0)}\n` })
    expect(readFileSync(table, 'utf8').trim().split('\r\n')).toHaveLength(1)
    if (process.platform !== 'win32') expect(statSync(table).mode & 0o077).toBe(0)
    // A ticket that the ledger is told to have sold, and nobody issued.
    const db = new Sqlite(ledger)
    db.pragma('foreign_keys = OFF')
    db.exec("UPDATE ticket SET ticket_id = 'forged' WHERE rowid = 1")
    db.close()
    const differs = await guichet(['reconcile', '--data', data, '--csv', table, '--language', 'en'])
    expect(differs.code).toBe(1)
    expect(differs.stdout).toMatch(/^not-listed: .*\n {2}.*is not valid for entry.*\nnot-recorded: /su)
    expect(readFileSync(table, 'utf8')).toContain(',not-listed,')
    const refused = [['--shift', '7'], ['--shift', 'x'], ['--csv', '/absent/t.csv'], ['--language', 'de'], ['more']]
    for (const args of refused) {
      const { code, stdout } = await guichet(['reconcile', '--data', data, ...args])
      expect([args, code, stdout]).toEqual([args, 2, ''])
    }
  })

  test('says where a ledger does not hold, and ends with 1', async () => {
    const { data, ledger } = machine()
    const db = new Sqlite(ledger)
    db.exec("DROP TRIGGER journal_no_update; UPDATE journal SET wall_utc = '2020-01-01T00:00:00.000Z' WHERE seq = 5")
    db.close()
    const { code, stdout } = await ledgerCommand(data, 'verify')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^error I7 row 5: hash: /mu)
    expect(stdout).toMatch(/LEDGER CHECK FAILED\n$/u)
    // The rest of the start says so too, and the machine sells nothing.
    expect((await guichet(['demo', '--data', data])).code).toBe(1)
  })

  test('puts a copy back; what came after it is taken over from the roll at the next start', async () => {
    const { data, ledger } = machine()
    const { stdout } = await ledgerCommand(data, 'backup')
    const backup = stdout.split(': ')[0] ?? ''
    expect((await guichet(['demo', '--data', data])).code).toBe(0)
    const restored = await ledgerCommand(data, 'restore', backup)
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    const aside = /the previous ledger: (\S+)/u.exec(restored.stdout)?.[1] ?? ''
    expect(existsSync(aside)).toBe(true)
    expect(await ledgerCommand(data, 'verify')).toMatchObject({ code: 1 })
    expect((await guichet(['demo', '--data', data])).code).toBe(0)
    const { code, stdout: verified } = await ledgerCommand(data, 'verify', ledger)
    expect(code).toBe(3)
    expect(verified).toMatch(/3 sales, 9 tickets/u)
  })

  test.each([
    [[], 'ledger takes verify, export, backup, restore or renew-key'],
    [['burn'], 'ledger takes verify, export, backup, restore or renew-key, not "burn"'],
    [['verify', '/absent'], '/absent: no such file'],
    [['verify', 'a', 'b'], 'ledger verify: too many arguments'],
    [['verify', '--loud'], "Unknown option '--loud'"],
    [['verify', '--language', 'de'], '--language is one of fr, en, pt, ar'],
    [['export'], "Missing required argument 'FILE'"],
    [['export', '/absent/archive.jsonl'], '/absent: no such directory'],
    [['backup', 'here.db'], 'ledger backup: too many arguments'],
    [['restore'], "Missing required argument 'FILE'"],
    [['restore', '/absent'], '/absent: no such file'],
  ] as const)('%j is refused in words, with 2', async (args, words) => {
    const { code, stderr, stdout } = await ledgerCommand(machine().data, ...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`guichet: ${words}`)
  })

  test('without a ledger says which file is not there', async () => {
    const data = temporaryFolder()
    for (const args of [['verify'], ['export', join(data, 'a.jsonl')], ['backup']]) {
      const { code, stderr } = await ledgerCommand(data, ...args)
      expect([code, stderr]).toEqual([2, `guichet: ${join(data, 'demo', 'ledger.db')}: no such file\n`])
    }
  })

  test('of "guichet demo" is verified if the machine has no other, and is left alone by the other commands', async () => {
    const home = temporaryFolder()
    const demo = join(home, 'guichet', 'demo-sale', 'demo')
    cpSync(join(sold, 'demo'), demo, { recursive: true })
    const own = join(home, 'guichet', 'demo', 'ledger.db')
    const run = async (...words: readonly string[]) => {
      const shell = startShell('cli.js', ['ledger', ...words], { XDG_DATA_HOME: home })
      return [await shell.ended, (shell.output.stdout || shell.output.stderr).split('\n')[0]]
    }
    expect(await run('verify')).toEqual([3, join(demo, 'ledger.db')])
    expect(await run('backup')).toEqual([2, `guichet: ${own}: no such file`])
    cpSync(demo, join(own, '..'), { recursive: true })
    expect(await run('verify')).toEqual([3, own])
  })

  test('puts back nothing that is no whole ledger', async () => {
    const { data } = machine()
    const file = join(data, 'noise.db')
    writeFileSync(file, 'noise')
    const { code, stderr } = await ledgerCommand(data, 'restore', file)
    expect(code).toBe(1)
    expect(stderr).toBe(`guichet: ${file} is no whole ledger: file is not a database\n`)
    expect((await ledgerCommand(data, 'verify')).code).toBe(3)
  })

  test('while a program runs on it: verified, exported and copied, but not put back', async () => {
    const { data, ledger } = machine()
    const running = startShell('browser-host.js', ['--no-browser', '--data', data])
    await running.says(/Guichet: http/u)
    const { stdout } = await ledgerCommand(data, 'backup')
    const backup = stdout.split(': ')[0] ?? ''
    expect((await ledgerCommand(data, 'verify')).code).toBe(3)
    expect((await ledgerCommand(data, 'export', join(data, 'a.jsonl'))).code).toBe(0)
    expect(await ledgerCommand(data, 'restore', backup)).toMatchObject({
      code: 1,
      stderr: `guichet: ${ledger} is in use by process ${running.pid}: a ledger has one program at a time; end that one first\n`,
    })
  })
})

test('a ledger of a newer program is refused by every shell, and stays as it is', async () => {
  const { data, ledger } = machine()
  const db = new Sqlite(ledger)
  db.pragma('journal_mode = DELETE')
  const known = String(db.pragma('user_version', { simple: true }))
  db.pragma('user_version = 90')
  db.close()
  const words = `guichet: ${ledger} was written by a newer program (schema 90, this one knows ${known}): nothing was changed; start that program, or a newer one\n`
  const attempts = [
    await guichet(['--no-browser', '--data', data], 'browser-host.js'),
    await guichet(['demo', '--data', data]),
    await ledgerCommand(data, 'backup'),
  ]
  for (const { code, stderr } of attempts) expect([code, stderr]).toEqual([1, words])
  const after = new Sqlite(ledger, { readonly: true })
  expect(after.pragma('user_version', { simple: true })).toBe(90)
  after.close()
})

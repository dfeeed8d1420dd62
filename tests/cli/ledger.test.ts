import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { suiteFolder, temporaryFolder } from '../support/temporary-folder.ts'
import { seedFolder } from '../support/demo-hub.ts'
import { guichet, startProgram } from './guichet.ts'
import { languages } from '../../shared/domain/language.ts'

const sold = suiteFolder()

beforeAll(async () => {
  writeFileSync(join(sold, 'config.json'), JSON.stringify({ simulatedTerminal: { customerDelaySeconds: 0 } }))
  await guichet('demo', '--data', await seedFolder(sold))
})

function machine(): { readonly data: string; readonly ledger: string } {
  const data = temporaryFolder()
  for (const name of ['config.json', 'demo']) cpSync(join(sold, name), join(data, name), { recursive: true })
  return { data, ledger: join(data, 'demo', 'ledger.db') }
}

const ledgerCommand = (data: string, ...args: readonly string[]) =>
  guichet('ledger', '--language', 'en', ...args, '--data', data)

describe('guichet ledger', () => {
  test('verifies the ledger, a backup, and an archive that is all there is', async () => {
    const { data } = machine()
    const whole = /1 sale, 3 tickets.*\nledger consistent, but signed with a key that is not trusted: .*$/su
    const consistent = { code: 3, said: expect.stringMatching(whole) as string }
    expect(await ledgerCommand(data, 'verify')).toMatchObject(consistent)

    const { said } = await ledgerCommand(data, 'backup')
    const [, backup = ''] = /^(\S+\.db): whole up to row \d+$/u.exec(said) ?? []
    expect(await ledgerCommand(data, 'verify', backup)).toMatchObject(consistent)

    const archive = join(temporaryFolder(), 'archive.jsonl')
    expect(await ledgerCommand(data, 'export', archive)).toMatchObject({ code: 0, refused: [] })
    const french = await guichet('ledger', '--language', 'fr', 'export', archive, '--data', data)
    expect(french.said).toMatch(/archive\.jsonl\u00a0: \d+ lignes de .*, dernière empreinte [0-9a-f]{64}$/u)
    expect(await ledgerCommand(temporaryFolder(), 'verify', archive)).toMatchObject(consistent)
    const json = await ledgerCommand(temporaryFolder(), 'verify', archive, '--json')
    expect(JSON.parse(json.said)).toMatchObject({ verdict: 'consistent', source: 'archive', sales: 1 })
  })

  test('holds by a key or an archive kept elsewhere, says so in the language asked for, and else does not', async () => {
    const { data } = machine()
    const archive = join(temporaryFolder(), 'archive.jsonl')
    await ledgerCommand(data, 'export', archive)
    const json = await ledgerCommand(data, 'verify', '--json')
    const { keys, rows } = JSON.parse(json.said) as { keys: { keyId: string }[]; rows: number }
    const keyId = keys[0]?.keyId ?? ''
    const byKey = await ledgerCommand(data, 'verify', '--key', keyId)
    expect([byKey.code, byKey.said]).toEqual([0, expect.stringContaining(`trust is based on:\n  key ${keyId}`)])
    const byArchive = await guichet('ledger', 'verify', '--data', data, '--trust', archive)
    const recorded = expect.stringContaining(`\n  la ligne ${rows}, enregistrée hors de cette machine`) as string
    expect(byArchive).toMatchObject({ code: 0, said: recorded })
    const byStranger = await ledgerCommand(data, 'verify', '--key', '0'.repeat(32))
    expect([byStranger.code, byStranger.said]).toEqual([1, expect.stringContaining('no trusted key or hub attests')])
    for (const [option, given] of [
      ['--key', 'x'],
      ['--trust', '/absent'],
      ['--trust', data],
      ['--paper', 'x'],
    ] as const) {
      const { code, said, refused } = await ledgerCommand(data, 'verify', option, given)
      expect([code, said, refused]).toEqual([2, '', [expect.stringContaining(`${given}: `)]])
    }
  })

  test('lists its sales for an accountant, in the language and time zone of the machine', async () => {
    const { data } = machine()
    const table = join(data, 'sales.csv')
    const { code, said, refused } = await ledgerCommand(data, 'sales', '--csv', table)
    expect([code, said, refused]).toEqual([0, '1 line, 3 tickets, 300000 GNF', []])
    const [heading = '', line = '', ...rest] = readFileSync(table, 'utf8').split('\r\n')
    expect(heading).toBe(
      '\uFEFFdesk,shift,date,movement,order,customer reference,invoice,customer,staff,event,seat,count,currency,amount,tax,rounding,Card,sale',
    )
    expect(line).toMatch(/^[^,]+,1,\d{4}-\d\d-\d\d [^,]+,sale,.+,3,GNF,300000,,0,300000,[^,]+$/u)
    expect(rest).toEqual([''])
    expect((await ledgerCommand(data, 'sales', '--shift', '1', '--to', '2020-01-01')).said).toBe(
      '0 lines, 0 tickets, –',
    )
    expect((await ledgerCommand(data, 'sales', '--staff', '7')).said).toBe('0 lines, 0 tickets, –')
    const json = await ledgerCommand(data, 'sales', '--event', '999', '--json')
    expect(JSON.parse(json.said)).toMatchObject({ lines: [] })
  })

  test('guichet reconcile compares it with the tickets of the service, and writes the table', async () => {
    const { data, ledger } = machine()
    const table = join(data, 'table.csv')
    const agreed = await guichet('reconcile', '--data', data, '--csv', table)
    expect(agreed).toMatchObject({ code: 0, said: catalogues.fr.reconciled(1, 1, 3, 0) })
    expect(readFileSync(table, 'utf8').trim().split('\r\n')).toHaveLength(1)
    if (process.platform !== 'win32') expect(statSync(table).mode & 0o077).toBe(0)
    // The edited ledger records a ticket that the service did not issue.
    const db = new Sqlite(ledger)
    db.pragma('foreign_keys = OFF')
    db.exec("UPDATE ticket SET ticket_id = 'forged' WHERE rowid = 1")
    db.close()
    const differs = await guichet('reconcile', '--data', data, '--csv', table, '--language', 'en')
    expect(differs.code).toBe(1)
    expect(differs.said).toMatch(/^not-listed: .*\n {2}.*is not valid for entry.*\nnot-recorded: /su)
    expect(readFileSync(table, 'utf8')).toContain(',not-listed,')
    for (const args of [['--shift', '7'], ['--shift', 'x'], ['more']]) {
      const { code, said } = await guichet('reconcile', '--data', data, ...args)
      expect([args, code, said]).toEqual([args, 2, ''])
    }
  })

  test('says where a ledger does not hold, and ends with 1', async () => {
    const { data, ledger } = machine()
    const db = new Sqlite(ledger)
    db.exec("DROP TRIGGER journal_no_update; UPDATE journal SET wall_utc = '2020-01-01T00:00:00.000Z' WHERE seq = 5")
    db.close()
    const { code, said } = await ledgerCommand(data, 'verify')
    expect(code).toBe(1)
    expect(said).toMatch(/^error I7 row 5: hash: /mu)
    expect(said).toMatch(/LEDGER CHECK FAILED$/u)
    expect((await guichet('demo', '--data', data)).code).toBe(1)
  })

  test('puts a copy back; what came after it is taken over from the roll at the next start', async () => {
    const { data, ledger } = machine()
    const { said } = await ledgerCommand(data, 'backup')
    const backup = said.split(': ')[0] ?? ''
    expect((await guichet('demo', '--data', data)).code).toBe(0)
    const restored = await ledgerCommand(data, 'restore', backup)
    expect(restored).toMatchObject({ code: 0, refused: [] })
    const aside = /the previous ledger: (\S+)/u.exec(restored.said)?.[1] ?? ''
    expect(existsSync(aside)).toBe(true)
    expect(await ledgerCommand(data, 'verify')).toMatchObject({ code: 1 })
    expect((await guichet('demo', '--data', data)).code).toBe(0)
    const { code, said: verified } = await ledgerCommand(data, 'verify', ledger)
    expect(code).toBe(3)
    expect(verified).toMatch(/3 sales, 9 tickets/u)
  })

  test.each([
    [[], 'ledger: missing; expected one of verify, export, sales, backup, restore, renew-key'],
    [['burn'], 'ledger: expected one of verify, export, sales, backup, restore, renew-key, found "burn"'],
    [['verify', '/absent'], '/absent: no such file'],
    [['verify', '--language', 'de'], `--language: expected one of ${languages.join(', ')}, found "de"`],
    [['export'], 'FILE is missing'],
    [['export', '/absent/archive.jsonl'], '/absent: no such directory'],
    [['backup', 'here.db'], 'ledger backup: too many arguments'],
    [['sales', '--from', '2026-11-31x'], '--from and --to expect dates'],
    [['sales', '--shift', '9'], 'no shift 9'],
    [['restore', '/absent'], '/absent: no such file'],
  ] as const)('%j is refused in words, with 2', async (args, words) => {
    const { code, refused, said } = await ledgerCommand(machine().data, ...args)
    expect([code, said]).toEqual([2, ''])
    expect(refused.join('\n')).toContain(words)
  })

  test('without a ledger says which file is not there', async () => {
    const data = temporaryFolder()
    for (const args of [['verify'], ['export', join(data, 'a.jsonl')], ['sales'], ['backup']]) {
      const refused = [`${join(data, 'demo', 'ledger.db')}: no such file`]
      expect(await ledgerCommand(data, ...args)).toEqual({ code: 2, said: '', refused })
    }
  })

  test('of "guichet demo" is verified if the machine has no other, and is left alone by the other commands', async () => {
    const home = temporaryFolder()
    const demo = join(home, 'guichet', 'demo-sale', 'demo')
    cpSync(join(sold, 'demo'), demo, { recursive: true })
    const own = join(home, 'guichet', 'demo', 'ledger.db')
    vi.stubEnv('XDG_DATA_HOME', home)
    onTestFinished(() => void vi.unstubAllEnvs())
    const run = async (word: string) => {
      const { code, said, refused } = await guichet('ledger', word)
      return [code, said.split('\n')[0] || refused[0]]
    }
    expect(await run('verify')).toEqual([3, join(demo, 'ledger.db')])
    expect(await run('backup')).toEqual([2, `${own}: no such file`])
    cpSync(demo, join(own, '..'), { recursive: true })
    expect(await run('verify')).toEqual([3, own])
  })

  test('puts back nothing that is no whole ledger', async () => {
    const { data } = machine()
    const file = join(data, 'noise.db')
    writeFileSync(file, 'noise')
    const refused = [`${file} is no whole ledger: file is not a database`]
    expect(await ledgerCommand(data, 'restore', file)).toMatchObject({ code: 1, refused })
  })

  test('of a newer program is refused', async () => {
    const { data, ledger } = machine()
    const db = new Sqlite(ledger)
    const known = String(db.pragma('user_version', { simple: true }))
    db.pragma('user_version = 90')
    db.close()
    const words = `${ledger} was written by a newer program (schema 90, this one knows ${known}): nothing was changed; start that program, or restore a copy`
    expect(await ledgerCommand(data, 'backup')).toEqual({ code: 1, said: '', refused: [words] })
  })

  test('while a program runs on it: verified, exported and copied, but not put back', async () => {
    const { data, ledger } = machine()
    await startProgram({ data })
    const { said } = await ledgerCommand(data, 'backup')
    expect((await ledgerCommand(data, 'verify')).code).toBe(3)
    expect((await ledgerCommand(data, 'export', join(data, 'a.jsonl'))).code).toBe(0)
    const inUse = `${ledger} is in use by process ${process.pid}: a ledger has one program at a time; end that one first`
    expect(await ledgerCommand(data, 'restore', said.split(': ')[0] ?? '')).toMatchObject({ code: 1, refused: [inUse] })
  })
})

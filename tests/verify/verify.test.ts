import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportLedger } from '../../electron/ledger/export.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { everyEvent, stories, storyClock } from '../ledger/every-event.ts'
import { gapStory } from '../ledger/gap-story.ts'
import { ledgerOptions } from '../ledger/scene.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('the independent verifier', () => {
  it('finds nothing wrong with a ledger in which everything happened, in use, closed, and as an archive', async () => {
    const directory = temporaryFolder()
    const clock = storyClock()
    const options = ledgerOptions(directory, { now: clock.now })
    const ledger = await openLedger(options)
    everyEvent(ledger, clock)
    await ledger.backup(clock.now())
    const inUse = await verifyLedger({ path: options.path, trust: { keys: [options.signer.keyId] } })
    ledger.close()
    const closed = await verifyLedger({ path: options.path })
    const archive = join(directory, 'archive.jsonl')
    await exportLedger({ path: options.path, to: archive, signer: options.signer, wallUtc: clock.now().wallUtc })
    const exported = await verifyLedger({ path: archive })

    expect(inUse.findings).toEqual([])
    expect(closed.findings).toEqual([])
    expect(exported.findings).toEqual([])
    expect(inUse).toMatchObject({ ok: true, source: 'database', sales: 34, tickets: 18, closures: 3 })
    expect(exported).toMatchObject({ ok: true, source: 'archive', headHash: closed.headHash, rows: closed.rows })
  })

  it('finds nothing wrong with a ledger that lost rows for good, and says so', async () => {
    const clock = storyClock()
    const options = ledgerOptions(temporaryFolder(), { now: clock.now })
    const ledger = await gapStory(options, clock)
    ledger.close()
    const { ok, findings } = await verifyLedger({ path: options.path })
    expect(findings).toMatchObject([{ severity: 'notice', what: 'RESTORED' }])
    expect(ok).toBe(true)
  })

  it.runIf(existsSync('/proc/locks'))('leaves the locks of a ledger in use alone, in the same process', async () => {
    const clock = storyClock()
    const options = ledgerOptions(temporaryFolder(), { now: clock.now })
    const ledger = await openLedger(options)
    everyEvent(ledger, clock)
    const { ino } = statSync(options.path)
    const locks = (): readonly string[] =>
      readFileSync('/proc/locks', 'utf8')
        .split('\n')
        .filter((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `))
        .map((line) => line.replace(/^\d+: /u, ''))
    const before = locks()
    expect(before).not.toEqual([])
    await verifyLedger({ path: options.path })
    expect(locks()).toEqual(before)
    const to = `${options.path}.jsonl`
    await exportLedger({ path: options.path, to, signer: options.signer, wallUtc: clock.now().wallUtc })
    await ledger.backup(clock.now())
    expect(locks()).toEqual(before)
    ledger.close()
  })

  it('says of a file that is neither database nor archive that it cannot be read', async () => {
    const path = join(temporaryFolder(), 'ledger.db')
    writeFileSync(path, 'neither')
    expect(await verifyLedger({ path })).toMatchObject({ ok: false, source: 'database', rows: 0 })
    await expect(verifyLedger({ path: `${path}.absent` })).rejects.toThrow('unable to open')
  })
})

describe('an archive', { timeout: 60_000 }, () => {
  async function archived() {
    const directory = temporaryFolder()
    const clock = storyClock()
    const options = ledgerOptions(directory, { now: clock.now })
    const ledger = await openLedger(options)
    stories[0]?.(ledger, clock)
    ledger.close()
    const to = join(directory, 'archive.jsonl')
    await exportLedger({ path: options.path, to, signer: options.signer, wallUtc: clock.now().wallUtc })
    const lines = readFileSync(to, 'utf8').split('\n').slice(0, -1)
    const judge = async (changed: readonly string[]): Promise<boolean> => {
      writeFileSync(to, changed.map((line) => `${line}\n`).join(''))
      return (await verifyLedger({ path: to, trust: { keys: [options.signer.keyId] } })).ok
    }
    return { lines, judge }
  }

  it('is refused when any line is missing, doubled, moved or changed', async () => {
    const { lines, judge } = await archived()
    expect(await judge(lines)).toBe(true)
    const passed: string[] = []
    for (const [index, line] of lines.entries()) {
      const before = lines[index - 1] ?? ''
      const changes: Record<string, readonly string[]> = {
        missing: lines.toSpliced(index, 1),
        doubled: lines.toSpliced(index, 0, line),
        moved: lines.toSpliced(index, 1).toSpliced(Math.max(0, index - 1), 0, index === 0 ? before : line),
        changed: lines.with(
          index,
          line.replace(/\d(?=\D*$)/u, (digit) => `${(Number(digit) + 1) % 10}`),
        ),
        cut: lines.slice(0, index),
      }
      for (const [what, changed] of Object.entries(changes)) {
        if (await judge(changed)) passed.push(`line ${index + 1} ${what}`)
      }
    }
    expect(passed).toEqual([])
  })

  it('is refused when its end says another number of rows or another last one', async () => {
    const { lines, judge } = await archived()
    const end = JSON.parse(lines.at(-1) ?? '') as { rows: number; headHash: string }
    const endingIn = (other: object): string[] => [...lines.slice(0, -1), JSON.stringify(other)]
    expect(await judge(endingIn({ ...end, rows: end.rows + 1 }))).toBe(false)
    expect(await judge(endingIn({ ...end, headHash: 'f'.repeat(64) }))).toBe(false)
  })
})

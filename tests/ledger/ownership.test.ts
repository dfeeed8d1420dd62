import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LedgerInUse } from '../../electron/ledger/storage/errors.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { restoreLedger } from '../../electron/ledger/recovery/restore.ts'
import { ledgerOptions, textWith } from './scene.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const script = fileURLToPath(new URL('processes/own-ledger.ts', import.meta.url))

/** Another process that owns the ledger of this directory once this resolves. */
async function owner(directory: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the owner ended with ${String(code)}`)
  })
  await Promise.race([once(child.stdout, 'data'), ended])
  ended.catch(() => {})
  return child
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('a ledger has one owner', () => {
  it('refuses a second process and names the first', async () => {
    const directory = temporaryFolder()
    const child = await owner(directory)
    const refused = openLedger(ledgerOptions(directory))
    await expect(refused).rejects.toBeInstanceOf(LedgerInUse)
    await expect(refused).rejects.toMatchObject({
      ownerPid: child.pid,
      message: textWith(`${child.pid}`),
    })
  })

  it('is free again when its owner was killed, and has every row', async () => {
    const directory = temporaryFolder()
    await killed(await owner(directory))
    const ledger = await openLedger(ledgerOptions(directory))
    expect(ledger.opening).toEqual({ rebuilt: null, mended: [], missing: null, chain: null })
    ledger.close()
  })

  it('refuses a second opening within the same process, and lets go at close', async () => {
    const options = ledgerOptions(temporaryFolder())
    const first = await openLedger(options)
    await expect(openLedger(options)).rejects.toMatchObject({ name: 'LedgerInUse', ownerPid: process.pid })
    first.close()
    const second = await openLedger(options)
    second.close()
  })

  it('is not opened again by a late caller, once it is let go', async () => {
    const { now, ...options } = ledgerOptions(temporaryFolder())
    const first = await openLedger({ ...options, now })
    first.close()
    const second = await openLedger({ ...options, now })
    expect(() => first.unfinished()).toThrow('the ledger is closed')
    expect(() => first.note('STOP', {}, now())).toThrow('the ledger is closed')
    second.note('STOP', {}, now())
    second.close()
  })

  it('stays locked after a refused attempt of the same process', async () => {
    const directory = temporaryFolder()
    const options = ledgerOptions(directory)
    const first = await openLedger(options)
    await expect(openLedger(options)).rejects.toBeInstanceOf(LedgerInUse)
    const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'ignore', 'pipe'] })
    const said: string[] = []
    child.stderr.on('data', (text: Buffer) => said.push(text.toString()))
    const [code] = (await once(child, 'close')) as [number]
    expect(code).not.toBe(0)
    expect(said.join('')).toContain('LedgerInUse')
    first.close()
  })

  it('is not replaced while it is in use', async () => {
    const directory = temporaryFolder()
    await owner(directory)
    const { path } = ledgerOptions(directory)
    await expect(restoreLedger({ path, backup: path, wallUtc: '2025-05-17T14:00:00.000Z' })).rejects.toBeInstanceOf(
      LedgerInUse,
    )
  })
})

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { suiteFolder } from '../support/temporary-folder.ts'
import { amountOf } from '../support/share.ts'
import { cutPower } from './power-loss/cut-power.ts'
import { createDiskModel, CUTS, type Dice } from './power-loss/disk-model.ts'
import { type DiskCall, recordWorkload, straceWorks } from './power-loss/strace.ts'

const scratch = suiteFolder()
const SALES = 6
const here = straceWorks()
let full: readonly DiskCall[] = []
let normal: readonly DiskCall[] = []

beforeAll(() => {
  if (!here) return
  for (const setting of ['full', 'normal']) mkdirSync(join(scratch, setting))
  full = recordWorkload(join(scratch, 'full'), SALES, 'full')
  normal = recordWorkload(join(scratch, 'normal'), SALES, 'normal')
})

describe.skipIf(!here)('a power cut at any moment (needs strace)', () => {
  it('loses no acknowledged sale and leaves the ledger whole', async () => {
    const states = amountOf(400, 240)
    const outcome = await cutPower(full, { states, seed: 1 })
    expect(outcome).toMatchObject({ states, lost: 0, corrupt: 0, examples: [] })
    expect(outcome.boundaries).toBeGreaterThan(400)
  })

  it('would lose with synchronous = NORMAL', async () => {
    const { lost } = await cutPower(normal, { states: 60, seed: 1 })
    expect(lost).toBeGreaterThan(30)
  })

  it('would lose on a disk that does not flush when told', async () => {
    const unflushed = full.filter(({ call }) => call !== 'flush')
    const { lost, corrupt } = await cutPower(unflushed, { states: 60, seed: 1 })
    expect(lost + corrupt).toBeGreaterThan(30)
  })
})

describe('the disk of the simulation', () => {
  const zeros: Dice = () => 0

  function disk(...calls: readonly DiskCall[]) {
    const model = createDiskModel()
    for (const call of calls) model.apply(call)
    return model
  }

  const create = { call: 'create', name: 'a' } as const
  const write = (offset: number, text: string): DiskCall => ({
    call: 'write',
    name: 'a',
    offset,
    bytes: Buffer.from(text),
  })
  const flush = { call: 'flush', name: 'a' } as const
  const flushDirectory = { call: 'flush-directory' } as const

  it('keeps what was flushed whatever happens, once its name is flushed too', () => {
    const model = disk(create, write(0, 'kept'), flush, flushDirectory, write(0, 'lost'))
    for (const cut of CUTS) expect(model.afterCut(cut, zeros).get('a')?.length).toBe(4)
    expect(model.afterCut('none', zeros).get('a')?.toString()).toBe('kept')
    expect(model.afterCut('all', zeros).get('a')?.toString()).toBe('lost')
  })

  it('may forget a name that was not flushed', () => {
    const model = disk(create, write(0, 'kept'), flush)
    expect(model.afterCut('none', zeros).has('a')).toBe(false)
    expect(model.afterCut('all', zeros).get('a')?.toString()).toBe('kept')
  })

  it('may undo a renaming, and never half of it', () => {
    const model = disk(create, write(0, 'x'), flush, flushDirectory, { call: 'rename', name: 'a', to: 'b' })
    expect([...model.afterCut('none', zeros).keys()]).toEqual(['a'])
    expect([...model.afterCut('all', zeros).keys()].sort()).toEqual(['b'])
  })

  it('tears a write by sectors', () => {
    const model = disk(create, write(0, 'a'.repeat(1536)), flush, flushDirectory, write(0, 'b'.repeat(1536)))
    let turn = 0
    const second: Dice = (below) => (below === 2 ? turn++ % 2 : below - 1)
    const found = model.afterCut('torn', second).get('a')?.toString() ?? ''
    expect(found).toBe('b'.repeat(512) + 'a'.repeat(512) + 'b'.repeat(512))
  })

  it('cuts and grows files as the process did', () => {
    const model = disk(create, flushDirectory, write(4, 'end'), { call: 'truncate', name: 'a', size: 5 }, write(6, '!'))
    expect(model.afterCut('all', zeros).get('a')).toEqual(Buffer.from('\0\0\0\0e\0!'))
  })
})

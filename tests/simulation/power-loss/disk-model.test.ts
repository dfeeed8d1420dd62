import { expect, test } from 'vitest'
import { createDiskModel, CUTS, type Dice } from './disk-model.ts'
import type { DiskCall } from './strace.ts'

const zeros: Dice = () => 0

function disk(...calls: readonly DiskCall[]) {
  const model = createDiskModel()
  for (const call of calls) model.apply(call)
  return model
}

const create = { call: 'create', name: 'a' } as const
const write = (offset: number, text: string) =>
  ({ call: 'write', name: 'a', offset, bytes: Buffer.from(text) }) as const
const flush = { call: 'flush', name: 'a' } as const
const flushDirectory = { call: 'flush-directory' } as const

test('keeps what was flushed whatever happens, once its name is flushed too', () => {
  const model = disk(create, write(0, 'kept'), flush, flushDirectory, write(0, 'lost'))
  for (const cut of CUTS) expect(model.afterCut(cut, zeros).get('a')?.length).toBe(4)
  expect(model.afterCut('none', zeros).get('a')?.toString()).toBe('kept')
  expect(model.afterCut('all', zeros).get('a')?.toString()).toBe('lost')
})

test('may forget a name that was not flushed', () => {
  const model = disk(create, write(0, 'kept'), flush)
  expect(model.afterCut('none', zeros).has('a')).toBe(false)
  expect(model.afterCut('all', zeros).get('a')?.toString()).toBe('kept')
})

test('may undo a renaming, and never half of it', () => {
  const model = disk(create, write(0, 'x'), flush, flushDirectory, { call: 'rename', name: 'a', to: 'b' })
  expect([...model.afterCut('none', zeros).keys()]).toEqual(['a'])
  expect([...model.afterCut('all', zeros).keys()].sort()).toEqual(['b'])
})

test('tears a write by sectors', () => {
  const model = disk(create, write(0, 'a'.repeat(1536)), flush, flushDirectory, write(0, 'b'.repeat(1536)))
  let turn = 0
  const second: Dice = (below) => (below === 2 ? turn++ % 2 : below - 1)
  const found = model.afterCut('torn', second).get('a')?.toString() ?? ''
  expect(found).toBe('b'.repeat(512) + 'a'.repeat(512) + 'b'.repeat(512))
})

test('cuts and grows files as the process did', () => {
  const model = disk(create, flushDirectory, write(4, 'end'), { call: 'truncate', name: 'a', size: 5 }, write(6, '!'))
  expect(model.afterCut('all', zeros).get('a')).toEqual(Buffer.from('\0\0\0\0e\0!'))
})

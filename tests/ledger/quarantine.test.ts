import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { finishSettingAside } from '../../electron/ledger/recovery/quarantine.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const LOGS = ['ledger.db-shm', 'ledger.db-wal']

/** What a folder holds after the setting aside was ended in it. */
function ended(...names: readonly string[]): readonly string[] {
  const directory = temporaryFolder()
  for (const name of names) writeFileSync(join(directory, name), '')
  finishSettingAside(join(directory, 'ledger.db'))
  return readdirSync(directory)
}

it('lets log files that a power cut left behind follow their database, which was set aside last', () => {
  const aside = ['ledger.db.corrupt-20250517T140000000Z', 'ledger.db.replaced-20250518T140000000Z']
  const others = ['ledger.db.replaced-2026.old', 'other.db.corrupt-20270517T140000000Z', 'z-ledger.db.corrupt-2027']
  const newest = 'ledger.db.replaced-20250518T140000000Z'
  expect(ended(...aside, ...others, ...LOGS)).toEqual([...aside, ...others, `${newest}-shm`, `${newest}-wal`].sort())
})

it('keeps log files of a database that is nowhere', () => {
  expect(ended(...LOGS)).toEqual(['ledger.db.lost-shm', 'ledger.db.lost-wal'])
  expect(ended('ledger.db-wal')).toEqual(['ledger.db.lost-wal'])
})

it('leaves a database and its log files alone', () => {
  expect(ended('ledger.db', ...LOGS)).toEqual(['ledger.db', ...LOGS])
  expect(ended('ledger.db.corrupt-1')).toEqual(['ledger.db.corrupt-1'])
})

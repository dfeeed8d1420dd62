import { spawnSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { droppedResults } from '../../scripts/unchecked-results.ts'
import { nearestTests } from '../../scripts/affected-tests.ts'
import { checksOf } from '../../scripts/checks.ts'
import { leftOut } from '../../scripts/skipped-items.ts'
import { temporaryFolder } from '../shells/shell.ts'

function projectWith(text: string): string {
  const folder = temporaryFolder()
  const config = { compilerOptions: { strict: true, noEmit: true, target: 'ES2023', types: [] }, include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'planted.ts'), text)
  return join(folder, 'tsconfig.json')
}

const results = `
type Result = { ok: true; value: number } | { ok: false; error: { type: 'full' } }
declare function hold(): Result
declare function holdLater(): Promise<Result>
declare const partner: { hold?: () => Result }
declare function log(line: string): boolean | undefined
`

test('calls whose result nobody looks at are found, awaited and optional ones too, and no others', () => {
  const found = droppedResults([
    projectWith(`${results}
hold()
export const later = async () => {
  await holdLater()
}
partner.hold?.()
if (!hold().ok) log('full')
export const passedOn = () => hold()
export const awaited = async () => await holdLater()
log('done')
`),
  ])
  const calls = ['8 hold()', '10 await holdLater()', '12 partner.hold?.()']
  expect(found.map(({ line, text }) => `${line} ${text}`)).toEqual(calls)
})

test('the format step fails on a file that is formatted otherwise or cannot be parsed', () => {
  const folder = temporaryFolder()
  cpSync('.oxfmtrc.json', join(folder, '.oxfmtrc.json'))
  const { script = '', args = [] } = checksOf(null).find(({ name }) => name === 'format') ?? {}
  const statusOf = (text: string): number | null => {
    writeFileSync(join(folder, 'planted.ts'), text)
    return spawnSync(process.execPath, [resolve(script), ...args], { cwd: folder }).status
  }
  expect(["export const a = 'b'\n", "export const a = 'b';\n", 'export const a = '].map(statusOf)).toEqual([0, 1, 2])
})

const files = [
  { path: 'shared/domain/money.ts', specifiers: ['zod'] },
  { path: 'shared/domain/sale.ts', specifiers: ['./money.ts', './sale.ts'] },
  { path: 'electron/kiosk/desk.ts', specifiers: ['../../shared/domain/sale.ts', '../picture.svg?raw'] },
  { path: 'tests/domain/money.test.ts', specifiers: ['vitest', '../../shared/domain/money.ts'] },
  { path: 'tests/kiosk/machine.ts', specifiers: ['../../electron/kiosk/desk.ts'] },
  { path: 'tests/kiosk/desk.test.tsx', specifiers: ['./machine.ts', '../../shared/domain/money.ts'] },
  { path: 'tests/kiosk/far.test.ts', specifiers: ['./machine.ts'] },
  { path: 'tests/other.test.ts', specifiers: ['vitest'] },
]
const near = (...changed: string[]) => nearestTests(files, changed).map(({ path, steps }) => `${steps} ${path}`)

test('the tests that reach what changed come nearest first, others not at all', () => {
  const nearest = ['1 tests/domain/money.test.ts', '1 tests/kiosk/desk.test.tsx', '4 tests/kiosk/far.test.ts']
  expect(near('shared/domain/money.ts')).toEqual(nearest)
  expect(near('electron/kiosk/desk.ts')).toEqual(['2 tests/kiosk/desk.test.tsx', '2 tests/kiosk/far.test.ts'])
})

test('a test that changed comes first; pictures count as well; what is gone or unknown reaches nothing', () => {
  const beside = near('tests/kiosk/far.test.ts', 'electron/picture.svg')
  expect(beside).toEqual(['0 tests/kiosk/far.test.ts', '3 tests/kiosk/desk.test.tsx'])
  expect(near('tests/gone.test.ts', 'README.md')).toEqual([])
  expect(near()).toEqual([])
})

test('files that were not run are counted by folder, most first, each once', () => {
  const paths = ['tests/e2e/sale.test.ts', 'tests/app/a.test.ts', 'tests/app/b/c.test.ts', 'tests/app/a.test.ts']
  expect(leftOut(paths)).toBe('tests/app (2 files), tests/e2e (1)')
  expect(leftOut(['tests/e2e/sale.test.ts'])).toBe('tests/e2e (1 file)')
})

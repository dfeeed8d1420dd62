import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { droppedResults } from '../../scripts/dropped-results.ts'

function projectWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-results-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
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

test('calls whose result nobody looks at are found, awaited and optional ones too', () => {
  const found = droppedResults([
    projectWith(`${results}
hold()
export const later = async () => {
  await holdLater()
}
partner.hold?.()
`),
  ])
  expect(found.map(({ line, text }) => `${line} ${text}`)).toEqual([
    '8 hold()',
    '10 await holdLater()',
    '12 partner.hold?.()',
  ])
})

test('looked at, passed on, or no result at all', () => {
  const found = droppedResults([
    projectWith(`${results}
if (!hold().ok) log('full')
export const passedOn = () => hold()
export const later = async () => await holdLater()
log('done')
`),
  ])
  expect(found).toEqual([])
})

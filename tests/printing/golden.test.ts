import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { anyOf, isSample } from '../support/share.ts'
import { useTimeZone } from '../support/time-zone.ts'
import { differenceOf, goldenFile, goldenFolder, goldens } from './golden-pictures.ts'

/** Folder for pictures that differ from the golden picture, and for pictures with the differences in red. */
const differences = fileURLToPath(new URL('../../test-results/golden', import.meta.url))
/** Maximum share of differing pixels, less than the share of a line of small print. */
const tolerance = 0.0005

useTimeZone('UTC')

const sample = isSample ? anyOf('golden', goldens, 5) : { cases: goldens, said: `all ${goldens.length}` }

test.each(sample.cases)(`$name looks as it did when somebody looked at it (${sample.said})`, async ({ name, draw }) => {
  expect(existsSync(goldenFile(name)), 'no such picture: npm run golden').toBe(true)
  const drawn = await draw()
  const { share, picture } = differenceOf(PNG.sync.read(readFileSync(goldenFile(name))), drawn)
  if (share > tolerance) {
    mkdirSync(differences, { recursive: true })
    writeFileSync(join(differences, `${name}.png`), PNG.sync.write(drawn))
    writeFileSync(join(differences, `${name}-difference.png`), PNG.sync.write(picture))
  }
  expect(share, `see ${differences}/${name}-difference.png; if right: npm run golden`).toBeLessThanOrEqual(tolerance)
})

test('every picture kept is compared', () => {
  expect(readdirSync(goldenFolder).sort()).toEqual(goldens.map(({ name }) => `${name}.png`).sort())
})

test('a word more, a missing line and another length are found', () => {
  const page = (...rows: readonly number[]): PNG => {
    const picture = new PNG({ width: 100, height: rows.length })
    for (const [y, ink] of rows.entries()) {
      for (let x = 0; x < 100; x++) picture.data.fill(x < ink ? 0 : 255, (y * 100 + x) * 4, (y * 100 + x) * 4 + 3)
    }
    return picture
  }
  const known = page(0, 20, 0, 20, 0)
  expect(differenceOf(known, page(0, 20, 0, 20, 0)).share).toBe(0)
  expect(differenceOf(known, page(0, 25, 0, 20, 0)).share).toBeCloseTo(5 / 500)
  expect(differenceOf(known, page(0, 20, 0, 0, 0)).share).toBeCloseTo(20 / 500)
  expect(differenceOf(known, page(0, 20, 0, 20, 0, 0)).share).toBeCloseTo(100 / 600)
})

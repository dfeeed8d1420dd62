// npm run golden: redraws the reference pictures of the printed documents. Inspect each changed picture before
// committing it.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { PNG } from 'pngjs'
import { goldenFile, goldenFolder, goldens } from '../tests/printing/golden-pictures.ts'

// Receipts and reports show local time, so the time zone is fixed.
process.env['TZ'] = 'UTC'
await rm(goldenFolder, { recursive: true, force: true })
await mkdir(goldenFolder, { recursive: true })
for (const { name, draw } of goldens) {
  const bytes = PNG.sync.write(await draw(), { colorType: 2 })
  await writeFile(goldenFile(name), bytes)
  process.stdout.write(`${name}: ${bytes.length} bytes\n`)
}

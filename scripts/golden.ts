// npm run golden: draws the golden pictures of the paper again, for after a layout was changed on purpose. Look at each
// that git shows as changed before it is committed.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { PNG } from 'pngjs'
import { goldenFile, goldenFolder, goldens } from '../tests/printing/golden-pictures.ts'

// Receipts and reports tell the hour of this machine.
process.env['TZ'] = 'UTC'
await rm(goldenFolder, { recursive: true, force: true })
await mkdir(goldenFolder, { recursive: true })
for (const { name, draw } of goldens) {
  const bytes = PNG.sync.write(await draw(), { colorType: 2 })
  await writeFile(goldenFile(name), bytes)
  process.stdout.write(`${name}: ${bytes.length} bytes\n`)
}

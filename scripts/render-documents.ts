// npm run render:documents -- [FOLDER [KIND…]]: draws paper documents of all kinds, or of the named ones, for visual
// inspection. The default folder is test-results/paper/.
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PNG } from 'pngjs'
import { languages } from '../shared/domain/language.ts'
import { documentKinds, sampleDocument, samplePapers } from '../tests/printing/document-samples.ts'
import { monochrome } from '../tests/printing/paper.ts'
import { readPdf, type PdfPage } from '../tests/support/pdf.ts'

const [to, ...kinds] = process.argv.slice(2)
const folder = resolve(to ?? fileURLToPath(new URL('../test-results/paper', import.meta.url)))
await mkdir(folder, { recursive: true })

for (const language of languages) {
  for (const kind of documentKinds.filter((each) => kinds.length === 0 || kinds.includes(each))) {
    for (const paper of samplePapers) {
      const pages = await readPdf(await sampleDocument(kind, paper, { language }))
      for (const [index, { image }] of pages.entries()) {
        const name = [kind, paper, language, ...(pages.length > 1 ? [index + 1] : [])].join('-')
        await save(`${name}.png`, image)
        await save(`${name}-mono.png`, monochrome(image))
      }
    }
  }
  process.stdout.write(`${language}: ${join(folder, `*-${language}*.png`)}\n`)
}

async function save(name: string, { width, height, data }: Pick<PdfPage['image'], 'width' | 'height' | 'data'>) {
  const picture = new PNG({ width, height })
  picture.data = Buffer.from(data)
  await writeFile(join(folder, name), PNG.sync.write(picture))
}

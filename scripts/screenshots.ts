// npm run screenshots [-- NAME…]: takes the pictures for the manual pages from the built product, into docs/screens/.
// npm run screenshots -- --every FOLDER: photographs all screens in all languages, for visual inspection.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../tests/support/chromium/launch.ts'
import { photographEveryScreen } from './screen-contact-sheets.ts'
import { pictureFile, pictureFolder, pictures } from './screenshots/pictures.ts'
import { screenHash, withHash } from './screenshots/screen-hash.ts'
import { visit, type OpenPage } from './screenshots/visit.ts'

async function takePictures(browser: Browser, names: readonly string[]): Promise<void> {
  const openPage: OpenPage = async (options) => (await browser.newContext(options)).newPage()
  const unknown = names.filter((name) => !pictures.some((picture) => picture.name === name))
  if (unknown.length > 0) throw new Error(`no such picture: ${unknown.join(', ')}; see scripts/screenshots/pictures.ts`)
  await mkdir(pictureFolder, { recursive: true })
  for (const file of await readdir(pictureFolder))
    if (!pictures.some(({ name }) => file === `${name}.png`)) await rm(join(pictureFolder, file))
  for (const picture of pictures) {
    const { name } = picture
    if (names.length > 0 && !names.includes(name)) continue
    const png = await visit(picture, openPage, async (page) =>
      withHash(await page.screenshot(), await screenHash(page)),
    )
    await writeFile(pictureFile(name), png)
    console.log(`docs/screens/${name}.png: ${png.length} bytes`)
  }
}

const list = { type: 'string', multiple: true } as const
const { values: wanted, positionals } = parseArgs({
  options: { every: { type: 'string' }, screen: list, language: list, glass: list, look: list },
  allowPositionals: true,
})
const browser = await launchChromium()
try {
  if (wanted.every === undefined) await takePictures(browser, positionals)
  else await photographEveryScreen(browser, resolve(wanted.every), wanted)
} finally {
  await browser.close()
}

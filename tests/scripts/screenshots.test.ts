import { readFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { pictureFile, pictures } from '../../scripts/screenshots/pictures.ts'
import { hashIn, screenHash, withHash } from '../../scripts/screenshots/screen-hash.ts'
import { visit } from '../../scripts/screenshots/visit.ts'
import { useBrowser } from '../support/browser.ts'

const { openPage } = useBrowser()

// The hashes are valid only for the Chromium from npm, because other browsers render letters differently.
const hasCarriedChromium = process.platform === 'linux' && process.arch === 'x64'

test.runIf(hasCarriedChromium).each(pictures)('the picture “$name” shows what its screen shows', async (picture) => {
  const stored = hashIn(readFileSync(pictureFile(picture.name)))
  const seen = await visit(picture, openPage, screenHash)
  const { name } = picture
  const wrong = `docs/screens/${name}.png is out of date: npm run screenshots -- ${name}, then look at it`
  expect(seen, wrong).toBe(stored)
})

test('the hash of a screen changes with a word, a field and a place; not with a countdown, nor by a pixel', async () => {
  const page = await openPage({ viewport: { width: 800, height: 600 } })
  const hashWith = async (changes: Readonly<Record<string, string>> = {}): Promise<string> => {
    const { word = 'Pay', value = 'demo', left = '100px', time = '7:59', hidden = 'One', below = 'Far' } = changes
    await page.setContent(`<body style="font: 16px monospace">
      <p style="position: absolute; left: ${left}">${word} <b role="timer">${time}</b></p>
      <p style="visibility: hidden">${hidden}</p><p style="position: absolute; top: 900px">${below}</p>
      <input style="margin-top: 100px" value="${value}">`)
    return screenHash(page)
  }
  const hash = await hashWith()
  expect(hash).toMatch(/^[0-9a-f]{64}$/u)
  for (const same of [{}, { time: '4:07' }, { left: '100.4px' }, { hidden: 'Two' }, { below: 'Near' }])
    expect(await hashWith(same), JSON.stringify(same)).toBe(hash)
  for (const other of [{ word: 'Buy' }, { value: 'live' }, { left: '140px' }])
    expect(await hashWith(other), JSON.stringify(other)).not.toBe(hash)
})

test('a PNG carries its hash, and is drawn as before', async () => {
  const page = await openPage({ viewport: { width: 32, height: 32 } })
  await page.setContent('<body style="background: teal">')
  const png = await page.screenshot()
  expect(hashIn(png)).toBeNull()
  const hashed = withHash(png, 'abc123')
  expect(hashIn(hashed)).toBe('abc123')
  expect(PNG.sync.read(hashed).data.equals(PNG.sync.read(png).data)).toBe(true)
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../shells/shell.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { startKiosk, startService, touchToReview } from './sale-machine.ts'

const { openPage } = useBrowser()

const drawing = (size: number, more = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" fill="#ff7900"/>${more}</svg>`

async function widthOf(image: Element): Promise<number> {
  await (image as HTMLImageElement).decode()
  return (image as HTMLImageElement).naturalWidth
}

test('a team and a way to pay bear the venue’s own pictures, which can do nothing but be seen', async () => {
  const data = temporaryFolder()
  const brand = join(data, 'brand')
  mkdirSync(brand)
  writeFileSync(join(brand, 'team-hamana-ac.svg'), drawing(50))
  writeFileSync(join(brand, 'orange-money.svg'), drawing(40, '<script>document.title = "taken"</script>'))
  // Too heavy for a screen, and no picture.
  writeFileSync(join(brand, 'mtn-momo.svg'), drawing(40, `<!--${'x'.repeat(600_000)}-->`))
  writeFileSync(join(brand, 'card.html'), '<p>no picture</p>')
  const kiosk = await startKiosk(await startService(), {}, data)
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.goto(kiosk.entryUrl)
  const crest = page.locator('main img')
  await crest.waitFor()
  expect([await crest.getAttribute('src'), await crest.evaluate(widthOf)]).toEqual(['/brand/team-hamana-ac.svg', 50])
  await page.getByRole('button', { name: fr.attract.touch }).click()
  await onScreen(page, 'events')
  expect((await crest.boundingBox())?.height, 'as high as the line it stands in').toBeLessThan(60)
  await page.getByRole('button', { name: fr.events.back }).click()
  await onScreen(page, 'attract')
  await touchToReview(page, 1)
  const pictures = page.locator('main img[src^="/brand/"]')
  expect(await pictures.evaluateAll((all) => all.map((each) => each.getAttribute('src')))).toEqual([
    '/brand/orange-money.svg',
  ])
  expect(await pictures.evaluate(widthOf)).toBe(40)

  const asked = await page.goto(new URL('/brand/orange-money.svg', kiosk.entryUrl).href)
  expect([asked?.status(), await page.title()]).toEqual([200, ''])
  for (const name of ['mtn-momo.svg', 'card.html', '..%2Fconfig.json', '../config.json']) {
    const missing = await page.goto(new URL(`/brand/${name}`, kiosk.entryUrl).href)
    expect([name, missing?.status()]).toEqual([name, 404])
  }
})

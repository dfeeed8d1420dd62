import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { useBrowser, useReusedPages } from '../support/browser.ts'

const { openPage } = useBrowser()

async function serve(html: string, whenDone = onTestFinished): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  whenDone(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

// The tests run in order: each test checks the state that the previous one left.
describe('a page that serves several tests', { shuffle: false }, async () => {
  const reused = useReusedPages()
  const address = await serve('<button>appuyer</button>', afterAll)
  const options = { viewport: { width: 640, height: 480 } }
  const used: Page[] = []

  test('is left with a store, a script, another size, a pointer on a button and an error to come', async () => {
    const page = await reused.openPage(options)
    used.push(page)
    await page.addInitScript(() => void Object.assign(window, { left: true }))
    await page.goto(address)
    await page.evaluate(async () => {
      localStorage.setItem('left', 'true')
      sessionStorage.setItem('left', 'true')
      document.cookie = 'left=true'
      await caches.open('left')
    })
    await page.setViewportSize({ width: 320, height: 240 })
    await page.getByRole('button').hover()
    // The pointer moves between the tests, so the error belongs to no test.
    await page.evaluate(() => {
      const fail = (): void => {
        throw new Error('left')
      }
      addEventListener('mousemove', () => setInterval(fail, 1))
    })
  })

  test('has none of it in the next test', async () => {
    const page = await reused.openPage(options)
    expect(page === used.pop()).toBe(true)
    await page.goto(address)
    const left = await page.evaluate(async () => ({
      script: 'left' in window,
      stores: [localStorage.length, sessionStorage.length, (await caches.keys()).length],
      cookie: document.cookie,
      size: [innerWidth, innerHeight],
      hovered: document.querySelectorAll('button:hover').length,
    }))
    expect(left).toEqual({ script: false, stores: [0, 0, 0], cookie: '', size: [640, 480], hovered: 0 })
  })

  test.each([
    ['holds a key down', (page: Page) => page.keyboard.down('Shift')],
    ['holds the pointer down', (page: Page) => page.mouse.down()],
    ['answers requests itself', (page: Page) => page.route('**/left', (route) => route.abort())],
    ['emulates another medium', (page: Page) => page.emulateMedia({ media: 'print' })],
    ['stops a clock that it did not order', (page: Page) => page.clock.install()],
  ])('is not used again after a test that %s', async (_, change) => {
    const page = await reused.openPage(options)
    expect(used.includes(page)).toBe(false)
    used.push(page)
    await page.goto(address)
    await change(page)
  })

  test.each(['first', 'next'])('has a clock that is neither stopped nor ahead in the %s test', async () => {
    const page = await reused.openPage({ ...options, hasClock: true })
    await page.goto(address)
    const now = (): Promise<number> => page.evaluate(() => Date.now())
    expect(Math.abs((await now()) - Date.now())).toBeLessThan(60_000)
    const begun = await now()
    await expect.poll(now).toBeGreaterThan(begun)
    await page.clock.pauseAt((await now()) + 3_600_000)
    await page.clock.runFor(3_600_000)
  })
})

test('a browser that died is replaced, for new pages and for pages that serve several tests', async () => {
  const reused = useReusedPages()
  const page = await openPage()
  const browser = page.context().browser()
  await browser?.close()
  expect(page.isClosed()).toBe(true)
  const address = await serve('<p>page</p>')
  for (const open of [openPage, reused.openPage]) {
    const next = await open()
    expect(next.context().browser()).not.toBe(browser)
    await next.goto(address)
    expect(await next.locator('p').innerText()).toBe('page')
  }
})

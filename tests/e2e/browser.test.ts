import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'

const { openPage } = useBrowser()

async function serve(html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('a real Chromium draws a page and answers to touch', async () => {
  const page = await openPage({ hasTouch: true })
  await page.goto(await serve('<button onclick="this.textContent = \'touché\'">appuyer</button>'))
  await page.getByRole('button').tap()
  await expect.poll(() => page.getByRole('button').textContent()).toBe('touché')
  const picture = await page.screenshot()
  expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG')
})

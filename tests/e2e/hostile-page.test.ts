import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../partner/scripted-partner.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { shared } from '../support/clean-up.ts'
import { onScreen } from '../world/page.ts'
import { serveMachine } from '../world/machine.ts'
import { askAs } from './setup-user.ts'

/** Host name of an attacker, which Chromium resolves to this computer. */
const EVIL = 'evil.localhost'

const { openPage } = useBrowser()

const kioskPage = shared(async () => {
  const data = temporaryFolder()
  writeFileSync(join(data, 'config.json'), JSON.stringify({ kiosk: true }))
  const { entryUrl } = await serveMachine(data)
  const kiosk = await openPage()
  await kiosk.goto(entryUrl)
  await onScreen(kiosk, 'attract')
  return { origin: new URL(entryUrl).origin, kiosk }
})

async function openBeside(): Promise<Page> {
  const page = await kioskPage().kiosk.context().newPage()
  onTestFinished(() => page.close())
  return page
}

/** Opens an attacker's page on another port of this computer: for a browser, the same site but another origin. */
async function attackFrom(host: string): Promise<Page> {
  const { outside } = await startOutside('<title>win a ticket</title>')
  const page = await openBeside()
  await page.goto(outside.replace('127.0.0.1', host))
  return page
}

async function startOutside(html = '') {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' }).end(html)
  })
  return { asked, outside: `http://127.0.0.1:${await listen(server)}/` }
}

test.each(['127.0.0.1', EVIL])(
  'a page of %s in the same browser can neither command the kiosk, nor read it, nor listen to it, nor frame it, and is not let in by opening it',
  async (host) => {
    const { origin, kiosk } = kioskPage()
    const page = await attackFrom(host)
    const outcome = await page.evaluate(async (to) => {
      const said = (response: Response): string => (response.type === 'opaque' ? 'opaque' : String(response.status))
      const tryFetch = (init: RequestInit): Promise<string> =>
        fetch(`${to}/api/startVisit`, init).then(said, () => 'refused')
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ eventId: '1', language: 'fr' })
      return {
        json: await tryFetch({ method: 'POST', headers, body, credentials: 'include' }),
        text: await tryFetch({ method: 'POST', body, credentials: 'include' }),
        read: await fetch(`${to}/`, { credentials: 'include' }).then(said, () => 'refused'),
        events: await new Promise((resolve) => {
          const source = new EventSource(`${to}/api/events`, { withCredentials: true })
          source.addEventListener('open', () => resolve('open'))
          source.addEventListener('error', () => resolve('refused'))
        }),
        script: await new Promise((resolve) => {
          const script = Object.assign(document.createElement('script'), { src: `${to}/api/events` })
          script.addEventListener('load', () => resolve('loaded'))
          script.addEventListener('error', () => resolve('refused'))
          document.head.append(script)
        }),
      }
    }, origin)
    expect(outcome).toEqual({ json: 'refused', text: 'refused', read: 'refused', events: 'refused', script: 'refused' })

    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src }))
    }, `${origin}/`)
    await expect
      .poll(() => page.frames().map((frame) => frame.url()))
      .toEqual([page.url(), expect.stringMatching(/^chrome-error:/u) as string])
    expect(await askAs({ page: kiosk }, 'getKiosk', {})).toMatchObject({ ok: true, value: { sale: null } })
    await onScreen(kiosk, 'attract')

    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((to) => void window.open(`${to}/`), origin),
    ])
    await popup.waitForLoadState()
    expect(await popup.innerText('body')).toMatch(/^(open Guichet with its own start command|wrong origin)\n$/u)
    expect(await popup.locator('[data-screen]').count()).toBe(0)
    await popup.close()
  },
)

test('a script that has got into the kiosk’s page brings in nothing, sends nothing out and opens nothing', async () => {
  const { kiosk } = kioskPage()
  onTestFinished(async () => void (await kiosk.reload()))
  const { asked, outside } = await startOutside()
  const opened: string[] = []
  kiosk.on('dialog', (dialog) => {
    opened.push(dialog.type())
    void dialog.dismiss()
  })
  kiosk.on('popup', () => opened.push('popup'))
  kiosk.on('download', () => opened.push('download'))
  const address = kiosk.url()

  const outcome = await kiosk.evaluate(async (to) => {
    const refused = new Set<string>()
    Object.assign(globalThis, { refused })
    document.addEventListener('securitypolicyviolation', (event) => refused.add(event.effectiveDirective))
    const said = (act: () => unknown): string => {
      try {
        return String(act())
      } catch (error) {
        return (error as Error).name
      }
    }
    const add = (name: string, more: Record<string, string>): void => {
      document.body.append(Object.assign(document.createElement(name), more))
    }
    add('base', { href: to })
    add('img', { src: `${to}picture` })
    add('iframe', { src: `${to}frame` })
    add('audio', { src: `${to}sound` })
    add('link', { rel: 'stylesheet', href: `${to}sheet` })
    add('style', { textContent: 'body { color: rgb(1, 2, 3) !important }' })
    const href = URL.createObjectURL(new Blob(['x']))
    Object.assign(document.createElement('a'), { href, download: 'x.exe' }).click()
    const policy = (document as unknown as { featurePolicy: { allowedFeatures(): readonly string[] } }).featurePolicy
    const outcomes = {
      markup: said(() => document.body.insertAdjacentHTML('beforeend', '<i></i>')),
      worker: said(() => new Worker('data:text/javascript,0')),
      window: said(() => window.open(to)),
      confirmed: said(() => globalThis.confirm('out')),
      style: getComputedStyle(document.body).color === 'rgb(1, 2, 3)',
      base: document.baseURI.startsWith(to),
      devices: ['camera', 'microphone', 'geolocation', 'usb', 'serial', 'bluetooth', 'payment'].filter((feature) =>
        policy.allowedFeatures().includes(feature),
      ),
      fetch: await fetch(to).then(String, (error: unknown) => (error as Error).name),
      font: await new FontFace('x', `url(${to}font)`).load().then(String, (error: unknown) => (error as Error).name),
    }
    // Runs in a task of the page itself, because `eval` is permitted in the driver's task.
    const evaluate = Reflect.get(globalThis, 'eval') as (text: string) => unknown
    const evaluated = await new Promise((resolve) => setTimeout(() => resolve(said(() => evaluate('1')))))
    return { ...outcomes, eval: evaluated }
  }, outside)
  const errors = {
    markup: 'TypeError',
    worker: 'TypeError',
    fetch: 'TypeError',
    font: 'NetworkError',
    eval: 'EvalError',
  }
  expect(outcome).toEqual({ ...errors, window: 'null', confirmed: 'false', style: false, base: false, devices: [] })
  await kiosk.evaluate((action) => {
    const form = Object.assign(document.createElement('form'), { action })
    document.body.append(form)
    form.submit()
  }, `${outside}form`)
  const wanted = ['base-uri', 'connect-src', 'font-src', 'form-action', 'frame-src', 'img-src', 'media-src']
  await expect
    .poll(() => kiosk.evaluate(() => [...(globalThis as unknown as { refused: Set<string> }).refused]))
    .toEqual(expect.arrayContaining([...wanted, 'require-trusted-types-for', 'style-src-elem']))
  expect([opened, asked, kiosk.url()]).toEqual([[], [], address])
})

test('a name that is pointed at the kiosk’s own port gets nothing, cookie or not', async () => {
  const { port } = new URL(kioskPage().origin)
  const page = await openBeside()
  const response = await page.goto(`http://${EVIL}:${port}/`)
  expect(response?.status()).toBe(421)
  expect(await page.evaluate(() => fetch('/api/getKiosk', { method: 'POST' }).then(({ status }) => status))).toBe(421)
})

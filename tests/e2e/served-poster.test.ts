import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { PageAccess } from '../../electron/transport/dispatch.ts'
import { serveKiosk } from '../../electron/transport/http-host.ts'
import { CONTENT_SECURITY_POLICY } from '../../electron/transport/static-files.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { type EventsView, type KioskInfo, POSTER_ID } from '../../shared/api/kiosk/views.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { events, kioskInfo, proposals, review, sale, visit } from '../world/scenes/answers.ts'
import { anyOf, shareOf } from '../support/share.ts'

const { openPage } = useBrowser()
const upright = { viewport: { width: 1080, height: 1920 }, reducedMotion: 'no-preference' as const }
const wide = { viewport: { width: 1920, height: 1080 }, reducedMotion: 'no-preference' as const }
const { t } = createI18n('fr')
const all: EventsView = { events, total: events.length, stale: false }

async function serve(change: Partial<KioskInfo> = {}, list: EventsView = all) {
  const asked: string[] = []
  const visits: unknown[] = []
  const told = { info: { ...kioskInfo, ...change }, list }
  const answer =
    <T>(name: string, value: () => T) =>
    () => {
      asked.push(name)
      return Promise.resolve(ok(value()))
    }
  const api: PageAccess['api'] = {
    getKiosk: answer('getKiosk', () => told.info),
    listEvents: answer('listEvents', () => told.list),
    reportActivity: answer('reportActivity', () => null),
    startVisit: (input) => {
      visits.push(input)
      return Promise.resolve(ok(visit))
    },
    viewWheelchairPlaces: answer('viewWheelchairPlaces', () => ({ left: false })),
    proposeSeats: answer('proposeSeats', () => proposals),
    refineProposals: answer('refineProposals', () => null),
  }
  return { asked, visits, told, ...(await hostOf({ api, subscribe: () => () => undefined })) }
}

async function hostOf(access: PageAccess) {
  const failed: unknown[] = []
  const host = await serveKiosk({
    access,
    log: { info: () => undefined, warn: () => undefined, error: (...what) => failed.push(what) },
    rendererDirectory: fileURLToPath(new URL('../../out/renderer', import.meta.url)),
    port: 0,
  })
  onTestFinished(async () => {
    await host.close()
    expect(failed).toEqual([])
  })
  let cookie = ''
  const reply = async (): Promise<Response> => {
    const entered = await fetch(host.entryUrl, { redirect: 'manual', headers: { cookie } })
    cookie ||= entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    return fetch(new URL('/', host.entryUrl), { headers: { cookie } })
  }
  return { entryUrl: host.entryUrl, reply, page: async () => (await reply()).text() }
}

async function withoutCode(entryUrl: string, options: BrowserContextOptions = upright) {
  const page = await openPage(options)
  const { promise: letThrough, resolve: letCodeThrough } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await letThrough
    await route.continue()
  })
  await page.goto(entryUrl, { waitUntil: 'commit' })
  await page.locator(`#${POSTER_ID}`).waitFor()
  // Pauses the animations, so that the attract screen does not time out on a slow computer.
  await page.evaluate(() => document.getAnimations().forEach((each) => each.pause()))
  return { page, letCodeThrough }
}

const touch = (page: Page) => page.getByRole('button', { name: t.attract.touch })

test('without any code it is there, in the look and language of the settings', async () => {
  const page = await openPage({ ...upright, javaScriptEnabled: false })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (/style|font/iu.test(message.text())) complaints.push(message.text())
  })
  for (const [settings, expected] of [
    [{}, { lang: 'fr', dir: 'ltr', theme: 'system', ground: 'rgb(29, 39, 36)' }],
    [
      { languages: ['ar', 'fr'], defaultLanguage: 'ar', theme: 'night' },
      { lang: 'ar', dir: 'rtl', theme: 'night', ground: 'rgb(5, 7, 7)' },
    ],
    [{ theme: 'contrast' }, { lang: 'fr', dir: 'ltr', theme: 'contrast', ground: 'rgb(0, 0, 0)' }],
  ] as const) {
    await page.goto((await serve(settings)).entryUrl)
    const found = await page.evaluate(() => {
      const { lang, dir, dataset } = document.documentElement
      const colours = document.querySelector('[data-scene] [data-drawn]')
      return {
        lang,
        dir,
        theme: dataset['theme'],
        ground: getComputedStyle(document.documentElement).backgroundColor,
        teams: colours && getComputedStyle(colours).getPropertyValue('--home') !== '',
        further: [...document.querySelectorAll('link[as="font"]')].filter((link) =>
          /latin-ext|cyrillic|greek|vietnamese|adlam|nko|symbols/u.test(link.getAttribute('href') ?? ''),
        ).length,
      }
    })
    expect(found).toEqual({ ...expected, teams: true, further: 0 })
    const words = createI18n(expected.lang)
    const text = await page.getByRole('main').innerText()
    const [first] = events
    for (const word of [words.t.attract.touch, first?.homeTeam ?? '', words.date(first?.startsAt ?? '').full])
      expect(text).toContain(word)
  }
  expect(complaints).toEqual([])
})

const glasses = anyOf('poster', [upright, wide], 1)

test.for(glasses.cases)(
  `what the code draws is the same to the last dot, and nothing moves ($viewport.width × $viewport.height, ${glasses.said})`,
  async (glass) => {
    const { entryUrl } = await serve()
    const { page, letCodeThrough } = await withoutCode(entryUrl, { ...glass, reducedMotion: 'reduce' })
    const before = await page.screenshot()
    letCodeThrough()
    await onScreen(page, 'attract')
    expect(await page.locator(`#${POSTER_ID}`).count()).toBe(0)
    expect((await page.screenshot()).equals(before)).toBe(true)
  },
)

test('in the moment the served poster goes, the other stands there without a beginning of its own', async () => {
  const { entryUrl } = await serve()
  const { page, letCodeThrough } = await withoutCode(entryUrl)
  const moment = page.evaluate((id) => {
    const { promise, resolve } = Promise.withResolvers<object>()
    new MutationObserver((_, observer) => {
      if (document.getElementById(id)) return
      observer.disconnect()
      const screen = document.querySelector('[data-screen]')
      resolve({ screen: screen?.getAttribute('data-screen'), moving: screen?.getAnimations({ subtree: true }).length })
    }).observe(document.body, { childList: true, subtree: true })
    return promise
  }, POSTER_ID)
  letCodeThrough()
  expect(await moment).toEqual({ screen: 'attract', moving: 0 })
})

test('a touch before the code starts the event of the poster as soon as the code is there, once', async () => {
  const { entryUrl, visits } = await serve()
  const { page, letCodeThrough } = await withoutCode(entryUrl)
  await touch(page).click()
  await touch(page).click()
  letCodeThrough()
  await page.locator('[data-screen]:not([data-screen="attract"])[data-settling="false"]').waitFor()
  expect(visits).toEqual([{ eventId: '1', language: 'fr' }])
})

type Pressed = (page: Page, visits: readonly unknown[]) => Promise<void>
const visited =
  (eventId: string, language: string): Pressed =>
  async (_, visits) => {
    await expect.poll(() => visits).toEqual([{ eventId, language }])
  }
const targets: readonly (readonly [name: string, pressed: Pressed])[] = [
  [events[1]!.awayTeam, visited(events[1]!.eventId, 'fr')],
  [
    'English',
    async (page, visits) => {
      await visited('1', 'en')(page, visits)
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
    },
  ],
  [t.attract.all, (page) => onScreen(page, 'events')],
  [t.collecting.open, (page) => onScreen(page, 'code')],
  [t.tools.largeText, (page) => page.locator('html[data-text="large"]').waitFor()],
  [t.access.title, (page) => page.getByRole('dialog', { name: t.access.title }).waitFor()],
  [t.pictures.open, (page) => page.locator('[data-screen="events"] button[aria-pressed="true"]').first().waitFor()],
]
const touched = shareOf('buttons of the poster', targets, 2)

test.for(touched.cases)(
  `a touch before the code on “%s” presses that button (${touched.said})`,
  async ([name, pressed]) => {
    const { entryUrl, visits } = await serve()
    const { page, letCodeThrough } = await withoutCode(entryUrl)
    await page.getByRole('button', { name }).click()
    letCodeThrough()
    await pressed(page, visits)
  },
)

test('a touch before the code presses nothing where the machine shows something else by then', async () => {
  const { entryUrl, told } = await serve()
  const { page, letCodeThrough } = await withoutCode(entryUrl)
  await touch(page).click()
  told.info = { ...told.info, printer: { state: 'not-ready', reason: 'paper' } }
  letCodeThrough()
  await onScreen(page, 'out-of-service')
})

test('a touch before the code that lasts until after it keeps what is under the finger', async () => {
  const { entryUrl, asked, visits } = await serve()
  const { page, letCodeThrough } = await withoutCode(entryUrl)
  const before = asked.length
  await touch(page).hover()
  await page.mouse.down()
  letCodeThrough()
  await expect.poll(() => asked.slice(before)).toEqual(['getKiosk', 'listEvents'])
  expect(await page.locator('[data-screen]').count()).toBe(0)
  await page.mouse.up()
  await expect.poll(() => visits).toHaveLength(1)
})

test('where no code comes it stops inviting', async () => {
  const { entryUrl } = await serve()
  const { page } = await withoutCode(entryUrl)
  expect(await touch(page).isVisible()).toBe(true)
  await page.evaluate(() => {
    const waits = document.getAnimations().filter(({ effect }) => effect?.getTiming().fill === 'forwards')
    for (const each of waits) each.finish()
  })
  expect(await touch(page).isVisible()).toBe(false)
  expect(await page.getByText(t.common.wait).first().isVisible()).toBe(true)
})

describe('what does not sell serves no poster', () => {
  const getKiosk = () => Promise.resolve(ok(kioskInfo))

  test.each<[string, Partial<KioskInfo>, EventsView?]>([
    ['a printer without paper', { printer: { state: 'not-ready', reason: 'paper' } }],
    ['a service that does not answer', { partner: { state: 'down' } }],
    ['a full disk', { storageFull: true }],
    ['no way to pay', { tenders: [] }],
    ['a sale under way', { sale: sale(review) }],
    ["a cashier's desk", { role: 'cashier' }],
    ['nothing on sale', {}, { ...all, events: [], total: 0 }],
  ])('%s', async (_, change, list) => {
    const { page } = await serve(change, list)
    const html = await page()
    expect(html).toContain('id="root"')
    expect(html).not.toContain(POSTER_ID)
  })

  test.each<[string, PageAccess['api']]>([
    ['a machine that turns', null],
    ['a machine that is being set up', {}],
    ['a service that refuses', { getKiosk, listEvents: () => Promise.resolve(err({ type: 'service-refused' })) }],
    ['a service that is silent', { getKiosk, listEvents: () => new Promise(() => undefined) }],
  ])('%s', async (_, api) => {
    const { page } = await hostOf({ api, subscribe: () => () => undefined })
    expect(await page()).not.toContain(POSTER_ID)
  })

  test('and what sells does, under a policy that lets in the styles of this one page and nothing else', async () => {
    const { page, reply } = await serve()
    expect(await page()).toContain(POSTER_ID)
    const policy = (await reply()).headers.get('content-security-policy') ?? ''
    expect(policy.replace(/ 'sha256-[\w+/]+={0,2}'/u, '')).toBe(CONTENT_SECURITY_POLICY)
  })
})

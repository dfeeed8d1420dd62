import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { DrawnPoster, DrawPoster } from '../../shared/kiosk-api/poster.ts'
import type { EventsView, KioskInfo } from '../../shared/kiosk-api/views.ts'
import type { Log } from '../core/ports/ports.ts'
import { dispatch, type PageAccess, type PageCommands } from './dispatch.ts'
import { servesBuiltScreens } from './screen-files.ts'
import { CONTENT_SECURITY_POLICY, PAGE_HEADERS, type PageReply } from './static-files.ts'

/** Maximum wait for the service's list of events. */
const KNOWN_WITHIN_MS = 100
/** How long the previous list may be used, as on an attract screen that is already shown. */
const KNOWN_FOR_MS = 60_000

interface PosterPage {
  /** Prepares the first page in the background. */
  prepare(): void
  /**
   * Returns the kiosk's page including its attract screen. Null if none can be shown now, and the page then draws
   * everything itself.
   */
  page(): Promise<PageReply | null>
}

/** Uses the drawing code that was built beside the screens. Without it, no attract screen is served. */
export function createPosterPage(rendererDirectory: string, access: PageAccess, log: Log): PosterPage {
  const beside = join(rendererDirectory, '..', 'poster')
  const template = join(rendererDirectory, 'poster.html')
  const isBuilt = servesBuiltScreens && existsSync(join(beside, 'poster.js')) && existsSync(template)
  let drawing: ReturnType<typeof openDrawing> | null = null
  let listed: { readonly events: EventsView; readonly atMs: number } | null = null
  let last: { readonly of: string; readonly page: PageReply | null } | null = null

  async function list(api: PageCommands): Promise<EventsView | null> {
    const reply = await dispatch(api, 'listEvents', {}, log)
    listed = reply.ok ? { events: reply.value as EventsView, atMs: performance.now() } : null
    return listed?.events ?? null
  }

  async function listSoon(api: PageCommands): Promise<EventsView | null> {
    const late = new AbortController()
    const before = sleep(KNOWN_WITHIN_MS, null, { signal: late.signal }).then(() =>
      listed && performance.now() - listed.atMs < KNOWN_FOR_MS ? listed.events : null,
    )
    const events = await Promise.race([list(api), before])
    late.abort()
    return events
  }

  async function draw(api: PageCommands): Promise<PageReply | null> {
    drawing ??= openDrawing(beside, template)
    const [draws, info, events] = await Promise.all([drawing, dispatch(api, 'getKiosk', {}, log), listSoon(api)])
    if (!info.ok || !events) return null
    const known = [info.value as KioskInfo, events] as const
    const of = JSON.stringify(known)
    if (last?.of !== of) last = { of, page: draws(...known) }
    return last.page
  }

  async function page(): Promise<PageReply | null> {
    const { api } = access
    // During a set-up, and on a customer display, nothing is sold.
    if (!isBuilt || !api || !Object.hasOwn(api, 'listEvents')) return null
    return draw(api).catch((error: unknown) => {
      log.error('screen.poster-failed', error)
      return null
    })
  }
  return { page, prepare: () => void setImmediate(() => void page()) }
}

async function openDrawing(beside: string, templateFile: string) {
  const template = readFileSync(templateFile, 'utf8')
  const { drawPoster } = (await import(pathToFileURL(join(beside, 'poster.js')).href)) as { drawPoster: DrawPoster }
  // Texts are drawn only when their font is loaded, so that visible text does not change.
  const styles = readFileSync(join(beside, 'poster.css'), 'utf8').replaceAll(
    /font-display:\s*\w+/gu,
    'font-display:block',
  )
  return (info: KioskInfo, events: EventsView): PageReply | null => {
    const poster = drawPoster(info, events)
    return poster && pageOf(template, styles, poster)
  }
}

/** The policy of this page allows its styles by their hash. */
function pageOf(template: string, common: string, { language, direction, theme, html, rules }: DrawnPoster): PageReply {
  const styles = common + rules
  const sum = createHash('sha256').update(styles).digest('base64')
  const parts: Readonly<Record<string, string>> = {
    '<html lang="fr"': `<html lang="${language}" dir="${direction}" data-theme="${theme}" data-text="normal"`,
    '<!--fonts-->': fontsFor(language, html, common),
    '<!--styles-->': `<style>${styles}</style>`,
    '<!--poster-->': html,
  }
  const body = Object.entries(parts).reduce((page, [mark, part]) => page.replace(mark, () => part), template)
  const policy = CONTENT_SECURITY_POLICY.replace("style-src 'self'", `style-src 'self' 'sha256-${sum}'`)
  const headers = { ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return { status: 200, headers, body: Buffer.from(body) }
}

/** Returns preload links for the fonts of this language. The browser loads other fonts on demand. */
function fontsFor(language: string, html: string, styles: string): string {
  // A single line in Arabic has the regular weight.
  const arabic = language === 'ar' ? 'arabic' : /[\u0600-\u06ff]/u.test(html) ? 'arabic-400' : null
  const names = [...styles.matchAll(/url\((\/assets\/[\w.-]+\.(?:woff2|ttf))\)/gu)].map(([, name = '']) => name)
  return names
    .filter((name) => !/latin-ext|noto-sans-(?!arabic)/u.test(name))
    .filter((name) => !name.includes('arabic') || (arabic !== null && name.includes(arabic)))
    .map((name) => `<link rel="preload" as="font" crossorigin href="${name}">`)
    .join('')
}

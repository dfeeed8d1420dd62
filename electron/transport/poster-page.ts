import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { DrawnPoster, EventsView, KioskInfo, RenderPoster } from '../../shared/api/kiosk/views.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import { dispatch, type PageAccess, type PageCommands } from './dispatch.ts'
import { servesBuiltScreens } from './screen-files.ts'
import { CONTENT_SECURITY_POLICY, PAGE_HEADERS, type PageReply } from './static-files.ts'

/** Maximum wait for the service's list of events. */
const KNOWN_WITHIN_MS = 100
/** Time for which the previous list of events may be reused. */
const KNOWN_FOR_MS = 60_000

/** Page of the kiosk. It includes the attract screen if the build contains the code that renders it. */
export class PosterPage {
  readonly #access: PageAccess
  readonly #log: Log
  readonly #beside: string
  readonly #template: string
  readonly #isBuilt: boolean
  #drawing: ReturnType<typeof openDrawing> | null = null
  #listed: { readonly events: EventsView; readonly atMs: number } | null = null
  #last: { readonly of: string; readonly page: PageReply | null } | null = null

  constructor(rendererDirectory: string, access: PageAccess, log: Log) {
    this.#access = access
    this.#log = log
    this.#beside = join(rendererDirectory, '..', 'poster')
    this.#template = join(rendererDirectory, 'poster.html')
    this.#isBuilt = servesBuiltScreens && existsSync(join(this.#beside, 'poster.js')) && existsSync(this.#template)
  }

  prepare(): void {
    setImmediate(() => void this.page())
  }

  /** Returns null if no attract screen can be shown now, so that the page renders everything itself. */
  async page(): Promise<PageReply | null> {
    const { api } = this.#access
    // During a set-up and on a customer display, tickets are not sold.
    if (!this.#isBuilt || !api || !Object.hasOwn(api, 'listEvents')) return null
    return this.#draw(api).catch((error: unknown) => {
      this.#log.error('screen.poster-failed', error)
      return null
    })
  }

  async #draw(api: PageCommands): Promise<PageReply | null> {
    this.#drawing ??= openDrawing(this.#beside, this.#template)
    const asked = dispatch(api, 'getKiosk', {}, this.#log)
    const [draws, info, events] = await Promise.all([this.#drawing, asked, this.#listSoon(api)])
    if (!info.ok || !events) return null
    const known = [info.value as KioskInfo, events] as const
    const of = JSON.stringify(known)
    if (this.#last?.of !== of) this.#last = { of, page: draws(...known) }
    return this.#last.page
  }

  async #listSoon(api: PageCommands): Promise<EventsView | null> {
    const late = new AbortController()
    const before = sleep(KNOWN_WITHIN_MS, null, { signal: late.signal }).then(() =>
      this.#listed && performance.now() - this.#listed.atMs < KNOWN_FOR_MS ? this.#listed.events : null,
    )
    const events = await Promise.race([this.#list(api), before])
    late.abort()
    return events
  }

  async #list(api: PageCommands): Promise<EventsView | null> {
    const reply = await dispatch(api, 'listEvents', {}, this.#log)
    this.#listed = reply.ok ? { events: reply.value as EventsView, atMs: performance.now() } : null
    return this.#listed?.events ?? null
  }
}

async function openDrawing(beside: string, templateFile: string) {
  const template = readFileSync(templateFile, 'utf8')
  const { drawPoster } = (await import(pathToFileURL(join(beside, 'poster.js')).href)) as { drawPoster: RenderPoster }
  // Texts are rendered only when their font is loaded, so that visible text does not change.
  const styles = readFileSync(join(beside, 'poster.css'), 'utf8').replaceAll(
    /font-display:\s*\w+/gu,
    'font-display:block',
  )
  return (info: KioskInfo, events: EventsView): PageReply | null => {
    const poster = drawPoster(info, events)
    return poster && pageOf(template, styles, poster)
  }
}

/** Returns the page, whose content security policy allows its styles by their hash. */
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

/** Returns preload links for the fonts of the language. The browser loads other fonts on demand. */
function fontsFor(language: string, html: string, styles: string): string {
  // On a page in another language, Arabic occurs only as a single line in the regular weight.
  const arabic = language === 'ar' ? 'arabic' : /[\u0600-\u06ff]/u.test(html) ? 'arabic-400' : null
  const names = [...styles.matchAll(/url\((\/assets\/[\w.-]+\.(?:woff2|ttf))\)/gu)].map(([, name = '']) => name)
  return names
    .filter((name) => !/latin-ext|noto-sans-(?!arabic)/u.test(name))
    .filter((name) => !name.includes('arabic') || (arabic !== null && name.includes(arabic)))
    .map((name) => `<link rel="preload" as="font" crossorigin href="${name}">`)
    .join('')
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { habits } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { PageContent, PageTicket, TicketPageStore } from './ticket-pages.ts'
import { BUNDLE, marksOf, type PagePasses, type Pass } from './wallet-passes.ts'

/** Path prefix of ticket pages and of their files. */
export const PAGES = '/t/'

interface PageRequest {
  readonly method: string
  readonly target: string
  readonly remote?: string | undefined
}

interface PageReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: readonly Uint8Array[]
}

interface TicketPageOptions {
  readonly pages: Pick<TicketPageStore, 'open'>
  /** Folder with the files of `FILES`. */
  readonly directory: string
  readonly icons: string
  /** Returns the wallet passes of a page; null if no wallet is configured. */
  readonly passesOf: ((content: PageContent) => Promise<PagePasses>) | null
  /**
   * Counts a request towards a rate limit. `who`: the client's network address for an unknown page, the token for an
   * existing page. Returns 0 if the request is allowed, otherwise the number of seconds to wait.
   */
  readonly takeTry: (what: 'unknown-page' | 'page', who: string) => number
}

/**
 * Content security policy: a page loads files from the hub only. The stand's colour is an SVG attribute, which the
 * style policy does not restrict.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=(), screen-wake-lock=(self)',
  'cache-control': 'private, no-store',
} as const

const FILES: Readonly<Record<string, string>> = {
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'worker.js': 'text/javascript; charset=utf-8',
}
const ICONS = ['256x256.png', '512x512.png'] as const

/** Creates the handler for ticket pages. The handler returns null for other paths. */
export function createTicketPageHandler({ pages, directory, icons, passesOf, takeTry }: TicketPageOptions) {
  const files = new Map([
    ...Object.entries(FILES).map(
      ([name, type]) => [name, reply(200, type, readFileSync(join(directory, name)))] as const,
    ),
    ...ICONS.map((name) => [name, reply(200, 'image/png', readFileSync(join(icons, name)))] as const),
  ])

  return (request: PageRequest): Promise<PageReply> | null => {
    const [path = ''] = request.target.split('?', 1)
    if (!path.startsWith(PAGES)) return null
    if (request.method !== 'GET') return Promise.resolve(reply(405, PLAIN, 'only GET\n', { allow: 'GET' }))
    const file = files.get(path.slice(PAGES.length))
    return file ? Promise.resolve(file) : page(path.slice(PAGES.length), request.remote ?? '')
  }

  /** Returns the same reply for unknown, malformed and expired addresses. */
  async function page(path: string, client: string): Promise<PageReply> {
    const [token = '', part = ''] = path.split('/', 2)
    const content = path === token || path === `${token}/${part}` ? await pages.open(token) : null
    // The rate limit is checked before wallet passes are created, because signing them is expensive.
    const wait = content ? takeTry('page', token) : takeTry('unknown-page', client)
    if (wait > 0) return reply(429, PLAIN, 'too many requests\n', { 'retry-after': String(Math.ceil(wait)) })
    return (content && (await partOf(part, content, `${PAGES}${token}`))) ?? NOT_FOUND
  }

  /** Returns the file `part` of a page, or the page itself if `part` is empty; null for an unknown file. */
  async function partOf(part: string, content: PageContent, path: string): Promise<PageReply | null> {
    const render = PARTS.get(part)
    if (render) return render(content, path)
    const passes = (await passesOf?.(content)) ?? NO_PASSES
    if (part === '') return reply(200, 'text/html; charset=utf-8', html(content, path, passes))
    const pass = passes.get(part)
    return pass ? passReply(pass()) : null
  }
}

const PLAIN = 'text/plain'

function reply(
  status: number,
  type: string,
  body: string | Buffer,
  more: Readonly<Record<string, string>> = {},
): PageReply {
  return { status, headers: { ...HEADERS, 'content-type': type, ...more }, body: [Buffer.from(body)] }
}

const NOT_FOUND = reply(404, PLAIN, 'not found\n')

const NO_PASSES: PagePasses = new Map()

const passReply = (pass: Pass): PageReply =>
  'address' in pass
    ? reply(302, PLAIN, '', { location: pass.address })
    : reply(200, pass.type, pass.bytes, { 'content-disposition': `attachment; filename="${pass.fileName}"` })

type RenderPart = (content: PageContent, path: string) => PageReply

const PARTS: ReadonlyMap<string, RenderPart> = new Map<string, RenderPart>([
  // The PDF has its own content security policy, because the policy of the HTML page would block the scripts of the
  // browser's PDF viewer.
  [
    'tickets.pdf',
    ({ pdf }) =>
      reply(200, 'application/pdf', Buffer.from(pdf, 'base64'), {
        'content-security-policy': "frame-ancestors 'none'",
        'content-disposition': 'inline; filename="tickets.pdf"',
      }),
  ],
  ['app.webmanifest', (content, path) => reply(200, 'application/manifest+json', manifest(content, path))],
])

function manifest({ language, tickets }: PageContent, path: string): string {
  const name = tickets[0]?.title ?? ''
  const { direction: dir } = habits[language]
  const look = { display: 'standalone', background_color: '#ffffff', theme_color: '#ffffff' }
  const icons = ICONS.map((file) => ({ src: PAGES + file, sizes: file.replace('.png', ''), type: 'image/png' }))
  return JSON.stringify({
    name,
    short_name: name.slice(0, 30),
    lang: language,
    dir,
    id: path,
    start_url: path,
    scope: path,
    ...look,
    icons,
  })
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/gu, (sign) => `&#${sign.charCodeAt(0)};`)

function html({ language, untilUtc, tickets }: PageContent, path: string, passes: PagePasses): string {
  const texts = catalogues[language].paper.ticketPage
  const title = escaped(tickets[0]?.title ?? '')
  const link = (part: string, label: string): string =>
    passes.has(part) ? `<a class="pass" href="${path}/${part}">${escaped(label)}</a>` : ''
  const shown = tickets.map((ticket, index) => {
    const links = link(`${index + 1}.pkpass`, texts.apple) + link(`google-${index + 1}`, texts.google)
    return ticketHtml(ticket, links)
  })
  return `<!doctype html>
<html lang="${language}" dir="${habits[language].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="color-scheme" content="light">
<meta name="theme-color" content="#ffffff">
<title>${title}</title>
<link rel="stylesheet" href="${PAGES}page.css">
<link rel="manifest" href="${path}/app.webmanifest">
<link rel="icon" href="${PAGES}256x256.png">
<link rel="apple-touch-icon" href="${PAGES}256x256.png">
<script src="${PAGES}page.js" defer></script>
</head>
<body data-until="${untilUtc}">
<main tabindex="0">${shown.join('')}</main>
<footer>${link(BUNDLE, texts.appleAll)}<a href="${path}/tickets.pdf">${escaped(texts.pdf)}</a><p>${escaped(texts.offline)}</p></footer>
<p class="over" hidden>${escaped(texts.over)}</p>
</body>
</html>
`
}

function ticketHtml(ticket: PageTicket, links: string): string {
  const { title, when, venue, tribune, color, figures, route, facts, position, qr } = ticket
  const list = (entries: PageTicket['facts']): string =>
    entries.map(({ label, value }) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`).join('')
  const marks = marksOf(ticket).map((mark) => `<p class="mark">${escaped(mark)}</p>`)
  const modules = qr.path.replaceAll(/(\d+) (\d+) (\d+) (\d+) re\n/gu, 'M$1 $2h$3v$4h-$3z')
  const side = qr.size + 2 * QUIET
  return `<article>
<svg class="band" aria-hidden="true"><rect width="100%" height="100%" fill="${color}"/></svg>
<p class="tribune">${escaped(tribune)}</p>
<h1>${escaped(title)}</h1>
<p class="when">${escaped(when)}</p>
<p>${escaped(venue)}</p>
${marks.join('')}
<svg class="code" viewBox="-${QUIET} -${QUIET} ${side} ${side}" shape-rendering="crispEdges" role="img" aria-label="QR"><path d="${modules}"/></svg>
<p class="position">${escaped(position)}</p>
<dl class="figures">${list(figures)}</dl>
${links}
<ol>${route.map((step) => `<li>${escaped(step)}</li>`).join('')}</ol>
<dl class="facts">${list(facts)}</dl>
</article>`
}

/** Quiet zone around a QR symbol, in modules (ISO/IEC 18004, 9.1). */
const QUIET = 4

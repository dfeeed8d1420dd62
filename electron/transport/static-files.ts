import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { BrandPicture, SpeechFile } from '../kiosk/ports/ports.ts'

/** `allow-forms` lets a page's own scripts receive the submit event of a form. */
const SANDBOX = 'sandbox allow-scripts allow-same-origin allow-forms'

/**
 * Content Security Policy (W3C CSP 3). The sandbox blocks windows, downloads and system dialogs, because the print
 * dialog would show the disk of a locked kiosk.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  SANDBOX,
].join('; ')

/** Returns headers that let a page open PDF tickets in an unsandboxed tab. Chromium displays no PDF in a sandbox. */
export function withTabs(headers: PageReply['headers']): PageReply['headers'] {
  const policy = headers['content-security-policy'] ?? CONTENT_SECURITY_POLICY
  const opening = `${SANDBOX} allow-popups allow-popups-to-escape-sandbox`
  return { ...headers, 'content-security-policy': policy.replace(SANDBOX, opening) }
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.json': 'application/json',
  '.opus': 'audio/ogg',
  '.ogg': 'audio/ogg',
  '.webm': 'audio/webm',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
}

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), bluetooth=(), payment=()',
  'cache-control': 'no-store',
}

export interface PageReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer<ArrayBuffer>
}

/**
 * Serves the built screens by URL path. A path that is not in the list of files returns 404, which excludes path
 * traversal. Speech packs may be added while the program runs.
 */
export class StaticFiles {
  readonly #files: ReadonlyMap<string, string>
  readonly #speech: () => readonly SpeechFile[]

  constructor(directory: string, brand: readonly BrandPicture[] = [], speech: () => readonly SpeechFile[] = () => []) {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const paths = entries.map(({ parentPath, name }) => join(parentPath, name))
    this.#files = new Map([
      ...paths.map((path) => [`/${relative(directory, path).split(sep).join('/')}`, path] as const),
      ...brand.map(({ name, path }) => [`/brand/${name}`, path] as const),
    ])
    this.#speech = speech
  }

  readonly reply = (pathname: string): PageReply => {
    const name = pathname === '/' ? '/index.html' : pathname
    const path = this.#files.get(name) ?? this.#speech().find((file) => `/speech/${file.name}` === name)?.path
    if (!path) return { status: 404, headers: { ...PAGE_HEADERS, 'content-type': 'text/plain' }, body: 'not found\n' }
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    const headers = { ...PAGE_HEADERS, 'content-type': type, 'cache-control': cachingOf(name) }
    return { status: 200, headers, body: readFileSync(path) }
  }
}

/** The attract screen requests a picture about every minute, and the picture may change from day to day. */
function cachingOf(name: string): string {
  if (name.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return name.startsWith('/brand/') || name.startsWith('/speech/') ? 'private, max-age=300' : 'no-store'
}

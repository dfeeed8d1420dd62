// Built in place of electron/transport/screen-files.ts by `npm run dev`, and by nothing else: the pages come from Vite's
// server as their sources are written, through the same gate as the built ones.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { mayRequest as MayRequest, ScreenFiles, ScreenPlaces } from '../electron/transport/screen-files.ts'
import { CONTENT_SECURITY_POLICY, createStaticFiles, PAGE_HEADERS } from '../electron/transport/static-files.ts'

/** Where Vite serves the renderer, and the nonce of what it writes into its pages. */
const server = process.env['GUICHET_DEV_SERVER'] ?? ''
const nonce = process.env['GUICHET_DEV_NONCE'] ?? ''
const socket = server.replace(/^http/u, 'ws')

/**
 * The product's policy with three additions: scripts and styles that carry the server's nonce (React's refresh, styles
 * that change in place), and the socket by which the server reports a change.
 */
const policy = CONTENT_SECURITY_POLICY.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
  .replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
  .replace("connect-src 'self'", `connect-src 'self' ${socket}`)

export const servesBuiltScreens = false

export function createScreenFiles({ brand, speech }: ScreenPlaces): ScreenFiles {
  const venuesFile = createStaticFiles(mkdtempSync(join(tmpdir(), 'guichet-dev-')), brand, speech)
  return async (pathname, query) => {
    if (/^\/(?:brand|speech)\//u.test(pathname)) return venuesFile(pathname)
    const reply = await fetch(`${server}${pathname}${query}`)
    const headers = {
      ...PAGE_HEADERS,
      'content-security-policy': policy,
      'content-type': reply.headers.get('content-type') ?? 'application/octet-stream',
    }
    return { status: reply.status, headers, body: Buffer.from(await reply.arrayBuffer()) }
  }
}

export const mayRequest: typeof MayRequest = (url, ownUrl) =>
  [ownUrl, `${socket}/`, 'devtools:', 'data:', 'blob:'].some((start) => url.startsWith(start))

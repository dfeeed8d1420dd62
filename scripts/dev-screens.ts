// Replaces electron/transport/screen-files.ts in `npm run dev` only. Vite compiles the pages, and the program serves
// them with the same access checks as the built pages.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { mayRequest as MayRequest, ScreenFiles, ScreenPlaces } from '../electron/transport/screen-files.ts'
import { CONTENT_SECURITY_POLICY, StaticFiles, PAGE_HEADERS } from '../electron/transport/static-files.ts'

/** Address at which Vite serves the renderer, and the nonce that Vite inserts into its pages. */
const server = process.env['GUICHET_DEV_SERVER'] ?? ''
const nonce = process.env['GUICHET_DEV_NONCE'] ?? ''
const socket = server.replace(/^http/u, 'ws')

/** The security policy of the product, plus the nonce and the WebSocket of Vite's server. */
const policy = CONTENT_SECURITY_POLICY.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
  .replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
  .replace("connect-src 'self'", `connect-src 'self' ${socket}`)

export const servesBuiltScreens = false

export function createScreenFiles({ brand, speech }: ScreenPlaces): ScreenFiles {
  const venuesFile = new StaticFiles(mkdtempSync(join(tmpdir(), 'guichet-dev-')), brand, speech).reply
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

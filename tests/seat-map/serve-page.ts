import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const root = fileURLToPath(new URL('page/', import.meta.url))
const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  woff: 'font/woff',
}

const shared = new Map<string, ReturnType<typeof servePages>>()

/** Returns a page that is built once for all test files of the worker and served until the worker ends. */
export function sharedPage(name: string): ReturnType<typeof servePages> {
  const known = shared.get(name) ?? servePages([name])
  shared.set(name, known)
  return known
}

/** Builds pages with the seat map in the same way as the program is built, and serves them from memory. */
export async function servePages(names: readonly string[]) {
  const { NODE_ENV } = process.env
  // Vitest sets NODE_ENV to `test`, with which Vite would build the slower development version of React.
  process.env['NODE_ENV'] = 'production'
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { write: false, rolldownOptions: { input: names.map((name) => `${root}${name}.html`) } },
  }).finally(() => (process.env['NODE_ENV'] = NODE_ENV))
  if (Array.isArray(built) || !('output' in built)) throw new Error('one build was asked for')
  const files = new Map(
    built.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  )
  const server = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://localhost').pathname
    const file = files.get(path === '/' ? '/index.html' : path)
    if (file === undefined) return response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n')
    const type = types[path.slice(path.lastIndexOf('.') + 1)] ?? types['html']
    const caching = path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-store'
    return response.writeHead(200, { 'content-type': type, 'cache-control': caching }).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * Service worker: serves stored ticket pages if there is no network. Deletes a stored page once the hub replies 404.
 */
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => void event.waitUntil(self.clients.claim()))

/** Removes a page with its document. */
async function forget(cache, url) {
  for (const stored of await cache.keys()) if (stored.url.startsWith(url)) await cache.delete(stored)
}

async function answer(request) {
  const cache = await caches.open('tickets')
  try {
    const reply = await fetch(request)
    if (reply.ok) await cache.put(request, reply.clone())
    if (reply.status === 404) await forget(cache, request.url)
    return reply
  } catch (error) {
    const stored = await cache.match(request)
    if (stored) return stored
    throw error
  }
}

/** Path of a wallet pass. Passes are not stored, because a stored pass would outlive its ticket. */
const PASS = /\/(?:\d+\.pkpass|tickets\.pkpasses|google-\d+)$/u

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method === 'GET' && !PASS.test(new URL(url).pathname)) event.respondWith(answer(event.request))
})

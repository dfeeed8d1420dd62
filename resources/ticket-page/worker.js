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

self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request))
})

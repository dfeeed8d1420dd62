const page = location.pathname
const files = [page, `${page}/tickets.pdf`, `${page}/app.webmanifest`, '/t/page.css', '/t/page.js']

/** Keeps the screen on while the page is visible, if the browser supports it. */
async function keepAwake() {
  try {
    if (document.visibilityState === 'visible') await navigator.wakeLock?.request('screen')
  } catch {
    // The request fails if the battery is low or the system refuses it. The page works without the lock.
  }
}

/** Stores the page, so that it opens without a network. */
async function store() {
  await navigator.serviceWorker.register('/t/worker.js')
  const cache = await caches.open('tickets')
  await cache.addAll(files)
}

/** Shows that the page has expired, and deletes its stored copy. */
async function end() {
  for (const element of document.querySelectorAll('main, footer')) element.remove()
  for (const element of document.querySelectorAll('.over')) element.hidden = false
  if (!('caches' in globalThis)) return
  const cache = await caches.open('tickets')
  for (const file of files.slice(0, 3)) await cache.delete(file)
}

/** Hides the links to wallet passes while there is no network, because the hub creates the passes. */
function showPasses() {
  for (const link of document.querySelectorAll('.pass')) link.hidden = !navigator.onLine
}

if (Date.now() > Date.parse(document.body.dataset.until ?? '')) void end()
else {
  showPasses()
  for (const change of ['online', 'offline']) addEventListener(change, showPasses)
  void keepAwake()
  document.addEventListener('visibilitychange', () => void keepAwake())
  if ('serviceWorker' in navigator && 'caches' in globalThis) store().catch(() => undefined)
}

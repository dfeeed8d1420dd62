const page = location.pathname
const files = [page, `${page}/tickets.pdf`, `${page}/app.webmanifest`, '/t/page.css', '/t/page.js']

/** Keeps the screen on while the page is visible. Not all browsers can. */
async function keepAwake() {
  try {
    if (document.visibilityState === 'visible') await navigator.wakeLock?.request('screen')
  } catch {
    // The battery is low, or the system refuses: the page works without it.
  }
}

/** Stores the page, so that it opens without a network. */
async function store() {
  await navigator.serviceWorker.register('/t/worker.js')
  const cache = await caches.open('tickets')
  await cache.addAll(files)
}

/** The stored copy of a page must not outlive the page. */
async function end() {
  for (const element of document.querySelectorAll('main, footer')) element.remove()
  for (const element of document.querySelectorAll('.over')) element.hidden = false
  if (!('caches' in globalThis)) return
  const cache = await caches.open('tickets')
  for (const file of files.slice(0, 3)) await cache.delete(file)
}

if (Date.now() > Date.parse(document.body.dataset.until ?? '')) void end()
else {
  void keepAwake()
  document.addEventListener('visibilitychange', () => void keepAwake())
  if ('serviceWorker' in navigator && 'caches' in globalThis) store().catch(() => undefined)
}

import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONTENT_SECURITY_POLICY, withTabs } from '../../electron/transport/static-files.ts'
import { touchToReview } from '../e2e/customer.ts'
import { useBrowser } from '../support/browser.ts'
import { seedFolder } from '../support/demo-hub.ts'
import { onScreen } from '../world/page.ts'
import { root, startProcess, temporaryFolder } from '../shells/shell.ts'

const { openPage } = useBrowser()

/** Copies the sources without files that only tests need. Built screens are copied to check that they are not served. */
function copyCheckout(): string {
  const copy = temporaryFolder()
  const sources = ['electron', 'renderer', 'shared', 'scripts', 'resources', 'docs/integrating']
  const folders = [...sources, 'out/poster', 'out/renderer']
  for (const name of [...folders, 'package.json', 'electron.vite.config.ts', 'tsconfig.base.json'])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      // The TypeScript project of the scripts refers to the project of the tests, which is not copied.
      filter: (path) => !/resources\/speech$|scripts\/tsconfig\.json$/u.test(path),
    })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function edit(file: string, found: string, replacement: string): void {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(found)
  writeFileSync(file, text.split(found).join(replacement))
}

test('npm run dev shows a changed screen in the running sale, and starts the main process again when it changed', async () => {
  const checkout = copyCheckout()
  const data = await seedFolder(temporaryFolder())
  const dev = startProcess(process.execPath, [join(checkout, 'scripts', 'dev.ts'), '--data', data])
  const [, entry = ''] = await dev.says(/^Guichet: (\S+)$/mu)
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const [reply] = await Promise.all([page.waitForResponse((each) => each.status() === 200), page.goto(entry)])
  await touchToReview(page, 2)
  const loadedAt = await page.evaluate(() => performance.timeOrigin)

  const screen = join(checkout, 'renderer/kiosk/paying/review-screen.tsx')
  edit(screen, 'title={t.review.title}', 'title={`Hot: ${t.review.title}`}')
  await page.getByRole('heading', { name: /^Hot: / }).waitFor()
  await onScreen(page, 'review')
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
  expect(complaints).toEqual([])

  const policy = (reply.headers()['content-security-policy'] ?? '')
    .replaceAll(/ 'nonce-[\w-]{22}'/gu, '')
    .replace(/ ws:\/\/127\.0\.0\.1:\d+/u, '')
  expect(policy).toBe(withTabs({ 'content-security-policy': CONTENT_SECURITY_POLICY })['content-security-policy'])

  edit(join(checkout, 'electron/transport/http-host.ts'), "'only POST'", "'POST is what it takes'")
  await expect.poll(() => page.evaluate(() => performance.timeOrigin).catch(() => loadedAt)).not.toBe(loadedAt)
  // Until the host listens again, the page may reload once more, which ends a request.
  await expect
    .poll(() => page.evaluate(async () => (await fetch('/api/getKiosk')).text()).catch(() => null), { timeout: 30_000 })
    .toBe('POST is what it takes\n')
  // Unpaid seats are released when the program starts.
  await onScreen(page, 'attract')

  // Vite's page checks for a lost server in a worker, which the content security policy refuses.
  await page.goto('about:blank')
  dev.kill('SIGINT')
  expect([await dev.ended, dev.output.stderr]).toEqual([0, ''])
})

test('the built program contains nothing of the development server', () => {
  const built = join(root, 'out', 'main')
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  expect(files).toContain('main.js')
  expect(files.filter((name) => /GUICHET_DEV_|nonce-/u.test(readFileSync(join(built, name), 'utf8')))).toEqual([])
})

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { touchToReview } from '../e2e/customer.ts'
import { startService, writeSettings } from '../world/machine.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'

const program = useInstalledProgram()

/** Everything that the page's JavaScript holds, as text. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  return chunks.join('')
}

/** Files of the data directory that hold one of the words; databases are meant to hold what was sold. */
function filesWith(folder: string, words: readonly string[]): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const bytes = readFileSync(path)
      return words.some((word) => bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le')))
    })
    .map((path) => path.slice(folder.length + 1))
}

describe.skipIf(unavailable)('planted secrets', () => {
  test('are in the settings, and in no page, log, dump, browser file or diagnosis', async () => {
    const service = await startService()
    const data = temporaryFolder()
    const pin = '73051684'
    const signingSecret = 'canary-9f1c-signing-secret-6b2e'
    const secretFile = join(data, 'partner-secret')
    writeFileSync(secretFile, signingSecret, { mode: 0o600 })
    const codes = Object.values(service.accessCodes)
    writeSettings(data, service, {
      staffPin: pin,
      partner: {
        baseUrl: service.url,
        partnerCode: 'demo',
        signing: { scheme: 'stadepass-hmac', keyId: 'till-1', secretFile },
      },
    })
    const secrets = [pin, signingSecret, ...codes]

    const { app, page } = await launch(program.path(), electronArguments(data))
    await touchToReview(page, 2, 'click')
    await page.getByRole('button', { name: fr.review.pay.card }).click()
    await onScreen(page, 'done')
    const heap = await heapOf(page)
    expect(heap).toContain('listEvents')
    expect(secrets.filter((secret) => heap.includes(secret))).toEqual([])

    const made = await page.evaluate(
      ([staffPin]) =>
        (
          globalThis as unknown as { kiosk: { invoke: (method: string, input: object) => Promise<unknown> } }
        ).kiosk.invoke('makeDiagnostics', { pin: staffPin }),
      [pin],
    )
    expect(made).toMatchObject({ ok: true })
    const gone = page.waitForEvent('crash')
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
    await gone
    await app.close()

    // Where they were put, and nowhere else; the ledger is bound to hold no secret either.
    expect(filesWith(data, secrets).toSorted()).toEqual(['config.json', 'partner-secret'])
  })
})

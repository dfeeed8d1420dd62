import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accountLanguage } from '../../electron/host/system.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { type Shell, startProcess, startShell, temporaryFolder } from '../shells/shell.ts'
import { minimise, noDesktop, startDesktop, windowOf, windowsOf, xdotool } from './desktop.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { touchToReview } from '../e2e/customer.ts'
import { startService, writeSettings } from '../world/machine.ts'
import { onScreen } from '../world/page.ts'

const program = useInstalledProgram()
const { refusals } = catalogues[accountLanguage()]

/** Starts Electron as a user does: without a test driver or debugging port. */
const start = (data: string, ...more: readonly string[]): Shell => startOn(process.env['DISPLAY'], data, ...more)

const startOn = (display: string | undefined, data: string, ...more: readonly string[]): Shell =>
  startProcess(program.path(), electronArguments(data, ...more), { DISPLAY: display })

const log = (data: string): string => {
  try {
    return readFileSync(join(data, 'guichet.log'), 'utf8')
  } catch {
    return ''
  }
}

const statOf = (pid: string): { parent: number; command: string } | null => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /u, '')
      .split(' ')
    return { parent: Number(fields[1]), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return null
  }
}

function treeOf(root: number): readonly { pid: number; command: string }[] {
  const all = readdirSync('/proc').flatMap((pid) => {
    const stat = /^\d+$/u.test(pid) ? statOf(pid) : null
    return stat ? [{ pid: Number(pid), ...stat }] : []
  })
  const tree = all.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid))
  return tree
}

const inodesOf = (pid: number): readonly string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/u.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}

const LISTEN = '0A'

function listeningInodes(): readonly string[] {
  const tables = ['tcp', 'tcp6'].map((name) => readFileSync(`/proc/net/${name}`, 'utf8'))
  const rows = tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/u)),
  )
  return rows.filter((row) => row[3] === LISTEN).map((row) => row[9] ?? '')
}

describe.skipIf(unavailable)('the Electron program', () => {
  test.skipIf(process.platform !== 'linux')(
    'listens on no port, has nobody write dumps, and ends cleanly on SIGTERM',
    async () => {
      const data = temporaryFolder()
      const shell = start(data)
      const pages = () => treeOf(shell.pid).filter(({ command }) => command.includes('--type=renderer'))
      await expect
        .poll(() => [log(data).includes('"kiosk.started"'), pages().length > 0], { timeout: 30_000 })
        .toEqual([true, true])
      const tree = treeOf(shell.pid)
      expect(tree.length).toBeGreaterThan(2)
      expect(tree.filter(({ command }) => command.includes('crashpad'))).toEqual([])
      const own = new Set(tree.flatMap(({ pid }) => inodesOf(pid)))
      expect(own.size).toBeGreaterThan(0)
      expect(listeningInodes().filter((inode) => own.has(inode))).toEqual([])

      process.kill(shell.pid, 'SIGTERM')
      expect(await shell.ended).toBe(0)
      expect(log(data)).toMatch(/"kiosk.stopped"/u)
      expect(log(data)).not.toMatch(/"level":"error"/u)
    },
  )

  test('a second one on the same data is sent away, whatever shell it is; one with its own data runs beside it', async () => {
    const [data, ownData] = [temporaryFolder(), temporaryFolder()]
    const [first, beside] = [start(data), start(ownData)]
    await expect
      .poll(() => [data, ownData].map((each) => log(each).includes('"kiosk.started"')), { timeout: 30_000 })
      .toEqual([true, true])
    const second = start(data)
    expect(await second.ended).toBe(1)
    expect(second.output.stderr).toContain(`guichet: ${refusals.running}\n`)
    const other = startShell('browser-host.js', ['--data', data])
    expect(await other.ended).toBe(1)
    expect(other.output.stderr).toContain(refusals.ledgerInUse(join(data, 'demo', 'ledger.db'), first.pid))
    expect(treeOf(first.pid).length).toBeGreaterThan(2)
    for (const { pid } of [first, beside]) process.kill(pid, 'SIGTERM')
    expect(await Promise.all([first.ended, beside.ended])).toEqual([0, 0])
  })

  test.skipIf(noDesktop)('a second one brings the first to the front, minimised or behind another', async () => {
    const display = await startDesktop()
    const data = temporaryFolder()
    const [first, other] = [startOn(display, data), startOn(display, temporaryFolder())]
    const active = () => xdotool(['getactivewindow'], display).catch(() => '')
    const [own, others] = [await windowOf(first.pid, display), await windowOf(other.pid, display)]
    const startAgain = async (): Promise<void> => void (await startOn(display, data).ended)

    await minimise(first.pid, own, display)
    await startAgain()
    await expect.poll(() => windowsOf(first.pid, display)).toContain(own)
    await xdotool(['windowactivate', others], display)
    await expect.poll(active).toBe(others)
    await startAgain()
    await expect.poll(active).toBe(own)
  })
})

async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  return chunks.join('')
}

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

    expect(filesWith(data, secrets).toSorted()).toEqual(['config.json', 'partner-secret'])
  })
})

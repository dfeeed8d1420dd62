import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { launchChromium } from '../support/chromium/launch.ts'
import { demoData, type ServedProgram, serveProgram, startServing, wipe } from '../support/served-program.ts'
import { atMost, type Figure, type Watch } from './harness.ts'
import { table } from './report.ts'
import { mebibytes, memory, processorMs, type Row, treeOf } from './process-cost.ts'
import { electronArguments, electronProgram, installProgram, unavailable } from '../support/electron.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { installedKilobytes } from '../../scripts/packaging/deb.ts'
import { electronVersion } from '../../scripts/packaging/electron-app.ts'
import { HOME, systemTree } from '../../scripts/packaging/linux-tree.ts'
import { log } from '../../scripts/packaging/packager.ts'
import { createPrograms, type Kind } from '../../scripts/packaging/programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const speechPacks = join(root, 'resources', 'speech')

/** Maximum installed size of the browser package without Node, in bytes. */
const MAX_BYTES = 25e6

async function packageSizes(once: boolean): Promise<Readonly<{ rows: readonly Row[]; figures: readonly Figure[] }>> {
  // Standard output contains the measurements, so log lines are sent to standard error.
  Object.assign(log, { stream: process.stderr })
  if (!once) spawnSync(process.execPath, [join(root, 'scripts', 'speech.ts')])
  const [browser, electron] = [await sizeOf('browser'), electronProgram && (await sizeOf('electron'))]
  const speech = existsSync(speechPacks) ? bytesBelow(speechPacks) : 0
  const own = browser.all - browser.node
  return {
    rows: [
      ['installed: browser package without its Node and the speech packs', megabytes(own - speech)],
      ['installed: speech packs of either package', speech === 0 ? 'not made here' : megabytes(speech)],
      ['installed: Node of the browser package', megabytes(browser.node)],
      ['installed: Electron package', electron ? megabytes(electron.all) : 'no Electron here'],
    ],
    figures: [atMost('installed: browser package without its Node, with the speech packs', own, MAX_BYTES, megabytes)],
  }
}

async function sizeOf(kind: Kind) {
  const output = mkdtempSync(join(tmpdir(), 'guichet-size-'))
  const electronDist = electronProgram && dirname(electronProgram)
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
  const edition = { version: packageFile.version, published: true, forTests: false }
  const order = { ...edition, root, arch, output, electronDist } as const
  const electron = electronDist && electronVersion(electronDist)
  try {
    const { documentsOf, programFolder } = createPrograms(order, electron, new Date().toISOString())
    return sizeOfTree(systemTree(root, await programFolder(kind), documentsOf(kind)))
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}

function sizeOfTree(tree: string) {
  const node = join(tree, HOME, 'node')
  try {
    return { all: bytesBelow(tree), node: existsSync(node) ? statSync(node).size : 0 }
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

const bytesBelow = (folder: string): number => installedKilobytes(folder) * 1024
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const emptyWindow = fileURLToPath(new URL('empty-window', import.meta.url))

/** Maximum time in milliseconds to open a window, with a margin for slow computers. */
const OPENS_WITHIN_MS = 60_000

async function electronRows(
  { kiosk, desk }: Readonly<Record<'kiosk' | 'desk', string>>,
  restMs: number,
): Promise<readonly Row[]> {
  const empty = await demoData()
  const measured = async (program: string, data: string): Promise<string> =>
    unavailable ? `${unavailable} here` : mebibytes(await memoryInElectron(program, data, restMs))
  try {
    return [
      ['memory: Electron with the kiosk’s poster, its program included', await measured(root, kiosk)],
      ['memory: Electron with the desk’s sign-in, its program included', await measured(root, desk)],
      ['memory: Electron with an empty window', await measured(emptyWindow, empty)],
    ]
  } finally {
    await wipe(empty)
  }
}

async function memoryInElectron(folder: string, data: string, restMs: number): Promise<number> {
  if (electronProgram === null) throw new Error('There is no Electron here')
  const installed = installProgram(electronProgram, folder)
  const electron = spawn(installed.path, electronArguments(data), { stdio: 'ignore' })
  const ended = once(electron, 'exit')
  try {
    await pageOf(electron)
    await sleep(restMs)
    return memory(treeOf(electron.pid ?? 0))
  } finally {
    electron.kill()
    await ended
    installed.remove()
  }
}

async function pageOf(electron: ChildProcess): Promise<void> {
  const until = performance.now() + OPENS_WITHIN_MS
  while (!treeOf(electron.pid ?? 0).some(isPage)) {
    if (electron.exitCode !== null || performance.now() > until) throw new Error('Electron opened no window')
    await sleep(50)
  }
}

function isPage(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')
  } catch {
    return false
  }
}

/** Maximum share of one core that an idle kiosk uses, including animation. */
const MAX_IDLE = 0.02

export const suite: Watch = {
  title:
    'what it costs to run: a kiosk and a desk in a browser and in Electron, and their hub; what is installed; Linux',
  async watch(once) {
    if (process.platform !== 'linux') return { lines: ['Only Linux tells what processes cost.'], figures: [] }
    const idleSeconds = once ? 1 : 60
    const installed = await packageSizes(once)
    const hubData = await demoData()
    const says = / at (http:\S+) [^]*^event (\S+): access code (\S+)\n/mu
    const hub = await startServing(['cli.js', 'serve', '--port', '0', '--data', hubData], says)
    const [eventId = '', accessCode = ''] = hub.more
    const partner = { baseUrl: hub.url, partnerCode: 'demo' }
    const settings = { partner, accessCodes: { [eventId]: accessCode } }
    const atDesks = { ...settings, role: 'cashier' }
    const [kioskData, deskData] = [await machineData(settings), await machineData(atDesks)]
    const windowData = { kiosk: await machineData(settings), desk: await machineData(atDesks) }
    const [kiosk, desk] = [await serveProgram(kioskData), await serveProgram(deskData)]
    try {
      const blank = await inBrowser(null, idleSeconds)
      const atKiosk = await inBrowser(kiosk, idleSeconds)
      const atDesk = await inBrowser(desk, idleSeconds)
      const idle = atKiosk.idle
      const rows: readonly Row[] = [
        ['processor, idle at the poster: program', share(idle.program)],
        ['processor, the browser with an empty page', share(blank.idle.all)],
        ['memory: kiosk’s program', mebibytes(atKiosk.memory.program)],
        ['memory: desk’s program', mebibytes(atDesk.memory.program)],
        ['memory: hub', mebibytes(memory([hub.pid]))],
        ['memory: browser with the kiosk’s poster', mebibytes(atKiosk.memory.browser)],
        ['memory: browser with the desk’s sign-in', mebibytes(atDesk.memory.browser)],
        ['memory: browser with an empty page', mebibytes(blank.memory.browser)],
        ...(await electronRows(windowData, restMs(idleSeconds))),
        ...installed.rows,
      ]
      return {
        lines: table(['', 'cost'], rows),
        figures: [
          atMost('processor, idle at the poster: with the browser', idle.all, MAX_IDLE, share),
          ...installed.figures,
        ],
      }
    } finally {
      for (const each of [kiosk, desk, hub]) await each.stop()
      for (const data of [kioskData, deskData, hubData, ...Object.values(windowData)]) await wipe(data)
    }
  },
}

async function inBrowser(program: ServedProgram | null, idleSeconds: number) {
  const before = new Set(treeOf(process.pid))
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1080, height: 1920 } })
    await page.goto(program?.url ?? 'about:blank')
    if (program) await page.locator('[data-screen], [data-desk]').first().waitFor()
    const own = program ? [program.pid] : []
    const pids = treeOf(process.pid).filter((pid) => !before.has(pid))
    await page.waitForTimeout(restMs(idleSeconds))
    const [at, from, fromOwn] = [performance.now(), processorMs([...pids, ...own]), processorMs(own)]
    await page.waitForTimeout(idleSeconds * 1000)
    const took = performance.now() - at
    const idle = { all: (processorMs([...pids, ...own]) - from) / took, program: (processorMs(own) - fromOwn) / took }
    return { idle, memory: { program: memory(own), browser: memory(pids) } }
  } finally {
    await browser.close()
  }
}

async function machineData(settings: object): Promise<string> {
  const data = await demoData()
  const config = { simulatedTerminal: { customerDelaySeconds: 0 }, ...settings }
  await writeFile(join(data, 'config.json'), JSON.stringify(config))
  return data
}

const restMs = (idleSeconds: number): number => (idleSeconds * 1000) / 6

const share = (of: number): string => `${(of * 100).toFixed(1)} % of a core`

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type LaunchOptions } from 'playwright-core'
import { ensureInstalled } from '../../../scripts/install.mjs'

const cacheFolder = fileURLToPath(new URL('../../../node_modules/.cache/guichet/', import.meta.url))

/** No GPU, no GPU process, no QUIC, and identical font rendering on every computer. */
const args = ['--disable-gpu', '--in-process-gpu', '--disable-quic', '--font-render-hinting=none']

/**
 * Unpacks the headless Chromium of an npm package only once, even if several processes call this function. Returns the
 * folder.
 */
async function unpackChromium(): Promise<string> {
  await ensureInstalled('tests/support/chromium')
  // The import specifier is not a literal, because the type check must succeed without the package.
  const packageEntry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const packageFile = join(dirname(packageEntry), '..', 'package.json')
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }
  const folder = join(cacheFolder, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(cacheFolder, { recursive: true })
  const fresh = await mkdtemp(`${folder}.`)
  const temporaryFolder = process.env['TMPDIR']
  process.env['TMPDIR'] = fresh // The package unpacks its files into the folder that `TMPDIR` names.
  try {
    const { inflate } = (await import(packageEntry)) as { inflate: (archive: string) => Promise<string> }
    const bin = join(dirname(packageFile), 'bin')
    const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']
    await Promise.all(archives.map(async (archive) => inflate(join(bin, archive))))
  } finally {
    if (temporaryFolder === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = temporaryFolder
  }
  try {
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

async function carriedChromium(): Promise<LaunchOptions> {
  const folder = await unpackChromium()
  const executablePath = join(folder, 'chromium')
  const env = { ...process.env }
  // The libraries of the package, such as libnss3, are used only if the system lacks them.
  if (spawnSync('ldd', [executablePath], { encoding: 'utf8' }).stdout?.includes('not found'))
    env['LD_LIBRARY_PATH'] = [join(folder, 'al2023', 'lib'), env['LD_LIBRARY_PATH']].filter(Boolean).join(':')
  if (!existsSync('/etc/fonts/fonts.conf')) env['FONTCONFIG_PATH'] = join(folder, 'fonts')
  return { executablePath, env }
}

/** Launches Chromium: from an npm package on Linux x64, otherwise the installed Chrome or Edge. */
export async function launchChromium(extraArgs: readonly string[] = []): Promise<Browser> {
  const options: LaunchOptions = { args: [...args, ...extraArgs] }
  if (process.platform === 'linux' && process.arch === 'x64')
    return chromium.launch({ ...options, ...(await carriedChromium()) })
  return chromium.launch({ ...options, channel: process.platform === 'win32' ? 'msedge' : 'chrome' })
}

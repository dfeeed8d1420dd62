import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'

const run = promisify(execFile)
const isMissing = (name: string, option: string): boolean => spawnSync(name, [option]).error !== undefined

/** Reason why `xdotool` is unavailable, or false. `xdotool` sends real input and queries the X server. */
export const noXdotool = isMissing('xdotool', 'version') ? 'no xdotool' : false

/** Reason why no desktop with a window manager can be started, or false. */
export const noDesktop = noXdotool || (['Xvfb', 'openbox'].find((name) => isMissing(name, '--help')) ?? false)

export const xdotool = async (words: readonly string[], display = process.env['DISPLAY']): Promise<string> =>
  (await run('xdotool', [...words], { env: { ...process.env, DISPLAY: display } })).stdout.trim()

export async function windowsOf(pid: number, display?: string): Promise<readonly string[]> {
  const shown = await xdotool(['search', '--onlyvisible', '--pid', String(pid)], display).catch(() => '')
  return shown.split('\n').filter(Boolean)
}

export async function windowOf(pid: number, display?: string): Promise<string> {
  await expect.poll(() => windowsOf(pid, display)).not.toEqual([])
  return (await windowsOf(pid, display))[0] ?? ''
}

/** Suspends a process while `work` changes its windows, so that it cannot react before all changes are complete. */
export async function behindBackOf(pid: number, work: () => Promise<void>): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  try {
    await work()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

export const minimise = (pid: number, window: string, display: string): Promise<void> =>
  behindBackOf(pid, async () => {
    await xdotool(['windowminimize', window], display)
    await expect.poll(() => windowsOf(pid, display)).not.toContain(window)
  })

/** Returns whether a window covers its whole display, according to the X server. */
export async function fillsDisplay(window: string, display?: string): Promise<boolean> {
  const words = ['getwindowgeometry', '--shell', window, 'getdisplaygeometry', '--shell']
  const said = await xdotool(words, display)
  const told = (name: string, nth = 0): number =>
    Number([...said.matchAll(new RegExp(`^${name}=(.*)$`, 'gmu'))][nth]?.[1])
  const [right, bottom] = [told('X') + told('WIDTH'), told('Y') + told('HEIGHT')]
  return told('X') <= 0 && told('Y') <= 0 && right >= told('WIDTH', 1) && bottom >= told('HEIGHT', 1)
}

/** Starts a display with a window manager for one test. Returns its name. The display is removed after the test. */
export async function startDesktop(): Promise<string> {
  // Without `-noreset`, the server resets when its only client disconnects, and rejects a client that is just
  // connecting.
  const options = ['-displayfd', '1', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp', '-noreset']
  const server = spawn('Xvfb', options, { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void server.kill())
  const [said] = (await once(server.stdout, 'data')) as [Buffer]
  const display = `:${String(said).trim()}`
  const manager = spawn('openbox', ['--sm-disable'], { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' })
  onTestFinished(() => void manager.kill())
  const manages = () =>
    xdotool(['get_num_desktops'], display).then(
      () => true,
      () => false,
    )
  await expect.poll(manages, { interval: 50 }).toBe(true)
  return display
}

import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'

const run = promisify(execFile)
const isMissing = (name: string, option: string): boolean => spawnSync(name, [option]).error !== undefined

/** What real input and the X server's own word need; false when it is there. */
export const noXdotool = isMissing('xdotool', 'version') ? 'no xdotool' : false

/** Why there can be no desktop with a window manager here; false when there can. */
export const noDesktop = noXdotool || (['Xvfb', 'openbox'].find((name) => isMissing(name, '--help')) ?? false)

/** Runs it on a display, the test's own by default; what it said. Rejects when it could not. */
export const xdotool = async (words: readonly string[], display = process.env['DISPLAY']): Promise<string> =>
  (await run('xdotool', [...words], { env: { ...process.env, DISPLAY: display } })).stdout.trim()

/** The windows that people see of a process, by the X server's numbers. */
export async function windowsOf(pid: number, display?: string): Promise<readonly string[]> {
  // Where there is none, xdotool has failed.
  const shown = await xdotool(['search', '--onlyvisible', '--pid', String(pid)], display).catch(() => '')
  return shown.split('\n').filter(Boolean)
}

/** The first of them, once there is one. */
export async function windowOf(pid: number, display?: string): Promise<string> {
  await expect.poll(() => windowsOf(pid, display)).not.toEqual([])
  return (await windowsOf(pid, display))[0] ?? ''
}

/** What is done to the windows of a process, which learns of it when it is done: nothing is answered halfway. */
export async function behindBackOf(pid: number, work: () => Promise<void>): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  try {
    await work()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

/** Minimises a window of a process. */
export const minimise = (pid: number, window: string, display: string): Promise<void> =>
  behindBackOf(pid, async () => {
    await xdotool(['windowminimize', window], display)
    await expect.poll(() => windowsOf(pid, display)).not.toContain(window)
  })

/** Whether a window leaves nothing of its display to be seen, by the X server's word. */
export async function fillsDisplay(window: string, display?: string): Promise<boolean> {
  const words = ['getwindowgeometry', '--shell', window, 'getdisplaygeometry', '--shell']
  const said = await xdotool(words, display)
  const told = (name: string, nth = 0): number =>
    Number([...said.matchAll(new RegExp(`^${name}=(.*)$`, 'gmu'))][nth]?.[1])
  const [right, bottom] = [told('X') + told('WIDTH'), told('Y') + told('HEIGHT')]
  return told('X') <= 0 && told('Y') <= 0 && right >= told('WIDTH', 1) && bottom >= told('HEIGHT', 1)
}

/** A display of the test's own, by its name, with a window manager as desktops have; gone when the test is over. */
export async function startDesktop(): Promise<string> {
  // Without `-noreset` a server resets when its only client goes, and a client just coming is thrown out.
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

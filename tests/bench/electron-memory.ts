import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { electronArguments, electronProgram, installProgram, unavailable } from '../support/electron.ts'
import { demoData, wipe } from '../support/served-program.ts'
import { mebibytes, memory, type Row, treeOf } from './process-cost.ts'

const guichet = fileURLToPath(new URL('../..', import.meta.url))
const emptyWindow = fileURLToPath(new URL('empty-window', import.meta.url))

/** Longer than a weak machine takes to open a window, in milliseconds. */
const OPENS_WITHIN_MS = 60_000

/** Data directories of a kiosk and of a desk. */
interface Machines {
  readonly kiosk: string
  readonly desk: string
}

/** Memory of all processes of Electron with their windows, and with an empty one, after that rest in milliseconds. */
export async function electronRows({ kiosk, desk }: Machines, restMs: number): Promise<readonly Row[]> {
  const empty = await demoData()
  const measured = async (program: string, data: string): Promise<string> =>
    unavailable ? `${unavailable} here` : mebibytes(await memoryInElectron(program, data, restMs))
  try {
    return [
      ['memory: Electron with the kiosk’s poster, its program included', await measured(guichet, kiosk)],
      ['memory: Electron with the desk’s sign-in, its program included', await measured(guichet, desk)],
      ['memory: Electron with an empty window', await measured(emptyWindow, empty)],
    ]
  } finally {
    await wipe(empty)
  }
}

/** Bytes of that program in an Electron of its own. */
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

/** Resolves when a page has a process. */
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
    // It has ended.
    return false
  }
}

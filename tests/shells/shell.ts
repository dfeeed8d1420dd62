import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanUp } from '../support/clean-up.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-shell-'))
  cleanUp(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Shell {
  readonly pid: number
  readonly output: { stdout: string; stderr: string }
  /** Resolves with the match as soon as the standard output has it; rejects when the program ends without. */
  says(words: RegExp): Promise<RegExpExecArray>
  /** A line on its standard input. */
  types(line: string): void
  /** To the program and all that it started, as a terminal does it. */
  kill(signal: NodeJS.Signals): void
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
}

/** A built program of its own process; killed at the end of the test if it still runs. */
export function startShell(program: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Shell {
  return startProcess(process.execPath, [join(root, 'out', 'main', program), ...args], env)
}

export function startProcess(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Shell {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, GUICHET_DATA: ___, GUICHET_CONFIG: ____, ...inherited } = process.env
  const child = spawn(command, args, {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const kill = (signal: NodeJS.Signals): void => void process.kill(-(child.pid ?? 0), signal)
  cleanUp(() => {
    if (child.exitCode === null && child.signalCode === null) kill('SIGKILL')
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (output.stderr += text))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null)
  return {
    pid: child.pid ?? 0,
    output,
    ended,
    kill,
    types: (line) => void child.stdin.write(`${line}\n`),
    says: (words) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = words.exec(output.stdout)
          if (!found) return
          child.stdout.off('data', look)
          resolve(found)
        }
        child.stdout.on('data', look)
        void ended.then((how) => reject(new Error(`ended with ${how} and never said ${words}:\n${output.stderr}`)))
        look()
      }),
  }
}

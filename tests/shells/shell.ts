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
  /** Resolves with the first match in the standard output. Rejects if the program ends without one. */
  says(words: RegExp): Promise<RegExpExecArray>
  types(line: string): void
  /** Sends a signal to the program and to all processes that it started, as a terminal does. */
  kill(signal: NodeJS.Signals): void
  readonly ended: Promise<number | NodeJS.Signals | null>
}

/** Starts a built program in its own process. Kills the program at the end of the test if it is still running. */
export function startShell(program: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Shell {
  return startProcess(process.execPath, [join(root, 'out', 'main', program), ...args], env)
}

export function startProcess(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Shell {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, GUICHET_DATA: ___, GUICHET_CONFIG: ____, ...inherited } = process.env
  const child = spawn(command, args, { cwd: root, env: { ...inherited, ...env }, stdio: 'pipe', detached: true })
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

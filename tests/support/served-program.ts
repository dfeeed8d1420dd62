import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Maximum startup time on a busy computer, after which the program is killed. */
const START_TIMEOUT_MS = 120_000
const built = new URL('../../out/main/', import.meta.url)

/** Creates a data folder for `serveProgram`, which persists between starts of the program. Returns its path. */
export async function demoData(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'guichet-bench-'))
  await writeFile(join(data, 'config.json'), JSON.stringify({ deviceId: 'bench' }))
  return data
}

export const wipe = (data: string): Promise<void> => rm(data, { recursive: true, force: true })

/** Starts the built program in demo mode without a browser. Resolves when the program prints its address. */
export const serveProgram = (data: string): Promise<ServedProgram> =>
  startServing(['browser-host.js', '--no-browser', '--data', data], /Guichet: (\S+)/u)

/** Starts a built program. Resolves when the program prints its address. `env` is added to the current environment. */
export async function startServing([file = '', ...args]: readonly string[], says: RegExp, env: NodeJS.ProcessEnv = {}) {
  const program = spawn(process.execPath, [fileURLToPath(new URL(file, built)), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => void program.once('exit', () => resolve()))
  const timeout = setTimeout(() => program.kill(), START_TIMEOUT_MS)
  const [url = '', ...more] = await new Promise<readonly string[]>((resolve, reject) => {
    let output = ''
    program.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = says.exec(output)
      if (found) resolve(found.slice(1))
    })
    void ended.then(() => reject(new Error(`${file}: ended without saying ${says}:\n${output}`)))
  }).finally(() => clearTimeout(timeout))
  return {
    url,
    more,
    pid: program.pid ?? 0,
    stop: async () => {
      program.kill()
      await ended
    },
  }
}

export type ServedProgram = Awaited<ReturnType<typeof startServing>>

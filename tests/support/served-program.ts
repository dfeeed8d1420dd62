import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const browserHost = fileURLToPath(new URL('../../out/main/browser-host.js', import.meta.url))

export interface ServedProgram {
  /** Where its screens are. */
  readonly url: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

/** The built program in its demo, without a browser of its own, on data that stay between its starts. */
export async function demoData(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'guichet-bench-'))
  await writeFile(join(data, 'config.json'), JSON.stringify({ deviceId: 'bench' }))
  return data
}

export const wipe = (data: string): Promise<void> => rm(data, { recursive: true, force: true })

/** Resolves when it says where it is. */
export async function serveProgram(data: string): Promise<ServedProgram> {
  const program = spawn(process.execPath, [browserHost, '--no-browser', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => void program.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    program.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /Guichet: (\S+)/u.exec(output)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error('The program ended before it said where it is')))
  })
  return {
    url,
    pid: program.pid ?? 0,
    stop: async () => {
      program.kill()
      await ended
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { ensureInstalled } from '../../scripts/install.mjs'
import { freePort } from './free-port.ts'

const prism = fileURLToPath(new URL('../hub/prism/node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url))

export const installPrism = (): Promise<void> => ensureInstalled('tests/hub/prism')

/** Where Stoplight Prism stands before a service: it turns away what does not fit the document, in either direction. */
export async function prismBefore(document: string, service: string): Promise<string> {
  const port = await freePort()
  const args = [prism, 'proxy', document, service, '--errors', '--port', String(port), '--host', '127.0.0.1']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null) await once(child, 'exit')
  })
  let said = ''
  child.stdout.on('data', (piece: Buffer) => {
    said += piece.toString()
  })
  await expect.poll(() => said, { timeout: 30_000 }).toContain('is listening')
  return `http://127.0.0.1:${port}`
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from '../../scripts/install.mjs'
import { cleanUp } from './clean-up.ts'
import { freePort } from './free-port.ts'

const prism = fileURLToPath(new URL('../hub/prism/node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url))

export const installPrism = (): Promise<void> => ensureInstalled('tests/hub/prism')

/** Starts Stoplight Prism, a proxy that rejects messages outside the OpenAPI document. Returns its URL. */
export async function prismBefore(document: string, service: string): Promise<string> {
  const port = await freePort()
  const args = [prism, 'proxy', document, service, '--errors', '--port', String(port), '--host', '127.0.0.1']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  cleanUp(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null) await once(child, 'exit')
  })
  for (let said = ''; !said.includes('is listening');) said += String(await once(child.stdout, 'data'))
  child.stdout.resume()
  return `http://127.0.0.1:${port}`
}

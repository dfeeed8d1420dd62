import { spawn, type ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createKiosk } from './kiosk.ts'
import { createLog } from './log.ts'
import { programOptions, readArguments, readProgram } from './program.ts'
import { browserArguments, findBrowser } from './transport/browser.ts'
import { serveKiosk } from './transport/http-host.ts'

const here = dirname(fileURLToPath(import.meta.url))

process.exitCode = await run()

async function run(): Promise<number> {
  const args = readArguments(process.argv.slice(2), {
    ...programOptions,
    kiosk: { type: 'boolean' },
    port: { type: 'string', default: '0' },
    /** Serves only, and prints the address. */
    'no-browser': { type: 'boolean', default: false },
  })
  if (!args.ok) return refuse(args.error.detail)
  const { values } = args.value
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return refuse('--port takes a whole number from 0 to 65535')
  const program = readProgram(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config } = program.value

  const log = createLog(join(config.dataDirectory, 'guichet.log'), false)
  const opened = await createKiosk(config, { ...program.value, log }).catch((error: unknown) => {
    log.error('kiosk not started', error)
    return error instanceof Error ? error : new Error(String(error))
  })
  if (opened instanceof Error) return refuse(opened.message)
  const kiosk = opened
  const host = await serveKiosk({
    api: kiosk.api,
    subscribe: (listener) => kiosk.subscribe(listener),
    log,
    rendererDirectory: join(here, '..', 'renderer'),
    port,
  })

  const browser = values['no-browser']
    ? null
    : openBrowser(host.entryUrl, config.dataDirectory, values.kiosk ?? config.kiosk)
  if (!browser) process.stdout.write(`Guichet: ${host.entryUrl}\n`)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    browser?.once('exit', () => resolve())
    browser?.once('error', (error) => {
      process.stderr.write(`guichet: ${error.message}\n`)
      process.stdout.write(`Guichet: ${host.entryUrl}\n`)
    })
  })
  browser?.kill()
  await host.close()
  await kiosk.stop()
  return 0
}

function openBrowser(url: string, dataDirectory: string, kiosk: boolean): ChildProcess | null {
  const program = findBrowser(process.platform, process.env)
  if (!program) return null
  const profile = join(dataDirectory, 'browser')
  return spawn(program, browserArguments({ url, profile, kiosk }), { stdio: 'ignore' })
}

function refuse(...lines: readonly string[]): number {
  for (const line of lines) process.stderr.write(`guichet: ${line}\n`)
  return 1
}

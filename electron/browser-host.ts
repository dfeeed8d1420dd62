import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openProgramLog } from './log.ts'
import { readArguments, windowOptions } from './arguments.ts'
import { startMachine, type Machine } from './machine.ts'
import { stopSignal } from './program.ts'
import { browserArguments, findBrowser } from './transport/browser.ts'
import { serveKiosk } from './transport/http-host.ts'

/** Shows the kiosk in a browser of this machine, or serves it only; resolves with the exit code at its end. */
export function runBrowserHost(words: string[]): Promise<number> {
  return run(words).catch((error: unknown) => refuse(error instanceof Error ? error.message : String(error)))
}

async function run(words: string[]): Promise<number> {
  const args = readArguments(words, {
    ...windowOptions,
    port: { type: 'string', default: '0' },
    /** Serves only, and prints the address. */
    'no-browser': { type: 'boolean', default: false },
  })
  if (!args.ok) return refuse(args.error.detail)
  const { values } = args.value
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return refuse('--port takes a whole number from 0 to 65535')
  const stopped = stopSignal()
  const machine = await startMachine(values, { log: (config) => openProgramLog(config, false) })
  if (!machine.ok) return refuse(...machine.error.lines)
  return show(machine.value, stopped, port, !values['no-browser'], values.kiosk ?? machine.value.config.kiosk)
}

/** From the start of the kiosk to its end: a signal, or the window that was closed. */
async function show(
  machine: Machine,
  stopped: Promise<void>,
  port: number,
  inBrowser: boolean,
  fillsScreen: boolean,
): Promise<number> {
  const { log } = machine
  const host = await serveKiosk({
    get api() {
      return machine.api
    },
    subscribe: (listener) => machine.subscribe(listener),
    log,
    rendererDirectory: machine.rendererDirectory,
    port,
  }).catch(async (error: unknown) => {
    log.error('not started', error)
    await machine.stop()
    throw error
  })

  const browser = inBrowser ? openBrowser(host.entryUrl, machine.config.dataDirectory, fillsScreen) : null
  if (!browser) process.stdout.write(`Guichet: ${host.entryUrl}\n`)
  const closed = new Promise<void>((resolve) => {
    browser?.once('exit', () => resolve())
    browser?.once('error', (error) => {
      process.stderr.write(`guichet: ${error.message}\n`)
      process.stdout.write(`Guichet: ${host.entryUrl}\n`)
    })
  })
  await Promise.race([stopped, closed])
  browser?.kill()
  await host.close()
  await machine.stop()
  return 0
}

/**
 * Each start has a profile of its own: a window left over from a program that was killed would else take the new one
 * over, and the browser started here would end at once.
 */
function openBrowser(url: string, dataDirectory: string, kiosk: boolean): ChildProcess | null {
  const program = findBrowser(process.platform, process.env)
  if (!program) return null
  const profiles = join(dataDirectory, 'browser')
  rmSync(profiles, { recursive: true, force: true, maxRetries: 3 })
  mkdirSync(profiles, { mode: 0o700 })
  const profile = mkdtempSync(join(profiles, 'profile-'))
  return spawn(program, browserArguments({ url, profile, kiosk }), { stdio: 'ignore' })
}

function refuse(...lines: readonly string[]): number {
  for (const line of lines) process.stderr.write(`guichet: ${line}\n`)
  return 1
}

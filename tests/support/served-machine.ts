import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startMachine, type MachineOptions } from '../../electron/app/machine.ts'
import type { Stop } from '../../electron/app/program.ts'
import { showMachine } from '../../electron/browser-host.ts'
import { bookingFile } from '../../electron/host/data-directory.ts'
import { openProgramLog } from '../../electron/host/log.ts'
import { copySeededDatabase } from './demo-hub.ts'

/** The addresses of a running machine: a program, or one served by this process. */
export interface MachineAddresses {
  /** Entry address of the seller's or the customer's screen; valid for one browser. */
  readonly entryUrl: string
  /** Entry address of the customer's display, once a desk serves it. */
  readonly displayUrl: () => Promise<string>
}

export interface ServedMachine extends MachineAddresses {
  /** Stops it as SIGTERM does. */
  readonly stop: () => Promise<void>
}

/**
 * Serves a machine with the built screens from this process, as `browser-host.js --no-browser` does: for tests whose
 * subject is the screen. Its embedded demo service starts on a seeded database. Stops at the end of the test.
 */
export async function serveMachine(data: string, options: Omit<MachineOptions, 'data'> = {}): Promise<ServedMachine> {
  await copySeededDatabase(bookingFile(join(data, 'demo')))
  const stopping = Promise.withResolvers<Stop>()
  const machine = await startMachine(
    { ...options, data },
    { log: (config, id) => openProgramLog(config, id, false), onLost: stopping.reject },
  )
  if (!machine.ok) throw new Error(machine.error.lines.join('\n'))
  const entry = Promise.withResolvers<string>()
  const display = Promise.withResolvers<string>()
  const ended = showMachine(machine.value, stopping.promise, {
    port: 0,
    displayPort: 0,
    inBrowser: false,
    say(line) {
      const [, url = ''] = /: (http\S+)$/u.exec(line) ?? []
      if (line.startsWith('Guichet:')) entry.resolve(url)
      else display.resolve(url)
    },
  })
  const stop = async (): Promise<void> => {
    stopping.resolve('asked')
    await ended
  }
  onTestFinished(stop)
  void ended.catch(entry.reject)
  return { entryUrl: await entry.promise, displayUrl: () => display.promise, stop }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createKiosk } from '../../electron/app/kiosk.ts'
import { readProgram } from '../../electron/app/program.ts'
import { createSetup, type Setup } from '../../electron/app/set-up/set-up.ts'
import type { OpenKiosk } from '../../electron/app/set-up/first-ticket.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import type { Settings } from '../../electron/config/setup-settings.ts'
import type { Log } from '../../electron/core/ports/ports.ts'
import type { Result } from '../../shared/domain/result.ts'
import { writeSmallVenues } from '../world/kiosk.ts'

export const noLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The data directory of a machine that nobody has set up. */
export function machineFolder(): string {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'guichet-set-up-'))
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }))
  return dataDirectory
}

const smallVenues = (): string => writeSmallVenues(machineFolder())

/** The set-up of a start of the program on that folder. */
export function startOn(dataDirectory: string, before: Settings | null = null): Setup {
  return createSetup({
    dataDirectory,
    settingsFile: join(dataDirectory, 'config.json'),
    before,
    keyring: { ok: false, error: { type: 'no-keyring', detail: 'none' } },
    version: '0.0.0',
    resourcesDirectory: smallVenues(),
    openDocuments: createDocumentService,
    windowPrinting: null,
    log: noLog,
    openKiosk: () => startKiosk(dataDirectory),
    onFinished: () => Promise.resolve(),
    onLeft: () => Promise.resolve(),
  })
}

/** A kiosk of the settings that lie there; stopped at the latest when the test ends. */
export async function startKiosk(dataDirectory: string, log: Log = noLog): ReturnType<OpenKiosk> {
  const program = await readProgram({ data: dataDirectory })
  if (!program.ok) throw new Error(program.error.lines.join('\n'))
  const { config } = program.value
  const runtime = {
    version: '0.0.0',
    resourcesDirectory: smallVenues(),
    log,
    openDocuments: createDocumentService,
    sqliteBinding: undefined,
  }
  const kiosk = await createKiosk(config, runtime)
  onTestFinished(() => kiosk.stop())
  return { kiosk, config }
}

export function need<T>(result: Result<T, { readonly type: string }>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

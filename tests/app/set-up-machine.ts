import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createKiosk } from '../../electron/app/kiosk.ts'
import { createSetup, type Setup } from '../../electron/app/set-up/set-up.ts'
import type { OpenKiosk } from '../../electron/app/set-up/first-ticket.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import { loadConfig } from '../../electron/config/config.ts'
import type { Settings } from '../../electron/config/setup-settings.ts'
import type { Result } from '../../shared/domain/result.ts'

const noLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The data directory of a machine that nobody has set up. */
export function machineFolder(): string {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'guichet-set-up-'))
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }))
  return dataDirectory
}

/** The set-up of a start of the program on that folder. */
export function startOn(dataDirectory: string, before: Settings | null = null): Setup {
  return createSetup({
    dataDirectory,
    settingsFile: join(dataDirectory, 'config.json'),
    before,
    keyring: { ok: false, error: { type: 'no-keyring', detail: 'none' } },
    version: '0.0.0',
    resourcesDirectory: 'resources',
    openDocuments: createDocumentService,
    windowPrinting: null,
    log: noLog,
    openKiosk: () => startKiosk(dataDirectory),
    onFinished: () => Promise.resolve(),
    onLeft: () => Promise.resolve(),
  })
}

/** A kiosk of the settings that lie there; stopped at the latest when the test ends. */
export async function startKiosk(dataDirectory: string): ReturnType<OpenKiosk> {
  const config = loadConfig({ dataDirectory })
  if (!config.ok) throw new Error(config.error.lines.join('\n'))
  const runtime = {
    version: '0.0.0',
    resourcesDirectory: 'resources',
    log: noLog,
    openDocuments: createDocumentService,
    sqliteBinding: undefined,
  }
  const kiosk = await createKiosk(config.value, runtime)
  onTestFinished(() => kiosk.stop())
  return { kiosk, config: config.value }
}

export function need<T>(result: Result<T, { readonly type: string }>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

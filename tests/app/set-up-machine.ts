import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createSetup, type Setup } from '../../electron/app/set-up.ts'
import type { Settings } from '../../electron/config/setup-settings.ts'
import type { Result } from '../../shared/domain/result.ts'

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
    windowPrinting: null,
    onFinished: () => Promise.resolve(),
    onLeft: () => Promise.resolve(),
  })
}

export function need<T>(result: Result<T, { readonly type: string }>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

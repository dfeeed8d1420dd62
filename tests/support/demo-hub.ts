import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHub, type Hub, type HubOptions } from '../../electron/app/hub.ts'
import { bookingFile } from '../../electron/host/system.ts'

/** Starts a demo hub on the loopback interface. By default, the hub listens on a free port. */
export function startDemoHub(database: string, options: Partial<HubOptions> = {}): Promise<Hub> {
  const resourcesDirectory = fileURLToPath(new URL('../../resources', import.meta.url))
  const place = { host: '127.0.0.1', port: 0, database, resourcesDirectory, sqliteBinding: undefined }
  return createHub({ ...place, version: 'test', mode: 'demo', ...options })
}

let seeded: Promise<Buffer> | undefined

/** Writes a copy of a seeded database to `file`, unless it exists. Access codes are the same in every copy. */
export async function copySeededDatabase(file: string): Promise<void> {
  if (existsSync(file)) return
  seeded ??= seedDatabase()
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, await seeded)
}

/** Seeds a data folder for a hub and for a kiosk's embedded demo. Returns the folder. */
export async function seedFolder(folder: string): Promise<string> {
  await copySeededDatabase(bookingFile(folder))
  await copySeededDatabase(bookingFile(join(folder, 'demo')))
  return folder
}

async function seedDatabase(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-seeded-'))
  try {
    const database = bookingFile(folder)
    const hub = await startDemoHub(database)
    await hub.stop()
    return readFileSync(database)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

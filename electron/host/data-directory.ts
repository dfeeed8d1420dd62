import { lstatSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** The platform's place for a program's own data. */
export function defaultDataDirectory(): string {
  if (process.platform === 'win32') return join(process.env['LOCALAPPDATA'] || homedir(), 'Guichet')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Guichet')
  return join(process.env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'guichet')
}

/** Where `guichet demo` sells unless it is given a data directory: beside a demo that may be running. */
export const demoSaleDirectory = (): string => join(defaultDataDirectory(), 'demo-sale')

/** A folder that belongs to another account, whose user ID is `uid`. */
export interface ForeignFolder {
  readonly path: string
  readonly uid: number
}

/**
 * Returns the topmost folder on this path that belongs to another account. Root must not work there: that account's
 * links and settings would take effect. Null if there is no such folder, or if this process does not run as root.
 */
export function foreignFolder(folder: string): ForeignFolder | null {
  if (process.geteuid?.() !== 0) return null
  const path = resolve(folder)
  if (dirname(path) === path) return null
  const above = foreignFolder(dirname(path))
  if (above !== null) return above
  const uid = lstatSync(path, { throwIfNoEntry: false })?.uid ?? 0
  return uid === 0 ? null : { path, uid }
}

/** The ledger of the register whose data lie here. */
export const ledgerFile = (directory: string): string => join(directory, 'ledger.db')

/** Venues, events and holds of the built-in ticket service. */
export const bookingFile = (directory: string): string => join(directory, 'booking-service.db')

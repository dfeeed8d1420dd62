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

/**
 * Why root does not work in this folder, for people; null where it may, or where this is not root. In another account's folder it
 * would follow that account's links and obey its settings.
 */
export function foreignFolder(folder: string): string | null {
  if (process.geteuid?.() !== 0) return null
  const path = resolve(folder)
  if (dirname(path) === path) return null
  const above = foreignFolder(dirname(path))
  if (above !== null) return above
  const uid = lstatSync(path, { throwIfNoEntry: false })?.uid ?? 0
  return uid === 0
    ? null
    : `${path} belongs to another account (${uid}), whose links and settings root does not follow: run this as that account, sudo -u '#${uid}' guichet …`
}

/** The ledger of the register whose data lie here. */
export const ledgerFile = (directory: string): string => join(directory, 'ledger.db')

/** Venues, events and holds of the built-in ticket service. */
export const bookingFile = (directory: string): string => join(directory, 'booking-service.db')

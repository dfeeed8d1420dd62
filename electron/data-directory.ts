import { homedir } from 'node:os'
import { join } from 'node:path'

/** The platform's place for a program's own data. */
export function defaultDataDirectory(): string {
  if (process.platform === 'win32') return join(process.env['LOCALAPPDATA'] || homedir(), 'Guichet')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Guichet')
  return join(process.env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'guichet')
}

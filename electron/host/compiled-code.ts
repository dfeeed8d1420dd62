import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes Node save compiled code for the next start; modules imported before the call are not included. Uses the user's
 * own cache, not the machine's `/tmp`, where another user could plant code for this program. If the cache cannot be
 * written, the start only takes longer.
 */
export function keepCompiledCode(): void {
  enableCompileCache(join(cacheDirectory(), 'code'))
}

/** Returns the platform's folder for files that a program can create again. */
function cacheDirectory(): string {
  if (process.platform === 'win32') return join(process.env['LOCALAPPDATA'] || homedir(), 'Guichet', 'Cache')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Guichet')
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'guichet')
}

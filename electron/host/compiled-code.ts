import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Lets Node keep the code it compiled for the next start; what is imported before the call is not kept. In the user's
 * own cache, not in the machine's `/tmp`, where another user could lay code for this program. Without a place to write
 * to, the start only takes longer.
 */
export function keepCompiledCode(): void {
  enableCompileCache(join(cacheDirectory(), 'code'))
}

/** The platform's place for what a program can make again. */
function cacheDirectory(): string {
  if (process.platform === 'win32') return join(process.env['LOCALAPPDATA'] || homedir(), 'Guichet', 'Cache')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Guichet')
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'guichet')
}

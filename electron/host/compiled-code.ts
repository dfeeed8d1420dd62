import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Makes Node cache compiled code in the user's own folder: in `/tmp`, another user could plant code. */
export function keepCompiledCode(): void {
  enableCompileCache(join(cacheDirectory(), 'code'))
}

/** Returns the platform's folder for cache files. */
function cacheDirectory(): string {
  if (process.platform === 'win32') return join(process.env['LOCALAPPDATA'] || homedir(), 'Guichet', 'Cache')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Guichet')
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'guichet')
}

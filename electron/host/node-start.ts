// This module has no imports: an old version of Node.js may lack the imported names and would fail before the version
// is checked.

/** Oldest Node.js version, as major and minor, that the prebuilt binary of better-sqlite3 runs on. */
const MIN_NODE = [22, 14] as const

/**
 * Returns whether the version of Node.js is supported; if not, reports the required version and sets the exit code to
 * 1. Must run before other modules are loaded, which may fail on an old version.
 */
export function isNodeSupported(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [minMajor, minMinor] = MIN_NODE
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return true
  process.stderr.write(
    `guichet: Node.js ${MIN_NODE.join('.')} or later is required, this is ${process.version}; "npm run guichet" in the checkout uses the right one\n`,
  )
  process.exitCode = 1
  return false
}

/** Makes Node cache compiled code in the user's own folder: in `/tmp`, another user could plant code. */
export function keepCompiledCode(): void {
  const path = process.getBuiltinModule('node:path')
  process.getBuiltinModule('node:module').enableCompileCache(path.join(cacheDirectory(), 'code'))
}

/** Returns the platform's folder for cache files. */
function cacheDirectory(): string {
  const path = process.getBuiltinModule('node:path')
  const home = process.getBuiltinModule('node:os').homedir()
  if (process.platform === 'win32') return path.join(process.env['LOCALAPPDATA'] || home, 'Guichet', 'Cache')
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Caches', 'Guichet')
  return path.join(process.env['XDG_CACHE_HOME'] || path.join(home, '.cache'), 'guichet')
}

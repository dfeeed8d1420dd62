// node scripts/ensure.mjs [build]: the step before every npm script. Installs what is missing and, with `build`, builds
// what is stale; when nothing changed it costs some milliseconds.
import { ensureInstalled } from './install.mjs'

try {
  await ensureInstalled()
  if (process.argv[2] === 'build') {
    const { ensureBuilt } = await import('./build.mjs')
    ensureBuilt()
  }
} catch (error) {
  console.error(`\n${error.message}`)
  process.exitCode = 1
}

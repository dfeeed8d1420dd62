// node scripts/ensure.mjs [build] [FOLDER… | all]: the step before every npm script. Installs what is missing, also in
// the named folders with a lockfile of their own (`all`: in those that type check and lint read), and with `build` builds what is stale; when nothing
// changed it costs some milliseconds.
import { ensureInstalled, typedFolders } from './install.mjs'

const words = process.argv.slice(2)
const named = words.filter((word) => word !== 'build' && word !== 'all')
try {
  await ensureInstalled()
  for (const folder of words.includes('all') ? typedFolders : named) await ensureInstalled(folder)
  if (words.includes('build')) {
    const { ensureBuilt } = await import('./build.mjs')
    ensureBuilt()
  }
} catch (error) {
  console.error(`\n${error.message}`)
  process.exitCode = 1
}

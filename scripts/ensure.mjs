// node scripts/ensure.mjs [build] [FOLDER… | all]: the step before every npm script. Installs what is missing, also in
// the named folders with a lockfile of their own (`all`: in those that the type check and lint read). With `build`, it
// builds what is stale. Takes some milliseconds if nothing changed.
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

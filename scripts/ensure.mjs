// node scripts/ensure.mjs [build] [FOLDER… | all]: runs before every npm script. Installs missing packages, also in the
// named folders with their own lockfile. With `build`, rebuilds stale output.
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

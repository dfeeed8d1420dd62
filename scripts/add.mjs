// npm run add -- <package…> [-D]: adds packages under the Node of node_modules (under an older Node npm quietly picks
// older versions), then checks that the lockfile still installs from nothing.
import { spawnSync } from 'node:child_process'

const npm = process.env.npm_execpath
if (!npm) throw new Error('Run this as: npm run add -- <package>')

function runNpm(...args) {
  const { status } = spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

runNpm('install', '--save-exact', '--ignore-scripts', ...process.argv.slice(2))
runNpm('ci', '--dry-run', '--ignore-scripts')

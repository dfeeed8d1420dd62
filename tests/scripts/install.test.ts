import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root, temporaryFolder } from '../shells/shell.ts'

/** An npm that notes each call and ends when `go` lies beside it: well where that is empty, else with what it says. */
const npm = `import { appendFileSync, existsSync, readFileSync } from 'node:fs'
const folder = import.meta.dirname
appendFileSync(folder + '/calls', process.pid + ' ' + process.argv.slice(2).join(' ') + '\\n')
const look = setInterval(() => {
  if (!existsSync(folder)) process.exit(2)
  if (!existsSync(folder + '/go')) return
  clearInterval(look)
  const text = readFileSync(folder + '/go', 'utf8')
  if (text !== '') console.error(text)
  process.exitCode = text === '' ? 0 : 1
}, 20)
`

/** Folder of a package with this lockfile; npm runs under `npmNode`. */
function folderToInstall(packages: object = {}, npmNode = process.execPath) {
  const folder = temporaryFolder()
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  put('npm.mjs', npm)
  put('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }))
  const calls = (): readonly string[] =>
    existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n') : []
  const ensure = () => {
    const env = { ...process.env, npm_execpath: join(folder, 'npm.mjs'), npm_node_execpath: npmNode }
    const child = spawn(process.execPath, ['scripts/ensure.mjs', folder], { cwd: root, env })
    onTestFinished(() => void child.kill('SIGKILL'))
    let said = ''
    child.stderr.on('data', (piece: Buffer) => {
      said += piece.toString()
    })
    const ended = once(child, 'close').then(([code]) => code as number | null)
    return { ended, said: () => said, kill: () => child.kill('SIGKILL') }
  }
  return { calls, ensure, npmMayEnd: (text = '') => put('go', text) }
}

test('of two that want the same packages one installs them, the other waits and finds them there', async () => {
  const { calls, ensure, npmMayEnd } = folderToInstall()
  const both = [ensure(), ensure()]
  const said = (): string => both.map((each) => each.said()).join('')
  await expect.poll(said).toContain('Another process is installing packages: waiting for it…')
  await expect.poll(calls).toHaveLength(1)
  npmMayEnd()
  expect(await Promise.all(both.map(async ({ ended }) => ended))).toEqual([0, 0])
  expect(calls()).toEqual([expect.stringMatching(/^\d+ ci --ignore-scripts --prefer-offline --no-progress$/u)])
  expect(said().match(/Installing packages of/gu)).toHaveLength(1)

  const later = ensure()
  expect([await later.ended, later.said()]).toEqual([0, ''])
})

test('when the one that installs is killed, the one that waits installs', async () => {
  const { calls, ensure, npmMayEnd } = folderToInstall()
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
  const { calls, ensure, npmMayEnd } = folderToInstall()
  npmMayEnd('npm error code ENOTFOUND')
  const failed = ensure()
  expect(await failed.ended).toBe(1)
  expect(failed.said()).toContain('could not be installed. The package registry could not be reached.')
  npmMayEnd()
  expect(await ensure().ended).toBe(0)
  expect(calls()).toHaveLength(2)
})

// npm leaves out an optional package whose engines exclude the Node that npm runs on: rolldown's binary on 20.17.
test('what npm leaves out under an older Node is installed under the project’s', async () => {
  const older = join(temporaryFolder(), 'node')
  symlinkSync(process.execPath, older)
  const binary = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] }
  const { calls, ensure, npmMayEnd } = folderToInstall({ 'node_modules/binary': binary }, older)
  npmMayEnd()
  expect(await ensure().ended).toBe(0)
  expect(calls()).toHaveLength(2)
})

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '')

/** An Electron that only says how it was called, at the place where a real one is looked for. */
function electronThatPrintsItsArguments(exitCode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-electron-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
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
  expect(stdout.trimEnd().split('\n')).toEqual([...sandbox, root, '--config', 'a b.json'])
  expect(/^Chromium's sandbox is off, because root .*: start Guichet from another account\.$/mu.test(stderr)).toBe(
    sandbox.length > 0,
  )
  expect(status).toBe(7)
})

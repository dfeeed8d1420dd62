import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../shells/shell.ts'

/** The makers' own checks, where they are installed. */
const checks = [
  ['the menu entry', 'desktop-file-validate', ['packaging/guichet.desktop']],
  ['the AppStream metadata', 'appstreamcli', ['validate', '--no-net', 'packaging/guichet.metainfo.xml']],
] as const

test.for(checks)('%s is what desktops expect', ([, program, args], { skip }) => {
  if (spawnSync(program, ['--help']).error) skip(`no ${program}`)
  const { status, stdout } = spawnSync(program, args, { cwd: root, encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.not.stringMatching(/^[EW]: |error|warning/imu)])
})

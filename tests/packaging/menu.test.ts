import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { metainfo } from '../../scripts/packaging/linux-tree.ts'
import { readVendor } from '../../scripts/packaging/vendor.ts'
import { root, temporaryFolder } from '../shells/shell.ts'

const sameFile = (): string => 'packaging/guichet.desktop'

function asPackaged(): string {
  const path = join(temporaryFolder(), 'org.guichet.app.metainfo.xml')
  writeFileSync(path, metainfo(root))
  return path
}

/** The makers' own checks, where they are installed. */
const checks = [
  ['the menu entry', 'desktop-file-validate', [], sameFile],
  ['the AppStream metadata', 'appstreamcli', ['validate', '--no-net'], asPackaged],
] as const

test.for(checks)('%s is what desktops expect', ([, program, args, file], { skip }) => {
  if (spawnSync(program, ['--help']).error) skip(`no ${program}`)
  const { status, stdout } = spawnSync(program, [...args, file()], { cwd: root, encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.not.stringMatching(/^[EW]: |error|warning/imu)])
})

test('the AppStream metadata names the vendor of package.json', () => {
  const { name, homepage } = readVendor(root)
  expect(metainfo(root)).toContain(`<developer_name>${name}</developer_name>`)
  expect(metainfo(root)).toContain(`<url type="homepage">${homepage}</url>`)
  expect(metainfo(root)).not.toContain('@')
})

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { readVendor, vendorFaults } from '../../scripts/packaging/vendor.ts'
import { root, temporaryFolder } from '../shells/shell.ts'
import { filesBelow } from '../support/project-files.ts'

const nongo = {
  author: 'Billetterie de Nongo <paquets@nongo.org>',
  homepage: 'https://guichet.nongo.org/',
  securityContact: 'securite@nongo.org',
}

/** A project of that vendor, and whom its page of security says to write to. */
function projectOf(fields: object, contact: string = nongo.securityContact): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'guichet', ...fields }))
  writeFileSync(join(folder, 'SECURITY.md'), `Write to <${contact}>.`)
  return folder
}

test('package.json says who answers for a release', () => {
  expect(readVendor(projectOf(nongo))).toEqual({
    name: 'Billetterie de Nongo',
    maintainer: nongo.author,
    homepage: nongo.homepage,
    securityContact: nongo.securityContact,
  })
  expect(vendorFaults(projectOf(nongo))).toEqual([])
})

const more = 'write the vendor’s own there before --publish'

test.each([
  ['homepage', 'https://guichet.example', `package.json: homepage "https://guichet.example" ends in .example: ${more}`],
  ['homepage', 'https://a.example/shop/', `package.json: homepage "https://a.example/shop/" ends in .example: ${more}`],
  ['author', 'A <a@b.example>', `package.json: author "A <a@b.example>" ends in .example: ${more}`],
  ['securityContact', 'a@b.EXAMPLE', `package.json: securityContact "a@b.EXAMPLE" ends in .example: ${more}`],
  ['securityContact', 'a@example', `package.json: securityContact "a@example" ends in .example: ${more}`],
] as const)('a release is refused while %s is "%s"', (field, value, sentence) => {
  const contact = field === 'securityContact' ? value : nongo.securityContact
  expect(vendorFaults(projectOf({ ...nongo, [field]: value }, contact))).toEqual([sentence])
})

test.each([
  ['homepage', 'guichet.nongo.org', 'package.json: homepage has to be an address such as https://tickets.org'],
  ['author', 'Nongo', 'package.json: author has to be "Name <address@domain>"'],
  ['author', undefined, 'package.json: author has to be "Name <address@domain>"'],
  ['securityContact', 'nongo', 'package.json: securityContact has to be an e-mail address'],
] as const)('nothing is packaged whose %s is %s', (field, value, sentence) => {
  expect(() => readVendor(projectOf({ ...nongo, [field]: value }))).toThrow(sentence)
})

test('a release is refused while SECURITY.md gives another contact', () => {
  expect(vendorFaults(projectOf(nongo, 'security@example.org'))).toEqual([
    'SECURITY.md: does not give the securityContact of package.json, securite@nongo.org',
  ])
})

test('SECURITY.md gives the security contact of package.json', () => {
  expect(readFileSync(join(root, 'SECURITY.md'), 'utf8')).toContain(`<${packageFile.securityContact}>`)
})

test('nothing else that is packaged repeats who answers for it', () => {
  const { maintainer, homepage, securityContact } = readVendor(root)
  const addresses = [maintainer.replace(/^.*<|>$/gu, ''), homepage, securityContact]
  const sources = [
    ...filesBelow(['packaging', 'scripts', 'resources', 'electron', 'shared', 'renderer']),
    'electron-builder.yml',
  ]
  const repeating = sources.filter((path) => {
    const text = readFileSync(join(root, path), 'latin1')
    return addresses.some((address) => text.includes(address))
  })
  expect(repeating).toEqual([])
})

describe('npm run package -- --publish', () => {
  const build = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['scripts/package.ts', '--publish', ...args], { cwd: root, encoding: 'utf8' })

  test('builds nothing while a field ends in .example, and names each with its file', () => {
    const { status, stdout, stderr } = build()
    expect([status, stdout]).toEqual([2, ''])
    for (const field of ['homepage', 'author', 'securityContact'] as const)
      expect(stderr).toContain(`package.json: ${field} "${packageFile[field]}" ends in .example: ${more}\n`)
  })

  test('does not take --for-tests', () => {
    const { status, stderr } = build('--for-tests')
    expect(status).toBe(2)
    expect(stderr).toContain('--publish and --for-tests exclude each other\n')
  })
})

import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto'
import { chmodSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { machineTimeZone } from '../../shared/domain/documents/local-date.ts'
import { readUpdateSettings } from '../../electron/update/update-settings.ts'
import { temporaryFolder } from '../shells/shell.ts'

const pemOf = ({ publicKey }: KeyPairKeyObjectResult): string =>
  publicKey.export({ type: 'spki', format: 'pem' }).toString()
const vendor = pemOf(generateKeyPairSync('ed25519'))

function administrator(settings: object | string) {
  const folder = temporaryFolder()
  const [file, key] = [join(folder, 'update-settings.json'), join(folder, 'vendor.pem')]
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings))
  writeFileSync(key, vendor)
  const fault = (): string => {
    const read = readUpdateSettings(file)
    return read.ok ? '' : read.error.detail
  }
  return { folder, file, key, fault }
}

const sound = { publicKeyFile: 'vendor.pem' }

describe.skipIf(process.platform !== 'linux')('what root takes updates by', () => {
  test('is the source, the key beside the file, the hours, and the machine’s name where it is told', () => {
    const more = {
      from: 'https://updates.example/',
      openingHours: { from: '08:00', to: '02:30' },
      timeZone: 'Africa/Lagos',
      machine: 'gate-1',
    }
    expect(readUpdateSettings(administrator({ ...sound, ...more }).file)).toEqual({
      ok: true,
      value: {
        from: more.from,
        publicKey: vendor,
        opening: { from: 480, to: 150 },
        timeZone: 'Africa/Lagos',
        machine: 'gate-1',
      },
    })
  })

  test('needs nothing but the key, which may lie elsewhere', () => {
    const { key } = administrator(sound)
    expect(readUpdateSettings(administrator({ publicKeyFile: key }).file)).toEqual({
      ok: true,
      value: { from: undefined, publicKey: vendor, opening: null, timeZone: machineTimeZone(), machine: hostname() },
    })
  })

  test.each<readonly [object | string, string]>([
    ['{', 'update-settings.json:1:2: not JSON: the text ends too early'],
    [{}, 'update-settings.json:1:1: publicKeyFile: missing; expected a text in quotes'],
    [{ ...sound, from: 'http://updates.example/' }, ': from: expected an address that begins with https://'],
    [{ ...sound, from: 'releases' }, ': from: expected an address that begins with https://'],
    [{ ...sound, openingHours: { from: '8', to: '23:00' } }, ': openingHours.from: expected a time of day'],
    [{ ...sound, share: 100 }, ': unknown name: share'],
    [{ publicKeyFile: 'other.pem' }, 'other.pem: no such file'],
  ])('is refused where it is %j', (settings, words) => {
    expect(administrator(settings).fault()).toContain(words)
  })

  test('is nothing where there is no such file', () => {
    const { file, fault } = administrator(sound)
    rmSync(file)
    expect(fault()).toBe(`${file}: no such file`)
  })

  test('is a key that can sign a release, and no other', () => {
    for (const other of ['nonsense', pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }))]) {
      const { key, fault } = administrator(sound)
      writeFileSync(key, other)
      expect(fault()).toBe(`${key}: expected an Ed25519 public key in PEM, the vendor's own`)
    }
  })

  test('is neither file nor key that others may write, nor a link to one', () => {
    for (const which of ['file', 'key'] as const) {
      const { fault, ...at } = administrator(sound)
      chmodSync(at[which], 0o664)
      expect(fault()).toContain(`${at[which]}: can be written to by accounts other than its owner's (mode 664)`)
      chmodSync(at[which], 0o644)
      expect(fault()).toBe('')
      renameSync(at[which], `${at[which]}.real`)
      symlinkSync(`${at[which]}.real`, at[which])
      expect(fault()).toContain(`${at[which]}: is a link`)
    }
    const { folder, fault } = administrator(sound)
    chmodSync(folder, 0o777)
    expect(fault()).toContain(`${folder}: can be written to by accounts other than its owner's`)
  })
})

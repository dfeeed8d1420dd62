import { createHash, generateKeyPairSync, type KeyPairKeyObjectResult, sign } from 'node:crypto'
import { chmodSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  fetchPackage,
  fetchRelease,
  rolloutBucket,
  openChannel,
  readRelease,
  type ReleaseFile,
  writeRelease,
} from '../../electron/update/release.ts'
import { listen } from '../partner/scripted-partner.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { machineTimeZone } from '../../shared/domain/documents/local-date.ts'
import { readUpdateSettings } from '../../electron/update/update-state.ts'

const content = Buffer.from('a package')
const release: ReleaseFile = {
  format: 1,
  version: '1.2.3',
  share: 10,
  over: '1.0.0',
  releasedUtc: '2026-11-21T08:00:00Z',
  files: [
    {
      name: 'guichet_1.2.3_amd64.deb',
      package: 'guichet',
      architecture: 'amd64',
      bytes: content.byteLength,
      sha256: '3e47b50d9a9b5d9c1a4e4ac6f6b6a6a0d3b0d4d6d6d4e0b7c7b3fbb0c7c0a5b1',
    },
  ],
}

const inPem = ({ publicKey, privateKey }: KeyPairKeyObjectResult) => ({
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
})
const keys = () => inPem(generateKeyPairSync('ed25519'))

describe('a release', () => {
  test('is read when the vendor signed it', () => {
    const { publicKey, privateKey } = keys()
    const { file, signature } = writeRelease(release, privateKey)
    expect(readRelease(Buffer.from(file), signature, publicKey)).toEqual({ ok: true, value: release })
  })

  test('is refused by another key, with one byte changed, and without a signature', () => {
    const { publicKey, privateKey } = keys()
    const { file, signature } = writeRelease(release, privateKey)
    const forged = { ok: false, error: { type: 'untrusted-release' } }
    expect(readRelease(Buffer.from(file), signature, keys().publicKey)).toMatchObject(forged)
    expect(readRelease(Buffer.from(file.replace('1.2.3', '1.2.4')), signature, publicKey)).toMatchObject(forged)
    expect(readRelease(Buffer.from(file), '', publicKey)).toMatchObject(forged)
    expect(
      readRelease(Buffer.from(file), signature, inPem(generateKeyPairSync('rsa', { modulusLength: 2048 })).publicKey),
    ).toMatchObject(forged)
    // The signature is valid, but its key has a type that vendors of Guichet do not use.
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const other = sign(null, Buffer.from(file), curve.privateKey).toString('base64')
    expect(readRelease(Buffer.from(file), other, inPem(curve).publicKey)).toMatchObject(forged)
  })

  test('says nothing before its signature was checked: nonsense that nobody signed is forged, not misread', () => {
    expect(readRelease(Buffer.from('{'), 'AAAA', keys().publicKey)).toMatchObject({
      error: { detail: expect.stringContaining('not a signature') as string },
    })
  })

  test('names files in its own folder only', () => {
    const [file] = release.files
    for (const name of ['../x.deb', '/etc/x.deb', 'a/b.deb', ''])
      expect(() => writeRelease({ ...release, files: [{ ...file, name } as never] }, keys().privateKey)).toThrow()
  })

  test('says what every machine can read, or is refused', () => {
    const [file] = release.files
    const changes: readonly (readonly [object, string])[] = [
      [{ version: '1.2' }, 'version: expected a version such as 1.2.3'],
      [{ version: '1.2.3-rc.1' }, 'version: expected a version such as 1.2.3'],
      [{ version: '1.2.3-test' }, 'version: expected a version such as 1.2.3'],
      [{ over: 'any' }, 'over: expected a version such as 1.2.3'],
      [{ share: 101 }, 'share: expected at most 100'],
      [{ share: -1 }, 'share: expected at least 0'],
      [{ releasedUtc: undefined }, 'releasedUtc: missing; expected a text in quotes'],
      [{ files: [] }, 'files: expected at least 1 entry'],
      [{ files: [{ ...file, sha256: 'abc' }] }, 'files.0.sha256: expected 64 hexadecimal digits'],
      [{ files: [{ ...file, bytes: 0 }] }, 'files.0.bytes: expected at least 1'],
      [{ files: [{ ...file, architecture: 'mips' }] }, 'files.0.architecture: expected one of amd64, arm64'],
      [{ format: 2 }, 'format: expected 1'],
      [{ more: 'than that' }, 'top level: unknown name: more'],
    ]
    const { publicKey, privateKey } = keys()
    for (const [change, why] of changes) {
      const other = { ...release, ...change }
      expect(() => writeRelease(other, privateKey), JSON.stringify(change)).toThrow(new Error(why))
      const bytes = Buffer.from(JSON.stringify(other))
      const signature = sign(null, bytes, privateKey).toString('base64')
      const error = { type: 'untrusted-release', detail: `update.json: ${why}` }
      expect(readRelease(bytes, signature, publicKey)).toEqual({ ok: false, error })
    }
  })

  test('is signed by an Ed25519 key and by no other', () => {
    const curve = inPem(generateKeyPairSync('ec', { namedCurve: 'P-256' }))
    expect(() => writeRelease(release, curve.privateKey)).toThrow('not an Ed25519 key')
  })

  test('gives every machine a place of its own, the same each time', () => {
    const lots = Array.from({ length: 2000 }, (_, index) => rolloutBucket(`kiosk-${index}`, '1.2.3'))
    const first = lots.filter((lot) => lot < 10).length
    expect(lots.every((lot) => Number.isInteger(lot) && lot >= 0 && lot < 100)).toBe(true)
    expect(first).toBeGreaterThan(120)
    expect(first).toBeLessThan(280)
    expect(rolloutBucket('kiosk-1', '1.2.3')).toBe(rolloutBucket('kiosk-1', '1.2.3'))
    expect(lots).not.toEqual(lots.map((_, index) => rolloutBucket(`kiosk-${index}`, '1.2.4')))
  })
})

const serve = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(answer))}`

describe('a channel', () => {
  function laid(change: (folder: string) => void = () => undefined) {
    const folder = temporaryFolder()
    const { publicKey, privateKey } = keys()
    const sha256 = createHash('sha256').update(content).digest('hex')
    const [file] = release.files
    const named = { ...release, files: [{ ...file, sha256 } as ReleaseFile['files'][number]] }
    const written = writeRelease(named, privateKey)
    writeFileSync(join(folder, 'update.json'), written.file)
    writeFileSync(join(folder, 'update.json.sig'), written.signature)
    writeFileSync(join(folder, 'guichet_1.2.3_amd64.deb'), content)
    change(folder)
    return { folder, publicKey, file: named.files[0] as ReleaseFile['files'][number] }
  }

  test('is a folder, such as a USB stick’s', async () => {
    const { folder, publicKey, file } = laid()
    const channel = openChannel(folder)
    expect(await fetchRelease(channel, publicKey)).toMatchObject({ ok: true, value: { version: '1.2.3' } })
    expect(await fetchPackage(channel, file)).toEqual({ ok: true, value: content })
  })

  test('is an address', async () => {
    const { folder, publicKey } = laid()
    const address = await serve(({ url }, reply) => {
      const name = url?.replace('/releases/', '') ?? ''
      if (name.startsWith('update.json')) reply.end(readFileSync(join(folder, name)))
      else reply.writeHead(404).end()
    })
    const fetched = await fetchRelease(openChannel(`${address}/releases`), publicKey)
    expect(fetched).toMatchObject({ ok: true, value: { version: '1.2.3' } })
  })

  test('whose package was changed or cut is not installed from', async () => {
    for (const other of ['b package', 'a pack', 'a package and more']) {
      const { folder, file } = laid((at) => writeFileSync(join(at, 'guichet_1.2.3_amd64.deb'), other))
      expect(await fetchPackage(openChannel(folder), file)).toMatchObject({ error: { type: 'untrusted-release' } })
    }
  })

  test('whose package has another length than the vendor said is not installed from, whatever its sum', async () => {
    const { folder, file } = laid()
    const longer = { ...file, bytes: file.bytes + 1 }
    expect(await fetchPackage(openChannel(folder), longer)).toMatchObject({ error: { type: 'untrusted-release' } })
  })

  test('is read as far as a release can be long, and no further', async () => {
    const { publicKey, privateKey } = keys()
    const folder = temporaryFolder()
    const padded = Buffer.from(writeRelease(release, privateKey).file.padEnd(1_000_001))
    writeFileSync(join(folder, 'update.json'), padded)
    writeFileSync(join(folder, 'update.json.sig'), sign(null, padded, privateKey).toString('base64'))
    const tooLong = {
      error: { type: 'untrusted-release', detail: expect.stringContaining('maximum length') as string },
    }
    expect(await fetchRelease(openChannel(folder), publicKey)).toMatchObject(tooLong)

    const address = await serve((_request, reply) => {
      const pour = (): void => {
        while (reply.write(' '.repeat(10_000)));
      }
      reply.on('drain', pour)
      pour()
    })
    expect(await fetchRelease(openChannel(address), publicKey)).toMatchObject(tooLong)
  })

  test('that is not there says what and where', async () => {
    const address = await serve((_request, reply) => void reply.writeHead(404).end('{}'))
    expect(await fetchRelease(openChannel(address), keys().publicKey)).toEqual({
      ok: false,
      error: { type: 'unreachable', detail: `update.json at ${address}: 404 Not Found` },
    })
    const nowhere = join(temporaryFolder(), 'no-stick')
    expect(await fetchRelease(openChannel(nowhere), keys().publicKey)).toMatchObject({
      error: { type: 'unreachable', detail: expect.stringContaining(`update.json at ${nowhere}: ENOENT`) as string },
    })
  })
})

describe('the settings of updates', () => {
  const vendor = keys().publicKey

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
      for (const other of ['nonsense', inPem(generateKeyPairSync('ec', { namedCurve: 'P-256' })).publicKey]) {
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
})

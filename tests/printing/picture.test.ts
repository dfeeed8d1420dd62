import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { readBrand } from '../../electron/printing/ticket-renderer.ts'
import { readPicture } from '../../electron/printing/pdf/picture.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, bytes)
  return path
}

function png(width: number, height: number, pixels: readonly number[]): Buffer {
  const picture = new PNG({ width, height })
  picture.data = Buffer.from(pixels)
  return PNG.sync.write(picture)
}

test('a picture is laid on white paper', async () => {
  const path = file('logo.png', png(3, 1, [200, 0, 0, 255, 0, 0, 0, 0, 100, 100, 100, 51]))
  const read = await readPicture(path)
  expect(read).toMatchObject({ ok: true, value: { width: 3, height: 1 } })
  expect(read.ok && [...inflateSync(read.value.deflated)]).toEqual([200, 0, 0, 255, 255, 255, 224, 224, 224])
})

test.each<[string, string]>([
  ['missing.png', 'no such file'],
  ['.', 'cannot be read (EISDIR)'],
])('%s: %s', async (name, detail) => {
  expect(await readPicture(join(temporaryFolder(), name))).toEqual({
    ok: false,
    error: { type: 'unusable-picture', detail },
  })
})

test('what is no PNG, or a damaged or huge one, is refused in words', async () => {
  const whole = png(
    2,
    2,
    Array.from({ length: 16 }, () => 7),
  )
  const huge = Buffer.from(whole)
  huge.writeUInt32BE(100_000, 16)
  for (const [bytes, detail] of [
    [Buffer.from('GIF89a'), 'neither a PNG picture nor an SVG drawing'],
    [whole.subarray(0, 20), 'neither a PNG picture nor an SVG drawing'],
    [Buffer.from('<svg/>'), 'a damaged SVG drawing'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><text>A</text></svg>'), 'turn its words into outlines'],
    [whole.subarray(0, 50), 'a damaged PNG picture'],
    [huge, '100000 × 2 pixels, at most 3000 × 3000'],
  ] as const) {
    expect(await readPicture(file('logo.png', bytes))).toMatchObject({
      ok: false,
      error: { detail: expect.stringContaining(detail) as string },
    })
  }
})

test('a drawing is drawn large, on white paper', async () => {
  const path = file(
    'logo.svg',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h10v10H0z" fill="#d0103a"/></svg>',
  )
  const read = await readPicture(path)
  expect(read).toMatchObject({ ok: true, value: { width: 1600, height: 800 } })
  const pixels = read.ok ? inflateSync(read.value.deflated) : Buffer.alloc(0)
  expect([...pixels.subarray(0, 3)]).toEqual([0xd0, 0x10, 0x3a])
  expect([...pixels.subarray(1599 * 3, 1600 * 3)]).toEqual([255, 255, 255])
})

test('the venue’s words are kept in each language it has them in', async () => {
  const notice = { fr: 'Verre interdit.', pt: 'Proibido vidro.', ar: 'يُمنع الزجاج.' }
  expect(await readBrand({ notice })).toMatchObject({ notice })
})

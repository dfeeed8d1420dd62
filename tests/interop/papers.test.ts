import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PNG } from 'pngjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { ensureInstalled } from '../../scripts/install.mjs'
import { findProgram } from '../cluster/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { languages } from '../../shared/domain/language.ts'
import { documentKinds, sampleDocument, samplePapers } from '../printing/document-samples.ts'
import { sampleTicket } from '../printing/ticket-samples.ts'

const run = promisify(execFile)

/** Dots an inch of a receipt printer. */
const DPI = '203'

const renderers = {
  pdftoppm: (file: string, to: string) => ['-png', '-r', DPI, file, join(to, 'page')],
  mutool: (file: string, to: string) => ['draw', '-q', '-r', DPI, '-o', join(to, 'page-%d.png'), file],
} as const

type Decode = (file: string) => Promise<readonly string[]>

type JsQr = (data: Uint8ClampedArray, width: number, height: number) => { readonly data: string } | null

/** Decoders by name; each returns the codes in a picture. */
const decoders: Readonly<Record<'jsQR' | 'zbarimg', Decode>> = {
  async jsQR(file) {
    const require = createRequire(new URL('clients/package.json', import.meta.url))
    const { default: jsQr } = require('jsqr') as { readonly default: JsQr }
    const { data, width, height } = PNG.sync.read(readFileSync(file))
    const found = jsQr(new Uint8ClampedArray(data), width, height)
    return found ? [found.data] : []
  },
  async zbarimg(file) {
    // It exits with 4 if it finds nothing.
    const ran = await run('zbarimg', ['-q', '--raw', '-Sdisable', '-Sqrcode.enable', file]).catch(() => ({
      stdout: '',
    }))
    return ran.stdout.split('\n').filter(Boolean)
  },
}

beforeAll(() => ensureInstalled('tests/interop/clients'), 300_000)

/** The pages as pictures, in order. */
async function pagesOf(renderer: keyof typeof renderers, bytes: Uint8Array): Promise<readonly string[]> {
  const folder = temporaryFolder()
  const file = join(folder, 'document.pdf')
  writeFileSync(file, bytes)
  const { stderr } = await run(renderer, renderers[renderer](file, folder))
  // Debian builds mutool without colour profiles; the documents have none.
  expect(stderr.replace('warning: ICC support is not available\n', '')).toBe('')
  const pages = readdirSync(folder).filter((name) => name.endsWith('.png'))
  return pages.toSorted((a, b) => a.localeCompare(b)).map((name) => join(folder, name))
}

const packages = { pdftoppm: 'poppler-utils', mutool: 'mupdf-tools', zbarimg: 'zbar-tools', jsQR: 'npm' } as const
const isMissing = (program: keyof typeof packages): boolean => program !== 'jsQR' && findProgram(program) === null

describe.each(['pdftoppm', 'mutool'] as const)('%s', (renderer) => {
  test.skipIf(isMissing(renderer)).each(samplePapers)(
    `of ${packages[renderer]} draws every document on %s, none of them blank`,
    async (paper) => {
      for (const kind of documentKinds) {
        const pages = await pagesOf(renderer, await sampleDocument(kind, paper))
        expect(pages.length, kind).toBeGreaterThan(0)
        for (const page of pages) expect(PNG.sync.read(readFileSync(page)).data.some((part) => part < 64)).toBe(true)
      }
    },
  )

  describe.each(['jsQR', 'zbarimg'] as const)('%s', (decoder) => {
    test.skipIf(isMissing(renderer) || isMissing(decoder)).each(samplePapers)(
      `of ${packages[decoder]} reads the ticket’s code on %s in each language`,
      async (paper) => {
        for (const language of languages) {
          const pages = await pagesOf(renderer, await sampleDocument('ticket', paper, { language }))
          const codes = await Promise.all(pages.map((page) => decoders[decoder](page)))
          expect(codes, language).toEqual([[sampleTicket().qrCode]])
        }
      },
    )
  })
})

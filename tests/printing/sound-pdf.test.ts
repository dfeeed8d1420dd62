import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { sampleReceipt, shiftReport } from './document-samples.ts'
import { languages } from '../../shared/domain/language.ts'
import { plainPdf } from '../support/pdf.ts'
import { shareOf } from '../support/share.ts'
import { suiteFolder } from '../support/temporary-folder.ts'
import { fontsDirectory, sampleTicket } from './ticket-samples.ts'

const renderer = new TicketRenderer({ fontsDirectory })
const papers = shareOf('sound papers', ['a4', 'roll-58'] as const, 1)
const folder = suiteFolder()

const has = (command: string): boolean => spawnSync(command, ['--version']).error === undefined

async function makeFiles(paper: Paper): Promise<readonly string[]> {
  const titles = ['Horoya AC – AS Kaloum Star', 'نهائي كأس غينيا 2025', 'ߞߏߣߊߞߙߌ 2025', 'Ɓuɗal Ŋari Ɲɛɲɛ']
  const tickets = titles.map((eventTitle, at) =>
    sampleTicket({ eventTitle, specimen: 'demo', copyNumber: at, qrCode: String(at).repeat(32) }),
  )
  const made: Record<string, Uint8Array> = {
    tickets: await renderer.renderTickets(tickets, { paper, language: 'fr' }),
    'test-page': await renderer.renderTestPage({ printer: 'counter', paper, language: 'fr' }),
  }
  for (const language of languages) {
    made[`receipt-${language}`] = await renderer.renderReceipt(sampleReceipt(3), { paper, language })
    made[`report-${language}`] = await renderer.renderReport(shiftReport(), { paper, language, specimen: 'demo' })
  }
  return Object.entries(made).map(([name, bytes]) => {
    const path = join(folder, `${name}-${paper}.pdf`)
    writeFileSync(path, bytes)
    return path
  })
}

const made: Partial<Record<Paper, Promise<readonly string[]>>> = {}
const files = (paper: Paper): Promise<readonly string[]> => (made[paper] ??= makeFiles(paper))

describe.skipIf(!has('qpdf'))('qpdf finds nothing wrong', () => {
  test.each(papers.cases)(`on %s (${papers.said})`, async (paper) => {
    for (const path of await files(paper)) {
      const { status, stdout, stderr } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' })
      expect([status, stderr], stdout).toEqual([0, ''])
    }
  })
})

test('a title with signs of XML is written into the metadata as text', async () => {
  const tickets = [sampleTicket({ eventTitle: 'Rock & Pop <1\u0007> ♥' })]
  const pdf = await renderer.renderTickets(tickets, { paper: 'a4', language: 'pt' })
  const metadata =
    Buffer.from(pdf)
      .toString('utf8')
      .match(/<x:xmpmeta[^]*<\/x:xmpmeta>/u)?.[0] ?? ''
  expect(metadata).toContain('Rock &#38; Pop &#60;1&#62; ♥')
  expect(metadata).toContain('<dc:language><rdf:Bag><rdf:li>pt</rdf:li></rdf:Bag></dc:language>')
})

describe.skipIf(!has('pdftotext'))('poppler reads what is written', () => {
  test.each(['نهائي كأس غينيا إلى لا شيء', 'Матч Ђурђевдан № 5', 'Tiếng Việt Ẹgbẹ ọ ṣ', '東京 שלום'])(
    '%s',
    async (eventTitle) => {
      const path = join(folder, 'poppler.pdf')
      writeFileSync(path, await renderer.renderTickets([sampleTicket({ eventTitle })], { paper: 'a4', language: 'fr' }))
      const { stdout } = spawnSync('pdftotext', [path, '-'], { encoding: 'utf8' })
      for (const word of eventTitle.split(' ')) expect(stdout).toContain(word)
    },
  )
})

test('letters that readers would order wrongly have a text in their order, and each code has a description', async () => {
  const tickets = ['نهائي كأس', 'Final'].map((eventTitle) => sampleTicket({ eventTitle, ticketNumber: 'TCK-(7)' }))
  const pdf = plainPdf(await renderer.renderTickets(tickets, { paper: 'roll-80', language: 'fr' }))
  const inPdf = Buffer.from('\ufeffنهائي كأس', 'utf16le').swap16().toString('hex')
  const headings = pdf.match(/<<\/S\/H1.*>>/gu)?.map((heading) => heading.replaceAll(/ \d+ 0 R/gu, ''))
  expect(headings).toEqual([`<</S/H1/P/Pg/K 0/ActualText<${inPdf}>>>`, '<</S/H1/P/Pg/K 0>>'])
  expect(pdf.match(/\/S\/Figure.*\/Alt\(TCK-\\\(7\\\)\)/gu)).toHaveLength(2)
  expect(pdf.match(/\/S\/Sect\b/gu)).toHaveLength(2)
})

// Poppler takes quadratic time to read the tags, so the documents are short. With eleven pages, some page keys have one
// digit and others two.
describe.skipIf(!has('pdfinfo'))('poppler reads a tree of tags in reading order', () => {
  const lengths = { a4: 3, 'roll-58': 11 } as const
  test.each(papers.cases)(`on %s, of several pages (${papers.said})`, async (paper) => {
    const length = lengths[paper]
    const path = join(folder, `tree-${paper}.pdf`)
    const tickets = Array.from({ length }, (_, at) =>
      sampleTicket({ eventTitle: 'Final', ticketNumber: `TCK-${at + 100}` }),
    )
    writeFileSync(path, await renderer.renderTickets(tickets, { paper, language: 'fr' }))
    const { stdout, stderr } = spawnSync('pdfinfo', ['-struct-text', path], { encoding: 'utf8' })
    const [start, ...sections] = stdout.split(/^ {2}Sect\n/mu)
    expect([start, stderr, sections.length]).toEqual(['Document\n', '', length])
    for (const [at, section] of sections.entries()) {
      expect(section).toMatch(/^ {4}H1 \(block\)\n {6}"Final"\n {4}P \(block\)\n {6}"samedi 17 mai/u)
      expect(section.match(/^ {4}(?:P|H2) \(block\)$/gmu)?.length).toBeGreaterThan(12)
      expect(section.match(/^ {4}Figure$/gmu)).toHaveLength(1)
      expect(section.match(/TCK-\d+/u)?.[0]).toBe(`TCK-${at + 100}`)
    }
  })
})

describe.skipIf(!has('pdffonts'))('every face is embedded and can be copied as text', () => {
  test.each(papers.cases)(`on %s (${papers.said})`, async (paper) => {
    for (const path of await files(paper)) {
      const { stdout } = spawnSync('pdffonts', [path], { encoding: 'utf8' })
      const fonts = stdout.trimEnd().split('\n').slice(2)
      expect(fonts.length).toBeGreaterThanOrEqual(2)
      // Columns in the output of `pdffonts`: embedded, subset, with a map to Unicode.
      for (const font of fonts) expect(font).toMatch(/ yes yes yes +\d+ +0$/u)
    }
  })
})

import { deflateSync } from 'node:zlib'
import type PdfKit from 'pdfkit'
import { Canvas, type Form, type Part } from './canvas.ts'
import type { Picture } from './picture.ts'
import { type Face, glyphHex, utf16Hex, withGlyphCodes } from './printable-text.ts'

export interface DocumentFacts {
  readonly title: string
  readonly subject: string
  readonly language: string
  /** True if pages are laid out from right to left. */
  readonly fromRight: boolean
}

type Reference = ReturnType<InstanceType<typeof PdfKit>['ref']>

/** An additional character code that a document assigns to a glyph of a face. */
interface GlyphCode {
  readonly code: number
  readonly glyph: number
  /** Text of the glyph as hexadecimal UTF-16. */
  readonly textHex: string
}

interface FaceInUse {
  readonly face: Face
  readonly extra: Map<string, GlyphCode>
}

const pointsPerMillimetre = 72 / 25.4
const scale = pointsPerMillimetre.toFixed(6)

/** Members of pdfkit 0.20 that its types omit. */
interface PageObjects {
  readonly resources: { readonly data: Record<string, unknown> }
  readonly dictionary: { readonly data: Record<string, unknown>; readonly toString: () => string }
  /** Key of the page in the parent tree, assigned on the first read. */
  readonly structParentTreeKey: number
  readonly content: { readonly data: Record<string, unknown>; readonly buffer: Uint8Array[]; compress: boolean }
}

/** A repeated part becomes a form once its copies have this number of bytes, which is about the size of a form. */
const MIN_FORM_BYTES = 300

/** Maximum number of parts checked for repetition; parts of all tickets occur on the first pages. */
const MAX_KNOWN_PARTS = 1024

/**
 * A PDF in millimetres, written by pdfkit. Faces are embedded completely and prepared in advance, because opening and
 * subsetting a font costs 65 ms per document. The file does not depend on the clock or on random values.
 */
export class PdfDocument {
  private readonly pdf: InstanceType<typeof PdfKit>
  private readonly chunks: Buffer[] = []
  private readonly objects: ObjectStreams
  /** Sections of the tag tree, one per page, with their parts in reading order. */
  private readonly sections: Reference[] = []
  private readonly structure: Reference
  private readonly fonts: Record<string, Reference> = {}
  private readonly faces = new Map<string, FaceInUse>()
  private readonly forms = new Map<string, Form<unknown>>()
  /** For the operators of each part: the bytes of its copies so far, or the operator that places its form. */
  private readonly repeated = new Map<string, number | string>()
  /** Names of the forms of lines with joined letters, by their operators. */
  private readonly shapedLines = new Map<string, string>()
  private readonly pictures = new Map<Picture, string>()
  private readonly drawings: Record<string, Reference> = {}
  private readonly fontDictionary: Reference
  private readonly formDictionary: Reference
  private readonly formResources: Reference
  private readonly fromRight: boolean

  constructor(Pdf: typeof PdfKit, { title, subject, language, fromRight }: DocumentFacts) {
    this.fromRight = fromRight
    // The date is fixed, because pdfkit derives the file's id from it.
    this.pdf = new Pdf({
      autoFirstPage: false,
      pdfVersion: '1.7',
      lang: language,
      displayTitle: true,
      tagged: true,
      font: '',
      info: { Title: title, Subject: subject, Author: 'Guichet', Creator: 'Guichet', CreationDate: new Date(0) },
    })
    this.objects = new ObjectStreams(this.pdf)
    const root = this.objects.writer._root.data.StructTreeRoot
    this.structure = this.pdf.ref({ S: 'Document', P: root, K: this.sections })
    Object.assign(root.data, { K: [this.structure] })
    // pdfkit writes title and subject into the XML without escaping them.
    Object.assign(this.pdf, { _addInfo: () => this.pdf.appendXML(metadataOf({ title, subject, language })) })
    this.pdf.on('data', (chunk: Buffer) => this.chunks.push(chunk))
    this.fontDictionary = this.pdf.ref(this.fonts)
    this.formDictionary = this.pdf.ref(this.drawings)
    this.formResources = this.pdf.ref({ Font: this.fontDictionary, XObject: this.formDictionary })
  }

  private use(face: Face): void {
    if (this.faces.has(face.resource)) return
    this.faces.set(face.resource, { face, extra: new Map() })
    this.fonts[face.resource] = this.pdf.ref({})
  }

  /** Returns the face's own code if the glyph represents `textHex`, otherwise an additional code. */
  private readonly codeOf = (resource: string, glyph: number, textHex: string): number => {
    const used = this.faces.get(resource)
    if (!used) throw new Error(`face ${resource} is not in use`)
    const { face, extra } = used
    if (utf16Hex(face.textOfGlyph.get(glyph) ?? '') === textHex) return glyph
    const key = `${glyph} ${textHex}`
    const known = extra.get(key)
    if (known) return known.code
    const code = face.metrics.widths.length + extra.size
    extra.set(key, { code, glyph, textHex })
    return code
  }

  canvas(): Canvas {
    return new Canvas((face) => this.use(face), this.fromRight)
  }

  form<T>(key: string, draw: (canvas: Canvas) => T): Form<T> {
    const known = this.forms.get(key)
    if (known) return known as Form<T>
    const canvas = this.canvas()
    const value = draw(canvas)
    const made = { value, parts: canvas.parts }
    this.forms.set(key, made)
    return made
  }

  private writeForm(operators: string): string {
    const name = `X${Object.keys(this.drawings).length + 1}`
    const form = this.pdf.ref({
      Subtype: 'Form',
      BBox: [-1000, -1000, 2000, 2000],
      Resources: this.formResources,
    })
    // Compression does not make a stream of under 110 characters smaller.
    if (operators.length < 110) Object.assign(form, { compress: false })
    form.end(withGlyphCodes(operators, this.codeOf))
    this.drawings[name] = form
    return name
  }

  picture(picture: Picture): string {
    const known = this.pictures.get(picture)
    if (known) return known
    const name = `P${this.pictures.size + 1}`
    const { width: Width, height: Height, deflated } = picture
    const image = { Type: 'XObject', Subtype: 'Image', Width, Height, ColorSpace: 'DeviceRGB', BitsPerComponent: 8 }
    this.drawings[name] = this.written({ ...image, Filter: 'FlateDecode' }, deflated)
    this.pictures.set(picture, name)
    return name
  }

  addPage(width: number, height: number, canvas: Canvas): void {
    // Sizes are rounded to thousandths of a point to save bytes, because every page contains its size.
    const points = (millimetres: number): number => Math.round(millimetres * pointsPerMillimetre * 1000) / 1000
    this.pdf.addPage({ size: [points(width), points(height)], margin: 0 })
    const { resources, dictionary } = this.pdf.page as unknown as PageObjects
    dictionary.data['UserUnit'] = undefined
    const { data } = resources
    // `ProcSet` has been obsolete since PDF 1.4.
    data['ProcSet'] = undefined
    // pdfkit writes spot colours on every page, but omits a property that is not enumerable.
    Object.defineProperty(data, 'ColorSpace', { value: {}, writable: true, enumerable: false })
    data['Font'] = this.fontDictionary
    data['XObject'] = this.formDictionary
    const origin = this.fromRight ? `1 0 0 1 ${width} 0 cm\n` : ''
    this.writeContent(`${scale} 0 0 ${scale} 0 0 cm\n${origin}${this.tagParts(canvas.parts)}`)
  }

  private writeContent(operators: string): void {
    const { content } = this.pdf.page as unknown as PageObjects
    const bytes = Buffer.concat([...content.buffer.splice(0), Buffer.from(operators, 'latin1')])
    content.compress = false
    content.data['Filter'] = 'FlateDecode'
    content.buffer.push(deflateSync(bytes, { level: DEFLATE_LEVEL, windowBits: 13 }))
  }

  /** Adds a page to the tag tree as a section and returns its content. Artifacts have no role. */
  private tagParts(parts: readonly Part[]): string {
    const { dictionary, structParentTreeKey } = this.pdf.page as unknown as PageObjects
    const section = this.pdf.ref({})
    const place = `/P ${String(section)}/Pg ${String(dictionary)}`
    const elements: string[] = []
    const content = parts.map(({ role, text, operators }) => {
      if (role === null) return `/Artifact BMC ${this.formOfRepeated(operators)} EMC`
      const isFigure = role === 'Figure'
      const shown = isFigure ? operators : this.formOfRepeated(operators)
      const read = text === null ? '' : `/${isFigure ? 'Alt' : 'ActualText'}${textString(text)}`
      const mark = elements.length
      elements.push(this.objects.add(`<</S/${role}${place}/K ${mark}${read}>>`))
      return `/${role}<</MCID ${mark}>>BDC ${shown} EMC`
    })
    // The parent tree finds elements in this array, which is also the section's list of children.
    const children = this.pdf.ref({})
    this.objects.finish(children, `[${elements.join(' ')}]`)
    this.objects.writer.getStructParentTree().add(structParentTreeKey, children)
    this.objects.finish(section, `<</S/Sect/P ${String(this.structure)}/K ${String(children)}>>`)
    this.sections.push(section)
    return content.join('\n')
  }

  /** Returns the operators, or for a repeated part the operator that places an untagged form. */
  private formOfRepeated(operators: string): string {
    const known = this.repeated.get(operators) ?? 0
    if (typeof known === 'string') return known
    const bytes = known + operators.length
    const written = operators.includes('{') ? this.withLinesAsForms(operators) : operators
    if (known > 0 && bytes >= MIN_FORM_BYTES && restoresState(operators)) {
      const placed = `/${this.writeForm(written)} Do`
      this.repeated.set(operators, placed)
      return placed
    }
    if (known > 0 || this.repeated.size < MAX_KNOWN_PARTS) this.repeated.set(operators, bytes)
    return withGlyphCodes(written, this.codeOf)
  }

  /**
   * Turns lines with joined letters into forms, whose unit is the millimetre. PDFium breaks a line at marks above and
   * below letters that are higher than 4.5 units.
   */
  private withLinesAsForms(operators: string): string {
    return operators.replaceAll(/BT .*\/ActualText.* ET/gu, (line) => {
      const name = this.shapedLines.get(line) ?? this.writeForm(line)
      this.shapedLines.set(line, name)
      return `/${name} Do`
    })
  }

  async finish(): Promise<Uint8Array> {
    for (const used of this.faces.values()) this.embed(used)
    this.fontDictionary.end(undefined)
    this.formDictionary.end(undefined)
    this.formResources.end(undefined)
    this.structure.end(undefined)
    const finished = new Promise((resolve, reject) => this.pdf.once('end', resolve).once('error', reject))
    this.pdf.end()
    await finished
    return Buffer.concat(this.chunks)
  }

  /** Embeds a composite font whose codes are glyph numbers (ISO 32000-1, 9.7). */
  private embed({ face, extra }: FaceInUse): void {
    const { metrics, program, textOfGlyph } = face
    const extras = [...extra.values()]
    const name = `GUICHE+${metrics.name}`
    const file = this.written({ Length1: program.bytes.length, Filter: 'FlateDecode' }, program.deflated)
    const descriptor = this.written({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      FontBBox: metrics.bounds,
      ItalicAngle: 0,
      Ascent: metrics.ascent,
      Descent: metrics.descent,
      CapHeight: metrics.capHeight,
      StemV: 0,
      FontFile2: file,
    })
    const descendant = this.written({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      CIDToGIDMap: extras.length === 0 ? 'Identity' : this.glyphMap(metrics.widths.length, extras),
      W: [0, [...metrics.widths, ...extras.map(({ glyph }) => metrics.widths[glyph] ?? 0)]],
    })
    const texts = [...textOfGlyph].map(([glyph, text]) => [glyph, utf16Hex(text)] as const)
    const extraTexts = extras.map(({ code, textHex }) => [code, textHex] as const)
    const toUnicode = this.written({}, unicodeMap([...texts, ...extraTexts]))
    const font = this.fonts[face.resource]
    if (!font) throw new Error(`face ${face.resource} is not in use`)
    Object.assign(font.data, {
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: toUnicode,
    })
    font.end(undefined)
  }

  /** Returns the map from codes to glyphs. The codes of a font subset are its glyph numbers. */
  private glyphMap(own: number, extras: readonly GlyphCode[]): Reference {
    const glyphs = [...Array.from({ length: own }, (_, glyph) => glyph), ...extras.map(({ glyph }) => glyph)]
    const bytes = Buffer.alloc(glyphs.length * 2)
    for (const [code, glyph] of glyphs.entries()) bytes.writeUInt16BE(glyph, code * 2)
    return this.written({}, bytes)
  }

  private written(data: Record<string, unknown>, content?: Uint8Array | string): Reference {
    const reference = this.pdf.ref(data)
    reference.end(content)
    return reference
  }
}

/** Writes a text string (ISO 32000-1, 7.9.2.2). */
function textString(text: string): string {
  return /^[ -~]*$/u.test(text) ? `(${text.replace(/[\\()]/gu, '\\$&')})` : `<feff${utf16Hex(text)}>`
}

/** Returns whether the operators restore every state that they save, as a form must. */
function restoresState(operators: string): boolean {
  let depth = 0
  for (const [operator] of operators.matchAll(/\b[qQ]\b/gu)) {
    depth += operator === 'q' ? 1 : -1
    if (depth < 0) return false
  }
  return depth === 0
}

/** Returns the XMP metadata (ISO 16684-1) without characters that XML 1.0 does not allow. */
function metadataOf({ title, subject, language }: Pick<DocumentFacts, 'title' | 'subject' | 'language'>): string {
  const escaped = (text: string): string =>
    text
      .toWellFormed()
      .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
      .replace(/[&<>]/gu, (sign) => `&#${sign.charCodeAt(0)};`)
  const localised = (text: string): string =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`
  return `<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<xmp:CreateDate>1970-01-01T00:00:00Z</xmp:CreateDate>
<xmp:CreatorTool>Guichet</xmp:CreatorTool>
<dc:title>${localised(title)}</dc:title>
<dc:creator><rdf:Seq><rdf:li>Guichet</rdf:li></rdf:Seq></dc:creator>
<dc:description>${localised(subject)}</dc:description>
<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>
</rdf:Description>`
}

/** Returns the map from codes to text (ISO 32000-1, 9.10.3), in blocks of at most 100 entries. */
function unicodeMap(textOfCode: readonly (readonly [code: number, textHex: string])[]): string {
  const lines = textOfCode.map(([code, textHex]) => `<${glyphHex(code)}> <${textHex}>`)
  const blocks: string[] = []
  for (let start = 0; start < lines.length; start += 100) {
    const block = lines.slice(start, start + 100)
    blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar')
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}

type Pdf = InstanceType<typeof PdfKit>
type NumberedReference = ReturnType<Pdf['ref']> & { readonly id: number }

/** Level 5 takes two thirds of the time of level 6 and produces 1 % more bytes. */
const DEFLATE_LEVEL = 5

/** Level 6 saves 10 bytes per ticket, because the tags of the pages are similar. */
const OBJECTS_DEFLATE_LEVEL = 6

interface FileWriter {
  /** File offsets by object number minus one; meaningless for an object in an object stream. */
  readonly _offsets: (number | null)[]
  readonly _offset: number
  readonly _root: NumberedReference & { readonly data: { readonly StructTreeRoot: NumberedReference } }
  readonly _info: NumberedReference
  readonly _id: Uint8Array
  _write: (data: string | Uint8Array) => void
  _refEnd: (reference: NumberedReference) => void
  getStructParentTree: () => { readonly add: (key: number, elements: ReturnType<Pdf['ref']>) => void }
}

/** Maximum objects in an object stream, because a reader unpacks a whole stream for one object. */
const OBJECTS_PER_STREAM = 500

/** Bytes of a row of the cross-reference stream: one for the type, four for the offset or stream, two for the index. */
const ROW_BYTES = 7

/**
 * Writes objects without a stream into compressed object streams with a cross-reference stream (ISO 32000-1, 7.5.7 and
 * 7.5.8), which pdfkit cannot write.
 */
class ObjectStreams {
  private readonly pdf: Pdf
  readonly writer: FileWriter
  /** Numbers of the objects in the finished streams, by the number of the stream. */
  private readonly streams = new Map<number, readonly number[]>()
  private numbers: number[] = []
  private objects: string[] = []
  private hasPage = false
  private readonly write: FileWriter['_write']
  private readonly end: FileWriter['_refEnd']

  constructor(pdf: Pdf) {
    this.pdf = pdf
    this.writer = pdf as unknown as FileWriter
    this.write = this.writer._write.bind(pdf)
    this.end = this.writer._refEnd.bind(pdf)
    let written: (string | Uint8Array)[] = []
    Object.assign(pdf, {
      _write: (data: string | Uint8Array) => written.push(data),
      // pdfkit writes "n 0 obj", the object, its stream if any, and "endobj".
      _refEnd: (reference: NumberedReference) => {
        const parts = written
        written = []
        const [, object] = parts
        if (parts.length === 3 && typeof object === 'string' && !this.isFirstPage(object))
          this.pack(reference.id, object)
        else for (const part of parts) this.write(part)
        this.end(reference)
      },
      _finalize: () => this.writeTable(),
    })
  }

  /** The first page is not compressed, because `pageSizeOf` reads the size from it. */
  private isFirstPage(object: string): boolean {
    const isFirst = !this.hasPage && object.includes('/MediaBox')
    this.hasPage ||= isFirst
    return isFirst
  }

  add(object: string): string {
    const number = this.writer._offsets.push(null)
    this.pack(number, object)
    return `${number} 0 R`
  }

  finish(reference: ReturnType<Pdf['ref']>, object: string): void {
    const numbered = reference as NumberedReference
    this.pack(numbered.id, object)
    this.end(numbered)
  }

  private pack(number: number, object: string): void {
    this.numbers.push(number)
    this.objects.push(object)
    if (this.objects.length >= OBJECTS_PER_STREAM) this.writeStream()
  }

  private writeStream(): void {
    const { numbers, objects } = this
    this.numbers = []
    this.objects = []
    let [index, length] = ['', 0]
    for (const [at, number] of numbers.entries()) {
      index += `${number} ${length}\n`
      length += (objects[at]?.length ?? 0) + 1
    }
    const data = { Type: 'ObjStm', N: numbers.length, First: index.length, Filter: 'FlateDecode' }
    const stream = this.pdf.ref(data) as NumberedReference
    this.streams.set(stream.id, numbers)
    stream.end(deflateSync(Buffer.from(index + objects.join('\n'), 'latin1'), { level: OBJECTS_DEFLATE_LEVEL }))
  }

  private writeTable(): void {
    this.writeStream()
    const { _offset: start, _offsets: offsets, _root: Root, _info: Info, _id: id } = this.writer
    const table = this.pdf.ref({
      Type: 'XRef',
      Size: offsets.length + 2,
      W: [1, 4, 2],
      Root,
      Info,
      ID: [id, id],
      Filter: 'FlateDecode',
      DecodeParms: { Predictor: 12, Columns: ROW_BYTES },
    })
    offsets[offsets.length - 1] = start
    table.end(deflateSync(differences(this.rows(offsets))))
    for (const line of ['startxref', String(start), '%%EOF']) this.write(line)
    this.pdf.push(null)
  }

  private rows(offsets: readonly (number | null)[]): Buffer {
    const rows = Buffer.alloc((offsets.length + 1) * ROW_BYTES)
    const set = (number: number, type: number, offsetOrStream: number, index: number): void => {
      rows.writeUInt8(type, number * ROW_BYTES)
      rows.writeUInt32BE(offsetOrStream, number * ROW_BYTES + 1)
      rows.writeUInt16BE(index, number * ROW_BYTES + 5)
    }
    set(0, 0, 0, 0xffff)
    for (const [at, offset] of offsets.entries()) set(at + 1, 1, offset ?? 0, 0)
    for (const [stream, numbers] of this.streams) {
      for (const [index, number] of numbers.entries()) set(number, 2, stream, index)
    }
    return rows
  }
}

/** Returns each row as its difference from the row above (PNG predictor "up"). */
function differences(rows: Buffer): Buffer {
  const count = rows.length / ROW_BYTES
  const up = Buffer.alloc(count * (ROW_BYTES + 1))
  for (let row = 0; row < count; row++) {
    up[row * (ROW_BYTES + 1)] = 2
    for (let column = 0; column < ROW_BYTES; column++) {
      const at = row * ROW_BYTES + column
      up[at + row + 1] = (rows[at] ?? 0) - (rows[at - ROW_BYTES] ?? 0)
    }
  }
  return up
}

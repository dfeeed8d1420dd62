import { deflateSync } from 'node:zlib'
import type PdfKit from 'pdfkit'

type Pdf = InstanceType<typeof PdfKit>
type Reference = ReturnType<Pdf['ref']> & { readonly id: number }

/** Level 5 takes two thirds of the time of level 6, for one per cent more bytes. */
export const DEFLATE_LEVEL = 5

/** The tags of the pages are similar, so level 6 saves 10 bytes per ticket. */
const OBJECTS_DEFLATE_LEVEL = 6

/** Members of pdfkit 0.20 that its types leave out. */
interface FileWriter {
  /** Offsets in the file by object number minus one; meaningless for an object in an object stream. */
  readonly _offsets: (number | null)[]
  readonly _offset: number
  readonly _root: Reference & { readonly data: { readonly StructTreeRoot: Reference } }
  readonly _info: Reference
  readonly _id: Uint8Array
  _write: (data: string | Uint8Array) => void
  _refEnd: (reference: Reference) => void
  getStructParentTree: () => { readonly add: (key: number, elements: ReturnType<Pdf['ref']>) => void }
}

/** Larger streams compress better, but a reader unpacks a whole stream for one of its objects. */
const OBJECTS_PER_STREAM = 500

/**
 * Length of a row of the cross-reference stream: a byte for the type, four for the offset or stream, two for the index.
 */
const ROW_BYTES = 7

/**
 * Writes objects without a stream of their own compressed, in object streams with a cross-reference stream (ISO 32000-1,
 * 7.5.7 and 7.5.8), which pdfkit does not write: elements of a tag tree are many, small and alike.
 */
export class ObjectStreams {
  private readonly pdf: Pdf
  readonly writer: FileWriter
  /** Numbers of the objects in the streams written so far, by the number of the stream. */
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
      // pdfkit has written "n 0 obj", the object, its stream if it has one, and "endobj".
      _refEnd: (reference: Reference) => {
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

  /**
   * Returns whether an object is the first page. It is not compressed, because `pageSizeOf` reads the size of the
   * document from it.
   */
  private isFirstPage(object: string): boolean {
    const isFirst = !this.hasPage && object.includes('/MediaBox')
    this.hasPage ||= isFirst
    return isFirst
  }

  /** Adds an object, written as in a PDF file, in Latin-1. Returns a reference to it. */
  add(object: string): string {
    const number = this.writer._offsets.push(null)
    this.pack(number, object)
    return `${number} 0 R`
  }

  /** Adds the object of a pdfkit reference. */
  finish(reference: ReturnType<Pdf['ref']>, object: string): void {
    const numbered = reference as Reference
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
    const stream = this.pdf.ref(data) as Reference
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

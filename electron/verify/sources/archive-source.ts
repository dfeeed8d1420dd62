import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { closureShape, rowShape } from '../format/format.ts'
import { misfit } from '../format/misfit.ts'

/** A line of an archive. */
const lineShape = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('archive'),
    format: z.literal(1),
    ledgerId: z.string(),
    register: z.string(),
    exportedUtc: z.string(),
    keys: z.array(z.strictObject({ keyId: z.string(), publicKey: z.base64() })),
  }),
  rowShape.extend({ type: z.literal('row') }),
  closureShape.extend({ type: z.literal('closure'), seq: z.int().min(1) }),
  z.strictObject({
    type: z.literal('end'),
    rows: z.int().min(0),
    headHash: z.string(),
    keyId: z.string(),
    sig: z.base64(),
  }),
])

export type ArchiveLine = z.infer<typeof lineShape>

export interface ReadLine {
  /** From 1. */
  readonly number: number
  readonly line: ArchiveLine | null
  /** Why there is no line. */
  readonly problem: string
  /** Hash of all bytes before this line. */
  readonly before: Buffer
}

/** Lines of an archive, or of its first `size` bytes, with the running hash; a line not of the format comes as null. */
export async function* archiveLines(path: string, size = Infinity): AsyncGenerator<ReadLine> {
  const hash = createHash('sha256')
  let number = 0
  for await (const bytes of lineBytes(path, size)) {
    number += 1
    const before = hash.copy().digest()
    hash.update(bytes)
    yield { number, before, ...readLine(bytes.toString('utf8')) }
  }
}

/** By line feeds only, each with its own; the text may hold other line separators. */
async function* lineBytes(path: string, size: number): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      yield rest.subarray(0, end + 1)
      rest = rest.subarray(end + 1)
    }
  }
  if (rest.length > 0) yield rest
}

const LINE_FEED = 10

function readLine(text: string): Pick<ReadLine, 'line' | 'problem'> {
  try {
    const content: unknown = JSON.parse(text)
    const parsed = lineShape.safeParse(content)
    return parsed.success ? { line: parsed.data, problem: '' } : { line: null, problem: misfit(parsed.error, content) }
  } catch {
    return { line: null, problem: 'not JSON' }
  }
}

import type { Database } from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { sha256 } from './chain.ts'
import { closureShape, type Row, rowShape } from './format.ts'
import { describeSchemaError, type Findings } from './report.ts'

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

interface ReadLine {
  /** Number of the line, from 1. */
  readonly number: number
  readonly line: ArchiveLine | null
  /** Reason why the line is invalid; empty for a valid line. */
  readonly problem: string
  /** Hash of all bytes before the line. */
  readonly before: Buffer
}

/** Yields the lines of an archive, or of its first `size` bytes; `line` is null if the line is invalid. */
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

/** Splits at line feeds only, because the text may contain other line separators. */
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
    return parsed.success
      ? { line: parsed.data, problem: '' }
      : { line: null, problem: describeSchemaError(parsed.error, content) }
  } catch {
    return { line: null, problem: 'not JSON' }
  }
}

/** Yields the journal's rows without checking their shape. */
export function* databaseRows(db: Database): Generator {
  const text = (bytes: unknown, encoding: 'hex' | 'base64'): string | null =>
    Buffer.isBuffer(bytes) ? bytes.toString(encoding) : null
  const rows = db.prepare('SELECT * FROM journal ORDER BY rowid').iterate() as IterableIterator<
    Record<keyof Row, unknown>
  >
  for (const { prev_hash, hash, sig, ...row } of rows)
    yield { ...row, prev_hash: text(prev_hash, 'hex'), hash: text(hash, 'hex'), sig: text(sig, 'base64') }
}

/** "The schema" of `docs/integrating/ledger-format.md`: each database object and the fingerprint of its SQL text. */
const OBJECTS: readonly (readonly [name: string, fingerprint: string])[] = [
  ['index credit_slip_of_sale', 'b802705cd0f66b56358a0fc5178b33d5'],
  ['index credit_slip_open', '17727479d7d98a28ddc4b8413ed4e436'],
  ['index customer_phone', '78805484a5d9de619ad28b4b2e6ba41d'],
  ['index invoice_of_sale', 'c6ae1ddcc691b07e691fbe5858bf4805'],
  ['index invoice_once', 'ce66a50347b4e06dbe376a242ff238b2'],
  ['index invoice_unsigned', '615b6156715508734de477ca0ed7c655'],
  ['index journal_after_sale', '1933669b1be1e0451e374fcd5eb5595c'],
  ['index journal_register', '5f21d63dfa2670c03e2f95890c241911'],
  ['index open_payment_of_sale', '9973c712df147953aa8eb4338c6c063a'],
  ['index provider_refund_of_payment', 'b5ad1642f2db84961ce1de8ed1ed2640'],
  ['index provider_refund_once', '0d0694914f967f6698c949c8e8972006'],
  ['index sale_unfinished', '3354848f7a3ebb25306b8a263898dc89'],
  ['index slip_payout_asked', '4f29cde4b3b92fc26055949463f82b63'],
  ['index tender_of_sale', 'bd7ee3ad605af97aad42f6d2eb789f4b'],
  ['index ticket_of_sale', 'a3469117c2e7b706776d04a03004cfd6'],
  ['index ticket_of_seat', 'f03f713fef68148b08ab995a76e9412e'],
  ['table attempt', 'f1b6dc1e3c912c30968e1fdf5bfb1f14'],
  ['table closure', '0edcf34519e26a3dc5bfb38061e7b2d8'],
  ['table credit_slip', 'db1ef24be14d75f6f3e8f298f1bd0a79'],
  ['table customer', '85ce289af6419d4e92dcc8e27652ff90'],
  ['table customer_pii', '5ecb8d45520307b3cf3d6e589e499183'],
  ['table invoice', '471cd28d8fa51c622d629c4d77b093bd'],
  ['table invoice_buyer', '8f1ec4ebc4f5f4906cbbd28b58f00607'],
  ['table journal', '93ae5619763681145e5c01ce43c00a90'],
  ['table ledger', '1882c8209e7845a14bca9dc717356bf0'],
  ['table open_payment', '3af948728cccef96b01930535b7c21f5'],
  ['table posting', 'b753e3137b1b296917bf12c290902c9e'],
  ['table print_job', '3a6a977597c1b054f74f9a17452cb45a'],
  ['table provider_refund', '87e0ae9920f7225049fd74a681cd9156'],
  ['table sale', '3dd69756e7265eb13865ba7b414341cb'],
  ['table sale_seat', 'c2ea1bb0c083c541cd3c22ce7da45f14'],
  ['table shift', 'd8660b3c7fd2c14062d4cfd1dd3b0af4'],
  ['table signing_key', '59b89752361516e9b11dcc7c691caafa'],
  ['table slip_payout', '26333aa54177ec34997fd8281f12fc51'],
  ['table staff', '7a6f6051e7abb9428e1825094f7ab1e9'],
  ['table tender', '03ba9a4c23ebd8c07a07be1a27ff8e84'],
  ['table ticket', 'f0ebe6efe5995522fdc2fcd8a08a30ef'],
  ['trigger closure_no_delete', 'e03d6cb7cd8b647e82a1e0647060c883'],
  ['trigger closure_no_update', '8ba77ef5cc15f96504b9be401e5bd9e8'],
  ['trigger journal_append', '4b5c7bbe3c637e91874265edd2008c34'],
  ['trigger journal_no_delete', '5cd99d9635316fe97a93b3e18ff81c27'],
  ['trigger journal_no_update', '76222b6669e5f02a7e3dd1e1909ab6e9'],
  ['trigger posting_no_delete', 'b3cccb598db673f91fdefbfdfe6284d5'],
  ['trigger posting_no_update', 'd02fbfa253d251e0609a01db71404f74'],
]

/** Checks `schema`: the database objects are exactly those of the format. */
export function checkSchema(db: Database, findings: Findings): void {
  const wanted = new Map(OBJECTS)
  const found = db
    .prepare("SELECT type || ' ' || name AS what, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'")
    .all() as { readonly what: string; readonly sql: string }[]
  for (const { what, sql } of found) {
    const print = wanted.get(what)
    wanted.delete(what)
    if (print === fingerprint(sql)) continue
    findings.error('schema', null, what, print ? 'does not match the format' : 'is not of this schema')
  }
  for (const what of wanted.keys()) findings.error('schema', null, what, 'is not there')
}

/** Omits blanks and double quotes, which SQLite may change when it rewrites the text of an object. */
function fingerprint(sql: string): string {
  return sha256(sql.replaceAll(/[\s"]+/gu, '')).slice(0, 32)
}

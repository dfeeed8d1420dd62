import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { PNG } from 'pngjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { FLEET_PATHS } from '../../shared/api/fleet/paths.ts'
import { playground } from '../fuzz/hub-fuzz.ts'
import { createRequests, type FuzzRequest } from '../fuzz/hub-requests.ts'
import { startFleet, wellState } from '../hub/fleet.ts'
import { settingsFor, startHub, startMachine } from '../world/kiosk.ts'
import { createRandom } from '../simulation/random.ts'
import { freePort } from '../support/free-port.ts'
import { rawExchange, type RawReply, requestText } from '../transport/raw-http.ts'
import { ensureInstalled } from '../../scripts/install.mjs'
import { findProgram } from '../cluster/programs.ts'
import { languages } from '../../shared/domain/language.ts'
import { documentKinds, sampleDocument, samplePapers } from '../printing/document-samples.ts'
import { sampleTicket } from '../printing/ticket-samples.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const REQUESTS = 2_000
const random = createRandom(Number(process.env['GUICHET_TESTS_SEED']))

/** Statuses that any path and method may return and that no operation documents. */
const UNSPECIFIC = [401, 403, 404, 405, 421]

type Judge = (request: FuzzRequest, reply: RawReply) => readonly string[]

/** Checks that the service accepts only bodies that match a document, and that each reply matches its schema. */
function judgeOf(file: string, refusal: string): Judge {
  const url = new URL(`../../docs/integrating/${file}`, import.meta.url)
  const document = JSON.parse(readFileSync(url, 'utf8')) as {
    paths: Readonly<Record<string, Readonly<Record<string, { responses: object; requestBody?: object }>>>>
  }
  // Formats are not checked, because every format has an equivalent pattern.
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document', undefined, false)
  const schemaAt = (...keys: readonly string[]): ValidateFunction => {
    const pointer = keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const found = ajv.getSchema(`document#/${pointer}`)
    if (!found) throw new Error(`${file} has no ${pointer}`)
    return found as ValidateFunction
  }
  const shapeOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u')
  const templates = Object.keys(document.paths).map((path) => ({ path, shape: shapeOf(path) }))

  return ({ method: sent, target, body }, reply) => {
    const [called = ''] = target.split('?', 1)
    const { path = '' } = templates.find(({ shape }) => shape.test(called)) ?? {}
    const method = sent.toLowerCase()
    const operation = document.paths[path]?.[method]
    const faults: string[] = []
    if (reply.status >= 500) faults.push('a fault of the service')
    if (reply.status === 405 && !reply.headers['allow']) faults.push('405 without Allow')
    if (reply.status === 429 && !reply.headers['retry-after']) faults.push('429 without Retry-After')
    const isDocumented = operation !== undefined && Object.hasOwn(operation.responses, reply.status)
    if (!isDocumented && !UNSPECIFIC.includes(reply.status) && reply.status !== 400)
      faults.push('the status is not documented')

    const content = jsonOf(reply.body)
    if (sent !== 'HEAD' && reply.status !== 304) {
      const isRefused = !isDocumented || reply.status >= 400
      const shape = isRefused
        ? schemaAt('components', 'schemas', refusal)
        : schemaAt('paths', path, method, 'responses', String(reply.status), 'content', 'application/json', 'schema')
      if (!shape(content)) faults.push(`the reply does not fit: ${ajv.errorsText(shape.errors)}`)
    }
    if (operation?.requestBody && body !== null) {
      const shape = schemaAt('paths', path, method, 'requestBody', 'content', 'application/json', 'schema')
      const fits = shape(withoutIgnored(jsonOf(body)))
      const where = JSON.stringify(
        (content as { error?: { details?: { where?: string } } }).error?.details?.where ?? '',
      )
      const isBodyRefused = reply.status === 400 && (refusal === 'Refusal' || where.startsWith('"body'))
      if (fits && isBodyRefused) faults.push(`refused a body that fits: ${reply.body}`)
      if (!fits && reply.status < 300) faults.push(`accepted a body that does not fit: ${ajv.errorsText(shape.errors)}`)
    }
    return faults.map((fault) => `${sent} ${target} ${body?.slice(0, 500)} → ${reply.status}: ${fault}`)
  }
}

/** Returns undefined if the text is not JSON. A byte order mark is ignored (RFC 8259, 8.1). */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, '')) as unknown
  } catch {
    return undefined
  }
}

/** Removes `payment_method`, which is documented as "informational: never a reason to refuse". */
function withoutIgnored(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || !('payment_method' in content)) return content
  const { payment_method: _, ...rest } = content
  return rest
}

async function storm(url: string, judge: Judge, next: () => FuzzRequest) {
  const { port, host } = new URL(url)
  const faults: string[] = []
  const statuses = new Map<number, number>()
  for (let count = 0; count < REQUESTS; count++) {
    const request = next()
    const { 'accept-encoding': _, ...headers } = request.headers
    const { body, ...rest } = request
    const text = requestText({ ...rest, headers: { host, ...headers }, ...(body !== null && { body }) })
    const reply = await rawExchange(Number(port), text)
    faults.push(...judge(request, reply))
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
  }
  return { faults, statuses }
}

test.each(['hub', 'local API'])('the %s keeps to openapi.json', async (server) => {
  const hub = await startHub()
  let [url, authorization] = [hub.url, {}]
  if (server === 'local API') {
    const port = await freePort()
    const { directory } = await startMachine({ ...settingsFor(hub.url, hub.accessCodes), localApi: { port } })
    const token = readFileSync(join(directory, 'demo', 'local-api-token'), 'utf8').trim()
    ;[url, authorization] = [`http://127.0.0.1:${port}`, { authorization: `Bearer ${token}` }]
  }
  const [requests, known] = [createRequests(random), await playground(hub.url)]
  const next = (): FuzzRequest => {
    const request = requests.next(known)
    return { ...request, headers: { ...request.headers, ...authorization } }
  }
  const { faults, statuses } = await storm(url, judgeOf('openapi.json', 'Error'), next)
  expect(faults).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 20)
})

test('the fleet’s calls keep to openapi-fleet.json', async () => {
  const fleet = await startFleet()
  const requests = createRequests(random)
  const next = (): FuzzRequest => {
    const [target, body] = random.pick(deviceCalls)
    const sent = random.chance(0.25) ? body : requests.broken(body)
    const headers = { 'content-type': 'application/json', 'x-guichet-signature': 'AAAA' }
    return { method: random.chance(0.95) ? 'POST' : 'PUT', target, headers, body: JSON.stringify(sent) ?? '' }
  }
  const { faults, statuses } = await storm(fleet.url, judgeOf('openapi-fleet.json', 'Refusal'), next)
  expect(faults).toEqual([])
  expect(statuses.get(401)).toBeGreaterThan(REQUESTS / 20)
})

test('the control: replies and refusals that the document does not have are found', () => {
  const judge = judgeOf('openapi.json', 'Error')
  const list = { method: 'GET', target: '/api/v1/public/events', headers: {}, body: null }
  const target = '/api/v1/public/booking-sessions/x/holds'
  const hold = { method: 'POST', target, headers: {}, body: '{"seat_ids":["1"]}' }
  const details = { what: '', where: 'body.seat_ids', remedy: '' }
  const refused = JSON.stringify({ success: false, message: '', error: { code: 'MALFORMED_REQUEST', details } })
  expect(judge(list, { status: 200, headers: {}, body: '{}' })).not.toEqual([])
  expect(judge(list, { status: 418, headers: {}, body: refused })).not.toEqual([])
  expect(judge(list, { status: 405, headers: {}, body: refused })).not.toEqual([])
  expect(judge(hold, { status: 400, headers: {}, body: refused })).not.toEqual([])
})

const state = { ...wellState, readiness: { sells: false, issues: [{ type: 'clock-skew', minutes: 7, refused: true }] } }

/** Calls written from docs/integrating/openapi-fleet.json, of which the test sends modified, invalid variants. */
const deviceCalls: readonly (readonly [string, object])[] = [
  [FLEET_PATHS.enrol, { deviceId: 'gate-7', publicKey: 'AAAA', proof: 'AAAA' }],
  [
    FLEET_PATHS.heartbeat,
    {
      deviceId: 'gate-7',
      number: 1,
      sentUtc: '2026-11-21T12:00:00.000Z',
      heartbeatSeconds: 60,
      state,
      settings: { filed: 0, running: 0, refused: null },
      ledger: {
        head: { register: 'r', ledgerId: 'l', keyId: 'a'.repeat(32), seq: 1, hash: 'b'.repeat(64) },
        known: null,
      },
      accessCodes: { key: 'AAAA', mark: null },
    },
  ],
  [FLEET_PATHS.slips, { deviceId: 'gate-7', mode: 'demo', act: { type: 'find', slipId: 'ABCDEFGH22' } }],
  [FLEET_PATHS.accounts, { deviceId: 'gate-7', mode: 'demo', act: { type: 'find', text: 'FGF' } }],
]

const run = promisify(execFile)

const DPI = '203'

const renderers = {
  pdftoppm: (file: string, to: string) => ['-png', '-r', DPI, file, join(to, 'page')],
  mutool: (file: string, to: string) => ['draw', '-q', '-r', DPI, '-o', join(to, 'page-%d.png'), file],
} as const

type Decode = (file: string) => Promise<readonly string[]>

type JsQr = (data: Uint8ClampedArray, width: number, height: number) => { readonly data: string } | null

const decoders: Readonly<Record<'jsQR' | 'zbarimg', Decode>> = {
  async jsQR(file) {
    const require = createRequire(new URL('clients/package.json', import.meta.url))
    const { default: jsQr } = require('jsqr') as { readonly default: JsQr }
    const { data, width, height } = PNG.sync.read(readFileSync(file))
    const found = jsQr(new Uint8ClampedArray(data), width, height)
    return found ? [found.data] : []
  },
  async zbarimg(file) {
    // zbarimg exits with 4 if it finds nothing.
    const ran = await run('zbarimg', ['-q', '--raw', '-Sdisable', '-Sqrcode.enable', file]).catch(() => ({
      stdout: '',
    }))
    return ran.stdout.split('\n').filter(Boolean)
  },
}

beforeAll(() => ensureInstalled('tests/interop/clients'), 300_000)

async function pagesOf(renderer: keyof typeof renderers, bytes: Uint8Array): Promise<readonly string[]> {
  const folder = temporaryFolder()
  const file = join(folder, 'document.pdf')
  writeFileSync(file, bytes)
  const { stderr } = await run(renderer, renderers[renderer](file, folder))
  // Debian builds mutool without colour profiles, which the documents do not use.
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

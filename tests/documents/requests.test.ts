import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { startHub } from '../hub/hub.ts'
import { startMachine } from '../world/kiosk.ts'
import { filesBelow } from '../support/project-files.ts'
import { freePort } from '../support/free-port.ts'
import { documentPages, fencesOf, textOf } from './pages.ts'
import type { SignedRequest } from '../../electron/booking/hub/partner-admission.ts'
import { checkSignature } from '../../electron/booking/hub/signature-check.ts'
import type { PartnerKey } from '../../electron/booking/sql/administration.ts'

const run = promisify(execFile)

/** Runs a command as printed on a page, with the reader's own values as environment variables. Returns its output. */
async function typed(command: string, own: Readonly<Record<string, string>>): Promise<string> {
  return (await run('bash', ['-ec', `set -o pipefail\n${command}`], { env: { ...process.env, ...own } })).stdout
}

type Json = Readonly<Record<string, unknown>>
interface Reply extends Json {
  readonly success: boolean
  readonly message: string
  readonly data: Json
}

/** Pages of the operations in the order of a sale. `get` reads values for later operations from the reply. */
const walk: readonly { readonly page: string; readonly get?: (data: Json) => Json }[] = [
  { page: 'create-event', get: ({ open_session: open }) => open as Json },
  { page: 'list-events' },
  {
    page: 'open-session',
    get: ({ session_id, owner_ref, map }) => ({
      session_id,
      owner_ref,
      section_id: (map as { sections: { id: string }[] }).sections[0]?.id,
    }),
  },
  {
    page: 'view-section',
    get: ({ map }) => {
      const { seats } = map as { seats: readonly { id: string; status?: string }[] }
      return { seat_id: seats.find(({ status }) => status === 'available')?.id }
    },
  },
  { page: 'hold-seats', get: ({ hold }) => ({ hold_id: (hold as Json)['hold_id'] }) },
  { page: 'release-hold' },
  { page: 'hold-seats', get: ({ hold }) => ({ hold_id: (hold as Json)['hold_id'] }) },
  { page: 'read-checkout', get: ({ amount }) => ({ amount }) },
  { page: 'confirm-purchase', get: ({ tickets }) => ({ ticket_id: (tickets as readonly Json[])[0]?.['id'] }) },
  { page: 'list-tickets' },
  { page: 'get-ticket' },
  { page: 'cancel-tickets' },
]

function withOwn(command: string, own: Json): string {
  const said = (name: string): string => {
    const value = own[name]
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  const member = (text: string, name: string): string =>
    text
      .replace(new RegExp(`("${name}": )(?:"[^"]*"|\\d+)`, 'gu'), `$1${JSON.stringify(own[name])}`)
      .replace(new RegExp(`("${name}s": \\[\\s*)"[^"]*"`, 'gu'), `$1${JSON.stringify(own[name])}`)
      .replace(new RegExp(`(\\b${name}=)[\\w-]+`, 'gu'), `$1${said(name)}`)
  const path = command
    .replace(/(booking-sessions\/)[\w-]+/u, `$1${said('session_id')}`)
    .replace(/(holds\/)[\w-]+/u, `$1${said('hold_id')}`)
    .replace(/(tickets\/)\w+/u, `$1${said('ticket_id')}`)
  return Object.keys(own).reduce(member, path)
}

test('the requests of the operations’ pages make a sale at a hub, and are answered as the pages say', async () => {
  const { url } = await startHub({ mode: 'demo' })
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  let own: Json = { event_date: day }
  for (const { page, get } of walk) {
    const [command, answer] = fencesOf(textOf(`docs/integrating/api/${page}.md`))
    const shown = JSON.parse(answer?.text ?? '') as Reply
    const said = await typed(withOwn(command?.text ?? '', own), { BASE_URL: url })
    const { success, message, data } = JSON.parse(said) as Reply
    const as = [page, true, shown.message, Object.keys(shown.data)]
    expect([page, success, message, Object.keys(data ?? {})]).toEqual(as)
    own = { ...own, ...get?.(data) }
  }
  const pages = filesBelow(['docs/integrating/api']).map((path) => /([\w-]+)\.md$/u.exec(path)?.[1] ?? '')
  expect([...new Set(walk.map(({ page }) => page))].toSorted()).toEqual(pages.toSorted())
})

test('the request of the local API’s page lists events', async () => {
  const { url } = await startHub({ mode: 'demo' })
  const port = await freePort()
  const machine = await startMachine({ partner: { baseUrl: url, partnerCode: 'demo' }, localApi: { port } })
  const [command] = fencesOf(textOf('docs/integrating/local-api.md')).filter(({ text }) => text.startsWith('curl'))
  const TOKEN = readFileSync(join(machine.directory, 'demo', 'local-api-token'), 'utf8').trim()
  const said = await typed((command?.text ?? '').replace('7440', String(port)), { TOKEN })
  expect(JSON.parse(said)).toMatchObject({ success: true, message: 'Public events' })
})

test('the plan of an event is served as the page of venue files says', async () => {
  const { url } = await startHub({ mode: 'demo' })
  const page = textOf('docs/integrating/venue-plan.md')
  const [request] = fencesOf(page).filter(({ info }) => info === 'http')
  const [method = '', path = ''] = (request?.text ?? '').trim().split(' ')
  const ask = (event: string, more: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(url + path.replace('{event_id}', event), { method, headers: { 'x-partner-code': 'demo', ...more } })
  const plan = await ask('1')
  const etag = plan.headers.get('etag') ?? ''
  const statuses = [plan.status, (await ask('1', { 'if-none-match': etag })).status, (await ask('999')).status]
  expect(statuses.map(String)).toEqual([...page.matchAll(/^\| (\d{3}) {2,}\|/gmu)].map(([, status]) => status))
  expect(await plan.json()).toMatchObject({ format: 'guichet-venue-plan/1' })
})

test('no other page has a request that nobody sends', () => {
  const sent = ['docs/integrating/local-api.md']
  const pages = documentPages().filter((page) => !page.startsWith('docs/integrating/api/'))
  const asking = pages.filter((page) => fencesOf(textOf(page)).some(({ text }) => /^\s*curl /mu.test(text)))
  expect(asking.toSorted()).toEqual(sent.toSorted())
})

describe('a signed request', () => {
  const page = textOf('docs/integrating/hub-clients.md')
  const created = 1_796_076_000

  /** Returns the code blocks of an example, and the stated byte count of its signed text. */
  function exampleOf(scheme: PartnerKey['scheme']) {
    const [, section = ''] = page.split(`### ${scheme}\n`)
    const [text = ''] = section.split(/^### /mu)
    const fences = fencesOf(text)
    const block = (info: string): string => fences.find((fence) => fence.info === info)?.text ?? ''
    return {
      request: block('http signed').trimEnd(),
      signedText: block('text').trimEnd(),
      bytes: Number(/The signed text, (\d+) bytes/u.exec(text)?.[1]),
      programs: fences.filter(({ info }) => info.endsWith(' signature')),
      secret: /secret='(\w+)'/u.exec(text)?.[1] ?? '',
    }
  }

  function read(message: string): SignedRequest {
    const [head = '', body = ''] = message.split('\n\n')
    const [line = '', ...fields] = head.split('\n')
    const [method = '', target = ''] = line.split(' ')
    const headers = new Headers(fields.map((field) => field.split(/: (.*)/su).slice(0, 2) as [string, string]))
    return { method, target, header: (name) => headers.get(name) ?? undefined, body: Buffer.from(body) }
  }

  const interpreters: Readonly<Record<string, readonly [string, ...string[]]>> = {
    'sh signature': ['sh', '-euc'],
    'js signature': [process.execPath, '--input-type=module', '--eval'],
    'php signature': ['php', '-r'],
  }

  describe.each([
    { scheme: 'stadepass-hmac', header: 'x-api-signature' },
    { scheme: 'rfc9421', header: 'signature' },
  ] as const)('the signed request of $scheme', ({ scheme, header }) => {
    const example = exampleOf(scheme)
    const key: PartnerKey = { keyId: 'till-1', scheme, secret: example.secret }

    test('is let in by a hub, refused with one letter changed, has as many bytes as it says, and three programs', () => {
      expect(Buffer.byteLength(example.signedText)).toBe(example.bytes)
      expect(example.programs.map(({ info }) => info)).toEqual(Object.keys(interpreters))
      expect(checkSignature(read(example.request), [key], created * 1000)).toMatchObject({ ok: true })
      const changed = read(example.request.replace('"event_id":"1"', '"event_id":"2"'))
      expect(checkSignature(changed, [key], created * 1000)).toMatchObject({ ok: false })
    })

    test.for(example.programs)('is signed alike by the program in $info', async ({ info, text }, { skip }) => {
      const [program, ...words] = interpreters[info] ?? ['']
      if (spawnSync(program, ['--version']).error) skip(`no ${program}`)
      const { stdout } = await run(program, [...words, text.replace(/^<\?php\n/u, '')])
      expect(stdout.trim()).toBe(read(example.request).header(header))
    })
  })
})

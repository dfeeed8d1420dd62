import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { SignedRequest } from '../../electron/booking-service/hub/partner-admission.ts'
import { checkSignature } from '../../electron/booking-service/hub/signature-check.ts'
import type { PartnerKey } from '../../electron/booking-service/store/administration.ts'
import { fencesOf } from './markdown.ts'
import { textOf } from './pages.ts'

const run = promisify(execFile)
const page = textOf('docs/integrating/hub-clients.md')
const created = 1_796_076_000

/** The worked examples of the page: the fences of each section, and the bytes that the page counts in the signed text. */
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

/** The command line of a program that reads its source from the last argument. */
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

  test('is let in by a hub, and refused with one letter changed', () => {
    expect(checkSignature(read(example.request), [key], created * 1000)).toMatchObject({ ok: true })
    const changed = read(example.request.replace('"event_id":"1"', '"event_id":"2"'))
    expect(checkSignature(changed, [key], created * 1000)).toMatchObject({ ok: false })
  })

  test('has as many bytes to sign as the page says', () => {
    expect(Buffer.byteLength(example.signedText)).toBe(example.bytes)
  })

  test.for(example.programs)('is signed alike by the program in $info', async ({ info, text }, { skip }) => {
    const [program, ...words] = interpreters[info] ?? ['']
    if (spawnSync(program, ['--version']).error) skip(`no ${program}`)
    const { stdout } = await run(program, [...words, text.replace(/^<\?php\n/u, '')])
    expect(stdout.trim()).toBe(read(example.request).header(header))
  })

  test('has a program in shell, Node and PHP', () => {
    expect(example.programs.map(({ info }) => info)).toEqual(Object.keys(interpreters))
  })
})

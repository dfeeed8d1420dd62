import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openRecording } from '../../electron/app/speech.ts'
import { serveRecording } from '../../electron/transport/recording-host.ts'
import { PAGE_HEADERS } from '../../electron/transport/static-files.ts'
import { textsOf } from '../../scripts/speech/screen-texts.ts'
import { RECORDED_RATE, wavOf } from '../../shared/speech/wav.ts'
import { temporaryFolder } from '../shells/shell.ts'

type Sent = Readonly<{ method: string; headers: Readonly<Record<string, string>>; body: BodyInit }>

let ask: (path: string, sent?: Sent) => Promise<Response>
let stranger: (path: string) => Promise<Response>

beforeEach(async () => {
  const [rendererDirectory, dataDirectory] = [temporaryFolder(), temporaryFolder()]
  for (const page of ['recording', 'index'])
    writeFileSync(join(rendererDirectory, `${page}.html`), `<title>${page}</title>`)
  writeFileSync(join(dataDirectory, 'config.json'), 'secret')
  const desk = openRecording({ resourcesDirectory: temporaryFolder(), dataDirectory }, 'sus', textsOf('sus'))
  desk.introduce({ by: 'Fatou Camara', licence: 'CC0-1.0' })
  const log = { error: () => undefined }
  const host = await serveRecording({ desk, log, rendererDirectory, port: 0 })
  onTestFinished(() => host.close())
  const { origin } = new URL(host.entryUrl)
  const entered = await fetch(host.entryUrl, { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  ask = (path, more) => fetch(origin + path, { ...more, headers: { cookie, origin, ...more?.headers } })
  stranger = (path) => fetch(origin + path)
})

const wav = wavOf(new Float32Array(RECORDED_RATE))
const sent = (type: string, body: BodyInit): Sent => ({ method: 'POST', headers: { 'content-type': type }, body })

describe('the page', () => {
  test('may ask for the microphone, and for nothing else that pages are refused', async () => {
    const reply = await ask('/')
    expect(await reply.text()).toBe('<title>recording</title>')
    const policy = reply.headers.get('permissions-policy')
    expect(policy).toContain('microphone=(self)')
    expect(policy?.replace('microphone=(self)', 'microphone=()')).toBe(PAGE_HEADERS['permissions-policy'])
    expect(reply.headers.get('content-security-policy')).toBe(PAGE_HEADERS['content-security-policy'])
    expect(PAGE_HEADERS['permissions-policy']).toContain('microphone=()')
  })

  test.each(['/', '/api/recording', '/speech/sus/venue/manifest.json'])(
    '%s is for who brought the token',
    async (path) => {
      expect((await stranger(path)).status).toBe(403)
      expect((await ask(path)).status).toBe(200)
    },
  )

  test.each(['/index.html', '/speech/sus/venue/../../../config.json', '/speech/..%2f..%2fconfig.json', '/config.json'])(
    '%s is not there',
    async (path) => {
      expect((await ask(path)).status).toBe(404)
    },
  )
})

describe('what it sends', () => {
  test('a recording is kept, and can be heard at once', async () => {
    const kept = await ask('/api/clip?text=%5B25%5D', sent('audio/wav', wav))
    const { file } = (await kept.json()) as { file: string }
    const heard = await ask(`/speech/sus/venue/${file}`)
    expect(new Uint8Array(await heard.arrayBuffer())).toEqual(wav)
    expect(heard.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['of another type', '/api/clip?text=retour', sent('text/plain', wav), 415],
    ['that is no sound', '/api/clip?text=retour', sent('audio/wav', 'x'.repeat(99)), 422],
    ['without a text', '/api/clip', sent('audio/wav', wav), 422],
    ['longer than any phrase', '/api/clip?text=retour', sent('audio/wav', new Uint8Array(1_100_000)), 413],
    ['with an unnamed speaker', '/api/introduction', sent('application/json', '{"by":" ","licence":"CC0-1.0"}'), 400],
    ['of no command', '/api/quit', sent('application/json', '{}'), 404],
  ])('something %s is refused', async (_, path, what, status) => {
    expect((await ask(path, what)).status).toBe(status)
  })

  test.each([
    ['{"by":" ","licence":"CC0-1.0"}', 'by: expected at least 1 character'],
    ['{"by":"Fatou Camara"}', 'licence: missing; expected a text in quotes'],
  ])('the introduction %s is refused with what was expected', async (body, why) => {
    expect(await (await ask('/api/introduction', sent('application/json', body))).text()).toContain(why)
  })
})

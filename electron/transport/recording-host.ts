import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { firstIssue, inEnglish } from '../../shared/i18n/issue-text.ts'
import { parseJson } from '../../shared/json.ts'
import { introductionSchema } from '../../shared/speech/manifest.ts'
import { MAX_RECORDED_SECONDS, RECORDING_PATHS } from '../../shared/speech/line.ts'
import { RECORDED_RATE } from '../../shared/speech/wav.ts'
import type { Log, RecordingDesk } from '../kiosk/ports/ports.ts'
import { bodyOf, type HttpHost, type LoopbackRequest, refuse, serveLoopback } from './loopback-host.ts'
import { StaticFiles, PAGE_HEADERS, type PageReply } from './static-files.ts'

interface RecordingHostOptions {
  readonly desk: RecordingDesk
  readonly log: Pick<Log, 'error'>
  readonly rendererDirectory: string
  /** Port to listen on; 0 for any free port. */
  readonly port: number
}

const PAGE = '/recording.html'
const MAX_WORDS = 8 * 1024
/** Maximum size of a recording in bytes, slightly above the size of the longest recording. */
const MAX_SOUND = (MAX_RECORDED_SECONDS + 1) * RECORDED_RATE * 2

/** Headers of the only page that may request the microphone. */
const HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'permissions-policy': (PAGE_HEADERS['permissions-policy'] ?? '').replace('microphone=()', 'microphone=(self)'),
}

/** Serves the page for recording a speech pack to a browser on this computer. */
export function serveRecording({ desk, log, rendererDirectory, port }: RecordingHostOptions): Promise<HttpHost> {
  const staticFile = new StaticFiles(rendererDirectory).reply
  return serveLoopback({
    log,
    port,
    startsAt: '/',
    async answer({ method, path, query, incoming }: LoopbackRequest) {
      if (method === 'POST') return received(desk, path, query, incoming)
      if (method !== 'GET') return refuse(405, 'only GET and POST', { allow: 'GET, POST' })
      if (path === RECORDING_PATHS.view) return json(desk.view())
      if (path === '/') return { ...staticFile(PAGE), headers: { ...staticFile(PAGE).headers, ...HEADERS } }
      if (path.startsWith('/speech/')) return sound(desk, path)
      return path.startsWith('/assets/') ? staticFile(path) : refuse(404, 'not found')
    },
  })
}

async function received(
  desk: RecordingDesk,
  path: string,
  query: URLSearchParams,
  incoming: IncomingMessage,
): Promise<PageReply> {
  const type = incoming.headers['content-type']?.split(';')[0]?.trim()
  if (path === RECORDING_PATHS.introduce) {
    if (type !== 'application/json') return refuse(415, 'only JSON')
    const body = await bodyOf(incoming, MAX_WORDS)
    if ('status' in body) return body
    const read = introductionSchema.safeParse(parseJson(Buffer.from(body).toString('utf8')), inEnglish)
    if (!read.success) return refuse(400, firstIssue(read.error))
    desk.introduce(read.data)
    return json(desk.view())
  }
  if (path !== RECORDING_PATHS.keep) return refuse(404, 'not found')
  // A form on another page cannot send the content type `audio/wav`.
  if (type !== 'audio/wav') return refuse(415, 'only WAV')
  const body = await bodyOf(incoming, MAX_SOUND)
  if ('status' in body) return body
  const kept = desk.keep(query.get('text') ?? '', body)
  return kept.ok ? json(kept.value) : refuse(422, kept.error.type)
}

/** Returns a sound file. The file is read on each request, because a recording may have been replaced. */
function sound(desk: RecordingDesk, path: string): PageReply {
  const file = desk.files().find(({ name }) => `/speech/${name}` === path)
  if (!file) return refuse(404, 'not found')
  const type = path.endsWith('.json') ? 'application/json' : path.endsWith('.wav') ? 'audio/wav' : 'audio/ogg'
  return { status: 200, headers: { ...PAGE_HEADERS, 'content-type': type }, body: readFileSync(file.path) }
}

const json = (value: unknown): PageReply => ({
  status: 200,
  headers: { ...PAGE_HEADERS, 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

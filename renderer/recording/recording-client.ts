import { RECORDING_PATHS, type Introduction, type RecordingLine, type RecordingView } from '../../shared/speech/line.ts'
import { wavOf } from '../../shared/speech/wav.ts'

/** Each rejects where the command does not answer, or refuses. */
export const readRecording = (): Promise<RecordingView> => ask(RECORDING_PATHS.view)

export const introduce = (introduction: Introduction): Promise<RecordingView> =>
  ask(RECORDING_PATHS.introduce, JSON.stringify(introduction), 'application/json')

/** `text`: a key of what is asked for, or a name of the venue's own. */
export const keep = (text: string, samples: Float32Array): Promise<RecordingLine> =>
  ask(`${RECORDING_PATHS.keep}?${new URLSearchParams({ text }).toString()}`, wavOf(samples), 'audio/wav')

async function ask<T>(path: string, body?: BodyInit, type = ''): Promise<T> {
  const reply = await fetch(path, {
    cache: 'no-store',
    signal: AbortSignal.timeout(10_000),
    ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': type } }),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

import { createContext, use } from 'react'
import { type Introduction, RECORDING_PATHS, type RecordingLine, type RecordingView } from '../../shared/speech/line.ts'
import { wavOf } from '../../shared/speech/wav.ts'
import type { RecordingCatalogue } from '../i18n/fr/recording.ts'
import { byLanguage } from '../i18n/languages.ts'

/** Reads the state of the recording. Every request rejects if the server fails or rejects the request. */
export const readRecording = (): Promise<RecordingView> => ask(RECORDING_PATHS.view)

export const introduce = (introduction: Introduction): Promise<RecordingView> =>
  ask(RECORDING_PATHS.introduce, JSON.stringify(introduction), 'application/json')

/** `text`: key of a requested text, or a name specific to the venue. */
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

export const recordingCatalogues = byLanguage(
  import.meta.glob<RecordingCatalogue>('../i18n/*/recording.ts', { eager: true, import: 'recording' }),
)

export const WordsContext = createContext(recordingCatalogues.fr)

export const useWords = (): RecordingCatalogue => use(WordsContext)

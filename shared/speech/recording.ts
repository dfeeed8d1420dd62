import type { z } from 'zod'
import type { Tongue } from '../domain/language.ts'
import type { Counting } from './counting.ts'
import type { Line } from './line.ts'
import type { introductionSchema } from './manifest.ts'

/** What is asked once of who records: it stands in the manifest of the pack. */
export type Introduction = z.infer<typeof introductionSchema>

/** A text to be said, once; `keys`: all that the recording is used for. */
export interface RecordingLine extends Omit<Line, 'key'> {
  readonly keys: readonly string[]
  /** The file of its recording; left out: there is none yet. */
  readonly file?: string
}

/** What the page that records shows. */
export interface RecordingView {
  readonly tongue: Tongue
  /** Where the pack is written. */
  readonly folder: string
  /** Null until somebody has said who they are. */
  readonly introduction: Introduction | null
  readonly counting: Counting
  readonly lines: readonly RecordingLine[]
  /** Packs below `/speech/` that a text can be heard in before anybody has recorded it. */
  readonly references: readonly string[]
}

export interface KeepFailure {
  readonly type: 'not-introduced' | 'not-asked' | 'not-a-recording' | 'too-long'
}

/** Longer is no phrase. */
export const MOST_RECORDED_SECONDS = 20

export const RECORDING_PATHS = { view: '/api/recording', introduce: '/api/introduction', keep: '/api/clip' } as const

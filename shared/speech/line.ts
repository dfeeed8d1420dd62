import type { z } from 'zod'
import type { Tongue } from '../domain/language.ts'
import type { Counting } from './grammar.ts'
import type { introductionSchema } from './manifest.ts'

/** What is recorded together, in this order. Names are nobody's duty: what has no recording is said in French, or spelled. */
export const lineGroups = ['screens', 'money', 'numbers', 'dates', 'letters', 'names'] as const

export type LineGroup = (typeof lineGroups)[number]

/** Where a text of the screens appears. */
export const linePlaces = ['everywhere', 'events', 'seats', 'paying', 'tickets', 'help', 'trouble', 'desk'] as const

export type LinePlace = (typeof linePlaces)[number]

/** What is recorded once: the text that is read out, and the key its clip has in the manifest. */
export interface Line {
  readonly key: string
  readonly text: string
  readonly group: LineGroup
  readonly where?: LinePlace | undefined
  /** The whole text that it is a piece of; `…` stands for what is put in. */
  readonly context?: string | undefined
}

/** A pack is whole that has all of these. */
export const isNeeded = ({ group }: Pick<Line, 'group'>): boolean => group !== 'names'

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

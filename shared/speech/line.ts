import type { z } from 'zod'
import type { SpeechLanguage } from '../domain/language.ts'
import type { Counting } from './grammar.ts'
import type { introductionSchema } from './manifest.ts'

/** Groups in recording order. Names are optional: a name without a recording is read in French, or spelled out. */
export const lineGroups = ['screens', 'money', 'numbers', 'dates', 'letters', 'names'] as const

export type LineGroup = (typeof lineGroups)[number]

export const linePlaces = ['everywhere', 'events', 'seats', 'paying', 'tickets', 'help', 'trouble', 'desk'] as const

export type LinePlace = (typeof linePlaces)[number]

export interface Line {
  readonly key: string
  readonly text: string
  readonly group: LineGroup
  readonly where?: LinePlace | undefined
  /** Complete text of which the line is a part; `…` stands for inserted values. */
  readonly context?: string | undefined
}

/** Whether a complete speech pack needs a recording of the line. */
export const isNeeded = ({ group }: Pick<Line, 'group'>): boolean => group !== 'names'

export type Introduction = z.infer<typeof introductionSchema>

/** A text to record once. `keys`: all manifest keys that use the recording. */
export interface RecordingLine extends Omit<Line, 'key'> {
  readonly keys: readonly string[]
  /** File of the recording; absent if the text is not recorded yet. */
  readonly file?: string
}

export interface RecordingView {
  readonly tongue: SpeechLanguage
  readonly folder: string
  /** Null until the speaker has entered their details. */
  readonly introduction: Introduction | null
  readonly counting: Counting
  readonly lines: readonly RecordingLine[]
  /** Speech packs under `/speech/` that can play a text to the speaker before it is recorded. */
  readonly references: readonly string[]
}

export interface KeepFailure {
  readonly type: 'not-introduced' | 'not-asked' | 'not-a-recording' | 'too-long'
}

/** Maximum length of a recording in seconds, longer than any phrase. */
export const MAX_RECORDED_SECONDS = 20

export const RECORDING_PATHS = { view: '/api/recording', introduce: '/api/introduction', keep: '/api/clip' } as const

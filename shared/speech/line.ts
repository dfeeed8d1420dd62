import type { z } from 'zod'
import type { SpeechLanguage } from '../domain/language.ts'
import type { Counting } from './grammar.ts'
import type { introductionSchema } from './manifest.ts'

/**
 * Groups that are recorded together, in this order. Names are optional: without a recording they are read in French, or
 * spelled out.
 */
export const lineGroups = ['screens', 'money', 'numbers', 'dates', 'letters', 'names'] as const

export type LineGroup = (typeof lineGroups)[number]

/** Parts of the screens in which a text appears. */
export const linePlaces = ['everywhere', 'events', 'seats', 'paying', 'tickets', 'help', 'trouble', 'desk'] as const

export type LinePlace = (typeof linePlaces)[number]

/** A text to record once, and the key of its clip in the manifest. */
export interface Line {
  readonly key: string
  readonly text: string
  readonly group: LineGroup
  readonly where?: LinePlace | undefined
  /** Complete text of which the line is a part; `…` stands for inserted values. */
  readonly context?: string | undefined
}

/** Whether a complete pack needs a recording of this line. */
export const isNeeded = ({ group }: Pick<Line, 'group'>): boolean => group !== 'names'

/** Details that are requested once from the speaker and stored in the manifest of the pack. */
export type Introduction = z.infer<typeof introductionSchema>

/** A text to record once. `keys`: all keys that use the recording. */
export interface RecordingLine extends Omit<Line, 'key'> {
  readonly keys: readonly string[]
  /** File of the recording; absent if it is not recorded yet. */
  readonly file?: string
}

/** Content of the recording page. */
export interface RecordingView {
  readonly tongue: SpeechLanguage
  /** Folder to which the pack is written. */
  readonly folder: string
  /** Null until the speaker has entered their details. */
  readonly introduction: Introduction | null
  readonly counting: Counting
  readonly lines: readonly RecordingLine[]
  /** Packs under `/speech/` in which a text can be played before it is recorded. */
  readonly references: readonly string[]
}

export interface KeepFailure {
  readonly type: 'not-introduced' | 'not-asked' | 'not-a-recording' | 'too-long'
}

/** Maximum length of a recording in seconds, longer than any phrase. */
export const MAX_RECORDED_SECONDS = 20

export const RECORDING_PATHS = { view: '/api/recording', introduce: '/api/introduction', keep: '/api/clip' } as const

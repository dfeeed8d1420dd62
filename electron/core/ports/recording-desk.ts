import type { Result } from '../../../shared/domain/result.ts'
import type { Introduction, KeepFailure, RecordingLine, RecordingView } from '../../../shared/speech/line.ts'
import type { SpeechFile } from './speech-file.ts'

/** Where somebody records a speech pack. */
export interface RecordingDesk {
  view(): RecordingView
  introduce(introduction: Introduction): void
  /** `text`: a key of what is asked for, or a name of the venue's own. */
  keep(text: string, wav: Uint8Array): Result<RecordingLine, KeepFailure>
  /** What the page may hear. */
  files(): readonly SpeechFile[]
}

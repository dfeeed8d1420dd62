/** One step of an examination, in the words of the machine's language. */
export interface ExaminedStep {
  readonly step: string
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly title: string
  readonly text: string
}

export interface Examination {
  readonly running: boolean
  readonly steps: readonly ExaminedStep[]
}

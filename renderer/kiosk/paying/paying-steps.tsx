import styles from './paying-steps.module.css'

const PHONE = 'M6 4h18a3 3 0 0 1 3 3v34a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM12.5 39.5h5'

/** On a sheet of 64 by 48. */
const drawings = {
  /** A telephone before a code. */
  scan: `${PHONE}M33 14l5-3M33 24h5M33 34l5 3M43 8h7v7h-7zM55 8h7v7h-7zM43 20h7v7h-7zM55 20h.01M62 20v7M55 27h3M43 33h7M43 40h.01M50 40h5M55 33v3M62 33v7`,
  /** A request comes to it. */
  request: `${PHONE}M36 10h22a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H46l-7 7v-7h-3a3 3 0 0 1-3-3V13a3 3 0 0 1 3-3zM40 18h14M40 23h9`,
  /** Agreed to on it. */
  agree: `${PHONE}M9 14h12M9 20h8M36 25l8 8 15-18`,
  /** A printed ticket. */
  ticket: 'M3 12h58v8a4 4 0 0 0 0 8v8H3v-8a4 4 0 0 0 0-8zM44 15v3M44 22v3M44 29v3M11 19h22M11 25h15M11 31h19',
} as const

export type StepDrawing = keyof typeof drawings

export interface PayingStep {
  readonly drawing: StepDrawing
  readonly text: string
}

export function StepPicture({ drawing }: { drawing: StepDrawing }) {
  return (
    <svg viewBox="0 0 64 48" aria-hidden="true">
      <path d={drawings[drawing]} />
    </svg>
  )
}

/** What a customer does, one after the other: each drawn, for who does not read. */
export function PayingSteps({ steps }: { readonly steps: readonly PayingStep[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ drawing, text }) => (
        <li key={drawing}>
          <StepPicture drawing={drawing} />
          {text}
        </li>
      ))}
    </ol>
  )
}

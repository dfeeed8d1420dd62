import { createContext, use, useState } from 'react'
import type { SetupAnswers, SetupView } from '../../shared/kiosk-api/setup.ts'
import type { ManualName } from '../../shared/manual.ts'
import type { AskSetup, SetupProblem } from './setup-client.ts'
import type { StepName } from './steps.ts'

/** The set-up as every step of it sees it. */
export interface SetupState {
  readonly view: SetupView
  readonly problem: SetupProblem | null
  /** Something is asked of the main process: nothing else is meanwhile. */
  readonly busy: boolean
  readonly ask: AskSetup
  /** Keeps these answers where they are good; whether they are. */
  readonly answer: (answers: SetupAnswers) => Promise<boolean>
  /** To the next step, with these answers where they are good. */
  readonly goOn: (answers?: SetupAnswers) => Promise<void>
  readonly onBack: () => void
  /** That page of the manuals, over this one. */
  readonly openManual: (page: ManualName) => void
  readonly turnTo: (step: StepName) => void
  /** What stands in fields, by name: a step that is come back to has it again. No secret is among it. */
  readonly typed: Map<string, string>
  readonly meet: (problem: SetupProblem | null) => void
  /** Back to the kiosk of the settings before, where there are some. */
  readonly leave: () => void
}

const SetupContext = createContext<SetupState | null>(null)

export const SetupProvider = SetupContext

export function useSetup(): SetupState {
  const state = use(SetupContext)
  if (!state) throw new Error('useSetup is called outside <SetupProvider>')
  return state
}

/** A field's text, which outlives the step. */
export function useTyped(field: string, answered: string): readonly [string, (text: string) => void] {
  const { typed } = useSetup()
  const [text, setText] = useState(typed.get(field) ?? answered)
  return [
    text,
    (now) => {
      typed.set(field, now)
      setText(now)
    },
  ]
}

import { Icon } from '../components/icon.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useSetup } from './setup-context.tsx'
import styles from './setup.module.css'
import { StepSheet } from './step-sheet.tsx'
import { isReachable, stateOf, stepsOf, type StepName } from './steps.ts'

/** Every step with what became of it: each may be gone back to. */
export function StepList({ at, onDone }: { at: StepName; onDone: () => void }) {
  const { t } = useI18n()
  const { view, turnTo } = useSetup()
  const words = t.setup.steps
  const said = { done: words.done, 'to-do': words.toDo, optional: words.optional } as const
  return (
    <StepSheet title={words.title} lead={words.lead} onBack={onDone}>
      <ol className={styles.steps}>
        {stepsOf(view.answers).map((step) => {
          const state = stateOf(step, view)
          return (
            <li key={step}>
              <button
                type="button"
                className={styles.holder}
                data-chosen={state === 'done'}
                aria-current={step === at ? 'step' : undefined}
                disabled={!isReachable(step, view)}
                onClick={() => {
                  turnTo(step)
                  onDone()
                }}
              >
                <strong>{words.names[step]}</strong>
                {step !== 'summary' && (
                  <em>
                    {state === 'done' && <Icon name="check" />}
                    {said[state]}
                  </em>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </StepSheet>
  )
}

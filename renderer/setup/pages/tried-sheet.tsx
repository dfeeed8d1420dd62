import type { Examination } from '../../../shared/kiosk-api/payment-forms.ts'
import { Button } from '../../components/button.tsx'
import { Findings } from '../../components/findings.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { StepSheet } from '../step-sheet.tsx'

interface TriedProps {
  readonly title: string
  readonly words: { readonly trying: string; readonly failed: string; readonly fine: string }
  /** Nothing: it is asked for. */
  readonly examined: Examination | null | undefined
  readonly onDone: () => void
  readonly onCorrect: () => void
}

/** What a provider or a device answered, step by step. */
export function TriedSheet({ title, words, examined, onDone, onCorrect }: TriedProps) {
  const { t } = useI18n()
  const { running, steps } = examined ?? { running: true, steps: [] }
  const failed = steps.some(({ outcome }) => outcome === 'failed')
  return (
    <StepSheet
      title={title}
      lead={running ? words.trying : failed ? words.failed : words.fine}
      leadRole="status"
      turn={running ? 'running' : failed ? 'failed' : 'fine'}
      onBack={onCorrect}
      actions={
        failed ? (
          <>
            <Button kind="primary" onPress={onCorrect}>
              {t.payment.correct}
            </Button>
            <Button onPress={onDone}>{t.setup.examination.anyway}</Button>
          </>
        ) : (
          <Button kind="primary" icon="check" disabled={running} onPress={onDone}>
            {t.payment.keep}
          </Button>
        )
      }
    >
      <Findings findings={steps} running={running} />
    </StepSheet>
  )
}

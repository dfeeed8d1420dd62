import { useEffect } from 'react'
import { Button } from '../../components/button.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { Findings } from '../../components/findings.tsx'
import { NextButton } from '../next-button.tsx'
import { useSetup } from '../setup-context.tsx'
import { StepSheet } from '../step-sheet.tsx'

/** The partner tested step by step, each as soon as it is known. */
export function ExaminationStep() {
  const { t } = useI18n()
  const { view, ask, goOn, turnTo, meet, busy } = useSetup()
  const { examination } = view
  const words = t.setup.examination
  const test = (): void => void ask('examineSetup', {}).then((reply) => meet(reply.ok ? null : reply.error))
  useEffect(() => {
    if (examination === null) void ask('examineSetup', {}).then((reply) => reply.ok || meet(reply.error))
  }, [ask, examination, meet])
  const running = examination?.running ?? true
  const steps = examination?.steps ?? []
  const failed = steps.some(({ outcome }) => outcome === 'failed')
  const warned = steps.some(({ outcome }) => outcome === 'warning')
  return (
    <StepSheet
      title={words.title}
      lead={running ? words.running : failed ? words.failed : warned ? words.warned : words.fine}
      leadRole="status"
      turn={running ? 'running' : failed ? 'failed' : 'fine'}
      onBack={() => turnTo('partner')}
      actions={
        failed ? (
          <>
            <Button kind="primary" icon="again" disabled={busy || running} onPress={test}>
              {words.again}
            </Button>
            <Button onPress={() => void goOn()}>{words.anyway}</Button>
          </>
        ) : (
          <NextButton disabled={running} onPress={() => void goOn()} />
        )
      }
    >
      <Findings findings={steps} running={running} />
    </StepSheet>
  )
}

import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { NoticeStrip } from '../../components/notice.tsx'
import { PinEntry } from '../../components/sheets/pin-entry.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useSetup } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { StepSheet } from '../step-sheet.tsx'

export interface PinChoiceProps {
  /** Whose it is. */
  readonly title: string
  readonly lead: string
  /** Whether the PIN was taken. */
  readonly onPin: (pin: string) => Promise<boolean>
  readonly onDone: () => void
}

/** One PIN: typed twice, or drawn and shown once. */
export function PinChoice({ title, lead, onPin, onDone }: PinChoiceProps) {
  const { t } = useI18n()
  const { ask, meet, busy } = useSetup()
  const words = t.setup.people
  const [first, setFirst] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [drawn, setDrawn] = useState<string | null>(null)
  const [differ, setDiffer] = useState(false)
  const startOver = (): void => {
    setFirst(null)
    setTyped('')
  }
  const keep = async (pin: string): Promise<void> => ((await onPin(pin)) ? onDone() : startOver())
  const back = (): void => {
    meet(null)
    onDone()
  }
  const draw = (): void =>
    void ask('drawPin', {}).then((reply) => (reply.ok ? setDrawn(reply.value) : meet(reply.error)))
  const enter = (): void => {
    setDiffer(false)
    if (first === null) {
      meet(null)
      setFirst(typed)
      setTyped('')
    } else if (typed === first) void keep(typed)
    else {
      setDiffer(true)
      startOver()
    }
  }

  if (drawn !== null) {
    return (
      <StepSheet
        title={title}
        lead={words.drawn}
        turn="drawn"
        onBack={() => setDrawn(null)}
        actions={
          <Button kind="primary" icon="check" disabled={busy} onPress={() => void keep(drawn)}>
            {words.noted}
          </Button>
        }
      >
        <output className={styles.drawn} dir="ltr">
          {drawn}
        </output>
      </StepSheet>
    )
  }
  const part = first === null ? 'first' : 'second'
  return (
    <StepSheet
      title={title}
      lead={lead}
      turn={part}
      onBack={back}
      actions={
        part === 'first' && (
          <Button kind="quiet" disabled={busy} onPress={draw}>
            {words.draw}
          </Button>
        )
      }
    >
      {differ && <NoticeStrip title={t.setup.faults.title} body={words.differ} />}
      <PinEntry key={part} pin={typed} label={words[part]} onPin={setTyped} onEnter={enter} />
    </StepSheet>
  )
}

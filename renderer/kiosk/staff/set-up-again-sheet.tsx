import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/choice.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { PinEntry } from '../../components/sheets/pin-entry.tsx'
import styles from './set-up-again-sheet.module.css'
import type { Problem } from '../../app/problem.ts'
import { ProblemNotice } from '../problem-notice.tsx'

/** A technician, by number and PIN, takes the machine to set it up again. */
export function SetUpAgainSheet({ onBack }: { onBack: () => void }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { info } = useKioskState()
  const [number, setNumber] = useState('')
  const [pin, setPin] = useState('')
  const [field, setField] = useState<'number' | 'pin'>('number')
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const words = t.setup.again
  const enter = (): void => {
    if (field === 'number') return setField('pin')
    void store.invoke('setUpAgain', { staff: number, pin }).then((reply) => {
      // The machine answers as another program now, with screens of its own.
      if (reply.ok) return location.reload()
      setPin('')
      setRefusal(reply.error)
    })
  }
  return (
    <Sheet
      title={words.title}
      lead={words.lead}
      notice={refusal && <ProblemNotice notice={refusal} />}
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={onBack}>
          {t.common.back}
        </Button>
      }
    >
      <PinEntry
        pin={field === 'pin' ? pin : number}
        shown={field === 'number'}
        label={field === 'pin' ? t.cash.pin : words.number}
        onPin={field === 'pin' ? setPin : (digits) => setNumber(digits.slice(0, 6))}
        onEnter={enter}
        demoPin={info?.demoPin}
      >
        {field === 'pin' && (
          <div className={styles.number}>
            <Choice chosen={false} onPress={() => setField('number')}>
              {words.number} <strong>{number}</strong>
            </Choice>
          </div>
        )}
      </PinEntry>
    </Sheet>
  )
}

import { useState } from 'react'
import type { SetupView } from '../../shared/kiosk-api/setup-views.ts'
import { NoticeStrip } from '../components/notice.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { PinEntry } from '../components/sheets/pin-entry.tsx'
import { NextButton } from './next-button.tsx'
import { useSetup } from './setup-context.tsx'
import { StepForm } from './step-form.tsx'
import { StepSheet } from './step-sheet.tsx'
import type { Holder } from './steps.ts'
import { TextField } from './text-field.tsx'
import { TypingBoard } from './typing-board.tsx'

const usualNumbers = { machine: '', supervisor: '1', technician: '2' } as const

export interface PinChoiceProps {
  readonly holder: Holder
  readonly member: SetupView['people'][number] | undefined
  readonly onDone: () => void
}

/** One PIN: whose it is, then twice the figures. */
export function PinChoice({ holder, member, onDone }: PinChoiceProps) {
  const { t } = useI18n()
  const { view, answer, meet } = useSetup()
  const words = t.setup.people
  const [name, setName] = useState(member?.name ?? '')
  const [number, setNumber] = useState(member?.number ?? usualNumbers[holder])
  const [part, setPart] = useState<'who' | 'first' | 'second'>(holder === 'machine' ? 'first' : 'who')
  const [first, setFirst] = useState('')
  const [typed, setTyped] = useState('')
  const [differ, setDiffer] = useState(false)
  const title = holder === 'machine' ? words.machine : words.roles[holder]
  const about = holder === 'machine' ? words.machineAbout : words.about[holder]
  const back = (): void => {
    meet(null)
    onDone()
  }

  if (part === 'who') {
    const possible = name.trim() !== '' && /^\d{1,6}$/u.test(number)
    const next = (): void => {
      if (possible) setPart('first')
    }
    return (
      <StepSheet
        title={title}
        lead={about}
        turn={part}
        onBack={back}
        actions={<NextButton disabled={!possible} onPress={next} />}
      >
        <StepForm onNext={next}>
          <TextField label={words.who} value={name} first onChange={setName} />
          <TextField label={words.number} value={number} onChange={(text) => setNumber(text.replaceAll(/\D/gu, ''))} />
        </StepForm>
        <TypingBoard />
      </StepSheet>
    )
  }

  const startOver = (): void => {
    setFirst('')
    setTyped('')
    setPart('first')
  }
  const keep = async (pin: string): Promise<void> => {
    const role = holder === 'machine' ? null : holder
    const kept =
      role === null
        ? await answer({ machinePin: pin })
        : await answer({ people: [{ number, name: name.trim(), role, pin }] })
    if (kept) onDone()
    else startOver()
  }
  const enter = (): void => {
    setDiffer(false)
    if (part === 'first') {
      meet(null)
      setFirst(typed)
      setTyped('')
      setPart('second')
    } else if (typed === first) void keep(typed)
    else {
      setDiffer(true)
      startOver()
    }
  }
  const label = part === 'first' ? words.first : words.second
  return (
    <StepSheet
      title={title}
      lead={view.people.length > 0 || holder === 'machine' ? about : words.lead}
      turn={part}
      onBack={back}
    >
      {differ && <NoticeStrip title={t.setup.faults.title} body={words.differ} />}
      <PinEntry key={part} pin={typed} label={label} onPin={setTyped} onEnter={enter} />
    </StepSheet>
  )
}

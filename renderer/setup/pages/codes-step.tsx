import { useState } from 'react'
import type { SetupEvent } from '../../../shared/api/kiosk/setup.ts'
import { Button } from '../../ui/button.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { NextButton, StepForm, StepSheet, TextField } from '../forms.tsx'
import { useSetup } from '../setup-context.tsx'
import { OnScreenKeyboard } from '../../ui/on-screen-keyboard.tsx'

/** Asks for the access code of each event on sale. A typed code is tested, and never shown again. */
export function CodesStep() {
  const { t, date } = useI18n()
  const { view, ask, answer, goOn, turnTo, busy } = useSetup()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [trying, setTrying] = useState(false)
  const words = t.setup.codes
  const accessCodes = Object.fromEntries(
    Object.entries(typed).flatMap(([eventId, code]) => (code.trim() === '' ? [] : [[eventId, code.trim()]])),
  )
  const anyTyped = Object.keys(accessCodes).length > 0
  const tryThem = async (): Promise<void> => {
    if (!(await answer({ accessCodes }))) return
    setTyped({})
    setTrying(true)
    void ask('examineSetup', {}).then(() => setTrying(false))
  }
  const next = (): void => void (anyTyped ? tryThem() : goOn())

  if (view.events === null) {
    return (
      <StepSheet
        title={words.title}
        lead={words.untested}
        actions={
          <>
            <Button kind="primary" icon="again" onPress={() => turnTo('examination')}>
              {words.toTest}
            </Button>
            <Button onPress={() => void goOn()}>{t.setup.examination.anyway}</Button>
          </>
        }
      />
    )
  }
  const remarkOf = ({ eventId, tried }: SetupEvent): string | undefined =>
    tried
      ? `${t.setup.examination.outcomes[tried.outcome]} · ${tried.text}`
      : view.codesGiven.includes(eventId)
        ? words.given
        : undefined
  return (
    <StepSheet
      title={words.title}
      lead={trying ? words.trying : view.events.length === 0 ? words.none : words.lead}
      leadRole="status"
      actions={
        anyTyped ? (
          <Button kind="primary" icon="check" disabled={busy || trying} onPress={next}>
            {words.tryThem}
          </Button>
        ) : (
          <NextButton disabled={trying} onPress={next} />
        )
      }
    >
      <StepForm onNext={next}>
        {view.events.map((event, index) => {
          const remark = remarkOf(event)
          return (
            <TextField
              key={event.eventId}
              label={`${event.title} · ${date(event.startsAt).full}`}
              value={typed[event.eventId] ?? ''}
              first={index === 0}
              {...(remark !== undefined && { remark })}
              onChange={(code) => setTyped({ ...typed, [event.eventId]: code })}
            />
          )
        })}
      </StepForm>
      {view.events.length > 0 && <OnScreenKeyboard />}
    </StepSheet>
  )
}

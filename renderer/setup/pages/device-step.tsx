import { useState } from 'react'
import { languages } from '../../../shared/domain/language.ts'
import { Choice } from '../../components/choice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { nameOf } from '../../i18n/languages.ts'
import { NextButton } from '../next-button.tsx'
import { useSetup, useTyped } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { StepForm } from '../step-form.tsx'
import { StepSheet } from '../step-sheet.tsx'
import { TextField } from '../text-field.tsx'
import { TypingBoard } from '../../components/typing-board.tsx'

/** The machine's name, what it speaks to customers, and whether it lets anybody out. */
export function DeviceStep() {
  const { t, language } = useI18n()
  const { view, goOn } = useSetup()
  const { answers } = view
  const [name, setName] = useTyped('device.name', answers.deviceId ?? view.suggestedName)
  const [offered, setOffered] = useState<readonly (typeof languages)[number][]>(
    answers.languages ?? [...new Set([language, 'fr', 'en'] as const)],
  )
  const [locked, setLocked] = useState(answers.locked ?? true)
  const words = t.setup.device
  const isKiosk = answers.profile === 'kiosk'
  const spoken = languages.filter((each) => each === language || offered.includes(each))
  const next = (): void =>
    void goOn({
      deviceId: name,
      languages: [language, ...spoken.filter((each) => each !== language)],
      ...(isKiosk && { locked }),
    })
  return (
    <StepSheet title={words.title} lead={words.lead} actions={<NextButton onPress={next} />}>
      <StepForm onNext={next}>
        <TextField label={words.name} value={name} first onChange={setName} />
        <fieldset className={styles.group}>
          <legend>{words.languages}</legend>
          <div className={styles.row}>
            {languages.map((each) => (
              <Choice
                key={each}
                lang={each}
                chosen={spoken.includes(each)}
                disabled={each === language}
                onPress={() =>
                  setOffered(spoken.includes(each) ? spoken.filter((one) => one !== each) : [...spoken, each])
                }
              >
                {nameOf(each)}
              </Choice>
            ))}
          </div>
        </fieldset>
        {isKiosk && (
          <Choice chosen={locked} onPress={() => setLocked(!locked)}>
            <strong>{words.locked}</strong>
            <span>{words.lockedAbout}</span>
          </Choice>
        )}
      </StepForm>
      <TypingBoard />
    </StepSheet>
  )
}

import { useState } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { NextButton } from './next-button.tsx'
import { useSetup } from './setup-context.tsx'
import { StepForm } from './step-form.tsx'
import { StepSheet } from './step-sheet.tsx'
import { TextField } from './text-field.tsx'
import { TypingBoard } from './typing-board.tsx'

/** Whose tickets are sold: where the service is, and as whom it knows the venue. */
export function PartnerStep() {
  const { t } = useI18n()
  const { view, goOn } = useSetup()
  const { partner } = view.answers
  const [baseUrl, setBaseUrl] = useState(partner?.baseUrl ?? 'https://')
  const [partnerCode, setPartnerCode] = useState(partner?.partnerCode ?? '')
  const words = t.setup.partner
  const next = (): void => void goOn({ partner: { baseUrl, partnerCode } })
  return (
    <StepSheet title={words.title} lead={words.lead} actions={<NextButton onPress={next} />}>
      <StepForm onNext={next}>
        <TextField
          label={words.address}
          value={baseUrl}
          example="https://tickets.example.org"
          first
          onChange={setBaseUrl}
        />
        <TextField label={words.code} value={partnerCode} onChange={setPartnerCode} />
      </StepForm>
      <TypingBoard />
    </StepSheet>
  )
}

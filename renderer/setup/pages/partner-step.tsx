import { useState } from 'react'
import type { SetupPartner } from '../../../shared/kiosk-api/setup.ts'
import { NoticeStrip } from '../../components/notice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { CertificateSheet, type Doubtful } from './certificate-sheet.tsx'
import { NextButton } from '../next-button.tsx'
import { useSetup, useTyped } from '../setup-context.tsx'
import { StepForm } from '../step-form.tsx'
import { StepSheet } from '../step-sheet.tsx'
import { TextField } from '../text-field.tsx'
import { TypingBoard } from '../../components/typing-board.tsx'

/** Whose tickets are sold: where the service is, as whom it knows the venue, and whether it is the one that answers. */
export function PartnerStep() {
  const { t } = useI18n()
  const { view, ask, answer, goOn, meet } = useSetup()
  const { partner } = view.answers
  const [baseUrl, setBaseUrl] = useTyped('partner.baseUrl', partner?.baseUrl ?? 'https://')
  const [partnerCode, setPartnerCode] = useTyped('partner.code', partner?.partnerCode ?? '')
  const [doubtful, setDoubtful] = useState<Doubtful | null>(null)
  const [looking, setLooking] = useState(false)
  const [differed, setDiffered] = useState(false)
  const words = t.setup.partner
  const trust = (certificate: string): void => void goOn({ partner: { baseUrl, partnerCode, certificate } })
  const look = async (given: SetupPartner): Promise<void> => {
    setDiffered(false)
    if (!(await answer({ partner: given }))) return
    setLooking(true)
    const reply = await ask('seeCertificate', {})
    setLooking(false)
    if (!reply.ok) meet(reply.error)
    else if (reply.value.state === 'unknown' || reply.value.state === 'unfit') setDoubtful(reply.value)
    else await goOn()
  }
  const next = (): void => void look({ baseUrl, partnerCode })

  if (doubtful) {
    return (
      <CertificateSheet
        seen={doubtful}
        onTrust={trust}
        onDiffers={() => {
          setDoubtful(null)
          setDiffered(true)
        }}
        onAnyway={() => void goOn()}
        onBack={() => setDoubtful(null)}
      />
    )
  }
  return (
    <StepSheet
      title={words.title}
      lead={looking ? t.setup.certificate.looking : words.lead}
      leadRole="status"
      actions={<NextButton disabled={looking} onPress={next} />}
    >
      {differed && <NoticeStrip title={t.setup.faults.title} body={t.setup.certificate.differed} />}
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

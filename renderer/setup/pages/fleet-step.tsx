import { useState } from 'react'
import { Choice } from '../../components/choice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { NextButton } from '../next-button.tsx'
import { useSetup, useTyped } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { StepForm } from '../step-form.tsx'
import { StepSheet } from '../step-sheet.tsx'
import { originOf } from '../steps.ts'
import { TextField } from '../text-field.tsx'
import { TypingBoard } from '../../components/typing-board.tsx'

const COMMAND = 'guichet hub devices invite'

/** Whether a hub looks after the machine, and its invitation. */
export function FleetStep() {
  const { t } = useI18n()
  const { view, goOn } = useSetup()
  const { fleet, partner } = view.answers
  const [followed, setFollowed] = useState(Boolean(fleet))
  const [hub, setHub] = useTyped('fleet.hub', fleet?.hub ?? (partner ? originOf(partner.baseUrl) : 'https://'))
  const [invitation, setInvitation] = useState('')
  const words = t.setup.fleet
  const known = view.mayJoinHub && hub === fleet?.hub && invitation === ''
  const code = invitation.trim()
  const next = (): void => void goOn({ fleet: followed ? { hub, ...(code !== '' && { invitation: code }) } : null })
  return (
    <StepSheet
      title={words.title}
      lead={words.lead}
      actions={<NextButton disabled={followed && code === '' && !known} onPress={next} />}
    >
      <StepForm onNext={next}>
        <div className={styles.schemes} role="group" aria-label={words.title}>
          <Choice chosen={!followed} onPress={() => setFollowed(false)}>
            <strong>{words.alone}</strong>
            <span>{words.aloneAbout}</span>
          </Choice>
          <Choice chosen={followed} onPress={() => setFollowed(true)}>
            <strong>{words.followed}</strong>
            <span>{words.followedAbout}</span>
          </Choice>
        </div>
        {followed && (
          <>
            <TextField label={words.address} value={hub} onChange={setHub} />
            <TextField
              label={words.invitation}
              value={invitation}
              remark={known ? words.known : words.invitationAbout(COMMAND)}
              first
              onChange={setInvitation}
            />
          </>
        )}
      </StepForm>
      {followed && <TypingBoard />}
    </StepSheet>
  )
}

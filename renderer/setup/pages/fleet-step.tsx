import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { FormSheet, StepSheet, TextField } from '../forms.tsx'
import { useSetup, useTyped } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { originOf } from '../steps.ts'

const COMMAND = 'guichet hub devices invite'

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
    <FormSheet
      title={words.title}
      lead={words.lead}
      ready={!followed || code !== '' || known}
      typed={followed}
      onNext={next}
    >
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
    </FormSheet>
  )
}

const commands = [
  ['venues', 'guichet hub venues import places.csv …'],
  ['events', 'guichet hub events create …'],
  ['serve', 'guichet serve --mode live'],
] as const

export function HubStep() {
  const { t } = useI18n()
  const { openManual } = useSetup()
  return (
    <StepSheet
      title={t.setup.hub.title}
      lead={t.setup.hub.lead}
      actions={
        <Button kind="primary" onPress={() => openManual('hub')}>
          {t.setup.hub.manual}
        </Button>
      }
    >
      <dl className={styles.commands}>
        {commands.map(([what, line]) => (
          <div key={what}>
            <dt>{t.setup.hub[what]}</dt>
            <dd dir="ltr">
              <code>{line}</code>
            </dd>
          </div>
        ))}
      </dl>
    </StepSheet>
  )
}

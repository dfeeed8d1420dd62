import { useState } from 'react'
import type { SeenCertificate } from '../../../shared/kiosk-api/setup.ts'
import { Button } from '../../components/button.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { NextButton } from '../next-button.tsx'
import { useSetup } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { StepForm } from '../step-form.tsx'
import { StepSheet } from '../step-sheet.tsx'
import { TextField } from '../text-field.tsx'

/** A certificate that the system does not vouch for. */
export type Doubtful = Extract<SeenCertificate, { readonly state: 'unknown' | 'unfit' }>

export interface CertificateSheetProps {
  readonly seen: Doubtful
  /** With the certificate that is trusted from now on. */
  readonly onTrust: (pem: string) => void
  /** It is not the one that the hub shows. */
  readonly onDiffers: () => void
  /** On without one that is trusted. */
  readonly onAnyway: () => void
  readonly onBack: () => void
}

/** The venue's own server shows itself: somebody compares before anything is trusted. */
export function CertificateSheet({ seen, onTrust, onDiffers, onAnyway, onBack }: CertificateSheetProps) {
  const { t } = useI18n()
  const { busy } = useSetup()
  const [pasting, setPasting] = useState(false)
  const words = t.setup.certificate
  if (pasting) return <PastedCertificate onTrust={onTrust} onBack={() => setPasting(false)} />
  return (
    <StepSheet
      title={seen.state === 'unfit' ? words.unfit.title : words.title}
      lead={seen.state === 'unfit' ? words.unfit[seen.reason] : words.lead}
      turn="certificate"
      onBack={onBack}
      actions={
        <>
          {seen.state === 'unknown' ? (
            <>
              <Button kind="primary" icon="check" disabled={busy} onPress={() => onTrust(seen.pem)}>
                {words.same}
              </Button>
              <Button disabled={busy} onPress={onDiffers}>
                {words.differs}
              </Button>
            </>
          ) : (
            <Button disabled={busy} onPress={onAnyway}>
              {words.anyway}
            </Button>
          )}
          <Button kind="quiet" onPress={() => setPasting(true)}>
            {words.paste}
          </Button>
        </>
      }
    >
      <CertificateFacts seen={seen} />
    </StepSheet>
  )
}

function CertificateFacts({ seen }: { seen: Doubtful }) {
  const words = useI18n().t.setup.certificate
  return (
    <dl className={styles.summary}>
      <div className={styles.fingerprint}>
        <dt>{words.fingerprint}</dt>
        <dd dir="ltr">
          {seen.fingerprint.split(' ').map((group, index) => (
            <code key={index}>{group}</code>
          ))}
        </dd>
      </div>
      <div>
        <dt>{words.names}</dt>
        <dd>
          <bdi>{seen.names}</bdi>
        </dd>
      </div>
      <div>
        <dt>{words.until}</dt>
        <dd>
          <bdi>{seen.until}</bdi>
        </dd>
      </div>
    </dl>
  )
}

/** By somebody who got it as a file. */
function PastedCertificate({ onTrust, onBack }: Pick<CertificateSheetProps, 'onTrust' | 'onBack'>) {
  const { t } = useI18n()
  const [pem, setPem] = useState('')
  const words = t.setup.certificate
  const next = (): void => onTrust(pem.trim())
  return (
    <StepSheet
      title={words.paste}
      lead={words.pasteLead}
      turn="pasting"
      onBack={onBack}
      actions={<NextButton disabled={pem.trim() === ''} onPress={next} />}
    >
      <StepForm onNext={next}>
        <TextField label={words.pasted} value={pem} long first onChange={setPem} />
      </StepForm>
    </StepSheet>
  )
}

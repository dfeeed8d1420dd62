import { useState } from 'react'
import type { CertificateStatus, SetupPartner, SetupSigning } from '../../../shared/api/kiosk/setup.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { NoticeStrip } from '../../ui/notice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ChoiceGroup, FormSheet, StepSheet, TextField } from '../forms.tsx'
import { useSetup, useTyped } from '../setup-context.tsx'
import styles from '../setup.module.css'

export function PartnerStep() {
  const { t } = useI18n()
  const { view, ask, answer, goOn } = useSetup()
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
    const reply = await ask('probeCertificate', {})
    setLooking(false)
    if (!reply.ok) return
    if (reply.value.state === 'unknown' || reply.value.state === 'unfit') setDoubtful(reply.value)
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
    <FormSheet
      title={words.title}
      lead={looking ? t.setup.certificate.looking : words.lead}
      leadRole="status"
      ready={!looking}
      remark={differed && <NoticeStrip title={t.setup.faults.title} body={t.setup.certificate.differed} />}
      onNext={next}
    >
      <TextField
        label={words.address}
        value={baseUrl}
        example="https://tickets.example.org"
        first
        onChange={setBaseUrl}
      />
      <TextField label={words.code} value={partnerCode} onChange={setPartnerCode} />
    </FormSheet>
  )
}

/** Certificate that the operating system does not trust. */
type Doubtful = Extract<CertificateStatus, { readonly state: 'unknown' | 'unfit' }>

interface CertificateSheetProps {
  readonly seen: Doubtful
  /** Called to continue and to trust the displayed certificate from now on. */
  readonly onTrust: (pem: string) => void
  /** Called if the certificate differs from the certificate shown by the hub. */
  readonly onDiffers: () => void
  /** Called to continue without a trusted certificate. */
  readonly onAnyway: () => void
  readonly onBack: () => void
}

/** Shows the certificate of the venue's own server, for comparison before the certificate is trusted. */
function CertificateSheet({ seen, onTrust, onDiffers, onAnyway, onBack }: CertificateSheetProps) {
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

function PastedCertificate({ onTrust, onBack }: Pick<CertificateSheetProps, 'onTrust' | 'onBack'>) {
  const { t } = useI18n()
  const [pem, setPem] = useState('')
  const words = t.setup.certificate
  return (
    <FormSheet
      title={words.paste}
      lead={words.pasteLead}
      turn="pasting"
      onBack={onBack}
      ready={pem.trim() !== ''}
      typed={false}
      onNext={() => onTrust(pem.trim())}
    >
      <TextField label={words.pasted} value={pem} long first onChange={setPem} />
    </FormSheet>
  )
}

type Scheme = SetupSigning['scheme']

/**
 * Names of signature schemes that are the same in every language: the header or standard that issuers of keys refer to.
 */
const sharedSchemes: Readonly<Partial<Record<Scheme, string>>> = {
  'stadepass-hmac': 'x-api',
  'hmac-sha256': 'RFC 9421',
}
const keySchemes: Readonly<Partial<Record<Scheme, string>>> = {
  ed25519: 'Ed25519',
  'ecdsa-p256-sha256': 'ECDSA P-256',
  'rsa-pss-sha512': 'RSA-PSS',
}
const schemes: readonly Scheme[] = [
  'none',
  'stadepass-hmac',
  'hmac-sha256',
  'ed25519',
  'ecdsa-p256-sha256',
  'rsa-pss-sha512',
]

/** Asks how requests are signed. A typed secret is sent to the main process and never returned. */
export function SigningStep() {
  const { t } = useI18n()
  const { view, goOn } = useSetup()
  const { partner } = view.answers
  const before: SetupSigning = partner?.signing ?? { scheme: 'none' }
  const [scheme, setScheme] = useState<Scheme>(before.scheme)
  const [keyId, setKeyId] = useTyped('signing.keyId', before.scheme === 'none' ? '' : before.keyId)
  const [secret, setSecret] = useState('')
  const [secretIn, setSecretIn] = useState(view.secretIn)
  const words = t.setup.signing
  const long = scheme in keySchemes
  const nameOf = (each: Scheme): string => {
    const [how, kind] = [sharedSchemes[each], keySchemes[each]]
    return how ? words.shared(how) : kind ? words.key(kind) : words.unsigned
  }
  const kept = view.hasSecret && scheme === before.scheme && secret === ''
  const forgotten = !view.hasSecret && before.scheme !== 'none' && scheme === before.scheme
  const remark = kept ? words.kept : forgotten ? words.again : view.keyring === null ? words.inFile : undefined
  const next = (): void => {
    if (!partner) return
    const signing: SetupSigning = scheme === 'none' ? { scheme } : { scheme, keyId, ...(secret !== '' && { secret }) }
    setSecret('')
    // The storage location is sent only together with a new secret.
    void goOn({ partner: { ...partner, signing }, ...(secret !== '' && view.keyring !== null && { secretIn }) })
  }
  return (
    <FormSheet title={words.title} lead={words.lead} typed={scheme !== 'none'} onNext={next}>
      <div className={styles.schemes} role="group" aria-label={words.title}>
        {schemes.map((each) => (
          <Choice key={each} chosen={each === scheme} onPress={() => setScheme(each)}>
            {nameOf(each)}
          </Choice>
        ))}
      </div>
      {scheme !== 'none' && (
        <>
          <TextField label={words.keyId} value={keyId} onChange={setKeyId} />
          <TextField
            key={String(long)}
            label={long ? words.privateKey('PEM') : words.secret}
            value={secret}
            secret
            long={long}
            {...(remark && { remark })}
            onChange={setSecret}
          />
          {!kept && view.keyring !== null && (
            <ChoiceGroup
              legend={words.keptIn}
              options={['keyring', 'file'] as const}
              render={(place) => words.places[place]}
              isChosen={(place) => place === secretIn}
              onChoose={setSecretIn}
            >
              <p>{words.placesAbout[secretIn]}</p>
            </ChoiceGroup>
          )}
        </>
      )}
    </FormSheet>
  )
}

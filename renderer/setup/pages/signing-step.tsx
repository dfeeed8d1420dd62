import { useState } from 'react'
import type { SetupSigning } from '../../../shared/api/kiosk/setup.ts'
import { Choice } from '../../ui/choice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ChoiceGroup, FormSheet, TextField } from '../forms.tsx'
import { useSetup, useTyped } from '../setup-context.tsx'
import styles from '../setup.module.css'

type Scheme = SetupSigning['scheme']

/**
 * Names by which issuers of keys refer to a signature scheme, identical in every language: a header name or a standard.
 */
const shared: Readonly<Partial<Record<Scheme, string>>> = { 'stadepass-hmac': 'x-api', 'hmac-sha256': 'RFC 9421' }
const keys: Readonly<Partial<Record<Scheme, string>>> = {
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
  const long = scheme in keys
  const nameOf = (each: Scheme): string => {
    const [how, kind] = [shared[each], keys[each]]
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

import { useState } from 'react'
import { decimalIn, readDecimal } from '../../../shared/domain/desk/typed-numbers.ts'
import type { Language } from '../../../shared/domain/language.ts'
import { type TermsDocument, termsDocuments } from '../../../shared/domain/terms.ts'
import { numberLimits } from '../../../shared/domain/text-forms.ts'
import type { SetupTerms } from '../../../shared/api/kiosk/setup.ts'
import { Choice } from '../../ui/choice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { nameOf } from '../../i18n/languages.ts'
import { ChoiceGroup, FormSheet, TextField } from '../forms.tsx'
import { useSetup, useTyped } from '../setup-context.tsx'
import styles from '../setup.module.css'

/** Asks for the seller's details. By law, they must appear on the screen and on the receipt. */
export function SellerStep() {
  const { t } = useI18n()
  const { view, goOn } = useSetup()
  const { seller } = view.answers
  const [name, setName] = useTyped('seller.name', seller?.name ?? '')
  const [address, setAddress] = useTyped('seller.address', seller?.address ?? '')
  const [contact, setContact] = useTyped('seller.contact', seller?.contact ?? '')
  const [taxNumber, setTaxNumber] = useTyped('seller.taxNumber', seller?.taxNumber ?? '')
  const [rate, setRate] = useTyped('seller.taxRate', String(seller?.taxRate ?? ''))
  const words = t.setup.seller
  const { min, max } = numberLimits.taxRate
  const next = (): void => {
    void goOn({ seller: { name, address, contact, taxNumber, taxRate: readDecimal(rate) } })
  }
  return (
    <FormSheet title={words.title} lead={words.lead} onNext={next}>
      <TextField label={words.name} value={name} words first onChange={setName} />
      <TextField label={words.address} value={address} words onChange={setAddress} />
      <TextField label={words.contact} value={contact} onChange={setContact} />
      <TextField label={words.taxNumber} value={taxNumber} remark={words.optional} onChange={setTaxNumber} />
      <TextField
        label={words.taxRate}
        value={rate}
        remark={words.taxRateAbout(min, max)}
        onChange={(text) => setRate(decimalIn(text).slice(0, 5))}
      />
    </FormSheet>
  )
}

type Texts = SetupTerms['conditions']
type Source = NonNullable<Texts[Language]>

const kindOf = (source: Source | undefined): 'file' | 'text' => (typeof source === 'string' ? 'text' : 'file')
const valueOf = (source: Source | undefined): string =>
  source === undefined ? '' : typeof source === 'string' ? source : source.file
const given = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, source]) => valueOf(source).trim() !== ''))

/** Maximum characters in all texts: a command is limited to 64 KiB, at up to three bytes per character. */
const MAX_TYPED = 20_000

const typedLength = (texts: Texts): number =>
  Object.values(texts).reduce((sum, source) => sum + (typeof source === 'string' ? source.length : 0), 0)

export function TermsStep() {
  const { t, language } = useI18n()
  const { view, goOn, meet } = useSetup()
  const { terms, languages = [language] } = view.answers
  const [texts, setTexts] = useState<Readonly<Record<TermsDocument, Texts>>>({
    conditions: terms?.conditions ?? {},
    privacy: terms?.privacy ?? {},
  })
  const [shown, setShown] = useState<Language>(languages[0] ?? language)
  const [kind, setKind] = useState(kindOf(texts.conditions[shown]))
  const [version, setVersion] = useTyped('terms.version', terms?.version ?? '')
  const [address, setAddress] = useTyped('terms.address', terms?.address ?? '')
  const words = t.setup.terms
  const write = (document: TermsDocument, value: string): void => {
    const source: Source = kind === 'file' ? { file: value } : value
    setTexts({ ...texts, [document]: { ...texts[document], [shown]: source } })
  }
  const show = (each: Language): void => {
    setShown(each)
    setKind(kindOf(texts.conditions[each]))
  }
  const next = (): void => {
    if (typedLength(texts.conditions) + typedLength(texts.privacy) > MAX_TYPED)
      return meet({ type: 'setup-refused', faults: [{ setting: 'terms.text', detail: words.tooLong }] })
    void goOn({ terms: { conditions: given(texts.conditions), privacy: given(texts.privacy), version, address } })
  }
  return (
    <FormSheet title={words.title} lead={words.lead} onNext={next}>
      {languages.length > 1 && (
        <ChoiceGroup
          legend={words.language}
          options={languages}
          render={nameOf}
          ofLanguages
          isChosen={(each) => each === shown}
          onChoose={show}
        />
      )}
      <div className={styles.row} role="group" aria-label={words.title}>
        {(['file', 'text'] as const).map((each) => (
          <Choice key={each} chosen={each === kind} onPress={() => setKind(each)}>
            {words.kinds[each]}
          </Choice>
        ))}
      </div>
      {termsDocuments.map((document) => {
        const source = texts[document][shown]
        return (
          <TextField
            key={`${document} ${shown} ${kind}`}
            label={words[document]}
            value={source === undefined || kindOf(source) !== kind ? '' : valueOf(source)}
            long={kind === 'text'}
            words={kind === 'text'}
            {...(kind === 'file' && { example: `/home/guichet/${document}.${shown}.txt` })}
            onChange={(value) => write(document, value)}
          />
        )
      })}
      <TextField label={words.version} value={version} words remark={words.optional} onChange={setVersion} />
      <TextField label={words.address} value={address} remark={words.optional} onChange={setAddress} />
    </FormSheet>
  )
}

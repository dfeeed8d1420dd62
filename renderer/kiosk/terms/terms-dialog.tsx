import { useEffect, useState } from 'react'
import { type TermsDocument, termsDocuments } from '../../../shared/domain/terms.ts'
import type { TermsView } from '../../../shared/api/kiosk/views.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { PagedText } from '../../ui/paged.tsx'
import { useSpoken } from '../../ui/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { nameOf } from '../../i18n/languages.ts'
import { PagedDialog } from '../dialogs/dialog.tsx'
import styles from '../dialogs/dialogs.module.css'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'

export function TermsDialog() {
  const { t, language } = useI18n()
  const terms = useTerms()
  const [chosen, setChosen] = useState<TermsDocument>('conditions')
  const [page, setPage] = useState(0)
  const [pages, setPages] = useState(1)
  const show = (each: TermsDocument): void => {
    setChosen(each)
    setPage(0)
  }
  const shown = terms?.[chosen]
  // Text in a language other than that of the screen is not spoken, because the voice would be unintelligible.
  useSpoken('screen', shown?.language === language ? `${t.terms[chosen]}. ${shown.text}` : t.terms.title)
  return (
    <PagedDialog title={t.terms.title} page={page} pages={pages} onPage={setPage}>
      {terms && <SellerNamed terms={terms} />}
      <div className={styles.documents} role="group" aria-label={t.terms.title}>
        {termsDocuments.map((each) => (
          <Choice key={each} chosen={each === chosen} onPress={() => show(each)}>
            {t.terms[each]}
          </Choice>
        ))}
      </div>
      <TextShown key={chosen} terms={terms} which={chosen} page={page} onPages={setPages} />
    </PagedDialog>
  )
}

/** Loads the terms of sale. Undefined before the reply; null without terms or after a failed request. */
function useTerms(): TermsView | null | undefined {
  const { invoke } = useKioskStore()
  const { language } = useKioskState()
  const [terms, setTerms] = useState<TermsView | null>()
  useEffect(() => {
    let isOver = false
    void invoke('readTerms', { language }).then((reply) => {
      if (!isOver) setTerms(reply.ok ? reply.value : null)
    })
    return () => {
      isOver = true
    }
  }, [invoke, language])
  return terms
}

function SellerNamed({ terms: { seller, version } }: { terms: TermsView }) {
  const facts = [seller.name, seller.address, seller.contact, version].filter((text) => text !== '')
  return (
    <p className={styles.lead}>
      {facts.map((fact, index) => (
        <span key={fact}>
          {index > 0 && ' · '}
          <bdi>{fact}</bdi>
        </span>
      ))}
    </p>
  )
}

interface TextShownProps {
  readonly terms: TermsView | null | undefined
  readonly which: TermsDocument
  readonly page: number
  readonly onPages: (pages: number) => void
}

/** Text of a document, in a different language if the venue has no version in the customer's language. */
function TextShown({ terms, which, page, onPages }: TextShownProps) {
  const { t, language } = useI18n()
  if (terms === undefined) return <p role="status">{t.common.wait}</p>
  const text = terms?.[which]
  if (!text) return <p role="alert">{t.terms.missing}</p>
  return (
    <>
      {text.language !== language && <p>{t.terms.otherLanguage(nameOf(text.language))}</p>}
      <div className={styles.terms} lang={text.language}>
        <PagedText text={text.text} page={page} onPages={onPages} />
      </div>
    </>
  )
}

/** States that a customer who buys accepts the seller's conditions. Renders nothing if the seller has no conditions. */
export function Acceptance({ free }: { free: boolean }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { info } = useKioskState()
  if (!info?.terms) return null
  const { seller } = info.terms
  return (
    <div className={styles.acceptance}>
      <p>{free ? t.terms.acceptFree(seller) : t.terms.accept(seller)}</p>
      <Button kind="quiet" icon="info" onPress={() => store.openDialog('terms')}>
        {t.terms.read}
      </Button>
    </div>
  )
}

import { useEffect, useRef, useState } from 'react'
import { manualNameOf, manualNames, type ManualName } from '../../../shared/manual.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ManualBlocks, headingId } from './manual-blocks.tsx'
import { useManual, type ManualBook } from './manual-book.ts'
import styles from './manual.module.css'

interface Place {
  readonly page: ManualName
  /** A heading on it; undefined: its beginning. */
  readonly anchor?: string | undefined
}

/** The operators' manuals: their pages beside the one that is read. */
export function Manual({ first }: { first: ManualName }) {
  const { language } = useI18n()
  const book = useManual(language)
  return book && <OpenManual book={book} first={first} />
}

function OpenManual({ book, first }: { book: ManualBook; first: ManualName }) {
  const { t } = useI18n()
  const [place, setPlace] = useState<Place>({ page: first })
  const article = useRef<HTMLElement>(null)
  const opened = useRef(place)
  useEffect(() => {
    if (place === opened.current) return
    const heading = place.anchor === undefined ? null : document.getElementById(headingId(place.anchor))
    const shown = heading ?? article.current
    shown?.scrollIntoView()
  }, [place])

  function wayTo(target: string): (() => void) | null {
    const [file = '', anchor] = target.split('#')
    const page = file === '' ? place.page : manualNameOf(file)
    return page && (() => setPlace({ page, anchor }))
  }

  return (
    <div className={styles.manual} lang={book.language} dir="ltr" data-manual={place.page}>
      <nav className={styles.pages} aria-label={t.office.manual.pages}>
        {manualNames.map((page) => (
          <button
            key={page}
            type="button"
            aria-current={page === place.page ? 'page' : undefined}
            onClick={() => setPlace({ page })}
          >
            {book.pages[page].title}
          </button>
        ))}
      </nav>
      <article ref={article} className={styles.page}>
        <ManualBlocks blocks={book.pages[place.page].blocks} words={{ language: book.language, wayTo }} />
      </article>
    </div>
  )
}

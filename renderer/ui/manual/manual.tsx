import { createContext, type ReactNode, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { frenchSpacing, type Language } from '../../../shared/domain/language.ts'
import {
  type Block,
  type Content,
  type Inline,
  type ManualName,
  manualNameOf,
  manualNames,
  type ManualPage,
  readMarkdown,
} from '../../../shared/manual.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { Button } from '../button.tsx'
import { listen } from '../hooks.ts'
import styles from './manual.module.css'

interface Place {
  readonly page: ManualName
  /** Anchor of a heading on the page; undefined for the beginning of the page. */
  readonly anchor?: string | undefined
}

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
        <Words value={{ language: book.language, wayTo }}>
          <Blocks blocks={book.pages[place.page].blocks} />
        </Words>
      </article>
    </div>
  )
}

interface ManualWords {
  readonly language: 'fr' | 'en'
  /** Returns a function that follows a link within the manuals; null if the target is not part of the program. */
  readonly wayTo: (target: string) => (() => void) | null
}

const Words = createContext<ManualWords>({ language: 'en', wayTo: () => null })

const headingId = (anchor: string): string => `manual:${anchor}`

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <OneBlock key={index} block={block} />)
}

function OneBlock({ block }: { block: Block }): ReactNode {
  switch (block.type) {
    case 'heading': {
      const Heading = headings[Math.min(block.level, headings.length) - 1] ?? 'h1'
      return (
        <Heading id={headingId(block.anchor)}>
          <Line content={block.content} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Line content={block.content} />
        </p>
      )
    case 'picture':
      return <img src={pictureAddress(block.target)} alt={block.about} />
    case 'code':
      return (
        <pre dir="ltr">
          <code>{block.text}</code>
        </pre>
      )
    case 'list':
      return block.first === null ? (
        <ul>
          <Items items={block.items} />
        </ul>
      ) : (
        <ol start={block.first}>
          <Items items={block.items} />
        </ol>
      )
    case 'table':
      return <Table head={block.head} rows={block.rows} />
  }
}

const headings = ['h1', 'h2', 'h3'] as const

/** Shows the items of a list. The first paragraph of an item has no `<p>` element, to avoid gaps. */
function Items({ items }: { items: readonly (readonly Block[])[] }) {
  return items.map((blocks, index) => {
    const [first, ...rest] = blocks
    return (
      <li key={index}>
        {first?.type === 'paragraph' ? <Line content={first.content} /> : first && <OneBlock block={first} />}
        <Blocks blocks={rest} />
      </li>
    )
  })
}

function Table({ head, rows }: { head: readonly Content[]; rows: readonly (readonly Content[])[] }) {
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} scope="col">
                <Line content={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column}>
                  <Line content={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ content }: { content: Content }) {
  return content.map((inline, index) => <OneInline key={index} inline={inline} />)
}

function OneInline({ inline }: { inline: Inline }): ReactNode {
  const { language } = use(Words)
  switch (inline.type) {
    case 'text':
      return language === 'fr' ? frenchSpacing(inline.text) : inline.text
    case 'code':
      return <code dir="ltr">{inline.text}</code>
    case 'strong':
      return (
        <strong>
          <Line content={inline.content} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Line content={inline.content} />
        </em>
      )
    case 'link':
      return <ManualLink target={inline.target} content={inline.content} />
  }
}

/** Link to another page of the manuals; any other link is shown as text with its address. */
function ManualLink({ target, content }: { target: string; content: Content }) {
  const { language, wayTo } = use(Words)
  const follow = wayTo(target)
  if (follow)
    return (
      <button type="button" role="link" className={styles.link} onClick={follow}>
        <Line content={content} />
      </button>
    )
  const folder = language === 'fr' ? 'docs/fr/operating' : 'docs/operating'
  const { origin, host, pathname } = new URL(target, `https://manual/${folder}/`)
  const elsewhere = host === 'manual' ? pathname.slice(1) : `${origin}${pathname}`
  return (
    <>
      <Line content={content} /> (<code dir="ltr">{elsewhere}</code>)
    </>
  )
}

export function ManualSheet({ first, onClose }: { first: ManualName; onClose: () => void }) {
  const { t } = useI18n()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const leave = useEffectEvent((event: KeyboardEvent) => event.key === 'Escape' && onClose())
  useEffect(() => listen(['keydown'], (event) => leave(event), { target: document }), [])
  return (
    <div className={styles.sheet} role="dialog" aria-modal="true" aria-labelledby="manual-sheet">
      <header className={styles.head}>
        <h1 id="manual-sheet" ref={heading} tabIndex={-1}>
          {t.office.manual.open}
        </h1>
        <Button kind="quiet" icon="cross" onPress={onClose}>
          {t.office.manual.close}
        </Button>
      </header>
      <div className={styles.body}>
        <Manual first={first} />
      </div>
    </div>
  )
}

interface ManualBook {
  readonly language: 'fr' | 'en'
  readonly pages: Readonly<Record<ManualName, ManualPage>>
}

const files = import.meta.glob<string>('../../../docs/{fr/,}operating/*.md', { query: '?raw', import: 'default' })

/** Loads the manuals, which are part of the program. If the language has no translation, loads the English manuals. */
async function loadManual(language: Language): Promise<ManualBook> {
  const written = language === 'fr' ? 'fr' : 'en'
  const folder = written === 'fr' ? '../../../docs/fr/operating' : '../../../docs/operating'
  const pageOf = async (name: ManualName) =>
    [name, readMarkdown((await files[`${folder}/${name}.md`]?.()) ?? '')] as const
  const pages = Object.fromEntries(await Promise.all(manualNames.map(pageOf))) as ManualBook['pages']
  return { language: written, pages }
}

/** Returns the manuals; null until the manuals are loaded. */
function useManual(language: Language): ManualBook | null {
  const [book, setBook] = useState<ManualBook | null>(null)
  useEffect(() => {
    let late = false
    void loadManual(language).then((loaded) => late || setBook(loaded))
    return () => {
      late = true
    }
  }, [language])
  return book
}

const screens = import.meta.glob<string>('../../../docs/screens/{customer-display,desk,fleet,setup}.png', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Returns the address of a picture to which a page refers; undefined if the picture is not part of the program. */
function pictureAddress(target: string): string | undefined {
  const file = target.replace(/^.*\//u, '')
  return Object.entries(screens).find(([path]) => path.endsWith(`/${file}`))?.[1]
}

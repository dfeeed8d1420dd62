import { useState } from 'react'
import { createI18n } from '../i18n/i18n.ts'
import { useWords } from './recording-texts.ts'
import styles from './recording.module.css'
import type { Playing } from './sound/use-playing.ts'

const { money, date } = createI18n('fr')

/** Amounts and an hour that are put together: who speaks the language hears whether they are said so. */
const examples: readonly string[] = [
  money(25_500, 'GNF'),
  money(137_000, 'GNF'),
  money(1_250_000, 'GNF'),
  date('2026-06-14T20:30').full,
]

export function Examples({ playing }: { readonly playing: Playing }) {
  const { examples: words } = useWords()
  const [partly, setPartly] = useState<readonly string[]>([])
  async function hear(text: string): Promise<void> {
    const isWhole = await playing.example(text)
    setPartly((before) => [...before.filter((each) => each !== text), ...(isWhole ? [] : [text])])
  }
  return (
    <section className={styles.examples}>
      <h3>{words.title}</h3>
      <p className={styles.quiet}>{words.lead}</p>
      {examples.map((text) => (
        <button key={text} type="button" className={styles.tool} onClick={() => void hear(text)}>
          {text}
          {partly.includes(text) && <small>{words.partly}</small>}
        </button>
      ))}
    </section>
  )
}

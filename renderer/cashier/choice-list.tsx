import type { ReactNode } from 'react'
import styles from './cashier-app.module.css'
import { useDesk } from './state/desk-context.tsx'

export interface ChoiceListProps {
  readonly title: string
  /** Where the arrows are, from 0. */
  readonly chosen: number
  readonly look?: 'choice' | 'sum'
  readonly rows: readonly { readonly key: string; readonly row: ReactNode }[]
}

/** What the arrows choose from; Enter takes it, and so does a press. */
export function ChoiceList({ title, chosen, look = 'choice', rows }: ChoiceListProps) {
  const { store } = useDesk()
  return (
    <section className={styles.list} aria-label={title}>
      <h2>{title}</h2>
      <ol>
        {rows.map(({ key, row }, index) => (
          <li key={key}>
            <button
              type="button"
              tabIndex={-1}
              aria-current={index === chosen}
              className={styles[look]}
              onClick={() => {
                store.move(index - chosen)
                store.enter('')
              }}
            >
              {row}
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

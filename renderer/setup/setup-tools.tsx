import { languages } from '../../shared/domain/language.ts'
import { Icon } from '../components/icon.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { directionOf, nameOf } from '../i18n/languages.ts'
import { useSetup } from './setup-context.tsx'
import styles from './setup.module.css'

export interface SetupToolsProps {
  readonly at: number
  readonly of: number
  readonly onManual: () => void
  readonly onList: () => void
}

/** Beside the ticket on every step: how far it is, the way to every other step and to the manual, and the language. */
export function SetupTools({ at, of, onManual, onList }: SetupToolsProps) {
  const { t, language } = useI18n()
  const { answer, view } = useSetup()
  const speak = (chosen: (typeof languages)[number]): void => {
    const offered = view.answers.languages
    void answer({ language: chosen, ...(offered && { languages: [...new Set([chosen, ...offered])] }) })
  }
  return (
    <header className={styles.tools}>
      <button type="button" className={styles.progress} onClick={onList}>
        <span>
          <strong>{t.setup.name}</strong> <span>{t.setup.step(at, of)}</span> <Icon name="list" /> {t.setup.steps.way}
        </span>
        <span className={styles.track} aria-hidden="true">
          {Array.from({ length: of }, (_, index) => (
            <i key={index} data-done={index < at} />
          ))}
        </span>
      </button>
      <div className={styles.languages}>
        <button type="button" onClick={onManual}>
          {t.office.manual.open}
        </button>
      </div>
      <div className={styles.languages} role="group" aria-label={t.tools.language}>
        {languages.map((each) => (
          <button
            key={each}
            type="button"
            lang={each}
            dir={directionOf(each)}
            aria-pressed={each === language}
            onClick={() => speak(each)}
          >
            {nameOf(each)}
          </button>
        ))}
      </div>
    </header>
  )
}

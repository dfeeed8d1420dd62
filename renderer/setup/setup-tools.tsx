import { languages } from '../../shared/domain/language.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { directionOf, nameOf } from '../i18n/languages.ts'
import { useSetup } from './setup-context.tsx'
import styles from './setup.module.css'

/** Beside the ticket on every step: how far it is, and the language. */
export function SetupTools({ at, of, onManual }: { at: number; of: number; onManual: () => void }) {
  const { t, language } = useI18n()
  const { answer, view } = useSetup()
  const speak = (chosen: (typeof languages)[number]): void => {
    const offered = view.answers.languages
    void answer({ language: chosen, ...(offered && { languages: [...new Set([chosen, ...offered])] }) })
  }
  return (
    <header className={styles.tools}>
      <div className={styles.progress}>
        <p>
          <strong>{t.setup.name}</strong> <span>{t.setup.step(at, of)}</span>
        </p>
        <div className={styles.track} aria-hidden="true">
          {Array.from({ length: of }, (_, index) => (
            <i key={index} data-done={index < at} />
          ))}
        </div>
      </div>
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

import { languages, type Language } from '../../shared/domain/language.ts'
import { nameOf } from '../i18n/languages.ts'
import styles from './fleet.module.css'
import { useWords } from './fleet-texts.ts'

export function LanguageChoice({ onLanguage }: { readonly onLanguage: (language: Language) => void }) {
  const { language, t } = useWords()
  return (
    <select
      className={styles.field}
      aria-label={t.language}
      value={language}
      onChange={({ target }) => {
        const chosen = languages.find((each) => each === target.value)
        if (chosen) onLanguage(chosen)
      }}
    >
      {languages.map((each) => (
        <option key={each} value={each} lang={each}>
          {nameOf(each)}
        </option>
      ))}
    </select>
  )
}

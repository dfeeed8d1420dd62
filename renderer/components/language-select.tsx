import { languages, type Language } from '../../shared/domain/language.ts'
import { nameOf } from '../i18n/languages.ts'

interface LanguageSelectProps {
  readonly className: string | undefined
  readonly label: string
  readonly language: Language
  readonly onLanguage: (language: Language) => void
}

/** Every language by its own name, for pages of people who have a mouse. */
export function LanguageSelect({ className, label, language, onLanguage }: LanguageSelectProps) {
  return (
    <select
      className={className}
      aria-label={label}
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

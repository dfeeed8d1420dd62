import type { ReactNode } from 'react'
import { type Language, languages } from '../../shared/domain/language.ts'
import type { Tribune } from '../../shared/domain/seats/place.ts'
import { nameOf } from '../i18n/languages.ts'
import styles from './choice.module.css'
import { TribuneMark } from './illustrations/tribune.tsx'
import { Icon, type IconName } from './icon.tsx'

interface ChoiceProps {
  readonly chosen: boolean
  readonly disabled?: boolean
  readonly icon?: IconName
  /** Stand whose colour marks the leading edge of the button. */
  readonly tribune?: Tribune | null
  /** Language of the text, if it differs from the language of the screen. */
  readonly lang?: string
  readonly onPress: () => void
  readonly children: ReactNode
}

/** Button for an option or a switch; a chosen button has inverted colours and a tick. */
export function Choice({ chosen, disabled = false, icon, tribune, lang, onPress, children }: ChoiceProps) {
  return (
    <button
      type="button"
      className={styles.choice}
      lang={lang}
      aria-pressed={chosen}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onPress}
    >
      {tribune && (
        <span className={styles.tribune}>
          <TribuneMark tribune={tribune} />
        </span>
      )}
      {icon && <Icon name={icon} />}
      <span className={styles.words}>{children}</span>
      {chosen && <Icon name="check" />}
    </button>
  )
}

interface LanguageSelectProps {
  readonly className: string | undefined
  readonly label: string
  readonly language: Language
  readonly onLanguage: (language: Language) => void
}

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

import type { Language } from '../../shared/domain/language.ts'
import { LanguageSelect } from '../components/choice.tsx'
import styles from './fleet.module.css'
import { useWords } from './fleet-texts.ts'

export function LanguageChoice({ onLanguage }: { readonly onLanguage: (language: Language) => void }) {
  const { language, t } = useWords()
  return <LanguageSelect className={styles.field} label={t.language} {...{ language, onLanguage }} />
}

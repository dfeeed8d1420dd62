import { languageOf, type Language } from '../../../shared/domain/language.ts'
import { screenRestart as ar } from '../../i18n/ar/screen-restart.ts'
import { screenRestart as en } from '../../i18n/en/screen-restart.ts'
import { screenRestart as fr, type ScreenRestartTexts } from '../../i18n/fr/screen-restart.ts'
import { directionOf } from '../../i18n/languages.ts'
import { screenRestart as pt } from '../../i18n/pt/screen-restart.ts'
import { Waiting } from '../drawn/waiting.tsx'
import styles from './one-moment.module.css'

const texts: Readonly<Record<Language, ScreenRestartTexts>> = { fr, en, pt, ar }

/** Shown in place of screens that failed. Depends on nothing of theirs: the language is that of the document. */
export function OneMoment({ sells }: { sells: boolean }) {
  const language = languageOf(document.documentElement.lang)
  const { wait, restarting, saleGoesOn } = texts[language]
  return (
    <main className={styles.moment} data-screen="restarting" lang={language} dir={directionOf(language)}>
      <Waiting label={wait} detail={sells ? `${restarting} ${saleGoesOn}` : restarting} />
    </main>
  )
}

import { Icon } from '../components/icon.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from './kiosk-context.tsx'
import { mayStartOver, type Screen } from './screen.ts'
import styles from './tools.module.css'
import { useSecretTaps } from './use-secret-taps.ts'

/** What lies on the counter beside the ticket, on every screen: language, size of text, start again. */
export function Tools({ screen }: { screen: Screen }) {
  const store = useKioskStore()
  const state = useKioskState()
  const { t } = useI18n()
  const corner = useSecretTaps(store.openStaff, screen.name === 'attract' || screen.name === 'out-of-service')
  const startOver = (): void => {
    if (screen.name === 'review') store.openDialog('start-over')
    else store.showEvents()
  }
  return (
    <header className={styles.tools} aria-label={t.tools.label}>
      <p ref={corner} className={styles.demo}>
        {state.info?.mode === 'demo' && <span className={styles.stamp}>{t.tools.demo}</span>}
      </p>
      {mayStartOver(screen) && (
        <button type="button" className={styles.tool} onClick={startOver}>
          <Icon name="again" />
          <span>{t.tools.startOver}</span>
        </button>
      )}
      <button
        type="button"
        className={styles.tool}
        aria-pressed={state.aids.largeText}
        onClick={() => store.toggleAid('largeText')}
      >
        <Icon name="letters" />
        <span>{state.aids.largeText ? t.tools.normalText : t.tools.largeText}</span>
      </button>
      <button
        type="button"
        className={styles.tool}
        aria-label={t.access.title}
        aria-haspopup="dialog"
        onClick={() => store.openDialog('access')}
      >
        <Icon name="access" />
      </button>
      {(state.info?.languages.length ?? 0) > 1 && (
        <button type="button" className={styles.tool} lang={t.tools.otherLanguageCode} onClick={store.toggleLanguage}>
          <span>{t.tools.otherLanguage}</span>
        </button>
      )}
    </header>
  )
}

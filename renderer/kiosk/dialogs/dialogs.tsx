import { useEffect, useState } from 'react'
import { type SpeechLanguage, textLanguageOf } from '../../../shared/domain/language.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { useSecondsLeft } from '../../app/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { PagedText } from '../../ui/paged.tsx'
import { useSpeaker } from '../../ui/speech/speaker.ts'
import { useSpoken } from '../../ui/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { createI18n } from '../../i18n/i18n.ts'
import { directionOf, nameOf } from '../../i18n/languages.ts'
import { AnswerBar } from '../pictogram-mode/answer-bar.tsx'
import { Persons } from '../pictogram-mode/drawings.tsx'
import { warningMsOf } from '../screen.ts'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { tonguesOf } from '../state/kiosk-state.ts'
import { isVisit } from '../state/steps.ts'
import { TermsDialog } from '../terms/terms-dialog.tsx'
import { AccessDialog } from './access-dialog.tsx'
import { Dialog, PagedDialog } from './dialog.tsx'
import dialogStyles from './dialogs.module.css'
import styles from './dialogs.module.css'

export function Dialogs() {
  const { dialog, step } = useKioskState()
  switch (dialog) {
    case null:
      return null
    case 'idle':
      return <IdleDialog />
    case 'start-over':
      return <StartOverDialog />
    case 'access':
      return <AccessDialog />
    case 'language':
      return <LanguageDialog />
    case 'unplugged':
      return <UnpluggedDialog />
    case 'terms':
      return <TermsDialog />
    case 'about':
      return isVisit(step) ? <AboutDialog event={step.event} /> : null
  }
}

function StartOverDialog() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { aids } = useKioskState()
  const question = `${t.startOver.title} ${t.startOver.body}`
  useSpoken('screen', question)
  return (
    <Dialog
      title={t.startOver.title}
      role="alertdialog"
      actions={
        aids.pictures ? (
          <AnswerBar question={question} onYes={store.showEvents} onNo={store.closeDialog} />
        ) : (
          <>
            <Button kind="primary" onPress={store.closeDialog}>
              {t.startOver.no}
            </Button>
            <Button onPress={store.showEvents}>{t.startOver.yes}</Button>
          </>
        )
      }
    >
      <p>{t.startOver.body}</p>
    </Dialog>
  )
}

/** The organiser's description of an event, shown as plain text. */
function AboutDialog({ event }: { event: EventOffer }) {
  const { t, date } = useI18n()
  const [page, setPage] = useState(0)
  const [pages, setPages] = useState(1)
  useSpoken('screen', `${event.title}. ${event.description}`)
  return (
    <PagedDialog title={event.title} page={page} pages={pages} onPage={setPage}>
      <p className={dialogStyles.lead}>
        {date(event.startsAt).full} · {t.common.city(event.venue.name, event.venue.city)}
      </p>
      <PagedText text={event.description.trim()} page={page} onPages={setPages} />
    </PagedDialog>
  )
}

function IdleDialog() {
  const { t } = useI18n()
  const store = useKioskStore()
  const state = useKioskState()
  const { sale, aids, byKeys } = state
  const warningMs = warningMsOf(state)
  const [from, setFrom] = useState(() => performance.now())
  const seconds = useSecondsLeft(from + warningMs) ?? 0
  useEffect(() => {
    const pressed = (): void => setFrom(performance.now())
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [])
  useEffect(() => {
    if (seconds === 0) store.leave('idle')
  }, [store, seconds])
  const holds = sale?.stage.name === 'review' || sale?.stage.name === 'paying'
  const words = byKeys ? t.idle.byKeys : t.idle
  const body = (holds ? words.held : words.free)(seconds)
  const [first] = useState(body)
  useSpoken('screen', `${t.idle.title} ${first}`)
  return (
    <Dialog
      title={t.idle.title}
      role="alertdialog"
      actions={
        aids.pictures ? (
          <AnswerBar
            question={`${t.idle.title} ${first}`}
            onYes={store.closeDialog}
            onNo={() => store.leave('cancelled')}
          />
        ) : (
          <>
            <Button kind="primary" onPress={store.closeDialog}>
              {t.idle.stay}
            </Button>
            <Button onPress={() => store.leave('cancelled')}>{t.idle.leave}</Button>
          </>
        )
      }
    >
      <p>{body}</p>
      {aids.pictures && (
        <div className={styles.person}>
          <Persons count={1} />
        </div>
      )}
      <div className={styles.sand} aria-hidden="true">
        <span style={{ '--left': seconds / (warningMs / 1000) }} />
      </div>
    </Dialog>
  )
}

function LanguageDialog() {
  const { t } = useI18n()
  const store = useKioskStore()
  const state = useKioskState()
  useSpoken('screen', t.tools.language)
  return (
    <Dialog
      title={t.tools.language}
      role="dialog"
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={store.closeDialog}>
          {t.common.back}
        </Button>
      }
    >
      <ul className={`${styles.choices} ${styles.tongues}`}>
        {tonguesOf(state).map((each) => (
          <TongueItem key={each} tongue={each} />
        ))}
      </ul>
    </Dialog>
  )
}

/** Language with a button that speaks its name, for customers who cannot read any of the names. */
function TongueItem({ tongue }: { readonly tongue: SpeechLanguage }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { info, tongue: chosen } = useKioskState()
  const [asked, setAsked] = useState(false)
  const packs = info?.speech ?? []
  const speaker = useSpeaker(asked ? tongue : null, packs)
  const name = nameOf(tongue)
  const greeting = `${name}. ${createI18n(textLanguageOf(tongue)).t.attract.touch}.`
  useEffect(() => {
    void speaker?.say(greeting)
    return () => speaker?.stop()
  }, [speaker, greeting])
  const hear = (): void => {
    setAsked(true)
    speaker?.stop()
    void speaker?.say(greeting)
  }
  return (
    <li className={styles.tongue}>
      <div dir={directionOf(textLanguageOf(tongue))}>
        <Choice chosen={tongue === chosen} lang={tongue} onPress={() => store.speak(tongue)}>
          <strong>{name}</strong>
        </Choice>
      </div>
      {packs.some((at) => at.split('/')[0] === tongue) && (
        <Button icon="speaker" label={t.tools.hear(name)} onPress={hear} />
      )}
    </li>
  )
}

/**
 * Asks how to continue after the headphones were unplugged and the speech stopped. Plugging in headphones also closes
 * the dialog.
 */
function UnpluggedDialog() {
  const { unplugged } = useI18n().t.speaking
  const store = useKioskStore()
  return (
    <Dialog
      title={unplugged.title}
      role="alertdialog"
      actions={
        <>
          <Button kind="primary" onPress={store.closeDialog}>
            {unplugged.silent}
          </Button>
          <Button icon="speaker" onPress={store.beginSpeaking}>
            {unplugged.loud}
          </Button>
        </>
      }
    >
      <p>{unplugged.body}</p>
    </Dialog>
  )
}

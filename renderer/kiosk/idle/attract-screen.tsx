import { isOnlySpoken } from '../../../shared/domain/language.ts'
import { readCollectionCode } from '../../../shared/domain/sale/collection-code.ts'
import { Guilloche } from '../../ui/illustrations/guilloche.tsx'
import { useReducedMotion } from '../../ui/hooks.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSpoken } from '../../ui/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { createI18n } from '../../i18n/i18n.ts'
import { directionOf, nameOf } from '../../i18n/languages.ts'
import paper from '../../styles/paper.module.css'
import { Ear } from '../pictogram-mode/answer-bar.tsx'
import picturesDoorStyles from '../pictogram-mode/pictures-door.module.css'
import { isInUse } from '../screen.ts'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { tonguesOf } from '../state/kiosk-state.ts'
import { valueOf } from '../state/steps.ts'
import { useScanner } from '../tickets/scanner.ts'
import styles from './attract-screen.module.css'
import { AttractPoster, useRotation } from './poster.tsx'

const isCollectionCode = (typed: string): boolean => readCollectionCode(typed) !== null

export function AttractScreen() {
  const { t, language } = useI18n()
  const store = useKioskStore()
  const state = useKioskState()
  const { events, info } = state
  const still = useReducedMotion() || isInUse({ name: 'attract' }, state)
  useScanner(true, store.openCode, isCollectionCode)
  const list = valueOf(events)
  const turn = useRotation(list?.events.length ?? 0, still)
  const event = list?.events[turn]
  const isEmpty = list !== undefined && list !== null && !event
  const call = isEmpty ? t.attract.nothing : state.byKeys ? t.speaking.press : t.attract.touch
  useSpoken('screen', isEmpty ? `${call}. ${t.attract.nothingBody}` : `${event?.title ?? t.attract.nothing}. ${call}.`)
  const others = info?.languages.filter((each) => each !== language) ?? []
  const spoken = tonguesOf(state).filter(isOnlySpoken)
  return (
    <main className={styles.attract}>
      <h1 className="unseen">{event?.title ?? t.attract.nothing}</h1>
      <button
        type="button"
        className={`${paper.ticket} ${styles.sheet}`}
        data-reads
        data-name={call}
        onClick={store.showEvents}
      >
        <span className={`${paper.main} ${styles.wall}`}>
          {event ? (
            <AttractPoster key={event.eventId} event={event} next={turn === 0} others={(list?.total ?? 1) - 1} />
          ) : (
            <span className={styles.ornament}>
              <Guilloche seed="guichet" rings={30} />
            </span>
          )}
          {isEmpty && (
            <span className={styles.empty}>
              <span>{t.attract.nothing}</span>
              <span className={styles.later}>{t.attract.nothingBody}</span>
            </span>
          )}
        </span>
        <span className={paper.perforation} aria-hidden="true" />
        <span className={`${paper.stub} ${styles.stub}`}>
          <span className={styles.touch} data-said>
            {isEmpty ? '' : t.attract.touch}
          </span>
          <span className={styles.also}>
            {others.map((each) => (
              <span key={each} lang={each} dir={directionOf(each)}>
                {createI18n(each).t.attract[isEmpty ? 'nothing' : 'touch']}
              </span>
            ))}
            {spoken.length > 0 && <span>{spoken.map(nameOf).join(' · ')}</span>}
          </span>
          <span className={styles.arrow}>
            <Icon name="arrow-right" />
          </span>
        </span>
      </button>
      <PictogramModeButton />
    </main>
  )
}

/** Button that starts pictogram mode for customers who cannot read, drawn as an ear that is visible from the queue. */
function PictogramModeButton() {
  const { t } = useI18n()
  const store = useKioskStore()
  const enter = (): void => {
    store.showPictures(true)
    store.showEvents()
  }
  return (
    <button type="button" className={picturesDoorStyles.door} aria-label={t.pictures.open} onClick={enter}>
      <Ear />
    </button>
  )
}

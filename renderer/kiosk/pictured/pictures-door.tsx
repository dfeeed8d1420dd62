import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskStore } from '../state/kiosk-context.tsx'
import { Ear } from './answer-bar.tsx'
import styles from './pictures-door.module.css'

/** The way in for who does not read: an ear that can be seen from the queue. From there on a voice says how it goes. */
export function PicturesDoor() {
  const { t } = useI18n()
  const store = useKioskStore()
  const enter = (): void => {
    store.showPictures(true)
    store.showEvents()
  }
  return (
    <button type="button" className={styles.door} aria-label={t.pictures.open} onClick={enter}>
      <Ear />
    </button>
  )
}

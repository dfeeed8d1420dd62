import { Button } from '../../components/button.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import styles from './terms.module.css'

/** That buying means accepting the seller's conditions, with the way to read them; nothing if there are none. */
export function Acceptance({ free }: { free: boolean }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { info } = useKioskState()
  if (!info?.terms) return null
  const { seller } = info.terms
  return (
    <div className={styles.acceptance}>
      <p>{free ? t.terms.acceptFree(seller) : t.terms.accept(seller)}</p>
      <Button kind="quiet" icon="info" onPress={() => store.openDialog('terms')}>
        {t.terms.read}
      </Button>
    </div>
  )
}

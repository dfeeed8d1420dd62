import { inHalves } from '../../../shared/domain/sale/collection-code.ts'
import type { CollectionView } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { holding } from '../../components/speech/private.ts'
import { Still } from '../../components/drawn/still.tsx'
import type { IconName } from '../../components/icon.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskStore } from '../state/kiosk-context.tsx'
import styles from './collecting.module.css'

type State = CollectionView['state']

const icons: Readonly<Record<State, IconName>> = {
  asking: 'clock',
  buying: 'clock',
  printing: 'printer',
  'not-paid': 'check',
  'refund-due': 'cash',
  'given-back': 'check',
  printed: 'ticket',
  'ask-staff': 'person',
}

/** What became of the payment that somebody left, in words. */
export function CollectionAnswer({ told }: { told: CollectionView }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const sum = told.state === 'refund-due' ? money(told.amount, told.currency) : ''
  const { title, body } = t.collecting.answer(told.state, sum)
  return (
    <Sheet
      title={title}
      turn={told.state}
      lead={body}
      leadRole="status"
      actions={
        told.state === 'not-paid' ? (
          <Button kind="primary" icon="arrow-right" onPress={store.showEvents}>
            {t.common.toEvents}
          </Button>
        ) : (
          <Button kind="primary" onPress={store.toAttract}>
            {t.done.finish}
          </Button>
        )
      }
    >
      <Still icon={icons[told.state]} seed={told.state}>
        {'reference' in told && (
          <span className={styles.reference}>
            {t.staff.reference}{' '}
            <b dir="ltr" {...holding('reference')}>
              {inHalves(told.reference)}
            </b>
          </span>
        )}
      </Still>
    </Sheet>
  )
}

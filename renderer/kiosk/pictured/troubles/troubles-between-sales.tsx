import type { EndReason } from '../../../../shared/kiosk-api/views.ts'
import type { Notice } from '../../../app/problem.ts'
import { moneyOf } from '../../../app/sale-money.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { certainMoney, noticeText } from '../../../i18n/notice-text.ts'
import { useOutage, type OutageCause } from '../../between-sales/use-outage.ts'
import { useKioskState, useKioskStore } from '../../state/kiosk-context.tsx'
import { TroubleInPictures } from './trouble-in-pictures.tsx'

export function OutOfServiceInPictures({ cause }: { cause: OutageCause }) {
  const { t } = useI18n()
  const { about, meanwhile, reference } = useOutage(cause)
  return (
    <TroubleInPictures
      title={t.outOfService.title}
      lead={`${t.outOfService[cause]} ${meanwhile}`}
      icon={cause === 'printer' ? 'printer' : 'pause'}
      money={reference === null ? 'no-sale' : 'pending'}
      about={about}
      {...(reference !== null && { reference })}
      staff
    />
  )
}

export function ProblemInPictures({ problem }: { problem: Notice }) {
  const i18n = useI18n()
  const store = useKioskStore()
  const money = moneyOf(useKioskState().sale)
  const { title, body } = noticeText(i18n, problem, money)
  return (
    <TroubleInPictures
      title={title}
      lead={body}
      icon="alert"
      money={certainMoney(problem, money)}
      about={problem.type}
      onYes={store.showEvents}
    />
  )
}

export function EndedInPictures({ reason }: { reason: EndReason }) {
  const { t } = useI18n()
  const { ended } = t
  const store = useKioskStore()
  const money = moneyOf(useKioskState().sale)
  const faulted = reason === 'fault'
  return (
    <TroubleInPictures
      title={faulted ? ended.faultTitle : ended.expiredTitle}
      lead={(faulted ? ended.faultBody : ended.expiredBody)(t.money[money])}
      icon={faulted ? 'alert' : 'clock'}
      about={faulted ? 'internal' : 'hold-expired'}
      onYes={store.showEvents}
    />
  )
}

import type { EndReason } from '../../../../shared/kiosk-api/views.ts'
import { noticeCodes, type Problem } from '../../../app/problem.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { noticeText } from '../../../i18n/notice-text.ts'
import { useOutage, type OutageCause } from '../../between-sales/use-outage.ts'
import { useKioskStore } from '../../state/kiosk-context.tsx'
import { TroubleInPictures } from './trouble-in-pictures.tsx'

export function OutOfServiceInPictures({ cause }: { cause: OutageCause }) {
  const { t } = useI18n()
  const { code, meanwhile, reference } = useOutage(cause)
  return (
    <TroubleInPictures
      title={t.outOfService.title}
      lead={`${t.outOfService[cause]} ${meanwhile}`}
      icon={cause === 'printer' ? 'printer' : 'pause'}
      paid={reference === null ? false : null}
      code={code}
      {...(reference !== null && { reference })}
      staff
    />
  )
}

export function ProblemInPictures({ problem }: { problem: Problem }) {
  const i18n = useI18n()
  const store = useKioskStore()
  const { title, body } = noticeText(i18n, problem)
  return (
    <TroubleInPictures
      title={title}
      lead={body}
      icon="alert"
      paid={false}
      code={noticeCodes[problem.type]}
      onYes={store.showEvents}
    />
  )
}

export function EndedInPictures({ reason }: { reason: EndReason }) {
  const { ended } = useI18n().t
  const store = useKioskStore()
  const faulted = reason === 'fault'
  return (
    <TroubleInPictures
      title={faulted ? ended.faultTitle : ended.expiredTitle}
      lead={faulted ? ended.faultBody : ended.expiredBody}
      icon={faulted ? 'alert' : 'clock'}
      paid={false}
      code={noticeCodes[faulted ? 'internal' : 'hold-expired']}
      onYes={store.showEvents}
    />
  )
}

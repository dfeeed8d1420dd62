import { NoticeStrip } from '../ui/notice.tsx'
import { failures } from '../../shared/api/kiosk/failures.ts'
import { Unspoken } from '../ui/speech/speech.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { noticeText } from '../i18n/notice-text.ts'
import { useKioskState } from './state/kiosk-context.tsx'
import { moneyOf, type Notice, type SupportCase } from '../app/problem.ts'

/** Returns the code of a support case with the name of the kiosk, such as `B1 · Borne 07`. */
export function useDeviceCode(about: SupportCase): string {
  const { t } = useI18n()
  const { info } = useKioskState()
  return `${failures[about].code} · ${t.tools.device(info?.deviceId ?? '')}`
}

export function ProblemNotice({ notice }: { notice: Notice }) {
  const i18n = useI18n()
  const { sale } = useKioskState()
  const code = useDeviceCode(notice.type)
  const strip = <NoticeStrip {...noticeText(i18n, notice, moneyOf(sale))} code={code} />
  return notice.type === 'wrong-pin' || notice.type === 'pin-locked' ? <Unspoken>{strip}</Unspoken> : strip
}

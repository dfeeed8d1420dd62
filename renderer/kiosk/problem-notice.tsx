import { NoticeStrip } from '../components/notice.tsx'
import { Unspoken } from '../components/speech/speech.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { noticeText } from '../i18n/notice-text.ts'
import { useKioskState } from './state/kiosk-context.tsx'
import { noticeCodes, type Notice } from '../app/problem.ts'
import { moneyOf } from '../app/sale-money.ts'

/** `B1 · Borne 07` */
export function useDeviceCode(code: string): string {
  const { t } = useI18n()
  const { info } = useKioskState()
  return `${code} · ${t.tools.device(info?.deviceId ?? '')}`
}

export function ProblemNotice({ notice }: { notice: Notice }) {
  const i18n = useI18n()
  const { sale } = useKioskState()
  const code = useDeviceCode(noticeCodes[notice.type])
  const strip = <NoticeStrip {...noticeText(i18n, notice, moneyOf(sale))} code={code} />
  return notice.type === 'wrong-pin' || notice.type === 'pin-locked' ? <Unspoken>{strip}</Unspoken> : strip
}

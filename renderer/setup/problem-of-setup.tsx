import type { SettingFault } from '../../shared/kiosk-api/office-views.ts'
import { paymentFields } from '../../shared/kiosk-api/payment-forms.ts'
import { NoticeStrip } from '../components/notice.tsx'
import { supportCodes, type Notice } from '../app/problem.ts'
import { noticeText } from '../i18n/notice-text.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { Catalogue } from '../i18n/fr/catalogue.ts'
import type { SetupProblem } from './setup-client.ts'

/** What is wrong with an answer, and what is expected in its place. */
export function ProblemOfSetup({ problem }: { problem: SetupProblem }) {
  const i18n = useI18n()
  const { t } = i18n
  const words = t.setup.faults
  if (isNotice(problem)) return <NoticeStrip {...noticeText(i18n, problem)} code={supportCodes[problem.type]} />
  const body =
    problem.type === 'setup-refused'
      ? [...new Set(problem.faults.map((fault) => faultText(fault, t)))].join(' ')
      : problem.type === 'bridge-lost'
        ? words.lost
        : words.other('incident' in problem ? `${problem.type} ${problem.incident}` : problem.type)
  return <NoticeStrip title={words.title} body={body} />
}

/** These are said in words of the set-up's own. */
const own = ['bridge-lost', 'internal', 'invalid-input', 'forbidden', 'storage-full'] as const
type KioskNotice = Exclude<Extract<SetupProblem, Notice>, { readonly type: (typeof own)[number] }>

/** What the kiosk's own screens would say, too. */
const isNotice = (problem: SetupProblem): problem is KioskNotice =>
  problem.type in supportCodes && !own.some((type) => type === problem.type)

function faultText({ setting, detail }: SettingFault, t: Catalogue): string {
  const words = t.setup.faults
  if (setting.startsWith('partner.signing')) return words.signing
  const field = paymentFields.find((name) => new RegExp(`^payments\\.[\\w-]+\\.${name}\\b`, 'u').test(setting))
  if (field) return words.payments(t.payment.fields[field].label)
  if (setting.startsWith('notes.')) return words.payments(noteFieldOf(setting, t))
  if (detail === 'not answered yet') return words.missing
  if (setting.startsWith('terms.')) return words.terms(detail)
  if (setting.startsWith('seller.')) return words.seller
  if (setting === 'deviceId') return words.deviceId
  if (setting === 'partner.baseUrl') return words.baseUrl('https://')
  if (setting === 'partner.partnerCode') return words.partnerCode
  if (setting === 'partner.caFile') return words.certificate
  if (setting === 'fleet.hub') return words.fleet('https://')
  if (setting === 'fleet.invitation') return words.invitation
  if (setting === 'secretIn') return words.secretIn
  if (setting.startsWith('printers')) return words.printers('192.168.1.50', '192.168.1.50:9100')
  if (setting === 'machinePin' || setting === 'staffPin') return words.machinePin
  if (setting === 'people') return words.people
  if (setting.startsWith('language')) return words.languages
  return words.other(setting === '' ? detail : `${setting}: ${detail}`)
}

const noteFieldOf = (setting: string, { payment }: Catalogue): string =>
  setting === 'notes.currency' ? payment.fields.currency.label : payment.noteDevice.device

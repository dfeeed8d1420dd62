import type { SettingFault } from '../../shared/kiosk-api/office-views.ts'
import { NoticeStrip } from '../components/notice.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { Catalogue } from '../i18n/fr/catalogue.ts'
import type { SetupProblem } from './setup-client.ts'

/** What is wrong with an answer, and what is expected in its place. */
export function ProblemOfSetup({ problem }: { problem: SetupProblem }) {
  const { t } = useI18n()
  const words = t.setup.faults
  const body =
    problem.type === 'setup-refused'
      ? [...new Set(problem.faults.map((fault) => faultText(fault, words)))].join(' ')
      : problem.type === 'bridge-lost'
        ? words.lost
        : words.other('incident' in problem ? `${problem.type} ${problem.incident}` : problem.type)
  return <NoticeStrip title={words.title} body={body} />
}

function faultText({ setting, detail }: SettingFault, words: Catalogue['setup']['faults']): string {
  if (setting.startsWith('partner.signing')) return words.signing
  if (detail === 'not answered yet') return words.missing
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

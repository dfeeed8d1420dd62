import { createContext, use, useState } from 'react'
import { failures } from '../../shared/api/kiosk/failures.ts'
import { err, type Result } from '../../shared/domain/result.ts'
import type { SettingFault } from '../../shared/api/kiosk/office-views.ts'
import { paymentFields } from '../../shared/api/kiosk/payment-forms.ts'
import type {
  SetupAnswers,
  SetupCommandName,
  SetupFailure as Failure,
  SetupInput,
  SetupValue as Value,
  SetupView,
} from '../../shared/api/kiosk/setup.ts'
import type { ManualName } from '../../shared/manual.ts'
import type { Connection } from '../app/client.ts'
import type { Notice } from '../app/problem.ts'
import { NoticeStrip } from '../ui/notice.tsx'
import type { Catalogue } from '../i18n/fr/catalogue.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { noticeText } from '../i18n/notice-text.ts'
import type { StepName } from './steps.ts'

export interface SetupState {
  readonly view: SetupView
  readonly problem: SetupProblem | null
  /** True while answers are being saved. No other answers are accepted meanwhile. */
  readonly busy: boolean
  /** Sends a command; a failure is also shown on the page. */
  readonly ask: AskSetup
  /** Saves valid answers. Resolves to whether the answers were saved. */
  readonly answer: (answers: SetupAnswers) => Promise<boolean>
  /** Saves the answers, if any, and goes to the next step. Stays at the step if an answer is invalid. */
  readonly goOn: (answers?: SetupAnswers) => Promise<void>
  readonly onBack: () => void
  readonly openManual: (page: ManualName) => void
  readonly turnTo: (step: StepName) => void
  /** Typed texts by field name, without secrets, restored when the user returns to a step. */
  readonly typed: Map<string, string>
  readonly meet: (problem: SetupProblem | null) => void
  /** Abandons the set-up and returns to the previous settings, if any exist. */
  readonly leave: () => void
}

const SetupContext = createContext<SetupState | null>(null)

export const SetupProvider = SetupContext

export function useSetup(): SetupState {
  const state = use(SetupContext)
  if (!state) throw new Error('useSetup is called outside <SetupProvider>')
  return state
}

/** Returns the text of a field and a function that sets it. The text is retained when the user leaves the step. */
export function useTyped(field: string, answered: string): readonly [string, (text: string) => void] {
  const { typed } = useSetup()
  const [text, setText] = useState(typed.get(field) ?? answered)
  return [
    text,
    (now) => {
      typed.set(field, now)
      setText(now)
    },
  ]
}

export type SetupProblem = Failure<SetupCommandName> | { readonly type: 'bridge-lost' }

export type AskSetup = <N extends SetupCommandName>(
  method: N,
  input: SetupInput<N>,
) => Promise<Result<Value<N>, Failure<N> | { readonly type: 'bridge-lost' }>>

export function createAsk(connection: Connection, onFailure: (problem: SetupProblem) => void): AskSetup {
  return async <N extends SetupCommandName>(method: N, input: SetupInput<N>) => {
    const lost = err({ type: 'bridge-lost' } as const)
    const reply = (await connection.invoke(method, input).catch(() => lost)) as
      | Result<Value<N>, Failure<N>>
      | typeof lost
    if (!reply.ok) onFailure(reply.error)
    return reply
  }
}

export function ProblemOfSetup({ problem }: { problem: SetupProblem }) {
  const i18n = useI18n()
  const { t } = i18n
  const words = t.setup.faults
  if (isNotice(problem)) return <NoticeStrip {...noticeText(i18n, problem)} code={failures[problem.type].code} />
  const body =
    problem.type === 'setup-refused'
      ? [...new Set(problem.faults.map((fault) => faultText(fault, t)))].join(' ')
      : problem.type === 'bridge-lost'
        ? words.lost
        : words.other('incident' in problem ? `${problem.type} ${problem.incident}` : problem.type)
  return <NoticeStrip title={words.title} body={body} />
}

/** Problems for which the set-up has its own texts. */
const own = ['bridge-lost', 'internal', 'invalid-input', 'forbidden', 'storage-full'] as const
type KioskNotice = Exclude<Extract<SetupProblem, Notice>, { readonly type: (typeof own)[number] }>

/** Returns whether the kiosk's screens explain the problem and the set-up has no text of its own. */
const isNotice = (problem: SetupProblem): problem is KioskNotice =>
  problem.type in failures && !own.some((type) => type === problem.type)

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

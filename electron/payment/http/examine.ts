import { isClockOff } from '../../../shared/domain/fleet/readiness.ts'
import {
  examinationSteps,
  type ExaminationFinding,
  type ExaminationStep,
} from '../../../shared/domain/money/examination.ts'
import { isOfCertificate, within, type Line, type Reply } from './exchange.ts'
import { plainWord } from './plain-word.ts'

export interface Examined {
  readonly host: string
  readonly line: Line
  readonly callMs: number
  /** Asks to be let in. */
  readonly enter: (signal: AbortSignal) => Promise<Reply>
  readonly isLetIn: (body: string) => boolean
  /** What a payment would need beyond; left out: only a payment would tell. */
  readonly contract?: (signal: AbortSignal) => Promise<readonly ExaminationFinding[]>
  /** It drives a device on the counter. */
  readonly device?: true
}

/** Every step in its order; those behind one that failed are not tried. */
export async function examineProvider(examined: Examined): Promise<readonly ExaminationFinding[]> {
  const found = await within(examined.line.clock, examined.callMs, (signal) => walk(examined, signal))
  const of = (step: ExaminationStep): ExaminationFinding =>
    found.find((each) => each.step === step) ?? { step, finding: 'not-tried' }
  return examinationSteps.filter((step) => step !== 'device' || examined.device).map(of)
}

async function walk({ host, line, enter, isLetIn, contract }: Examined, signal: AbortSignal) {
  const reply = await enter(signal)
  const reached = findingsOfReach(host, reply)
  if (!reply.answered) return reached
  const clock = findingOfClock(reply.date, Date.parse(line.clock.now().wallUtc))
  const access = findingOfReply('access', reply, isLetIn)
  const steps = [...reached, clock, access]
  return access.finding === 'ok' && contract ? [...steps, ...(await contract(signal))] : steps
}

function findingsOfReach(host: string, reply: Reply): ExaminationFinding[] {
  const certificate = host.startsWith('https:') ? 'ok' : 'plain'
  if (reply.answered)
    return [
      { step: 'address', finding: 'ok' },
      { step: 'certificate', finding: certificate },
    ]
  const code = plainWord(reply.code)
  if (!isOfCertificate(code)) return [{ step: 'address', finding: 'no-answer', code }]
  return [
    { step: 'address', finding: 'ok' },
    { step: 'certificate', finding: 'untrusted', code },
  ]
}

function findingOfClock(date: string | null, nowMs: number): ExaminationFinding {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return { step: 'clock', finding: 'not-tried' }
  const seconds = Math.round((nowMs - theirs) / 1000)
  return { step: 'clock', finding: isClockOff(seconds) ? 'clock-off' : 'ok', seconds }
}

/** `isFine` says whether a success can be read as what was asked for. */
export function findingOfReply(
  step: ExaminationStep,
  reply: Reply,
  isFine: (body: string) => boolean,
  codeOf: (body: string) => string | undefined = () => undefined,
): ExaminationFinding {
  if (!reply.answered) return { step, finding: 'no-answer', code: plainWord(reply.code) }
  const { status, body } = reply
  if (status >= 200 && status <= 299)
    return isFine(body) ? { step, finding: 'ok' } : { step, finding: 'unreadable', status }
  const code = codeOf(body)
  return { step, finding: 'refused', status, ...(code !== undefined && { code: plainWord(code) }) }
}

import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import { examineProvider } from '../http/examine.ts'
import type { Line } from '../http/exchange.ts'
import { plainWord } from '../http/plain-word.ts'
import { diagnosisMessage } from './messages.ts'
import { readDiagnosis, type DiagnosisAnswer } from './replies.ts'
import { CALL_MS, type Terminal } from './terminals.ts'

/** By the diagnosis that a terminal makes of itself: one that answers has our key, is this one, and says whether it can take cards. */
export async function examineTerminal(terminal: Terminal, line: Line): Promise<readonly ExaminationFinding[]> {
  const message = diagnosisMessage(terminal.poiId)
  let told: DiagnosisAnswer | null = null
  return (
    await examineProvider({
      host: terminal.host,
      line,
      callMs: CALL_MS,
      enter: (signal) => terminal.send(message, signal),
      isLetIn(body) {
        told = readDiagnosis(body, message)
        return told !== null
      },
    })
  ).map((finding) => (finding.step === 'access' && finding.finding === 'ok' && told ? accessIn(told) : finding))
}

/** What keeps it from taking cards is its access: nobody is offered a terminal that nobody can pay at. */
function accessIn({ Response: said, POIStatus: poi, HostStatus: hosts }: DiagnosisAnswer): ExaminationFinding {
  const refused = (code: string) =>
    ({ step: 'access', finding: 'refused', status: 200, code: plainWord(code) }) as const
  // It takes a card just now.
  if (said.ErrorCondition === 'Busy' || poi?.GlobalStatus === 'Busy') return { step: 'access', finding: 'ok' }
  if (said.Result !== 'Success') return refused(said.ErrorCondition ?? said.Result)
  if (poi && poi.GlobalStatus !== 'OK') return refused(poi.GlobalStatus)
  const isCutOff =
    poi?.CommunicationOKFlag === false || (hosts?.length && hosts.every(({ IsReachableFlag: is }) => !is))
  return isCutOff ? refused('UnreachableHost') : { step: 'access', finding: 'ok' }
}

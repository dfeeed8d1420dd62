import { createInterface } from 'node:readline'
import { deviceActs, noteActs, serveNoteSimulator, wrongNoteAct } from '../app/note-simulator.ts'
import { stopSignal } from '../app/program.ts'
import { choiceAt, expectedAt, type Task } from './command.ts'

export interface NoteSimulatorValues {
  readonly port?: number
  readonly host: string
  readonly act?: readonly string[]
  readonly currency: string
  readonly note?: readonly string[]
  readonly plain?: true
}

/** 0 when it was stopped, 2 when the command line is wrong. */
export async function simulateNotes({
  values,
  texts,
  say,
  refuse,
}: Pick<Task<NoteSimulatorValues>, 'values' | 'texts' | 'say' | 'refuse'>): Promise<number> {
  const { act: acts = [], note = [], plain = false, currency, host, port } = values
  const wrong = wrongNoteAct(acts)
  if (wrong !== undefined) return refuse(choiceAt(texts, '--act', noteActs, wrong))
  const odd = note.find((text) => !/^[1-9]\d{0,6}$/u.test(text))
  if (odd !== undefined)
    return refuse(expectedAt(texts, '--note', texts.refusals.expected.wholeNumber(1, 9_999_999), odd))
  const stopped = stopSignal()
  const simulator = await serveNoteSimulator({ host, port, currency, notes: note.map(Number), acts, plain })
  say('ssp, simulated banknote reader.')
  say(`device ${simulator.address}`)
  say(`Type a banknote to insert it, such as 20000 or 20000 jam; or ${deviceActs.join(', ')}.`)
  const lines = createInterface({ input: process.stdin, terminal: false })
  lines.on('line', (line) => {
    if (line.trim() !== '') say(simulator.typed(line))
  })
  await stopped
  lines.close()
  await simulator.close()
  return 0
}

import { json } from '../stand-in/stand-in.ts'
import type { KeptIntents } from './stand-in-intents.ts'
import { readerOf, refuse, type KeptIntent } from './stand-in-objects.ts'

/** The one reader of a stand-in. */
export function createKeptReader(id: string, intents: KeptIntents) {
  let at: KeptIntent | null = null
  let isOn = true

  const isAtWork = (kept: KeptIntent): boolean =>
    !kept.what.isCancelled && ['waiting', 'cancelled'].includes(intents.standing(kept))
  const show = (): Response => json(200, readerOf(id, at, at ? intents.standing(at) : 'waiting', isOn))

  function process(form: URLSearchParams): Response {
    const kept = intents.find(form.get('payment_intent') ?? '')
    if (!kept) return refuse(404, 'resource_missing')
    if (!isOn || kept.act.name === 'offline') return refuse(400, 'terminal_reader_offline')
    const isOccupied = at !== null && at !== kept && isAtWork(at)
    if (isOccupied || kept.act.name === 'occupied') return refuse(400, 'terminal_reader_busy')
    if (kept.what.isCancelled || intents.standing(kept) === 'approved')
      return refuse(400, 'payment_intent_unexpected_state')
    kept.what.processedMs ??= intents.nowMs()
    at = kept
    return show()
  }

  function cancelAction(): Response {
    // With the bank it hears nothing.
    if (at && intents.standing(at) === 'cancelled') return refuse(400, 'terminal_reader_busy')
    if (at && isAtWork(at)) at = null
    return show()
  }

  /** As a test does to a simulated reader. */
  function present(): Response {
    if (!at || !isAtWork(at)) return refuse(400, 'terminal_reader_hardware_fault')
    at.decided = 'approved'
    return show()
  }

  return { show, process, cancelAction, present, turn: (on: boolean) => void (isOn = on) }
}

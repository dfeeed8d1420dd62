import type { TenderTraits } from '../../shared/domain/money/tender.ts'
import type { TenderDriver, TenderOutcome } from '../kiosk/ports/devices.ts'

const traits: TenderTraits = {
  payer: 'none',
  shows: 'none',
  unattended: false,
  findBy: 'people',
  reference: 'uuid4',
  cancel: 'none',
  decideMs: 90_000,
  settledMs: 0,
  lateMs: 0,
  refund: 'people',
}

/**
 * Driver for a card terminal or a merchant's telephone operated by staff, and for documents whose numbers are entered
 * by staff. The outcome is always the one that staff report. A request to stop has no effect, because the device may
 * already have charged the customer. After a restart the outcome is unknown.
 */
export class AttendedTerminal implements TenderDriver {
  readonly name = 'attended'
  readonly host = ''
  readonly traits = traits
  readonly #awaited = new Map<string, (outcome: TenderOutcome) => void>()

  readonly begin: TenderDriver['begin'] = ({ reference }, _giveUp, stopping) => {
    const { promise, resolve } = Promise.withResolvers<TenderOutcome>()
    const end = (outcome: TenderOutcome): void => {
      this.#awaited.delete(reference)
      stopping.removeEventListener('abort', stopped)
      resolve(outcome)
    }
    const stopped = (): void => end({ outcome: 'unknown', forGood: true })
    this.#awaited.set(reference, end)
    stopping.addEventListener('abort', stopped)
    if (stopping.aborted) stopped()
    return promise
  }

  readonly ask: TenderDriver['ask'] = async () => ({ outcome: 'unknown', forGood: true })

  readonly tell = (reference: string, outcome: TenderOutcome): boolean => {
    const end = this.#awaited.get(reference)
    end?.(outcome)
    return end !== undefined
  }
}

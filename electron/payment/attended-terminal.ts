import type { TenderTraits } from '../../shared/domain/money/tender.ts'
import type { TenderDriver, TenderOutcome } from '../core/ports/devices.ts'

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
 * A card terminal of its own, or a merchant's telephone, with a person before it: they charge on it, and say here what it
 * did. Nothing but their word decides. To be asked to give up changes nothing, for the device may have charged already and
 * only they can see it; nobody asked later, after a restart, can know.
 */
export function createAttendedTerminal(): TenderDriver {
  const awaited = new Map<string, (word: TenderOutcome) => void>()
  return {
    name: 'attended',
    host: '',
    traits,
    begin({ reference }, _giveUp, stopping) {
      const { promise, resolve } = Promise.withResolvers<TenderOutcome>()
      const end = (word: TenderOutcome): void => {
        awaited.delete(reference)
        stopping.removeEventListener('abort', stopped)
        resolve(word)
      }
      const stopped = (): void => end({ outcome: 'unknown', forGood: true })
      awaited.set(reference, end)
      stopping.addEventListener('abort', stopped)
      if (stopping.aborted) stopped()
      return promise
    },
    ask: () => Promise.resolve({ outcome: 'unknown', forGood: true }),
    tell(reference, word) {
      const end = awaited.get(reference)
      end?.(word)
      return end !== undefined
    },
  }
}

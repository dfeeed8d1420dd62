import type { Clock } from '../../core/ports/ports.ts'
import { answerIn, createApduReader, encodeApdu, type Apdu } from './apdu.ts'
import type { Ears, Wire } from './wire.ts'

/** So long a terminal waits for a till to say that it has understood; then it goes on without. */
const ANSWER_MS = 5_000

/** One till's connection, as the terminal sees it. */
export interface Till {
  /** What is no answer itself waits for one. */
  say(message: Apdu): Promise<void>
  /** The cable is out, on this side. */
  drop(): void
}

export function createTill(
  { sleep }: Pick<Clock, 'sleep'>,
  ears: Ears,
  obey: (till: Till, message: Apdu) => Promise<void>,
): Wire {
  const read = createApduReader()
  let answered: (() => void) | null = null
  let gone = false
  const leave = (): void => {
    gone = true
    answered?.()
  }
  const till: Till = {
    async say(message) {
      if (gone) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const awaited = answerIn(message) === null
      if (awaited) answered = resolve
      ears.bytes(encodeApdu(message))
      if (!awaited) return
      const over = new AbortController()
      await Promise.race([promise, sleep(ANSWER_MS, over.signal)])
      over.abort('over')
    },
    drop() {
      leave()
      ears.ended()
    },
  }
  return {
    send(piece) {
      for (const message of read(piece)) {
        if (answerIn(message)) answered?.()
        else void obey(till, message)
      }
    },
    close: leave,
  }
}

import type { Composer } from '../../../shared/speech/compose.ts'
import { createPlayer } from './player.ts'
import type { SpeechPack } from './pack.ts'

/** Says texts one after the other. */
export interface Speaker {
  readonly say: (text: string) => void
  /** Ends what is being said, and forgets what was still to come. */
  readonly stop: () => void
}

/**
 * Speaks with a pack, by itself or with what the machine has: a sentence with words that a pack would have to spell is
 * said by the machine's own voice, where there is one, and so is everything where the pack cannot be read.
 */
export function createSpeaker({
  voice,
  pack,
}: {
  readonly voice: SpeechSynthesisVoice | null
  readonly pack: Promise<SpeechPack | null> | null
}): Speaker {
  const player = createPlayer()
  let run = 0
  let saying = Promise.resolve()
  /** The voice has a queue of its own; only clips wait for its end. */
  let uttered = Promise.resolve()
  async function speak(text: string, goesOn: () => boolean): Promise<void> {
    const spoken = await pack
    if (!goesOn()) return
    const composed = spoken?.compose(text)
    if (voice && !(composed && isWhole(composed))) uttered = utter(text, voice)
    else if (spoken && composed) {
      await uttered
      if (goesOn()) await player.play(composed.parts, spoken.sound, goesOn)
    }
  }
  return {
    say(text) {
      const own = run
      const goesOn = (): boolean => own === run
      // A clip that cannot be read is no reason to be silent from then on.
      saying = saying.then(() => speak(text, goesOn)).catch(() => undefined)
    },
    stop() {
      run += 1
      saying = uttered = Promise.resolve()
      player.stop()
      if (voice) speechSynthesis.cancel()
    },
  }
}

const isWhole = ({ spelled, missing }: ReturnType<Composer>): boolean => spelled.length === 0 && missing.length === 0

function utter(text: string, voice: SpeechSynthesisVoice): Promise<void> {
  return new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.voice = voice
    utterance.lang = voice.lang
    for (const end of ['end', 'error']) utterance.addEventListener(end, () => resolve())
    speechSynthesis.speak(utterance)
  })
}

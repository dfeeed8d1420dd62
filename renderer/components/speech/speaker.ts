import type { Composer } from '../../../shared/speech/compose.ts'
import { createPlayer, plainTone, type Tone } from './player.ts'
import type { SpeechPack } from './pack.ts'

/** Says one text at a time. */
export interface Speaker {
  /** Resolves when it has been said, or ended. */
  readonly say: (text: string) => Promise<void>
  /** Ends what is being said. */
  readonly stop: () => void
  readonly tune: (tone: Tone) => void
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
  let tone = plainTone
  return {
    async say(text) {
      const own = run
      const goesOn = (): boolean => own === run
      const spoken = await pack
      if (!goesOn()) return
      const composed = spoken?.compose(text)
      if (voice && !(composed && isWhole(composed))) await utter(text, voice, tone)
      else if (spoken && composed)
        // A clip that cannot be read is no reason to be silent from then on.
        await player.play(composed.parts, spoken.sound, goesOn).catch(() => undefined)
    },
    stop() {
      run += 1
      player.stop()
      if (voice) speechSynthesis.cancel()
    },
    tune(next) {
      tone = next
      player.tune(next)
    },
  }
}

const isWhole = ({ spelled, missing }: ReturnType<Composer>): boolean => spelled.length === 0 && missing.length === 0

/** A voice of the system knows no louder than full. */
function utter(text: string, voice: SpeechSynthesisVoice, { gain, pace }: Tone): Promise<void> {
  return new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.volume = Math.min(1, gain)
    utterance.rate = pace
    for (const end of ['end', 'error']) utterance.addEventListener(end, () => resolve())
    speechSynthesis.speak(utterance)
  })
}

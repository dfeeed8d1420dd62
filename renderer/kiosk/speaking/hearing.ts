import type { HearingMove } from '../../../shared/domain/keypad.ts'
import type { Tone } from '../../components/speech/player.ts'

/** From the slowest to the fastest, and how much faster than recorded each is. */
const paceRates = { slow: 0.8, usual: 1, fast: 1.35, fastest: 1.8 } as const
type Pace = keyof typeof paceRates
export const paces = Object.keys(paceRates) as readonly Pace[]

/** How one customer hears the screens. */
export interface Hearing {
  /** From 1 to `LOUDEST`. */
  readonly volume: number
  readonly pace: Pace
  /** The screen shows nothing: nobody reads over a shoulder. */
  readonly dark: boolean
  /** What is private may be said by the loudspeaker: they have asked for it. */
  readonly aloud: boolean
  /** They have heard how this machine's keys work. */
  readonly greeted: boolean
}

export const LOUDEST = 12
/** As recorded. */
const USUAL = 10
/** Twice the sound pressure; all steps together are 66 dB. */
const STEP_DB = 6

export const usualHearing: Hearing = { volume: USUAL, pace: 'usual', dark: false, aloud: false, greeted: false }

export function toneOf({ volume, pace }: Hearing): Tone {
  return { gain: 10 ** (((volume - USUAL) * STEP_DB) / 20), pace: paceRates[pace] }
}

/** After such a key; at an end it stays. */
export function hearingAfter(move: HearingMove, hearing: Hearing): Hearing {
  const { volume, pace, dark } = hearing
  const paceBy = (steps: number): Pace => paces[paces.indexOf(pace) + steps] ?? pace
  switch (move) {
    case 'louder':
      return { ...hearing, volume: Math.min(LOUDEST, volume + 1) }
    case 'quieter':
      return { ...hearing, volume: Math.max(1, volume - 1) }
    case 'faster':
      return { ...hearing, pace: paceBy(1) }
    case 'slower':
      return { ...hearing, pace: paceBy(-1) }
    case 'dark':
      return { ...hearing, dark: !dark }
    case 'again':
    case 'silent':
      return hearing
  }
}

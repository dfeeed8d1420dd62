import type { SpeechKey } from '../../../shared/domain/keypad.ts'
import type { Tone } from '../../ui/speech/player.ts'

/** Speech rates relative to the recording, from the slowest to the fastest. */
const paceRates = { slow: 0.8, usual: 1, fast: 1.35, fastest: 1.8 } as const
type Pace = keyof typeof paceRates
export const paces = Object.keys(paceRates) as readonly Pace[]

export interface SpeechSettings {
  /** Volume step, from 1 to `LOUDEST`. */
  readonly volume: number
  readonly pace: Pace
  /** True if the screen is blank, so that onlookers cannot read it. */
  readonly dark: boolean
  /** True if the customer has allowed the loudspeaker to speak private content. */
  readonly aloud: boolean
  /** True once the customer has heard the explanation of the keys. */
  readonly greeted: boolean
}

export const LOUDEST = 12
/** Volume step at which recordings are played without gain. */
const USUAL = 10
/** Gain of one volume step in decibels. Each step doubles the sound pressure. */
const STEP_DB = 6

export const defaultSpeechSettings: SpeechSettings = {
  volume: USUAL,
  pace: 'usual',
  dark: false,
  aloud: false,
  greeted: false,
}

export function toneOf({ volume, pace }: SpeechSettings): Tone {
  return { gain: 10 ** (((volume - USUAL) * STEP_DB) / 20), pace: paceRates[pace] }
}

export function hearingAfter(move: SpeechKey, hearing: SpeechSettings): SpeechSettings {
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

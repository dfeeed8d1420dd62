/** `attention`: for customers who look away while their time runs out. */
export type Sound = 'taken' | 'paid' | 'ticket' | 'trouble' | 'attention'

interface Tone {
  /** Seconds after the start of the sound. */
  readonly at: number
  readonly hertz: number
  readonly seconds: number
  /** Share of the full volume, 0 to 1. */
  readonly strength: number
}

const tone = (at: number, hertz: number, seconds: number, strength: number): Tone => ({ at, hertz, seconds, strength })

const sounds: Readonly<Record<Sound, readonly Tone[]>> = {
  taken: [tone(0, 880, 0.09, 0.5)],
  paid: [tone(0, 523, 0.22, 0.7), tone(0.12, 784, 0.45, 0.8)],
  ticket: [tone(0, 587, 0.1, 0.5), tone(0.08, 880, 0.22, 0.5)],
  trouble: [tone(0, 392, 0.3, 0.9), tone(0.2, 330, 0.5, 0.9)],
  attention: [tone(0, 659, 0.5, 1), tone(0.22, 523, 0.5, 1)],
}

/** Maximum gain: half of the full level, because loudspeakers rattle at a higher level. */
const LOUDEST = 0.5

/** Plays a sound at a volume from 0 (silent) to 100. Silent before the first touch, and on computers without sound. */
export function play(sound: Sound, volume: number): void {
  const context = volume > 0 ? loudspeaker() : null
  if (context) for (const each of sounds[sound]) strike(context, each, (LOUDEST * volume) / 100)
}

function strike(sounding: AudioContext, { at, hertz, seconds, strength }: Tone, loudest: number): void {
  const start = sounding.currentTime + at
  const source = sounding.createOscillator()
  const gain = sounding.createGain()
  source.frequency.value = hertz
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(loudest * strength, start + 0.02)
  gain.gain.exponentialRampToValueAtTime(0.0005, start + seconds)
  source.connect(gain).connect(sounding.destination)
  keepRunning(source)
  source.start(start)
  source.stop(start + seconds)
}

let context: AudioContext | null = null

/** Returns the audio context, for users who have requested sound, for example by plugging in headphones. */
export function soundContext(): AudioContext {
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context
}

/** Silence after which the audio context pauses, in milliseconds. A running context uses 1 % of a core. */
const PAUSE_MS = 2000
let sources = 0
let pause: ReturnType<typeof setTimeout> | undefined

/** Runs the audio context until the source has ended, and for a short time after it. */
export function keepRunning(source: AudioScheduledSourceNode): void {
  const sounding = soundContext()
  clearTimeout(pause)
  sources += 1
  source.addEventListener('ended', () => {
    sources -= 1
    if (sources === 0) pause = setTimeout(() => void sounding.suspend(), PAUSE_MS)
  })
}

/** Returns the audio context; null while the browser blocks sound because the page has not been touched yet. */
function loudspeaker(): AudioContext | null {
  const sounding = soundContext()
  return sounding.state === 'running' || navigator.userActivation.hasBeenActive ? sounding : null
}

let context: AudioContext | null = null

/** The machine's loudspeaker; null while nothing may sound: before the first touch, in a browser that wants one. */
export function loudspeaker(): AudioContext | null {
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context.state === 'running' || navigator.userActivation.hasBeenActive ? context : null
}

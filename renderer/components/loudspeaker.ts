let context: AudioContext | null = null

/** The machine's loudspeaker; null before the first touch of the page, when nothing may sound. */
export function loudspeaker(): AudioContext | null {
  if (!navigator.userActivation.hasBeenActive) return null
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context
}

let context: AudioContext | null = null

/** For who has asked to hear, be it by plugging headphones in: the program's own window may sound untouched. */
export function soundContext(): AudioContext {
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context
}

/** The machine's loudspeaker; null while nothing may sound: before the first touch, in a browser that wants one. */
export function loudspeaker(): AudioContext | null {
  const sounding = soundContext()
  return sounding.state === 'running' || navigator.userActivation.hasBeenActive ? sounding : null
}

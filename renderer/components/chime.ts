let context: AudioContext | null = null

/** Two soft tones, for those who look elsewhere. Silent where the machine has no sound. */
export function chime(): void {
  context ??= new AudioContext()
  const start = context.currentTime
  for (const [delay, frequency] of [
    [0, 659],
    [0.22, 523],
  ] as const) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0, start + delay)
    volume.gain.linearRampToValueAtTime(0.25, start + delay + 0.03)
    volume.gain.exponentialRampToValueAtTime(0.001, start + delay + 0.5)
    tone.connect(volume).connect(context.destination)
    tone.start(start + delay)
    tone.stop(start + delay + 0.55)
  }
}

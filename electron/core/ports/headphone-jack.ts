/** Where headphones are plugged in at the machine. */
export interface HeadphoneJack {
  /** Tells of each plug that goes in or comes out, until the signal aborts. What is in at the start may be a loudspeaker: it is not told. */
  watch(onChange: (plugged: boolean) => void, stopping: AbortSignal): void
}

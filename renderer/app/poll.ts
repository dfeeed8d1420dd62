const FRESH_MS = 5000

/**
 * Asks at once and again every 5 s after an answer, with a little jitter, so that a hall of kiosks does not ask in step. The answer ends
 * it; `ask` then hears of it from `left` and keeps what still comes to itself.
 */
export function poll(ask: (left: () => boolean) => Promise<void>): () => void {
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const left = (): boolean => over
  const again = async (): Promise<void> => {
    await ask(left)
    if (!over) timer = setTimeout(() => void again(), FRESH_MS * (0.9 + Math.random() * 0.2))
  }
  void again()
  return () => {
    over = true
    clearTimeout(timer)
  }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'

interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Last part of the standard error output. */
  readonly lastWords: string
}

/** Starts a program in its own process. Messages from the program are passed to `onWord`, or returned by `next`. */
export function startProcess<Word>(
  file: string | URL,
  {
    args = [],
    execArgv,
    onWord,
  }: { args?: readonly string[]; execArgv?: string[]; onWord?: (word: Word) => void } = {},
) {
  const child = fork(file, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], ...(execArgv && { execArgv }) })
  const words: Word[] = []
  let lastWords = ''
  let isOver = false
  let stir: () => void = () => undefined
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-2_000)
  })
  child.on('message', (word) => {
    if (onWord) return onWord(word as Word)
    words.push(word as Word)
    stir()
  })
  const ended = once(child, 'close').then(([code, signal]): End => {
    isOver = true
    stir()
    return { code: code as End['code'], signal: signal as End['signal'], lastWords }
  })
  return {
    ended,
    send: (word: object | string) => void child.send(word),
    async next(): Promise<Word> {
      for (;;) {
        const word = words.shift()
        if (word !== undefined) return word
        if (isOver) throw new Error(`${String(file)} ended and said nothing: ${lastWords}`)
        await new Promise<void>((resolve) => (stir = resolve))
      }
    },
    /** Resolves when the process has ended. A disconnected process receives no signal, because it ends by itself. */
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
      if (child.connected) child.kill(signal)
      await ended
    },
    kill: (signal?: NodeJS.Signals) => void child.kill(signal),
  }
}

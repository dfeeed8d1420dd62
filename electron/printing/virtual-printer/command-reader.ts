/** Commands that the printer executes in the order received. */
export type Command =
  | { readonly type: 'initialise' }
  /** One line of dots, one bit per dot. */
  | { readonly type: 'dots'; readonly row: Uint8Array }
  | { readonly type: 'character'; readonly code: number }
  | { readonly type: 'end-of-line' }
  | { readonly type: 'feed-lines'; readonly lines: number }
  | { readonly type: 'feed-dots'; readonly dots: number }
  /** `feedDots` is null if the paper is cut here, without feeding to the cutter. */
  | { readonly type: 'cut'; readonly feedDots: number | null }
  | { readonly type: 'drawer'; readonly pin: 2 | 5 }
  | { readonly type: 'ask-process'; readonly id: Uint8Array }
  | { readonly type: 'ask-status'; readonly query: number }
  | { readonly type: 'report-changes'; readonly mask: number }
  | { readonly type: 'code-page'; readonly page: number }
  | { readonly type: 'align'; readonly side: 'left' | 'center' | 'right' }
  | { readonly type: 'size'; readonly wide: number; readonly high: number }
  | { readonly type: 'bold'; readonly on: boolean }

const [LF, DLE, ESC, FS, GS] = [0x0a, 0x10, 0x1b, 0x1c, 0x1d]

/** Numbers of parameter bytes of commands that are skipped. */
const ignoredAfterEsc = parameterCounts(' -MRGV{rU3', { $: 2, '\\': 2, c: 2, '=': 1 })
const ignoredAfterGs = parameterCounts('BhwHfI', { L: 2, W: 2, P: 2 })

function parameterCounts(single: string, others: Readonly<Record<string, number>>): ReadonlyMap<number, number> {
  const entries = [...Array.from(single, (letter) => [letter, 1] as const), ...Object.entries(others)]
  return new Map(entries.map(([letter, count]) => [letter.charCodeAt(0), count]))
}

/** Reads commands from the receive buffer, pictures line by line, so that a picture may be larger than the buffer. */
export async function* readCommands(input: ByteQueue): AsyncGenerator<Command> {
  const reader = new ParameterReader(input)
  for (;;) {
    const code = await reader.byte()
    if (code === DLE) await skipRealTime(reader)
    else if (code === ESC) yield* await afterEsc(reader)
    else if (code === GS) {
      const command = await reader.letter()
      if (command !== 'v') yield* await afterGs(reader, command)
      else {
        await reader.skip(2)
        const [width, height] = [await reader.word(), await reader.word()]
        for (let y = 0; y < height; y++) yield { type: 'dots', row: await input.take(width) }
      }
    } else if (code === FS) await reader.byte()
    else if (code === LF) yield { type: 'end-of-line' }
    else if (code >= 0x20) yield { type: 'character', code }
  }
}

class ParameterReader {
  private readonly input: ByteQueue

  constructor(input: ByteQueue) {
    this.input = input
  }

  async take(count: number): Promise<Buffer> {
    return this.input.take(count)
  }

  async byte(): Promise<number> {
    return (await this.input.take(1))[0] ?? 0
  }

  async letter(): Promise<string> {
    return String.fromCharCode(await this.byte())
  }

  async word(): Promise<number> {
    return (await this.input.take(2)).readUInt16LE()
  }

  async skip(count: number): Promise<readonly []> {
    for (let left = count; left > 0; left -= 64) await this.input.take(Math.min(left, 64))
    return []
  }

  async skipText(): Promise<readonly []> {
    let byte = await this.byte()
    while (byte !== 0) byte = await this.byte()
    return []
  }
}

/** Skips a real-time command, which was executed when it was received. */
async function skipRealTime(reader: ParameterReader): Promise<readonly []> {
  const kind = await reader.byte()
  const parameter = await reader.byte()
  return reader.skip(kind !== 0x14 ? 0 : parameter === 8 ? 7 : 2)
}

const sides = ['left', 'center', 'right'] as const

async function afterEsc(reader: ParameterReader): Promise<readonly Command[]> {
  const command = await reader.letter()
  switch (command) {
    case '@':
      return [{ type: 'initialise' }]
    case 'J':
      return [{ type: 'feed-dots', dots: await reader.byte() }]
    case 'd':
      return [{ type: 'feed-lines', lines: await reader.byte() }]
    case 'p': {
      const pin = (await reader.byte()) % 48 === 0 ? 2 : 5
      await reader.skip(2)
      return [{ type: 'drawer', pin }]
    }
    case 't':
      return [{ type: 'code-page', page: await reader.byte() }]
    case 'a':
      return [{ type: 'align', side: sides[(await reader.byte()) % 48] ?? 'left' }]
    case 'E':
      return [{ type: 'bold', on: ((await reader.byte()) & 1) === 1 }]
    case '!': {
      const mode = await reader.byte()
      const size = { type: 'size', wide: mode & 0x20 ? 2 : 1, high: mode & 0x10 ? 2 : 1 } as const
      return [{ type: 'bold', on: (mode & 0x08) !== 0 }, size]
    }
    case 'D':
      return reader.skipText()
    case '*': {
      const mode = await reader.byte()
      return reader.skip((await reader.word()) * (mode >= 32 ? 3 : 1))
    }
    default:
      return reader.skip(ignoredAfterEsc.get(command.charCodeAt(0)) ?? 0)
  }
}

async function afterGs(reader: ParameterReader, command: string): Promise<readonly Command[]> {
  switch (command) {
    case 'V': {
      const mode = await reader.byte()
      return [{ type: 'cut', feedDots: mode >= 65 ? await reader.byte() : null }]
    }
    case 'r':
      return [{ type: 'ask-status', query: (await reader.byte()) % 48 }]
    case 'a':
      return [{ type: 'report-changes', mask: await reader.byte() }]
    case '!': {
      const size = await reader.byte()
      return [{ type: 'size', wide: (size >> 4) + 1, high: (size & 0x0f) + 1 }]
    }
    case '(': {
      const group = await reader.letter()
      const count = await reader.word()
      if (group !== 'H' || count !== 6) return reader.skip(count)
      return [{ type: 'ask-process', id: (await reader.take(6)).subarray(2) }]
    }
    case 'k': {
      const kind = await reader.byte()
      return kind < 65 ? reader.skipText() : reader.skip(await reader.byte())
    }
    default:
      return reader.skip(ignoredAfterGs.get(command.charCodeAt(0)) ?? 0)
  }
}

/** The awaited bytes will not arrive, because the buffers were cleared. */
export class BuffersCleared extends Error {
  override readonly name = 'BuffersCleared'
}

/** A printer's receive buffer: bytes are added as they arrive and removed as the printer processes them. */
export class ByteQueue {
  private readonly onTaken: () => void
  private held = Buffer.alloc(0)
  /**
   * True if the buffer was cleared while no call was waiting. The next `take` would still be in the middle of a cleared
   * command.
   */
  private stale = false
  private awaited: { readonly count: number; resolve(bytes: Buffer): void; reject(error: Error): void } | null = null

  /** `onTaken` is called whenever space becomes free. */
  constructor(onTaken: () => void) {
    this.onTaken = onTaken
  }

  get size(): number {
    return this.held.length
  }

  push(bytes: Uint8Array): void {
    this.held = Buffer.concat([this.held, bytes])
    this.serve()
  }

  /**
   * Resolves once `count` bytes are available. Rejects with `BuffersCleared` if the buffers were cleared since the last
   * call.
   */
  async take(count: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.stale) {
        this.stale = false
        reject(new BuffersCleared())
        return
      }
      this.awaited = { count, resolve, reject }
      this.serve()
    })
  }

  clear(): void {
    this.held = Buffer.alloc(0)
    const { awaited } = this
    this.awaited = null
    if (awaited) awaited.reject(new BuffersCleared())
    else this.stale = true
    this.onTaken()
  }

  private serve(): void {
    const { awaited } = this
    if (!awaited || this.held.length < awaited.count) return
    this.awaited = null
    const taken = this.held.subarray(0, awaited.count)
    this.held = this.held.subarray(awaited.count)
    awaited.resolve(taken)
    this.onTaken()
  }
}

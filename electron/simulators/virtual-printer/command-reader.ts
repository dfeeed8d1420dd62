/** Thrown because the awaited bytes will not arrive after the buffers were cleared. */
export class BuffersCleared extends Error {
  override readonly name = 'BuffersCleared'
}

export class ByteQueue {
  private readonly onTaken: () => void
  private held = Buffer.alloc(0)
  /** True if the buffer was cleared while no call was waiting, so that the next `take` must fail. */
  private stale = false
  private awaited: { readonly count: number; resolve(bytes: Buffer): void; reject(error: Error): void } | null = null

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

  /** Resolves once `count` bytes are available. Rejects with `BuffersCleared` if the buffer was cleared. */
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

  async byte(): Promise<number> {
    return (await this.take(1))[0] ?? 0
  }

  async letter(): Promise<string> {
    return String.fromCharCode(await this.byte())
  }

  async word(): Promise<number> {
    return (await this.take(2)).readUInt16LE()
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 64) await this.take(Math.min(left, 64))
  }

  async skipText(): Promise<void> {
    while ((await this.byte()) !== 0);
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

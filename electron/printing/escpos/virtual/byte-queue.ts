/** What was awaited will not come: the buffers were cleared. */
export class BuffersCleared extends Error {
  override readonly name = 'BuffersCleared'
}

/** A printer's receive buffer: bytes go in as they come and are taken out as the printer gets to them. */
export class ByteQueue {
  private readonly onTaken: () => void
  private held = Buffer.alloc(0)
  /** Cleared while nobody waited: who takes next is still in the middle of what was cleared. */
  private stale = false
  private awaited: { readonly count: number; resolve(bytes: Buffer): void; reject(error: Error): void } | null = null

  /** `onTaken` is called whenever room was made. */
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

  /** Resolves once there are so many bytes; rejects with `BuffersCleared` when buffers were cleared since the last. */
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

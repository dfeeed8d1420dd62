/** What a printer does at the moment it is received, whatever it is in the middle of. */
export type RealTimeOrder =
  | { readonly type: 'status'; readonly query: number }
  | { readonly type: 'clear' }
  | { readonly type: 'drawer'; readonly pin: 2 | 5 }

const clearing = [0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8]

/**
 * Looks for real-time commands in all that comes in. Like real printers it does not know where a picture begins and
 * ends: dots that read like a command are one.
 */
export class RealTimeScanner {
  private readonly tail: number[] = []

  scan(byte: number): RealTimeOrder | null {
    this.tail.push(byte)
    if (this.tail.length > clearing.length) this.tail.shift()
    if (this.ends(0x10, 0x04, null) && byte >= 1 && byte <= 4) return { type: 'status', query: byte }
    if (this.ends(...clearing)) return { type: 'clear' }
    if (this.ends(0x10, 0x14, 1, 0, null)) return { type: 'drawer', pin: 2 }
    if (this.ends(0x10, 0x14, 1, 1, null)) return { type: 'drawer', pin: 5 }
    return null
  }

  private ends(...pattern: readonly (number | null)[]): boolean {
    const start = this.tail.length - pattern.length
    return start >= 0 && pattern.every((byte, i) => byte === null || this.tail[start + i] === byte)
  }
}

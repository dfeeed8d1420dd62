const FIRMWARE = '0448'

/** The reply of a device to a setup request, without its first byte. */
export function setupReply(
  { currency, notes }: { readonly currency: string; readonly notes: readonly number[] },
  protocol: number,
): readonly number[] {
  const text = (letters: string): number[] => [...Buffer.from(letters, 'latin1')]
  const multiplier = Math.max(1, Math.min(...notes.filter((note) => note % 100 === 0), notes[0] ?? 1))
  const count = notes.length
  const own = Buffer.alloc(4 * count)
  notes.forEach((note, index) => own.writeUInt32LE(note, 4 * index))
  const big = (number: number): number[] => [(number >> 16) & 0xff, (number >> 8) & 0xff, number & 0xff]
  return [
    0,
    ...text(FIRMWARE),
    ...text(currency),
    ...big(multiplier),
    count,
    ...notes.map((note) => (note / multiplier) & 0xff),
    ...notes.map(() => 2),
    ...big(100),
    protocol,
    ...(protocol >= 6 ? [...notes.flatMap(() => text(currency)), ...own] : []),
  ]
}

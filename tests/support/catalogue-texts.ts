export type PathText = readonly [path: string, text: string]

/** Sample arguments of the text functions, with every field that any text function reads. */
const samples: readonly (readonly unknown[])[] = [
  [1, 1, 1],
  [2, 'x', 'y'],
  [['1', '2'], 'x', 'y'],
  [
    {
      all: true,
      bytes: 1,
      code: 'SEAT_LIMIT',
      codes: ['x', 'y'],
      condition: 'disk-failed',
      count: 2,
      detail: 'x',
      due: 1,
      events: [{ title: 'x' }],
      fault: 'offline',
      faults: [],
      incident: 'x',
      limit: 8,
      minutes: 9,
      numbers: [1, 2],
      places: [{ name: 'x', code: 'y' }],
      received: 2,
      row: 'a',
      seatCodes: ['x', 'y'],
      seconds: 9,
      status: 401,
      tribunes: ['x', 'y'],
      type: 'close-colours',
      wanted: 3,
      words: 'x',
    },
    (amount: unknown) => `${String(amount)} GNF`,
  ],
]

/** The samples with 1 for each number, for which a catalogue must use the singular. */
const ones = samples.map((sample) =>
  sample.map((part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).map(([key, value]) => [key, typeof value === 'number' ? 1 : value]))
      : typeof part === 'number'
        ? 1
        : part,
  ),
)

export const textsOfOne = (value: unknown): readonly PathText[] => textsOf(value, '', ones)

/** Returns every text of a catalogue. Calls each text function with every sample that it accepts. */
export function textsOf(value: unknown, path = '', made = samples): readonly PathText[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') {
    const make = value as (...parameters: readonly unknown[]) => unknown
    return made.flatMap((sample) => {
      try {
        return textsOf(make(...sample), path, made)
      } catch {
        // The text function does not accept the arguments of this sample.
        return []
      }
    })
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`, made))
}

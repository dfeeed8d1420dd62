export interface Place {
  readonly line: number
  readonly column: number
}

/** Counted from 1; columns in characters. */
export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - (before.lastIndexOf('\n') + 1) + 1 }
}

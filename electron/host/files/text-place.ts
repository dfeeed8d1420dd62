/** Counted from 1; columns in characters. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** What is wrong with a file, and where. */
export interface FileProblem extends Place {
  readonly what: string
}

export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - (before.lastIndexOf('\n') + 1) + 1 }
}

/** Returns `file:line:column: what` for each problem, as editors and compilers do. */
export const problemLines = (file: string, problems: readonly FileProblem[]): readonly string[] =>
  problems.map(({ line, column, what }) => `${file}:${line}:${column}: ${what}`)

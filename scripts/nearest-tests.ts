import { posix } from 'node:path'

/** A file of the project as far as what reaches what is concerned. Paths are from the project's root, with forward slashes. */
export interface Importer {
  readonly path: string
  readonly specifiers: readonly string[]
}

export interface NearTest {
  readonly path: string
  /** Imports between it and the nearest file that changed; 0: it changed itself. */
  readonly steps: number
}

const isTest = (path: string): boolean => /\.test\.tsx?$/u.test(path)

/** The test files that reach something that changed, nearest first. */
export function nearestTests(files: readonly Importer[], changed: readonly string[]): readonly NearTest[] {
  const importers = new Map<string, string[]>()
  for (const { path, specifiers } of files) {
    for (const specifier of specifiers.filter((each) => each.startsWith('.'))) {
      const imported = posix.join(posix.dirname(path), specifier.replace(/\?.*$/u, ''))
      importers.set(imported, [...(importers.get(imported) ?? []), path])
    }
  }
  const steps = new Map(changed.map((path) => [path, 0]))
  // A map goes on with what is added to it meanwhile: nearest first.
  for (const [path, far] of steps)
    for (const importer of importers.get(path) ?? []) if (!steps.has(importer)) steps.set(importer, far + 1)
  const known = new Set(files.map(({ path }) => path))
  return [...steps].flatMap(([path, far]) => (isTest(path) && known.has(path) ? [{ path, steps: far }] : []))
}

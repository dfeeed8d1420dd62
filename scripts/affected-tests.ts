import { posix } from 'node:path'

/** A file of the project and its imports. Paths are relative to the project root, with forward slashes. */
export interface Importer {
  readonly path: string
  readonly specifiers: readonly string[]
}

export interface NearTest {
  readonly path: string
  /** Number of imports between the test and the nearest changed file. 0 if the test itself changed. */
  readonly steps: number
}

const isTest = (path: string): boolean => /\.test\.tsx?$/u.test(path)

export function nearestTests(files: readonly Importer[], changed: readonly string[]): readonly NearTest[] {
  const importers = new Map<string, string[]>()
  for (const { path, specifiers } of files) {
    for (const specifier of specifiers.filter((each) => each.startsWith('.'))) {
      const imported = posix.join(posix.dirname(path), specifier.replace(/\?.*$/u, ''))
      importers.set(imported, [...(importers.get(imported) ?? []), path])
    }
  }
  const steps = new Map(changed.map((path) => [path, 0]))
  // The loop also visits entries added to the map during iteration, so files near the change are visited first.
  for (const [path, far] of steps)
    for (const importer of importers.get(path) ?? []) if (!steps.has(importer)) steps.set(importer, far + 1)
  const known = new Set(files.map(({ path }) => path))
  return [...steps].flatMap(([path, far]) => (isTest(path) && known.has(path) ? [{ path, steps: far }] : []))
}

/** Returns the folders of the test files that did not run, for example "tests/app (12 files), tests/e2e (40)". */
export function leftOut(paths: readonly string[]): string {
  const folders = Map.groupBy(new Set(paths), (path) => path.split('/').slice(0, 2).join('/'))
  return [...folders]
    .toSorted((a, b) => b[1].length - a[1].length)
    .map(([folder, { length }], index) => `${folder} (${length}${index > 0 ? '' : length === 1 ? ' file' : ' files'})`)
    .join(', ')
}

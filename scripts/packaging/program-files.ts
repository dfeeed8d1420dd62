import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { getConfig } from 'app-builder-lib/out/util/config/config.js'
import { shippedPackages } from './locked-packages.ts'

const forDevelopers =
  /\.(?:d\.[cm]?ts|ts|map|md|markdown|flow|tsbuildinfo)$|\/(?:tests?|docs?|examples?|benchmarks?|\.github)\//iu

/**
 * Returns the files of a program that runs on Node instead of Electron, without the files that electron-builder.yml
 * excludes.
 */
export async function programFiles(
  root: string,
  target: { readonly system: 'linux' | 'win'; readonly arch: string },
): Promise<readonly string[]> {
  const left = (await readPatterns(root, target.system))
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => pattern.slice(1).replaceAll('${arch}', target.arch))
  const isLeft = (path: string): boolean =>
    left.some((pattern) => lineage(path).some((each) => matchesGlob(each, pattern)))
  const packages = shippedPackages(root).filter(({ path }) => existsSync(join(root, path)))
  // Skips nested packages, because they have their own entries in the list of packages.
  const ofPackages = packages.flatMap(({ path }) => filesIn(root, path, ['node_modules']))
  return [
    'package.json',
    ...filesIn(root, 'out', []).filter((path) => path !== join('out', '.sources')),
    ...ofPackages.filter((path) => isNotice(path) || !forDevelopers.test(`/${path}`)),
  ].filter((path) => !isLeft(path))
}

async function readPatterns(root: string, system: 'linux' | 'win'): Promise<readonly string[]> {
  const config = await getConfig(root, 'electron-builder.yml', null)
  const sets = [config.files ?? [], config[system]?.files ?? []].flat()
  return sets.flatMap((set) => (typeof set === 'string' ? [set] : [set.filter ?? []].flat()))
}

const isNotice = (path: string): boolean => /\/(?:licen[cs]e|copying|notice)[^/]*$/iu.test(path)

/** Returns a path and the folders above it, because a pattern for a folder applies to everything in it. */
function lineage(path: string): readonly string[] {
  const above = dirname(path)
  return above === '.' ? [path] : [path, ...lineage(above)]
}

function filesIn(root: string, folder: string, without: readonly string[]): readonly string[] {
  const start = join(root, folder)
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(start, join(entry.parentPath, entry.name)))
    .filter((path) => !without.some((name) => path.startsWith(`${name}/`)))
    .map((path) => join(folder, path))
    .toSorted()
}

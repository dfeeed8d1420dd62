import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package entry of package-lock.json (lockfileVersion 3). */
export interface LockedPackage {
  /** Folder of the package, relative to the project root. */
  readonly path: string
  readonly name: string
  readonly version: string
  readonly license: string
  readonly integrity: string | undefined
  readonly resolved: string | undefined
  readonly dev: boolean
  readonly optional: boolean
  readonly hasInstallScript: boolean
}

interface LockEntry {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
  readonly hasInstallScript?: boolean
}

const folder = 'node_modules/'

export function readLockedPackages(root: string): readonly LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockEntry>>
  }
  return Object.entries(packages)
    .filter(([path]) => path.startsWith(folder))
    .map(([path, entry]) => ({
      path,
      name: path.slice(path.lastIndexOf(folder) + folder.length),
      version: entry.version ?? '',
      license: entry.license ?? '',
      integrity: entry.integrity,
      resolved: entry.resolved,
      dev: entry.dev === true || entry.devOptional === true,
      optional: entry.optional === true,
      hasInstallScript: entry.hasInstallScript === true,
    }))
}

/** Returns the packages of a packaged program, without development tools and platform-specific packages. */
export function shippedPackages(root: string): readonly LockedPackage[] {
  return readLockedPackages(root).filter(({ dev, optional }) => !dev && !optional)
}

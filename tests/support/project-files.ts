import { existsSync, globSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Packages, and what `npm run speech` makes. */
const isNotOurs = ({ name, parentPath }: { readonly name: string; readonly parentPath: string }): boolean =>
  name === 'node_modules' || join(parentPath, name) === join(root, 'resources', 'speech')

/** The files below folders of the project, by their paths from its root. */
export function filesBelow(folders: readonly string[]): readonly string[] {
  return folders
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((cwd) => globSync('**', { cwd, withFileTypes: true, exclude: isNotOurs }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

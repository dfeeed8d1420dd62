import { existsSync, globSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The files below folders of the project, by their paths from its root; not those of packages. */
export function filesBelow(folders: readonly string[]): readonly string[] {
  return folders
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((cwd) => globSync('**', { cwd, withFileTypes: true, exclude: ({ name }) => name === 'node_modules' }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

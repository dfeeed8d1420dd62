import type { Plugin } from 'vite'

/** A change to the text of a package during bundling. */
export interface Patch {
  readonly file: RegExp
  /** Text to replace everywhere in the module. Null to replace the whole module. */
  readonly find: string | null
  readonly replacement: string
}

/** Applies the patches. Fails the build if a module or text is missing, so that no patch is lost after an update. */
export function patchPackage(name: string, patches: readonly Patch[]): Plugin {
  const applied = new Set<Patch>()
  return {
    name: `patch-${name}`,
    enforce: 'pre',
    transform(code, id) {
      const matching = patches.filter(({ file }) => file.test(id))
      let patched = code
      for (const { find, replacement } of matching) {
        if (find !== null && !patched.includes(find)) this.error(`${id}: no ${JSON.stringify(find)} to replace`)
        patched = find === null ? replacement : patched.replaceAll(find, () => replacement)
      }
      for (const patch of matching) applied.add(patch)
      return matching.length > 0 ? { code: patched, map: null } : null
    },
    buildEnd(error) {
      const missing = patches.find((patch) => !applied.has(patch))
      if (!error && missing) this.error(`${name}: the build has no module ${missing.file}, which a patch is for`)
    },
  }
}

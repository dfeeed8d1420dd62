import type { Plugin } from 'vite'

/** What `z` names beside schemas: error texts in fifty languages, and JSON Schema read into schemas. Nothing here uses either. */
const unused = [/\/zod\/v4\/locales\/index\.js$/u, /\/zod\/v4\/classic\/from-json-schema\.js$/u]
const stub = 'export const fromJSONSchema = undefined'

/** Bundles zod without what `z` drags along. */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    transform: (_, id) => (unused.some((file) => file.test(id)) ? { code: stub, map: null } : null),
  }
}

import type { Plugin } from 'vite'
import { patchPackage } from './patch-package.ts'

/** Removes zod's error texts in fifty languages and its JSON Schema import, because this project uses neither. */
export const leanZod = (): Plugin =>
  patchPackage('zod', [
    { file: /\/zod\/v4\/locales\/index\.js$/u, find: null, replacement: 'export {}' },
    {
      file: /\/zod\/v4\/classic\/from-json-schema\.js$/u,
      find: null,
      replacement: 'export const fromJSONSchema = undefined',
    },
  ])

import type { Plugin } from 'vite'

const importOfBuiltin = /^import (?:(\w+)(?:, )?)?(?:\{ ([^}]+) \})? from "(node:[\w/]+)";$/gmu

/**
 * Takes Node's own modules as they are. An `import` of one reads all that it exports first, and so loads what nobody asks for:
 * `node:http` the whole of undici, `node:fs` its streams.
 */
export function plainBuiltins() {
  return {
    name: 'plain-builtins',
    renderChunk: (code: string) => ({
      code: code.replace(importOfBuiltin, (_, whole?: string, names?: string, builtin = '') => {
        const taken = `process.getBuiltinModule("${builtin}")`
        const named = names && `{ ${names.replaceAll(' as ', ': ')} } = ${taken}`
        return `const ${[whole && `${whole} = ${taken}`, named].filter(Boolean).join(', ')};`
      }),
      map: null,
    }),
  } satisfies Plugin
}

import type { Plugin } from 'vite'

const importOfBuiltin = /^import (?:(\w+)(?:, )?)?(?:\{ ([^}]+) \})? from "(node:[\w/]+)";$/gmu

/**
 * Loads Node's own modules with `process.getBuiltinModule`. An `import` evaluates all exports first and so loads unused
 * code: for `node:http` the whole of undici, for `node:fs` its streams.
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

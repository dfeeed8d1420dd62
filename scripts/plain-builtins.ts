import type { Plugin } from 'vite'

const importOfBuiltin = /^import (?:(\w+)(?:, )?)?(?:\{ ([^}]+) \})? from "(node:[\w/]+)";$/gmu

/**
 * Loads Node's built-in modules with `process.getBuiltinModule`, because an `import` also loads unused code, such as
 * the whole of undici for `node:http`.
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

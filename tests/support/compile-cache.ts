import { fileURLToPath } from 'node:url'

/**
 * Shares the compiled code between all Node programs that the tests start. Starting a program from TypeScript then
 * takes 0.6 core-seconds instead of 1.9.
 */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/guichet/code', import.meta.url))

import { fileURLToPath } from 'node:url'

/**
 * Lets all Node programs that the tests start share their compiled code: from TypeScript, a start takes 0.6
 * core-seconds instead of 1.9.
 */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/guichet/code', import.meta.url))

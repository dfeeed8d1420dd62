import { fileURLToPath } from 'node:url'

/** Shares compiled code between the Node programs of the tests: a start takes 0.6 instead of 1.9 core seconds. */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/guichet/code', import.meta.url))

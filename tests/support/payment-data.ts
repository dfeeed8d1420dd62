import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'vitest'

const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** Path of a document or capture of a payment provider, outside the repository because copying is not permitted. */
export const paymentData = (path: string): string => join(checkout, '..', 'shared', 'payments', path)

export function skipWithout(context: TestContext, path: string): void {
  context.skip(!existsSync(path), `needs ${relative(checkout, path)}`)
}

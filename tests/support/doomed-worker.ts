import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DocumentOperation } from '../../electron/printing/document-worker.ts'

export const documentWorker = new URL('../../electron/printing/document-worker.ts', import.meta.url)

/** Creates a document worker that exits or hangs once, at the next call of the operation given to `doom`. */
export function doomedWorker(fate: 'ends' | 'hangs' = 'ends') {
  const folder = mkdtempSync(join(tmpdir(), 'doomed-worker-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [workerFile, order] = [join(folder, 'worker.mjs'), join(folder, 'order')]
  writeFileSync(
    workerFile,
    `import { existsSync, readFileSync, rmSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
const order = ${JSON.stringify(order)}
await import(${JSON.stringify(documentWorker.href)})
parentPort.on('message', ({ operation }) => {
  if (!existsSync(order) || readFileSync(order, 'utf8') !== operation) return
  rmSync(order)
  ${fate === 'ends' ? 'process.exit(1)' : 'for (;;);'}
})`,
  )
  const doom = (operation: DocumentOperation): void => writeFileSync(order, operation)
  /** Returns true if the call that makes the worker exit or hang has reached the worker. */
  const isStruck = (): boolean => !existsSync(order)
  return { workerFile, doom, isStruck }
}

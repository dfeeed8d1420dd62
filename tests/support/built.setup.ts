import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Browser tests run the built program: build it when a source changed, also when they are started one by one. */
export default function ensureBuilt(): void {
  const script = fileURLToPath(new URL('../../scripts/ensure.mjs', import.meta.url))
  const { status } = spawnSync(process.execPath, [script, 'build'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The program could not be built')
}

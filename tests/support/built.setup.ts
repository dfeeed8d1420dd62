import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds the program if a source file has changed, because browser tests run the built program. */
export default function ensureBuilt(): void {
  const script = fileURLToPath(new URL('../../scripts/ensure.mjs', import.meta.url))
  const { status } = spawnSync(process.execPath, [script, 'build'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The program could not be built')
}

#!/usr/bin/env node
// npm run guichet -- COMMAND …: runs the command line. Installs and builds first if necessary.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, projectNode, root } from './install.mjs'

try {
  await ensureInstalled()
  const { ensureBuilt } = await import('./build.mjs')
  ensureBuilt()
  const program = [join(root, 'out', 'main', 'cli.js'), ...process.argv.slice(2)]
  const child = spawn(projectNode(), program, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
} catch (error) {
  console.error(`\n${error.message}`)
  process.exitCode = 1
}

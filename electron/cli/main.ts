import { isNodeSupported } from '../host/node-version.ts'

if (isNodeSupported()) {
  const { keepCompiledCode } = await import('../host/compiled-code.ts')
  keepCompiledCode()
  const { runCommandLine } = await import('./cli.ts')
  process.exitCode = await runCommandLine(process.argv.slice(2))
}

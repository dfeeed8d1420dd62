import { isNodeSupported, keepCompiledCode } from '../host/node-start.ts'

if (isNodeSupported()) {
  keepCompiledCode()
  const { runCommandLine } = await import('./cli.ts')
  process.exitCode = await runCommandLine(process.argv.slice(2))
}

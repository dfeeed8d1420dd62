import { isNodeSupported, keepCompiledCode } from './host/node-start.ts'

if (isNodeSupported()) {
  keepCompiledCode()
  const { runBrowserHost } = await import('./browser-host.ts')
  process.exitCode = await runBrowserHost(process.argv.slice(2))
}

import { isNodeSupported } from './host/node-version.ts'

if (isNodeSupported()) {
  const { keepCompiledCode } = await import('./host/compiled-code.ts')
  keepCompiledCode()
  const { runBrowserHost } = await import('./browser-host.ts')
  process.exitCode = await runBrowserHost(process.argv.slice(2))
}

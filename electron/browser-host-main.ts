import { keepCompiledCode } from './host/compiled-code.ts'

keepCompiledCode()
const { runBrowserHost } = await import('./browser-host.ts')
process.exitCode = await runBrowserHost(process.argv.slice(2))

import { keepCompiledCode } from '../host/compiled-code.ts'

keepCompiledCode()
const { runCommandLine } = await import('./cli.ts')
process.exitCode = await runCommandLine(process.argv.slice(2))

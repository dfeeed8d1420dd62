import { processTerminal, runProgram } from './command.ts'
import { defineConformance } from './conformance.ts'

const name = 'guichet-conformance'
process.exitCode = await runProgram(name, process.argv.slice(2), processTerminal(name), defineConformance)

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { searchLogs } from '../app/kiosk/log-search.ts'
import { readProgramWithoutKey } from '../app/program.ts'
import type { GuichetCommand, ProgramValues, Task } from './command.ts'

interface Values extends ProgramValues {
  readonly ticket?: string
  readonly request?: string
  readonly hubLog?: readonly string[]
}

export function addLog(program: GuichetCommand): void {
  program
    .command('log')
    .description('print the log lines about a sale or a request, oldest first')
    .takes('--ticket <NUMBER>', 'ticket number, or id of an order or a sale')
    .takes('--request <ID>', 'id of an HTTP request')
    .collects('--hub-log <FILE>', "also search a hub's log")
    .ofProgram()
    .does(log)
}

function log({ values, texts, say, refuse, failed }: Task<Values>): number {
  const { ticket, request, hubLog = [] } = values
  if ((ticket === undefined) === (request === undefined)) return refuse(texts.refusals.either('--ticket', '--request'))
  const hubLogs = hubLog.map((file) => resolve(file))
  const missing = hubLogs.find((file) => !existsSync(file))
  if (missing !== undefined) return refuse(texts.files.noFile(missing))
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config, sqliteBinding } = program.value
  const lines = searchLogs(config, { number: ticket, requestId: request, hubLogs }, sqliteBinding)
  for (const line of lines) say(line)
  return lines.length > 0
    ? 0
    : failed(catalogues[config.language].refusals.noLine(config.dataDirectory, ticket ?? request ?? ''))
}

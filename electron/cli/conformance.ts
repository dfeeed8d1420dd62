import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'
import { anonymousBuyer } from '../../shared/domain/customer.ts'
import { readDecimal } from '../../shared/domain/desk/typed-numbers.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import {
  checkConformance,
  countOf,
  report,
  type ReportFormat,
  textLine,
} from '../../shared/api/partner/conformance/conformance.ts'
import type { Exchange, HoldCall } from '../../shared/api/partner/conformance/conformance-sale.ts'
import { allSeatsBody, singleSeatBody, operations, PARTNER_CODE_HEADER } from '../../shared/api/partner/operations.ts'
import { EXIT, type GuichetCommand } from './command.ts'
import { anonymousCustomerSchema, holdSchema } from '../config/partner.ts'
import { problemLines, readJsonFile } from '../host/files/file-text.ts'
import { messageOf } from '../../shared/errors.ts'
import { wholeReply } from '../../shared/json.ts'

export function addConformance(program: GuichetCommand): void {
  defineConformance(program.command('conformance'))
}

export function defineConformance(command: GuichetCommand): void {
  command
    .description('check an implementation of the partner interface, rule by rule')
    .optionWithValue('--base-url <URL>', 'address of the service')
    .optionWithValue('--partner-code <CODE>', 'partner code to use', 'demo')
    .optionWithValue('--event-id <ID>', 'event to buy from; with --access-code')
    .optionWithValue('--access-code <CODE>', 'access code of the event')
    .flag('--no-demo', 'do not request the demo')
    .optionWithValue('--hold <FILE>', "partner.hold of a kiosk's settings")
    .optionWithValue('--customer <FILE>', "partner.anonymousCustomer of a kiosk's settings")
    .collects("--header <'NAME: VALUE'>", 'header sent with every request')
    .optionWithValue('--format <FORMAT>', 'text, json or junit', 'text')
    .optionWithValue('--output <FILE>', 'output file of the report')
    .optionWithValue('--timeout <SECONDS>', 'maximum time for each reply', '30')
    .endsWith({
      [EXIT.done]: 'no rule is broken',
      [EXIT.failed]: 'a rule is broken, or nothing could be tested',
      [EXIT.other]: 'the service cannot be reached',
    })
    .withHandler(async ({ values, say, warn, refuse, demand }) => {
      const { format, output, eventId, accessCode, header = [] } = values
      const seconds = readDecimal(values.timeout) ?? Number.NaN
      const headers = header.map((line) => /^([\w-]+):\s*(.*)$/u.exec(line))
      const wrong = [
        URL.canParse(values.baseUrl ?? '')
          ? null
          : '--base-url takes the address of the service, such as https://tickets.example',
        FORMATS.includes(format) ? null : '--format is text, json or junit',
        (eventId === undefined) === (accessCode === undefined) ? null : '--event-id and --access-code go together',
        seconds > 0 && seconds <= 600 ? null : '--timeout takes seconds, up to 600',
        headers.every(Boolean) ? null : "--header takes 'NAME: VALUE'",
      ].flatMap((problem) => problem ?? [])
      if (wrong.length > 0) return refuse(...wrong)
      const hold = demand(readSetting(values.hold, holdSchema))
      const customer = demand(readSetting(values.customer, anonymousCustomerSchema))

      const baseUrl = (values.baseUrl ?? '').replace(/\/+$/u, '')
      const more = Object.fromEntries(headers.flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? '']] : [])))
      const isText = format === 'text' && output === undefined
      const exchange = overNetwork(baseUrl, more, seconds * 1000)
      const cause = await whyUnreachable(exchange, values.partnerCode)
      if (cause !== null) {
        warn(`${baseUrl} cannot be reached: ${cause}`)
        return EXIT.other
      }
      const results = await checkConformance(
        {
          exchange,
          partnerCode: values.partnerCode,
          uuid: randomUUID,
          demo: values.demo,
          event: eventId !== undefined && accessCode !== undefined ? { eventId, accessCode } : undefined,
          ...(hold !== null && { hold: callOf(hold) }),
          ...(customer !== null && { anonymousCustomer: anonymousBuyer('conformance', customer) }),
        },
        (result) => {
          if (isText) say(textLine(result))
        },
      )
      const { pass, fail, 'not-testable': untested } = countOf(results)
      if (output !== undefined) writeFileSync(output, report(format as ReportFormat, baseUrl, results))
      else if (!isText) say(report(format as ReportFormat, baseUrl, results).trimEnd())
      if (isText || output !== undefined) {
        say(`${baseUrl}: ${pass} passed, ${fail} failed, ${untested} not testable`)
      }
      return fail === 0 && pass > 0 ? EXIT.done : EXIT.failed
    })
}

const FORMATS: readonly string[] = ['text', 'json', 'junit'] satisfies ReportFormat[]

function overNetwork(baseUrl: string, more: Readonly<Record<string, string>>, timeoutMs: number): Exchange {
  return async ({ method, target, headers, body }) => {
    const reply = await fetch(baseUrl + target, {
      method,
      headers: { ...headers, ...more },
      ...(body !== null && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new NoReply(error)
    })
    const text = new TextDecoder().decode(await wholeReply(reply.body))
    return { status: reply.status, headers: Object.fromEntries(reply.headers), text }
  }
}

/** Requests the list of events. Returns why no reply arrived; null if a reply arrived, whatever its content. */
async function whyUnreachable(exchange: Exchange, partnerCode: string): Promise<string | null> {
  const { method, path } = operations.listEvents
  const headers = { [PARTNER_CODE_HEADER]: partnerCode }
  try {
    await exchange({ method, target: `${path}?page=1&limit=1`, headers, body: null })
    return null
  } catch (error) {
    if (!(error instanceof NoReply)) return null
    const { cause } = error
    if (cause instanceof Error && cause.name === 'TimeoutError') return 'no reply in the time of --timeout'
    // `fetch` wraps the system error. For a host with several addresses, the wrapped error has no message.
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
    const { code } = reason as NodeJS.ErrnoException
    return messageOf(reason) || (code ?? 'no reply')
  }
}

class NoReply extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause })
  }
}

function readSetting<T>(
  file: string | undefined,
  schema: z.ZodType<T>,
): Result<T | null, { readonly type: 'unread'; readonly lines: readonly string[] }> {
  const { en } = catalogues
  if (file === undefined) return ok(null)
  if (!existsSync(file)) return err({ type: 'unread', lines: [en.files.noFile(file)] })
  const read = readJsonFile(readFileSync(file), schema, en)
  return read.ok ? read : err({ type: 'unread', lines: problemLines(file, read.problems) })
}

function callOf({ method, path, batch, body }: z.infer<typeof holdSchema>): HoldCall {
  return { method, path, batch, body: body ?? (batch ? allSeatsBody : singleSeatBody) }
}

import { hostname } from 'node:os'
import { pino, type DestinationStream } from 'pino'
import type { LogDetails, LogEvent } from '../../../shared/log-line.ts'

export interface HubLog {
  info(event: LogEvent, details?: LogDetails): void
  warn(event: LogEvent, details?: LogDetails): void
  error(event: LogEvent, error: unknown): void
  /** One line a request: `info`, and `error` where the hub failed. */
  readonly request: (facts: RequestLine) => void
}

/** Nothing else goes into the line of a request, so that it need not be searched for secrets. */
export interface RequestLine {
  readonly requestId: string
  readonly operation: string
  readonly partner: string | undefined
  readonly status: number
  /** Of a refusal. */
  readonly code: string | undefined
  readonly ms: number
  readonly remote: string | undefined
}

/** Never written, wherever a logged object holds them. */
const SECRETS = [
  'access_code',
  'accessCode',
  'secret',
  'password',
  'token',
  'qr_code',
  'qrCode',
  'authorization',
  'connectionString',
]

/** One JSON object a line, by the schema of log-line.ts; `machine` is the name of this computer. Requests are logged by operation, never by path, query or body: those name sessions and people. */
export function createHubLog(destination: DestinationStream, level: 'info' | 'error' = 'info'): HubLog {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const options = {
    base: { machine: hostname() },
    messageKey: 'event',
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (name: string) => ({ level: name }) },
    serializers: { error: pino.stdSerializers.errWithCause },
  }
  const log = pino({ ...options, redact: { paths, censor: '[redacted]' } }, destination)
  const requests = pino(options, destination)
  return {
    info: (event, details = {}) => log.info(details, event),
    warn: (event, details = {}) => log.warn(details, event),
    error: (event, error) => log.error({ error }, event),
    request: ({ requestId, operation, partner, status, code, ms, remote }) =>
      requests[status >= 500 ? 'error' : 'info'](
        { requestId, operation, partner, status, code, ms, remote },
        'request.answered' satisfies LogEvent,
      ),
  }
}

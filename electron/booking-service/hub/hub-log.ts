import { pino, type DestinationStream, type Logger } from 'pino'

export interface HubLog extends Pick<Logger, 'info' | 'warn' | 'error'> {
  /** One line a request: `info`, and `error` where the hub failed. */
  readonly request: (facts: RequestLine) => void
}

/** Nothing else goes into the line of a request, so that it need not be searched for secrets. */
export interface RequestLine {
  readonly id: string
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

/** One JSON object a line. Requests are logged by operation, never by path, query or body: those name sessions and people. */
export function createHubLog(destination: DestinationStream, level: 'info' | 'error' = 'info'): HubLog {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const options = {
    base: null,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (name: string) => ({ level: name }) },
    serializers: { error: pino.stdSerializers.errWithCause },
  }
  const log = pino({ ...options, redact: { paths, censor: '[redacted]' } }, destination)
  const requests = pino(options, destination)
  return {
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    error: log.error.bind(log),
    request: ({ id, operation, partner, status, code, ms, remote }) =>
      requests[status >= 500 ? 'error' : 'info']({ id, operation, partner, status, code, ms, remote }, 'request'),
  }
}

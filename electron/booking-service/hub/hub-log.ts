import { pino, type DestinationStream, type Logger } from 'pino'

export type HubLog = Pick<Logger, 'info' | 'warn' | 'error'>

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
  return pino(
    {
      base: null,
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (name) => ({ level: name }) },
      redact: { paths, censor: '[redacted]' },
      serializers: { error: pino.stdSerializers.errWithCause },
    },
    destination,
  )
}

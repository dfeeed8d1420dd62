import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { fingerprintText } from '../../shared/domain/fleet/fleet.ts'
import type { CertificateStatus } from '../../shared/api/kiosk/setup.ts'
import { openTunnel, proxyOf, type Proxy } from './http-client.ts'

const TIMEOUT_MS = 10_000

interface Shown {
  /** Null if the certificate is trusted, otherwise Node's error code. */
  readonly fault: string | null
  readonly own: X509Certificate
  /** Last certificate of the received chain: an authority's certificate or a self-signed certificate. */
  readonly last: X509Certificate
}

interface CertificateProbe {
  readonly baseUrl: string
  /** Trusted certificates in PEM; by default, those of the system. */
  readonly ca?: string | undefined
  readonly httpProxy?: string | undefined
}

/** Opens a TLS connection only to read the certificate, without trusting it. */
export async function probeCertificate({ baseUrl, ca, httpProxy }: CertificateProbe): Promise<CertificateStatus> {
  const url = new URL(baseUrl)
  if (url.protocol !== 'https:') return { state: 'plain' }
  const proxy = httpProxy === undefined ? null : proxyOf(httpProxy)
  try {
    const shown = await show(url, proxy, ca)
    if (shown.fault === null) return { state: 'trusted', own: ca !== undefined }
    if (ca !== undefined && (await show(url, proxy)).fault === null) return { state: 'trusted', own: false }
    const pem = shown.last.toString()
    const pinned = await show(url, proxy, pem)
    const { own } = pinned
    const facts = {
      fingerprint: fingerprintText(own.fingerprint256),
      names: (own.subjectAltName ?? own.subject).replaceAll(/(?:DNS|IP Address|CN)[:=]/gu, ''),
      until: new Date(own.validTo).toISOString().slice(0, 10),
    }
    return pinned.fault === null && own.fingerprint256 === shown.own.fingerprint256
      ? { state: 'unknown', pem, ...facts }
      : { state: 'unfit', reason: reasonOf(pinned.fault), code: pinned.fault ?? '', ...facts }
  } catch (error) {
    return { state: 'unreachable', code: (error as NodeJS.ErrnoException).code ?? (error as Error).message }
  }
}

function reasonOf(fault: string | null): 'other-name' | 'over' | 'incomplete' {
  if (fault === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'other-name'
  return fault === 'CERT_HAS_EXPIRED' ? 'over' : 'incomplete'
}

async function show(url: URL, proxy: Proxy | null, ca?: string): Promise<Shown> {
  const host = url.hostname.replace(/^\[|\]$/gu, '')
  const port = Number(url.port) || 443
  const way = proxy ? { socket: await openTunnel(proxy, `${url.hostname}:${port}`) } : { host, port }
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({
      ...way,
      servername: isIP(host) ? '' : host,
      minVersion: 'TLSv1.2',
      // Disabling the check is safe, because the connection only reads the certificate and sends nothing.
      rejectUnauthorized: false,
      ...(ca !== undefined && { ca }),
    })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const own = socket.getPeerX509Certificate()
      const fault = socket.authorizationError as unknown
      socket.destroy()
      if (!own) return reject(new Error('no certificate'))
      resolve({ own, last: lastOf(own), fault: socket.authorized ? null : codeOf(fault) })
    })
  })
}

/** Node reports some certificate faults as a code and others as an error. */
const codeOf = (fault: unknown): string =>
  fault instanceof Error ? ((fault as NodeJS.ErrnoException).code ?? fault.message) : String(fault)

function lastOf(certificate: X509Certificate): X509Certificate {
  const { issuerCertificate: above } = certificate
  return above && above.fingerprint256 !== certificate.fingerprint256 ? lastOf(above) : certificate
}

import type { PeerCheck } from '../driver-kind.ts'
import type { AdyenLocalSettings } from './settings.ts'

/**
 * Whether a certificate is this terminal's. Its chain was checked before; what it is named is not where it is found: terminals
 * answer under addresses of the venue's, and Adyen names their certificates after the terminal.
 */
export function isTerminalCertificate({
  poiId,
  fingerprint,
}: Pick<AdyenLocalSettings, 'poiId' | 'fingerprint'>): PeerCheck {
  const names = ['test', 'live'].flatMap((environment) =>
    [poiId, 'legacy-terminal-certificate'].map((name) => `${name}.${environment}.terminal.adyen.com`.toLowerCase()),
  )
  return ({ name, sha256 }) =>
    fingerprint === undefined ? names.includes(name.toLowerCase()) : sha256.replaceAll(':', '') === fingerprint
}

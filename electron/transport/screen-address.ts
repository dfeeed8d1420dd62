import type { App, Protocol } from 'electron'

/** Where the window finds its screens: answered by this process, never by the network. */
export interface ScreenAddress {
  readonly scheme: string
  readonly url: string
}

/**
 * A scheme of the program's own, which Electron takes before it is ready only. A launcher that loads the program later
 * than that leaves https, under a name that cannot exist (RFC 2606) and is answered here in place of the network.
 */
export function claimScreenAddress(
  app: Pick<App, 'isReady'>,
  protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>,
): ScreenAddress {
  if (app.isReady()) return { scheme: 'https', url: 'https://guichet.invalid/' }
  const scheme = 'guichet'
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
  return { scheme, url: `${scheme}://kiosk/` }
}

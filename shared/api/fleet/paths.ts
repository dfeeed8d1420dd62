export const FLEET_PATHS = {
  enrol: '/api/v1/devices/enrol',
  heartbeat: '/api/v1/devices/heartbeat',
  slips: '/api/v1/devices/slips',
  accounts: '/api/v1/devices/accounts',
  purchases: '/api/v1/devices/purchases',
  calls: '/api/v1/devices/calls',
  ticketPages: '/api/v1/devices/ticket-pages',
  messages: '/api/v1/devices/messages',
  /** Replies 200 to all callers. `signedIn` is false before the sign-in. */
  session: '/fleet/api/session',
  signIn: '/fleet/api/sign-in',
  signOut: '/fleet/api/sign-out',
  devices: '/fleet/api/devices',
  settings: '/fleet/api/settings',
  ledger: '/fleet/api/ledger',
  /** Replies when the calls or badges differ from the query parameter `known`, or after 20 seconds. */
  openCalls: '/fleet/api/calls',
  answerCall: '/fleet/api/calls/answer',
  revokeBadge: '/fleet/api/badges/revoke',
} as const

/**
 * Base64 of the Ed25519 signature over `guichet heartbeat 1`, `guichet slips 1`, `guichet accounts 1`, `guichet purchases
 * 1`, `guichet calls 1`, `guichet ticket page 1` or `guichet messages 1`, a line feed, and the body.
 */
export const SIGNATURE_HEADER = 'x-guichet-signature'

/** The rule cannot be seen on this service: what it needs is not to be had. Says why. */
export class NotTestable extends Error {
  override readonly name = 'NotTestable'
}

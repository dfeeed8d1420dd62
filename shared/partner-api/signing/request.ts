/** A request as both ends see it before it is signed, or judged. Knows no crypto: digests and keys belong to the ends. */
export interface RequestFacts {
  /** As on the wire: `POST`. */
  readonly method: string
  /** Absolute, as the client addressed it. */
  readonly url: Address
  /** A field's value with its lines joined by ", "; undefined where the request has none. */
  readonly header: (name: string) => string | undefined
}

/** The parts of a WHATWG URL that can be signed. */
interface Address {
  readonly href: string
  readonly protocol: string
  readonly host: string
  readonly pathname: string
  readonly search: string
}

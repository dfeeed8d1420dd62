export interface VerifyOptions {
  /** A ledger database (in use or not) or an archive; told apart by content. */
  readonly path: string
  /** Key ids that may have signed, as printed on closures; when left out, the ledger's own are believed and listed. */
  readonly trustedKeyIds?: readonly string[] | undefined
  readonly nativeBinding?: string | undefined
}

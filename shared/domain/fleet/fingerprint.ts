/** A certificate's SHA-256 as two people read it to each other: `3F2A 91BC …`, of `3F:2A:91:BC:…`. */
export function fingerprintText(colons: string): string {
  return (
    colons
      .replaceAll(':', '')
      .toUpperCase()
      .match(/.{1,4}/gu) ?? []
  ).join(' ')
}

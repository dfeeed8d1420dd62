/**
 * Returns the possible meanings of a typed code, likeliest first: as typed; in capitals; in the form that Guichet's own
 * hubs issue. The hubs' form has no spaces or dashes, and digits for I, L and O (Crockford's base 32). Codes of other
 * partners may be case-sensitive.
 */
export function formsOfCode(typed: string): readonly string[] {
  const capitals = typed.toUpperCase()
  const plain = capitals.replaceAll(/[\s-]/gu, '').replaceAll(/[IL]/gu, '1').replaceAll('O', '0')
  return [...new Set([typed, capitals, plain])]
}

/**
 * Returns the possible meanings of a typed code, likeliest first. Hubs issue codes in Crockford's base 32 (digits for
 * I, L and O); codes of other partners may be case-sensitive.
 */
export function formsOfCode(typed: string): readonly string[] {
  const capitals = typed.toUpperCase()
  const plain = capitals.replaceAll(/[\s-]/gu, '').replaceAll(/[IL]/gu, '1').replaceAll('O', '0')
  return [...new Set([typed, capitals, plain])]
}

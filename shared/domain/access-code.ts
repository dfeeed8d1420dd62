/**
 * What may have been meant by a code as somebody typed it, likeliest first: just this; in capitals; or as Guichet's own hubs write
 * theirs, without the blanks and dashes that people put between, and with the figures that I, L and O are mistaken for (Crockford's
 * base 32). Another partner's codes may tell small letters from capitals.
 */
export function formsOfCode(typed: string): readonly string[] {
  const capitals = typed.toUpperCase()
  const plain = capitals.replaceAll(/[\s-]/gu, '').replaceAll(/[IL]/gu, '1').replaceAll('O', '0')
  return [...new Set([typed, capitals, plain])]
}

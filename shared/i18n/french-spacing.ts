/**
 * French typography for a whole catalogue: U+00A0 before `? ! : ;`, inside guillemets and large figures (U+202F is in
 * few fonts), and a curly apostrophe, in texts and in what functions of texts return. The shape stays the same.
 */
export function frenchSpacing<T>(catalogue: T): T {
  return spaced(catalogue) as T
}

function spaced(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .replaceAll("'", '\u2019')
      .replaceAll('\u202f', '\u00a0')
      .replace(/ ([?!:;»])/gu, '\u00a0$1')
      .replace(/« /gu, '«\u00a0')
  }
  if (typeof value === 'function') {
    const text = value as (...parameters: unknown[]) => unknown
    return (...parameters: unknown[]) => spaced(text(...parameters))
  }
  if (Array.isArray(value)) return value.map(spaced)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spaced(inner)]))
  }
  return value
}

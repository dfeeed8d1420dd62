/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 code units, no white space, numbers and strings as ECMAScript
 * writes them. A member that is `undefined` is left out; anything else that JSON cannot say throws.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) return objectText(value as Readonly<Record<string, unknown>>)
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`)
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined) throw new TypeError(`not a JSON value: ${typeof value}`)
  return text
}

function objectText(value: Readonly<Record<string, unknown>>): string {
  let text = ''
  for (const key of Object.keys(value).sort()) {
    const member = value[key]
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`
  }
  return `{${text}}`
}

/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 code units, no white space, numbers and strings as ECMAScript
 * writes them. A member that is `undefined` is left out; anything else that JSON cannot say throws.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) return objectText(value as Readonly<Record<string, unknown>>)
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`)
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined) throw new TypeError(`not a JSON value: ${typeof value}`)
  return text
}

function objectText(value: Readonly<Record<string, unknown>>): string {
  let text = ''
  for (const key of inOrder(Object.keys(value))) {
    const member = value[key]
    if (member !== undefined) text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalJson(member)}`
  }
  return `{${text}}`
}

/** No quote, backslash, control character or surrogate: JSON writes such a text as it is. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/** Almost every text is plain, and `JSON.stringify` costs more than to see that. */
function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

/** Sorts in place. The members of a row are few: put where each belongs, they are in order before `sort` has begun. */
function inOrder(keys: string[]): readonly string[] {
  if (keys.length > 32) return keys.sort()
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] ?? ''
    let at = index
    for (; at > 0 && (keys[at - 1] ?? '') > key; at -= 1) keys[at] = keys[at - 1] ?? ''
    keys[at] = key
  }
  return keys
}

import type { z } from 'zod'
import { issueErrors, withPath } from '../../../shared/i18n/issue-text.ts'
import type { FileTexts, ValueTexts } from '../../../shared/i18n/setting-texts.ts'
import { textOfFile } from './file-text.ts'
import { placeAt, type FileProblem, type Place } from './text-place.ts'

export interface JsonTexts {
  readonly files: FileTexts
  readonly values: ValueTexts
}

type JsonReading<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly FileProblem[] }

/** Reads a JSON file in any encoding of `textOfFile`: see `readJson`. */
export function readJsonFile<T>(
  bytes: Uint8Array,
  shape: z.ZodType<T>,
  texts: JsonTexts,
  options?: { readonly isSecret?: boolean },
): JsonReading<T> {
  const file = textOfFile(bytes, texts.files)
  return file.ok ? readJson(file.text, shape, texts, options) : file
}

/**
 * Reads JSON that a person or another program wrote. Problems name line, column, path, value and what is expected; with
 * `isSecret`, they leave out the value.
 */
export function readJson<T>(
  text: string,
  shape: z.ZodType<T>,
  { files, values }: JsonTexts,
  { isSecret = false } = {},
): JsonReading<T> {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    const at = brokenAt(text)
    const found = JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))
    return { ok: false, problems: [{ ...placeAt(text, at), what: files.notJson(at < text.length ? found : '') }] }
  }
  const read = shape.safeParse(content, { error: issueErrors(values, { showsValues: !isSecret }) })
  if (read.success) return { ok: true, value: read.data }
  const problems = read.error.issues.map((issue) => ({
    ...placeIn(text, issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path),
    what: withPath(issue.path, issue.message),
  }))
  return { ok: false, problems }
}

/** Returns the place of the value at a path in valid JSON, or of the innermost value on the path that exists. */
function placeIn(text: string, path: readonly PropertyKey[]): Place {
  let at = skip(text, 0)
  let found = at
  for (const key of path) {
    const next = typeof key === 'number' ? element(text, at, key) : member(text, at, String(key))
    if (next === null) break
    at = next
    found = next
  }
  return placeAt(text, found)
}

/** Returns the offset of the first invalid character of a JSON text, or its length if the text ends too early. */
function brokenAt(text: string): number {
  // A truncated text may still become valid: the shortest beginning that cannot ends with the invalid character.
  let [sound, broken] = [0, text.length + 1]
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1
    if (canGoOn(text.slice(0, middle))) sound = middle
    else broken = middle
  }
  return Math.min(broken - 1, text.length)
}

function canGoOn(beginning: string): boolean {
  try {
    JSON.parse(beginning)
    return true
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const position = /at position (\d+)/u.exec(message)?.[1]
    return position === undefined ? /end of JSON input/u.test(message) : Number(position) >= beginning.length
  }
}

function skip(text: string, from: number): number {
  let at = from
  while (/\s/u.test(text[at] ?? 'x')) at += 1
  return at
}

/** The offset behind the value that begins at `from`. */
function behind(text: string, from: number): number {
  if (text[from] === '"') return stringEnd(text, from)
  if (text[from] !== '{' && text[from] !== '[') {
    let at = from
    while (at < text.length && !/[\s,\]}]/u.test(text[at] ?? '')) at += 1
    return at
  }
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = stringEnd(text, at) - 1
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return text.length
}

function stringEnd(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function element(text: string, from: number, index: number): number | null {
  if (text[from] !== '[') return null
  let at = skip(text, from + 1)
  for (let skipped = 0; skipped < index; skipped++) {
    at = skip(text, behind(text, at))
    if (text[at] !== ',') return null
    at = skip(text, at + 1)
  }
  return text[at] === ']' ? null : at
}

function member(text: string, from: number, name: string): number | null {
  if (text[from] !== '{') return null
  let at = skip(text, from + 1)
  while (text[at] === '"') {
    const end = stringEnd(text, at)
    const key = JSON.parse(text.slice(at, end)) as string
    const value = skip(text, skip(text, end) + 1)
    if (key === name) return value
    at = skip(text, behind(text, value))
    if (text[at] !== ',') return null
    at = skip(text, at + 1)
  }
  return null
}

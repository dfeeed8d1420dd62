/** Hebrew to N'Ko and Arabic, Arabic's presentation forms, and the mark that says "right to left". */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200f]/u
export const rightToLeftMark = '\u200f'
const leftToRightMark = '\u200e'

export function needsShaping(text: string): boolean {
  return rightToLeft.test(text)
}

/** A paragraph's direction is that of its first letter (Unicode Bidirectional Algorithm, P2) or of a mark before it. */
export function readsFromRight(text: string): boolean {
  return needsShaping(text) && needsShaping(/[\p{L}\u200f]/u.exec(text)?.[0] ?? '')
}

/** A label and what it names on one line; a code keeps its order among words that read from right to left. */
export function inOneLine(label: string, value: string, space: ' ' | '\u00a0' = ' '): string {
  const code = needsShaping(label) && !needsShaping(value)
  const named = code ? `${leftToRightMark}${value}${leftToRightMark}${rightToLeftMark}` : value
  return `${label}${space}${named}`
}

/** Zero-width joiner and non-joiner shape Arabic, direction marks order it; none has a glyph of its own. */
export function hasNoGlyph(character: string): boolean {
  return character >= '\u200c' && character <= '\u200f'
}

/** Signs no shipped face has, and what stands in for them. */
const substitutes: Readonly<Record<string, string>> = {
  '→': '›',
  '←': '‹',
  '‑': '-',
  '′': '’',
  '″': '”',
  ʼ: '’',
  ʻ: '‘',
}

/** Latin-1 with single spaces inside: most of what is printed, and nothing to do. */
const plain = /^[!-~\u00a0-\u00ff]+(?: [!-~\u00a0-\u00ff]+)*$/u
/** French sets these signs off by a space that no line may end in. */
const loosePunctuation = / (?=[»:;!?])|(?<=«) /gu

/** A dash between two names ends a line, it begins none; nor does a line end in a short word: `AS`, `de`, `FC`. */
const dash = / (?=[–—] )/gu
const shortWord = /(?<=^|[ \u00a0])(\p{L}{1,2}) (?=\p{L}[^ ]{0,11}(?: |$))/gu

/** Names and titles, which break where people would break them. */
export function asTitle(text: string): string {
  return text.replace(dash, '\u00a0').replace(shortWord, '$1\u00a0')
}

/** One spelling of each letter, one kind of each space, and nothing that has no shape on paper. */
export function printable(text: string): string {
  const clean = plain.test(text) ? text : cleaned(text)
  return clean.replace(loosePunctuation, '\u00a0')
}

function cleaned(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u202f\u2007\u2009]/gu, '\u00a0')
    .replace(/\s/gu, (space) => (space === '\u00a0' ? space : ' '))
    .replace(/[\p{Extended_Pictographic}\p{Regional_Indicator}\ufe0f]/gu, (sign) => (sign < '\u00af' ? sign : ''))
    .replace(/[→←‑′″ʼʻ]/gu, (sign) => substitutes[sign] ?? sign)
    .replace(/[\p{Cc}\p{Cf}]/gu, (control) => (hasNoGlyph(control) ? control : ''))
    .replace(/ {2,}/gu, ' ')
    .trim()
}

/** Characters as people see them: a letter stays with its marks. */
export function charactersOf(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter('fr').segment(text), ({ segment }) => segment)
}

/** A line may end before a space and after a hyphen. */
export const breakPoint = /(?= )|(?<=[^\s-]-)(?=\S)/u

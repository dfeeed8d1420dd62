/**
 * Our own direction marks, noncharacters of Unicode. Those of Unicode (U+200E, U+200F, U+061C, the embeddings and the
 * isolates) never reach the paper: in a name or a title they would show other words than it holds.
 */
export const leftToRightMark = '\ufdd0'
export const rightToLeftMark = '\ufdd1'

/**
 * Noncharacter that is drawn as a zero without a slash. The zero of the fonts has a slash, so that it is not mistaken
 * for an O in a seat or a code. Used only in text that is drawn; PDF readers copy and search it as 0.
 */
export const plainZero = '\ufdd2'

/** Replaces each zero with `plainZero`. For titles, dates, counts and amounts. */
export const withPlainZeros = (text: string): string => text.replaceAll('0', plainZero)

/** Returns the text that PDF readers copy and search if `text` is drawn. */
export const asRead = (text: string): string => text.replaceAll(plainZero, '0')

/** Hebrew to N'Ko and Arabic, Arabic's presentation forms, Adlam, and the mark for right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdcf\ufdd1\ufdf0-\ufdff\ufe70-\ufefc\u{1e900}-\u{1e95f}]/u

export function needsShaping(text: string): boolean {
  return rightToLeft.test(text)
}

/** A paragraph's direction is that of its first letter (Unicode Bidirectional Algorithm, P2) or of a mark before it. */
export function readsFromRight(text: string): boolean {
  return needsShaping(text) && needsShaping(/[\p{L}\ufdd1]/u.exec(text)?.[0] ?? '')
}

/** A label and what it names on one line; a code keeps its order among words that read from right to left. */
export function inOneLine(label: string, value: string, space: ' ' | '\u00a0' = ' '): string {
  const code = needsShaping(label) && !needsShaping(value)
  const named = code ? `${leftToRightMark}${value}${leftToRightMark}${rightToLeftMark}` : value
  return `${label}${space}${named}`
}

export const isDirectionMark = (character: string): boolean =>
  character === leftToRightMark || character === rightToLeftMark

/** Whether the character only shapes or orders its neighbours: a zero-width joiner or non-joiner, or a direction mark. */
export function hasNoGlyph(character: string): boolean {
  return character === '\u200c' || character === '\u200d' || isDirectionMark(character)
}

/** Signs no shipped face has, and what stands in for them. */
const substitutes: Readonly<Record<string, string>> = {
  '→': '›',
  '←': '‹',
  '‐': '-',
  '‑': '-',
  '‒': '–',
  '―': '—',
  µ: 'μ',
  '′': '’',
  '″': '”',
  ʼ: '’',
  ʻ: '‘',
}

/**
 * Latin-1 and plain zeros with single spaces between them, without soft hyphen and micro sign. Most texts match and
 * need no change.
 */
const plain =
  /^[!-~\u00a0-\u00ac\u00ae-\u00b4\u00b6-\u00ff\ufdd2]+(?: [!-~\u00a0-\u00ac\u00ae-\u00b4\u00b6-\u00ff\ufdd2]+)*$/u

export const isPlain = (text: string): boolean => plain.test(text)

/** Coloured pictures, which are left out. A sign that is also text, such as ★ or ™, is one only before U+FE0F. */
const emoji = /\p{Emoji_Presentation}|(?![©®™])\p{Extended_Pictographic}\ufe0f|\u20e3|\ufe0f/gu
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
  const clean = isPlain(text) ? text : cleaned(text)
  return clean.replace(loosePunctuation, '\u00a0')
}

function cleaned(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u202f\u2007\u2009]/gu, '\u00a0')
    .replace(/\s/gu, (space) => (space === '\u00a0' ? space : ' '))
    .replace(emoji, '')
    .replace(/[→←‐‑‒―′″ʼʻµ]/gu, (sign) => substitutes[sign] ?? sign)
    .replace(/[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, (control) => (hasNoGlyph(control) ? control : ''))
    .replace(/ {2,}/gu, ' ')
    .trim()
}

/** Characters as people see them: a letter stays with its marks. */
export function charactersOf(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter('fr').segment(text), ({ segment }) => segment)
}

/** A line may end before a space and after a hyphen. */
export const breakPoint = /(?= )|(?<=[^\s-]-)(?=\S)/u

import type { Gender } from '../../shared/speech/grammar.ts'

/**
 * Converts Arabic number words to a number, independently of the program. Throws if gender, dual or plural is wrong.
 */
const ofMasculine = 'واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة'.split(' ')
const ofFeminine = 'واحدة اثنتان ثلاث أربع خمس ست سبع ثماني تسع عشر'.split(' ')
const decades = 'عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون'.split(' ')
const hundreds = 'مئة مئتان ثلاثمئة أربعمئة خمسمئة ستمئة سبعمئة ثمانمئة تسعمئة'.split(' ')
const scales = [
  { size: 1_000_000, one: 'مليون', two: 'مليونان', few: 'ملايين', many: 'مليونًا' },
  { size: 1000, one: 'ألف', two: 'ألفان', few: 'آلاف', many: 'ألفًا' },
] as const

/**
 * Returns the number that `words` express. `words` excludes the counted noun; `beforeNoun` is true if a noun follows,
 * before which a dual drops its last letter.
 */
export function readArabic(words: string, gender: Gender, beforeNoun: boolean): number {
  if (words === 'صفر') return 0
  const whole = beforeNoun ? withWholeDual(words) : words
  const [first = '', ...others] = whole.split(/ (?=و)/u)
  const parts = [first, ...others.map((part) => part.slice(1))]
  let total = 0
  let group: string[] = []
  let least = Number.POSITIVE_INFINITY
  for (const part of parts) {
    group.push(part)
    const size = scaleOf(part)
    if (size === 1) continue
    if (size > least) throw new Error(`order: ${words}`)
    least = size
    total += scaledValue(group, size)
    group = []
  }
  return total + (group.length === 0 ? 0 : belowThousand(group, gender))
}

function withWholeDual(words: string): string {
  if (/(?:مئتان|ألفان|مليونان)$/u.test(words)) throw new Error(`dual before a noun: ${words}`)
  return words.replace(/(مئتا|ألفا|مليونا)$/u, '$1ن')
}

const scaleOf = (part: string): number =>
  scales.find(({ one, two, few, many }) => [one, two, few, many].some((form) => form === part.split(' ').at(-1)))
    ?.size ?? 1

/**
 * One thousand and two thousand have their own words. Numbers ending in 3 to 10 take the plural, those ending in 11 to
 * 99 the accusative, and whole hundreds the singular.
 */
function scaledValue(group: readonly string[], size: number): number {
  const scale = scales.find((each) => each.size === size)
  if (!scale) throw new Error(group.join(' '))
  const last = group.at(-1) ?? ''
  const noun = last.split(' ').at(-1)
  const number = [...group.slice(0, -1), last.split(' ').slice(0, -1).join(' ')].filter((part) => part !== '')
  if (number.length === 0) {
    if (noun === scale.one) return size
    if (noun === scale.two) return 2 * size
    throw new Error(group.join(' '))
  }
  const construct = number.length === 1 && number[0] === 'مئتا' ? ['مئتان'] : number
  if (number[0] === 'مئتان' && number.length === 1) throw new Error(`dual before a noun: ${group.join(' ')}`)
  const times = belowThousand(construct, 'm')
  const rest = times % 100
  const expected = rest === 0 ? scale.one : rest >= 3 && rest <= 10 ? scale.few : rest > 10 ? scale.many : null
  if (noun !== expected) throw new Error(`form of ${times}: ${group.join(' ')}`)
  return times * size
}

function belowThousand(parts: readonly string[], gender: Gender): number {
  const hundred = hundreds.indexOf(parts[0] ?? '')
  const rest = hundred >= 0 ? parts.slice(1) : parts
  return (hundred + 1) * 100 + (rest.length === 0 ? 0 : belowHundred(rest, gender))
}

function belowHundred(parts: readonly string[], gender: Gender): number {
  const own = gender === 'm' ? ofMasculine : ofFeminine
  const [first = '', second, ...more] = parts
  if (more.length > 0) throw new Error(parts.join(' و'))
  if (second !== undefined) {
    const ten = decades.indexOf(second)
    const unit =
      gender === 'f' && first === 'إحدى' ? 1 : gender === 'f' && first === 'ثمانٍ' ? 8 : own.indexOf(first) + 1
    if (ten < 0 || unit < 1 || unit > 9 || (gender === 'f' && first === 'واحدة')) throw new Error(parts.join(' و'))
    return (ten + 2) * 10 + unit
  }
  const decade = decades.indexOf(first)
  if (decade >= 0) return (decade + 2) * 10
  const [unit = '', ten] = first.split(' ')
  if (ten === undefined) return within(own.indexOf(unit) + 1, first)
  // In the teens, the word for ten agrees with the counted noun, but the unit does not. In 11 and 12, both agree.
  if (ten !== (gender === 'm' ? 'عشر' : 'عشرة')) throw new Error(`gender: ${first}`)
  const special = gender === 'm' ? ['أحد', 'اثنا'] : ['إحدى', 'اثنتا']
  const at = special.indexOf(unit)
  return 10 + (at >= 0 ? at + 1 : within(own.indexOf(unit) + 1, first, 3))
}

function within(value: number, words: string, least = 1): number {
  if (value < least) throw new Error(`not a number: ${words}`)
  return value
}

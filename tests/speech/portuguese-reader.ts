import type { Gender } from '../../shared/speech/grammar.ts'

/** Converts Portuguese number words to a number, independently of the program. Throws on incorrect wording. */
const names =
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete dezoito dezanove'.split(
    ' ',
  )
const decades = ['vinte', 'trinta', 'quarenta', 'cinquenta', 'sessenta', 'setenta', 'oitenta', 'noventa']
const hundreds = 'cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(
  ' ',
)

export function readPortuguese(words: string, gender: Gender): number {
  const match = /^(?:(.+?) (milhão|milhões))?(?: ?(.*?) ?(?<!\S)(mil)(?!\S))?(?: ?(.+))?$/u.exec(words)
  if (!match) throw new Error(words)
  const [, ofMillions, million, ofThousands = '', mil, ofOnes] = match
  const millions = million === undefined ? 0 : belowThousand(ofMillions ?? '', 'm')
  if (million !== undefined && (millions === 1) !== (million === 'milhão')) throw new Error(`plural: ${words}`)
  const last = ofOnes !== undefined
  const thousands = mil === undefined ? 0 : joined(ofThousands, gender, million !== undefined && !last, true)
  const ones = last ? joined(ofOnes, gender, million !== undefined || mil !== undefined, false) : 0
  return millions * 1_000_000 + thousands * 1000 + ones
}

/**
 * Returns the value of a group of digits. Only the last group begins with `e`, and only if its value is below 100 or a
 * multiple of 100.
 */
function joined(words: string, gender: Gender, follows: boolean, beforeMil: boolean): number {
  const hasAnd = /^e(?: |$)/u.test(words)
  const rest = words.replace(/^e ?/u, '')
  if (beforeMil && /^(?:um|uma)$/u.test(rest)) throw new Error(`um mil: ${words}`)
  const value = rest === '' && beforeMil ? 1 : belowThousand(rest, gender)
  if (hasAnd !== (follows && (value < 100 || value % 100 === 0))) throw new Error(`e: ${words}`)
  return value
}

function belowThousand(words: string, gender: Gender): number {
  if (words === 'cem') return 100
  const [first = '', ...others] = words.split(' e ')
  const masculine = gender === 'f' ? first.replace(/entas$/u, 'entos').replace(/zentas$/u, 'zentos') : first
  const hundred = hundreds.indexOf(masculine)
  if (hundred < 0) return belowHundred(words, gender)
  if (gender === 'f' && hundred > 0 && !first.endsWith('as')) throw new Error(`gender: ${words}`)
  if (first === 'cento' && others.length === 0) throw new Error(`cento alone: ${words}`)
  return (hundred + 1) * 100 + (others.length === 0 ? 0 : belowHundred(others.join(' e '), gender))
}

function belowHundred(words: string, gender: Gender): number {
  const [first = '', unit] = words.split(' e ')
  const ten = decades.indexOf(first)
  if (ten >= 0) return (ten + 2) * 10 + (unit === undefined ? 0 : belowTwenty(unit, gender))
  if (unit !== undefined) throw new Error(words)
  return belowTwenty(words, gender)
}

function belowTwenty(word: string, gender: Gender): number {
  const feminine: Readonly<Record<string, number>> = { uma: 1, duas: 2 }
  const value = gender === 'f' && word in feminine ? (feminine[word] ?? -1) : names.indexOf(word)
  if (value < 0 || (gender === 'f' && (word === 'um' || word === 'dois'))) throw new Error(`not a number: ${word}`)
  return value
}

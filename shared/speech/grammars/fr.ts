import type { Gender, Grammar, Noun, Words } from '../grammar.ts'

const small =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' ',
  )
const tens = ',,vingt,trente,quarante,cinquante,soixante,soixante,quatre-vingt,quatre-vingt'.split(',')

/** 70 to 79 are formed from sixty, and 90 to 99 from eighty. `et` precedes un and onze, except after eighty. */
function belowHundred(value: number, gender: Gender, beforeThousand: boolean): string {
  const unit = (of: number): string => (of === 1 && gender === 'f' ? 'une' : (small[of] ?? ''))
  if (value < 20) return unit(value)
  if (value === 80) return beforeThousand ? 'quatre-vingt' : 'quatre-vingts'
  const ten = tens[Math.floor(value / 10)] ?? ''
  const rest = (value % 10) + (value >= 90 || (value >= 70 && value < 80) ? 10 : 0)
  if (rest === 0) return ten
  return (rest === 1 || rest === 11) && value < 80 ? `${ten} et ${unit(rest)}` : `${ten}-${unit(rest)}`
}

/** Numbers before `mille` lose their plural s. Numbers before `million`, which is a noun, keep their plural s. */
function belowThousand(value: number, gender: Gender, beforeThousand = false): Words {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  if (hundreds === 0) return [belowHundred(rest, gender, beforeThousand)]
  if (rest === 0) return [hundreds === 1 ? 'cent' : `${small[hundreds]} ${beforeThousand ? 'cent' : 'cents'}`]
  return [hundreds === 1 ? 'cent' : `${small[hundreds]} cent`, belowHundred(rest, gender, beforeThousand)]
}

function number(value: number, gender: Gender = 'm'): Words {
  const millions = Math.floor(value / 1_000_000)
  const thousands = Math.floor(value / 1000) % 1000
  const rest = value % 1000
  return [
    ...(millions > 0 ? [...belowThousand(millions, 'm'), millions === 1 ? 'million' : 'millions'] : []),
    ...(thousands > 1 ? belowThousand(thousands, 'm', true) : []),
    ...(thousands > 0 ? ['mille'] : []),
    ...(rest > 0 || value === 0 ? belowThousand(rest, gender) : []),
  ]
}

const withOf = (noun: string): string => (/^[aeiouyéèh]/u.test(noun) ? `d’${noun}` : `de ${noun}`)

function count(value: number, { gender, forms }: Noun): Words {
  const form = value < 2 ? (forms.one ?? forms.other) : forms.other
  const round = value > 0 && value % 1_000_000 === 0
  return [...number(value, gender), round ? withOf(form) : form]
}

const noun = (gender: Gender, one: string, other = `${one}s`): Noun => ({ gender, forms: { one, other } })
const second = noun('f', 'seconde')
const minute = noun('f', 'minute')
const hour = noun('f', 'heure')
const cent = noun('m', 'centime')
const cfa = noun('m', 'franc CFA', 'francs CFA')

/** French of France and West Africa: soixante-dix, quatre-vingts, hundreds without `et`, and `mille` without `un`. */
export const frenchGrammar: Grammar = {
  locale: 'fr-FR',
  decimal: ',',
  number,
  count,
  day: (value) => (value === 1 ? ['premier'] : number(value)),
  year: (value) => number(value),
  writtenTime: /(\d{1,2})\u00a0h(?:\u00a0(\d{2}))?(?![\p{L}\d])/uy,
  time: (hours, minutes) => [...count(hours, hour), ...(minutes > 0 ? number(minutes, 'f') : [])],
  hourglass: { minute, second },
  money: {
    GNF: { main: noun('m', 'franc guinéen', 'francs guinéens'), minor: cent },
    XOF: { main: cfa, minor: cent },
    XAF: { main: cfa, minor: cent },
    EUR: { main: noun('m', 'euro'), minor: cent },
    USD: { main: noun('m', 'dollar'), minor: noun('m', 'cent') },
    GBP: { main: noun('f', 'livre sterling', 'livres sterling'), minor: noun('m', 'penny', 'pence') },
    MAD: { main: noun('m', 'dirham'), minor: cent },
    CVE: { main: noun('m', 'escudo'), minor: noun('m', 'centavo') },
  },
  and: 'et',
  or: 'ou',
  point: 'virgule',
  beside: [],
  signs: { '/': 'sur', '%': 'pour cent', '+': 'plus', '&': 'et', '−': 'moins' },
  units: { s: second, min: minute },
  feminine: ['place', 'places', 'libres', 'personnes', 'ventes', 'secondes', 'minutes'],
  alphabet: 'abcdefghijklmnopqrstuvwxyz',
  unreadable: 'un mot écrit à l’écran',
}

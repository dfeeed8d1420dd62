import type { Gender, Grammar, Noun, Words } from '../grammar.ts'

const small =
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete dezoito dezanove'.split(
    ' ',
  )
const tens = ['', '', 'vinte', 'trinta', 'quarenta', 'cinquenta', 'sessenta', 'setenta', 'oitenta', 'noventa']
const hundreds = 'cem duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(' ')

function belowHundred(value: number, gender: Gender): string {
  const unit = (of: number): string =>
    gender === 'f' && of === 1 ? 'uma' : gender === 'f' && of === 2 ? 'duas' : (small[of] ?? '')
  if (value < 20) return unit(value)
  const ten = tens[Math.floor(value / 10)] ?? ''
  return value % 10 === 0 ? ten : `${ten} e ${unit(value % 10)}`
}

function belowThousand(value: number, gender: Gender): Words {
  const hundred = Math.floor(value / 100)
  const rest = value % 100
  if (hundred === 0) return [belowHundred(rest, gender)]
  const word = hundreds[hundred - 1] ?? ''
  const agreed = hundred > 1 && gender === 'f' ? word.replace(/os$/u, 'as') : word
  if (rest === 0) return [agreed]
  return [hundred === 1 ? 'cento' : agreed, 'e', belowHundred(rest, gender)]
}

/** `e` precedes a last group that is below a hundred or a multiple of a hundred: mil e cem, mil duzentos e trinta. */
const joined = (group: number): boolean => group < 100 || group % 100 === 0

/** Portuguese of Portugal and Africa. Thousands agree with the counted noun, but millions are nouns. */
function number(value: number, gender: Gender = 'm'): Words {
  const millions = Math.floor(value / 1_000_000)
  const thousands = Math.floor(value / 1000) % 1000
  const rest = value % 1000
  return [
    ...(millions > 0 ? [...belowThousand(millions, 'm'), millions === 1 ? 'milhão' : 'milhões'] : []),
    ...(millions > 0 && thousands > 0 && rest === 0 && joined(thousands) ? ['e'] : []),
    ...(thousands > 1 ? belowThousand(thousands, gender) : []),
    ...(thousands > 0 ? ['mil'] : []),
    ...(value >= 1000 && rest > 0 && joined(rest) ? ['e'] : []),
    ...(rest > 0 || value === 0 ? belowThousand(rest, gender) : []),
  ]
}

function count(value: number, { gender, forms }: Noun): Words {
  const form = value === 1 ? (forms.one ?? forms.other) : forms.other
  return [...number(value, gender), ...(value > 0 && value % 1_000_000 === 0 ? ['de'] : []), form]
}

const noun = (gender: Gender, one: string, other = `${one}s`): Noun => ({ gender, forms: { one, other } })
const cent = noun('m', 'cêntimo')
const second = noun('m', 'segundo')
const minute = noun('m', 'minuto')
const hour = noun('f', 'hora')
const cfa = noun('m', 'franco CFA', 'francos CFA')

export const portugueseGrammar: Grammar = {
  locale: 'pt-PT',
  decimal: ',',
  number,
  count,
  day: (value) => (value === 1 ? ['primeiro'] : number(value)),
  year: (value) => number(value),
  writtenTime: /(\d{1,2})h(\d{2})?(?![\p{L}\d])/uy,
  time: (hours, minutes) => [...count(hours, hour), ...(minutes > 0 ? ['e', ...number(minutes)] : [])],
  hourglass: { minute, second },
  money: {
    GNF: { main: noun('m', 'franco guineense', 'francos guineenses'), minor: cent },
    XOF: { main: cfa, minor: cent },
    XAF: { main: cfa, minor: cent },
    EUR: { main: noun('m', 'euro'), minor: cent },
    USD: { main: noun('m', 'dólar', 'dólares'), minor: cent },
    GBP: { main: noun('f', 'libra'), minor: noun('m', 'péni', 'pence') },
    MAD: { main: noun('m', 'dirham'), minor: cent },
    CVE: { main: noun('m', 'escudo'), minor: noun('m', 'centavo') },
  },
  and: 'e',
  or: 'ou',
  point: 'vírgula',
  beside: ['de'],
  signs: { '/': 'de', '%': 'por cento', '+': 'mais', '&': 'e', '−': 'menos' },
  units: { s: second, min: minute },
  feminine: ['filas', 'notas', 'pessoas', 'vendas'],
  alphabet: 'abcdefghijklmnopqrstuvwxyz',
  unreadable: 'uma palavra escrita no ecrã',
}

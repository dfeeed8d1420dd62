import type { FileTexts, Measured, ValueTexts } from '../value-texts.ts'
import { countedIn } from '../counted.ts'
import { checks, settingForms } from './forms.ts'

export const files: FileTexts = {
  workbook: 'este ficheiro é um livro de cálculo e não um ficheiro de texto: no Excel, guarde-o como «CSV UTF-8»',
  lostCharacter:
    'um carácter perdeu-se aqui quando o ficheiro foi guardado: abra o documento de origem e guarde-o em UTF-8 («CSV UTF-8» no Excel)',
  noCharacter: 'isto não é um carácter de texto: guarde o ficheiro em UTF-8 («CSV UTF-8» no Excel)',
  openQuote: 'uma aspa abre aqui e nunca fecha',
  textAfterQuote: 'esperado depois de uma aspa de fecho: um separador ou o fim da linha',
  notJson: (found) =>
    found === '' ? 'JSON incorreto: o texto acaba cedo demais' : `JSON incorreto: ${found} não é esperado aqui`,
  noFile: (path) => `${path}: este ficheiro não existe`,
  noFolder: (path) => `${path}: esta pasta não existe`,
  exists: (path) => `${path}: já existe: escolha outro nome`,
  more: (count) => `… e mais ${count}`,
}

const counted = countedIn('pt-PT')

const limit = (count: string, measured: Measured): string => {
  if (measured === 'number') return count
  return measured === 'string' ? counted(+count, 'carácter', 'caracteres') : counted(+count, 'elemento', 'elementos')
}

const kinds = {
  section: 'dois setores',
  tribune: 'duas bancadas',
  zone: 'duas categorias',
  gate: 'duas portas',
} as const
const none = { tribune: 'a bancada', zone: 'a categoria', gate: 'a porta' } as const

export const values: ValueTexts = {
  expected: (expected, found) => `esperado: ${expected}${found && `; lido: ${found}`}`,
  missing: (expected) => `em falta; esperado: ${expected}`,
  kinds: {
    string: 'um texto entre aspas',
    number: 'um número',
    int: 'um número inteiro',
    boolean: 'true ou false',
    null: 'null',
    array: 'uma lista […]',
    object: 'um objeto {…}',
    record: 'um objeto {…}',
    tuple: 'um ponto [x, y], dois números',
    never: 'nada aqui',
  },
  checks,
  forms: {
    ...settingForms,
    partCode: 'um código de 1 a 8 maiúsculas e algarismos',
    rowLabel: '1 a 4 maiúsculas e algarismos',
    colour: 'uma cor como #1d4f9c',
    currency: 'um código de moeda de três letras, como GNF',
    identifier: 'um número de 1 a 19 algarismos',
    localDateTime: 'uma data e hora como 2026-11-22T18:00:00',
    anyCaseColour: 'uma cor como #1d4f9c',
    ticketCode: 'um código de 32 algarismos hexadecimais',
    partnerCode: 'letras, algarismos, pontos, hífenes e sublinhados, no máximo 64',
    staffNumber: 'um número de 1 a 6 algarismos',
    pin: 'um código de 4 a 8 algarismos',
    languageCode: 'um código de língua como fr ou sus',
    recordingFile: 'um nome de ficheiro como ola.opus, em minúsculas (opus, ogg, webm, wav, mp3)',
    driverName: 'o nome de um controlador de pagamento, como mtn-momo',
    sha256: 'um SHA-256 de 64 algarismos hexadecimais',
  },
  formats: {
    base64: 'um texto em Base64',
    date: 'uma data como 2026-11-22',
    datetime: 'uma data e hora como 2026-11-22T18:00:00Z',
    email: 'um endereço de correio eletrónico',
    guid: 'um UUID',
    url: 'um endereço como https://tickets.example',
    uuid: 'um UUID',
  },
  form: (pattern) => `um texto da forma ${pattern}`,
  oneOf: (choices) => `um destes valores: ${choices}`,
  atLeast: (count, measured, inclusive) => `${inclusive ? 'pelo menos' : 'mais de'} ${limit(count, measured)}`,
  atMost: (count, measured, inclusive) => `${inclusive ? 'no máximo' : 'menos de'} ${limit(count, measured)}`,
  multipleOf: (divisor) => `um múltiplo de ${divisor}`,
  unknownKeys: (keys, known) => `nome desconhecido: ${keys}${known && `; possível aqui: ${known}`}`,
  key: (why) => `nome incorreto: ${why}`,
  noMatch: 'não corresponde a nenhuma forma possível aqui',
  invalid: 'inválido',
  fault(fault) {
    switch (fault.type) {
      case 'code-twice':
        return `há ${kinds[fault.kind]} ${fault.code}`
      case 'unknown-part':
        return `setor ${fault.section}: não existe ${none[fault.kind]} ${fault.code}`
      case 'arc-backwards':
        return `setor ${fault.section}: esperado: um arco com «from» menor do que «to»; lido: ${fault.from} e ${fault.to}`
      case 'row-twice':
        return `o setor ${fault.section} tem duas filas ${fault.row}`
      case 'too-many-seats':
        return `esperado: no máximo ${fault.most} lugares; lido: ${fault.seats}`
      case 'no-seat':
        return `setor ${fault.section}: não existe o lugar ${fault.row} ${fault.number}`
      case 'companion-in-space':
        return `setor ${fault.section}: o lugar de acompanhante ${fault.row} ${fault.number} é um lugar para cadeira de rodas`
      case 'companion-alone':
        return `setor ${fault.section}: não há lugar para cadeira de rodas ao lado do lugar de acompanhante ${fault.row} ${fault.number}`
    }
  },
}

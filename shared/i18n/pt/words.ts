import type * as fr from '../fr/words.ts'
import { MAX_SHEET_MILLIMETRES, paperNames } from '../../domain/documents/paper.ts'
import type { PrinterFault, UnavailableTender } from '../../domain/fleet/readiness.ts'
import { countWithNoun } from '../../domain/language.ts'
import { isNotes } from '../../domain/money/tender.ts'
import type { TermsSetting } from '../../domain/terms.ts'
import { MAX_TENDER_NAME, MAX_TERMS_TEXT, type SettingForm } from '../../domain/text-forms.ts'
import type { Measured, SettingTexts } from '../setting-texts.ts'
import {
  type Advice,
  eventNames,
  isBeingEmptied,
  isOfNotes,
  isTurnedAway,
  type ReadinessIssueTexts,
  type ProviderNames,
  refusalCode,
  type SeatNotes,
  span,
  type TenderNames,
} from '../texts.ts'

export const tenderNames: TenderNames = {
  card: 'Cartão',
  cash: 'Numerário',
  notes: 'Notas de banco',
  'mobile-money': 'Mobile Money',
  'orange-money': 'Orange Money',
  'mtn-momo': 'MTN MoMo',
  cheque: 'Cheque',
  'bank-transfer': 'Transferência bancária',
  account: 'Conta de cliente',
  'credit-slip': 'Vale de reembolso',
  free: 'Gratuito',
}

export const seatNotes: SeatNotes = {
  accessible: 'Lugar para cadeira de rodas',
  companion: 'Acompanhante',
  restrictedView: 'Visibilidade reduzida',
  stepFree: 'Acesso sem degraus',
}

export const providerNames: ProviderNames = {
  'djomy-link': 'Djomy',
  'djomy-push': 'Djomy',
  'orange-money': 'Orange',
  'mtn-momo': 'MTN',
  'stripe-terminal': 'Stripe',
  sumup: 'SumUp',
  simulated: 'simulador',
  'hub-account': 'servidor do recinto',
}

export const reconcileAdvice: typeof fr.reconcileAdvice = {
  'not-listed':
    'Este bilhete não é válido para entrar. Indique à bilheteira a referência e o número do bilhete. Se ela não o repuser, reembolse-o.',
  'not-recorded':
    'Este bilhete não foi pago aqui. Procure-o nas outras caixas. Se também lá não estiver, peça à bilheteira que o anule.',
  differs:
    'Os dados deste bilhete diferem entre a caixa e a bilheteira. Pergunte à bilheteira quais estão certos e imprima um duplicado do bilhete.',
  'given-back': 'Reembolsado aqui, mas ainda válido na bilheteira. Peça-lhe que anule o bilhete.',
  unsettled: 'O pagamento foi recebido, mas faltam os bilhetes. Responda à pergunta em aberto desta venda.',
  'not-asked': 'A bilheteira não respondeu. Compare de novo mais tarde.',
}

export const columns: typeof fr.columns = {
  account: 'conta',
  amount: 'valor',
  at: 'data',
  compared: 'comparado em',
  count: 'quantidade',
  currency: 'moeda',
  customer: 'cliente',
  detail: 'detalhe',
  difference: 'diferença',
  driver: 'controlador',
  event: 'evento',
  from: 'de',
  here: 'aqui',
  invoice: 'fatura',
  item: 'rubrica',
  kind: 'relatório',
  line: 'linha do extrato',
  movement: 'movimento',
  name: 'nome',
  order: 'pedido',
  owner: 'referência do cliente',
  providerReference: 'referência do prestador',
  reference: 'referência',
  refund: 'reembolso',
  register: 'caixa',
  rounding: 'arredondamento',
  documents: 'n.º do documento',
  sale: 'venda',
  seat: 'lugar',
  shift: 'turno',
  staff: 'funcionário',
  state: 'estado',
  tax: 'imposto',
  there: 'no prestador',
  ticket: 'bilhete',
  ticketNumber: 'número do bilhete',
  to: 'a',
  toDo: 'a fazer',
}

const counted = countWithNoun('pt-PT')

export const salesListed: typeof fr.salesListed = (lines, tickets, amount, tax) =>
  `${counted(lines, 'linha', 'linhas')}, ${counted(tickets, 'bilhete', 'bilhetes')}, ${amount}${tax === null ? '' : `, dos quais ${tax} de imposto`}`

export const reconciled: typeof fr.reconciled = (shift, sales, agreed, differences) =>
  `Turno ${shift}: ${counted(sales, 'venda comparada', 'vendas comparadas')}, ${counted(agreed, 'bilhete concordante', 'bilhetes concordantes')}, ${counted(differences, 'diferença', 'diferenças')}`

export const noShift: typeof fr.noShift = (ledger, shift) =>
  shift === null ? `${ledger}: nenhum turno` : `${ledger}: não há turno ${shift}`

export const config: SettingTexts = {
  'no-shortcut': ({ key }) =>
    `"${key}" não pode ser um atalho: escolha F1 a F12, Escape, Insert, Pause, ou uma letra com Ctrl+ ou Alt+`,
  'same-key': ({ key, commands }) =>
    `${key} está atribuída a ${commands.join(' e ')}: dê outra tecla a um destes comandos`,
  'language-not-offered': ({ language }) =>
    `"${language}" não está em languages: acrescente esta língua, ou escolha outra`,
  'no-partner': () => 'no modo live, indique baseUrl e partnerCode do parceiro',
  'simulated-terminals': () => '"simulated" não recebe dinheiro: no modo live, escolha "manual"',
  'not-attended': () =>
    'num quiosque, nenhum operador de caixa pode confirmar um pagamento por um documento ou num terminal autónomo: mantenha em "tenders" só o numerário e os meios de pagamento que têm um prestador em "payments", ou escolha "role": "cashier"',
  'driver-unfit': ({ driver, fit }) =>
    `"${driver}" não aceita este meio de pagamento; ${fit.length === 0 ? 'nenhum controlador o aceita' : `escolha entre: ${fit.join(', ')}`}`,
  'shows-code': () =>
    'com este controlador, o cliente lê um código QR, que uma caixa não mostra: escolha "djomy-push" ou "mtn-momo", ou "role": "kiosk"',
  'pays-out': () => 'estas chaves permitem enviar dinheiro: retire-as deste quiosque, que funciona sem vigilância',
  'account-without-hub': () => '"account" exige o servidor do recinto: inscreva a máquina, ou retire "account" daqui',
  'notes-at-desk': () => '"notes" exige o leitor de notas de um quiosque: retire "notes" daqui',
  'no-note-device': () =>
    'obrigatório para receber notas: indique o leitor de notas, como { "driver": "ssp", "device": "/dev/note-device" }',
  'plain-hub': () => 'no modo live, o endereço tem de começar por https://',
  'plain-partner': () => 'o modo live exige https: sem ele, um terceiro na rede poderia ler e alterar as vendas',
  'cash-without-pin': () => 'obrigatório para receber numerário',
  'weak-pin': () => 'este código é demasiado fácil de adivinhar: evite algarismos repetidos, sequências, anos e datas',
  'nothing-to-read-back': () => 'só para um quiosque que tem uma impressora de bilhetes: retire esta definição',
  'printer-unknown': ({ printer }) =>
    `"${printer}" não está em printers.devices: corrija o nome, ou acrescente a impressora`,
  'printer-idle': () => 'esta impressora não é usada: dê-lhe uma utilização em "printers", ou retire-a',
  'printer-twice': () => 'a mesma impressora aparece duas vezes: retire uma delas',
  'no-drawer': () => 'esperado: o nome de uma impressora do tipo "escpos" com "drawer" definido',
  'no-file': ({ path }) => `este ficheiro não existe: ${path}`,
  'file-unreadable': ({ path, code }) => `${path} não pode ser lido (${code})`,
  'no-certificate': ({ path }) => `${path} não contém um certificado em PEM`,
  'not-text': ({ path, line, column, why }) => `${path}:${line}:${column}: ${files[why]}`,
  'secret-source': () =>
    'indique onde está o segredo: ou um ficheiro (secretFile), ou uma variável de ambiente (secretEnv)',
  'variable-unset': ({ variable }) => `a variável de ambiente ${variable} não está definida`,
  'secret-exposed': ({ path }) => `outras contas além do proprietário podem ler ${path}: proteja-o com chmod 600`,
  'secret-sealed': ({ path, reason }) =>
    `${path} foi cifrado para outra conta, outra sessão ou outro computador (${reason}): inicie o programa onde foi instalado, ou repita a instalação`,
  'no-keyring': ({ reason }) => `nenhum porta-chaves disponível: ${reason}`,
  'secret-empty': () => 'o segredo está vazio',
  'wrong-key': ({ kind, wanted, algorithm }) =>
    `esta chave é do tipo ${kind}; o algoritmo ${algorithm} exige uma chave do tipo ${wanted.join(' ou ')}`,
  'no-private-key': ({ algorithm }) =>
    `${algorithm} exige uma chave privada em formato PEM (PKCS #8), sem palavra-passe`,
  'note-key': () => 'esperado: 16 algarismos hexadecimais',
  'terms-elsewhere': ({ file }) => `${file} está noutro computador; esperado: um ficheiro desta máquina`,
  'terms-special': ({ path }) => `${path} não é um ficheiro normal; esperado: um ficheiro de texto`,
  'terms-empty': ({ path }) => `${path} está vazio: escreva nele o texto`,
  'terms-long': ({ path, max }) => `${path} é demasiado longo; esperado: no máximo ${max} caracteres`,
  'terms-name': ({ path, link }) =>
    `${path} não termina em .txt ou .md${link === null ? '' : ` (${link} é uma ligação para este ficheiro)`}; esperado: um ficheiro de texto com uma destas extensões`,
  'unknown-role': ({ role }) => `--role: "${role}" não é kiosk nem cashier`,
  'settings-missing': () => 'este ficheiro não existe',
  'settings-unreadable': ({ code }) => `leitura impossível (${code}): reponha uma cópia deste ficheiro`,
  'settings-syntax': ({ line, column, what }) =>
    `linha ${line}, coluna ${column}: ${what}; corrija este ficheiro ou reponha uma cópia de segurança`,
  'foreign-folder': ({ path, uid }) =>
    `${path} pertence a outra conta (${uid}), e, por segurança, root não usa as ligações nem as definições dela: execute o comando com essa conta, sudo -u "#${uid}" guichet …`,
  'number-twice': () => 'duas pessoas têm o mesmo número: mude um dos dois',
  'not-answered': () => 'ainda sem resposta',
}

const settingForms: Readonly<Record<SettingForm, string>> = {
  deviceId: '1 a 32 letras, algarismos, hífenes ou sublinhados',
  tenderName: `1 a ${MAX_TENDER_NAME} caracteres numa linha`,
  timeOfDay: 'uma hora como "22:30"',
  printerName: '1 a 40 letras, algarismos, hífenes ou sublinhados',
  pageOrigin: 'um endereço como http://127.0.0.1:3000',
  hubAddress: 'um endereço como https://servidor.example:7420',
  customerName: '1 a 100 caracteres numa linha, sem espaços no início nem no fim',
  headerText: '1 a 200 letras sem acentos, algarismos e símbolos, sem espaços',
  headerName: 'o nome de um cabeçalho HTTP',
  asciiText: '1 a 200 letras sem acentos, algarismos e símbolos',
  environmentVariable: 'o nome de uma variável de ambiente',
  signatureComponent:
    'o nome de um cabeçalho em minúsculas, ou @method, @target-uri, @authority, @scheme, @request-target, @path, @query, @query-param;name="…"',
  signatureLabel: 'minúsculas, algarismos, hífenes ou sublinhados',
  poiId: 'o modelo e o número de série, como V400m-324688179',
  certificateHash: 'a impressão digital SHA-256 de um certificado, 64 algarismos hexadecimais',
  merchantAccount: 'letras e algarismos',
  countryCode: 'um código de país como GN',
  orangeCountry: 'um código de país como "gn", ou "dev"',
  shopName: 'até 30 letras sem acentos',
  stripeReader: 'o identificador do leitor na Stripe, que começa por "tmr_"',
  merchantCode: 'letras, algarismos, "-", "_" e "."',
  sumupReader: 'o identificador do leitor na SumUp: "rdr_" e depois 26 letras ou algarismos',
  hostName: 'um nome ou um endereço como 192.168.1.50',
  dialCode: 'um indicativo de país como "224"',
}

const checks: typeof fr.values.checks = {
  addressWithoutPath: 'um endereço sem caminho',
  certificateAndKey: 'certificate e key juntos, ou nenhum dos dois',
  displayPlace: '"auto", "window", "off" ou o número de um ecrã, de 1 a 9, contado a partir da esquerda',
  distinct: 'uma lista sem repetições',
  emailAddress: 'um endereço de correio eletrónico como sales@venue.example',
  escposAddress: 'tcp://HOST, tcp://HOST:PORT ou um ficheiro em /dev/',
  holdBody: 'o texto "{seat_id}" no sítio do lugar, ou "{seat_ids}" com "batch": true',
  holdPath: 'um caminho que começa por "/" e contém {hold_id}',
  httpsAddress: 'um endereço https sem nome de utilizador, sem "?" e sem "#"',
  httpsPage: 'um endereço https',
  keypadKeys: 'nomes de teclas como F17, Numpad8 ou KeyA',
  noteDevice: 'um ficheiro em /dev/, COM1 ou tcp://HOST:PORT',
  paperName: `${paperNames.map((name) => `"${name}"`).join(', ')}, ou a largura e a altura em milímetros como "210x74"`,
  unusableSheet: `um formato ao alto (pelo menos 74 mm de largura, e altura de pelo menos 1,25 vezes a largura) ou ao baixo (pelo menos 140x60, e largura de pelo menos 1,4 vezes a altura), até ${MAX_SHEET_MILLIMETRES} mm`,
  plainAddress: 'um endereço sem nome de utilizador, sem "?" e sem "#"',
  proxyAddress: 'http://HOST:PORT',
  qrText: 'um texto suficientemente curto para um código QR',
  secretSource: 'secretFile ou secretEnv, só um dos dois, para indicar onde está o segredo',
  sessionPath: 'um caminho que começa por "/" e contém {session_id}',
  telephone: 'um número de telefone como +224 620 00 00 00',
  termsSource: `um texto de 1 a ${MAX_TERMS_TEXT} caracteres, ou { "file": "PATH" }`,
  timeZone: 'um fuso horário IANA como "Africa/Conakry"',
  webAddress: 'um endereço http ou https',
}

export const files: typeof fr.files = {
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

export const values: typeof fr.values = {
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

const units = { minutes: 'min', hours: 'h', days: 'dias' }
const enter =
  'Introduzi-lo em «Códigos de acesso»: no escritório de uma caixa, ou no ecrã dos funcionários de um quiosque.'

const faults = {
  'no-answer': 'não responde',
  rejected: 'recusa esta máquina',
  'not-there': 'o leitor de notas não responde',
  'cashbox-full': 'o cofre das notas está cheio',
  'cashbox-removed': 'o cofre das notas não está no lugar',
  jammed: 'há uma nota presa',
  'fraud-attempt': 'tentativa de fraude',
  'other-currency': 'o leitor aceita outra moeda',
  'cashbox-open': 'o cofre das notas está aberto e ainda não foi contado',
  'out-of-order': 'o leitor está avariado',
}
const saidOf = (ways: readonly UnavailableTender[], names: TenderNames, comma: string): string =>
  ways.map(({ tender, fault }) => `${names[tender]}${isNotes(tender) ? ': ' : ' '}${faults[fault]}`).join(comma)

export const printerAdvice: Readonly<Record<PrinterFault, Advice>> = {
  offline: { what: 'não responde', todo: 'Verificar o cabo e a alimentação da impressora.' },
  'paper-out': { what: 'sem papel', todo: 'Pôr papel.' },
  jammed: { what: 'papel encravado', todo: 'Abrir a impressora e retirar o papel encravado.' },
  stopped: { what: 'parada', todo: 'Reiniciar a fila de impressão.' },
  missing: { what: 'não encontrada', todo: 'Verificar o cabo e a alimentação da impressora.' },
}

const terms: Readonly<Record<TermsSetting, string>> = {
  'seller.name': 'nome do vendedor',
  'seller.address': 'morada do vendedor',
  'seller.contact': 'contacto do vendedor',
  'terms.conditions': 'condições de venda',
  'terms.privacy': 'política de privacidade',
}

export const issues: ReadinessIssueTexts = {
  training: () => ({
    what: 'Caixa em formação: sem vendas reais',
    todo: 'No ecrã da caixa, terminar a formação e depois identificar-se.',
  }),
  'partner-unreachable': () => ({
    what: 'A bilheteira não responde a esta máquina',
    todo: 'Verificar a ligação à rede. Se outras máquinas ainda vendem, executar «guichet doctor» nesta máquina.',
  }),
  'clock-skew': ({ minutes, refused }) => ({
    what: `O relógio está ${minutes > 0 ? 'adiantado' : 'atrasado'} ${span(minutes, units)}${refused ? ': a bilheteira recusa a máquina' : ''}`,
    todo: 'Acertar a data e a hora do computador e ativar o acerto automático. A venda recomeça depois automaticamente.',
  }),
  'access-denied': (refusal) => ({
    what: `A bilheteira recusa esta máquina (${refusalCode(refusal)})`,
    todo: '«guichet doctor» indica o erro: código de parceiro, nome da chave ou segredo. Corrigi-lo com «Reinstalar a máquina» num quiosque, com «guichet setup» numa caixa.',
  }),
  'unreadable-response': ({ detail }) => ({
    what: `Resposta inválida da bilheteira (${detail})`,
    todo: 'Verificar o endereço da bilheteira e depois telefonar-lhe: «guichet doctor» indica o que falta.',
  }),
  'access-code-missing': (met) => ({
    what: `Falta o código de acesso${met.all ? ', nada está à venda' : ''}: ${eventNames(met, ', ')}`,
    todo: `Pedir o código à bilheteira. ${enter}`,
  }),
  'access-code-refused': (met) => ({
    what: `Código de acesso recusado${met.all ? ', nada está à venda' : ''}: ${eventNames(met, ', ')}`,
    todo: `O código está errado ou foi renovado. Pedir o novo à bilheteira. ${enter}`,
  }),
  'session-refused': (met) => ({
    what: `A bilheteira não abre a venda (${refusalCode(met)}): ${eventNames(met, ', ')}`,
    todo: 'Perguntar à bilheteira se esta venda está aberta, indicando-lhe este código.',
  }),
  'purchasing-suspended': (refusal) => ({
    what: `A bilheteira recusa as compras (${refusalCode(refusal)})`,
    todo: 'Executar «guichet doctor», corrigir o erro indicado e escolher «Retomar as vendas» em «Estado do quiosque» ou no escritório, página «Máquina».',
  }),
  'no-tender-available': () => ({
    what: 'Nenhum meio de pagamento neste quiosque',
    todo: 'Acrescentar um meio de pagamento nas definições: cartão, ou numerário se houver um funcionário ao lado.',
  }),
  'payments-unavailable': ({ ways, all }, names) => ({
    what: `${saidOf(ways, names, ', ')}${all ? ': não há outro meio de pagamento' : ''}`,
    todo: ways.every(isBeingEmptied)
      ? 'No ecrã dos funcionários deste quiosque, em «Cofre das notas»: registar a contagem, ou fechar sem contar.'
      : ways.every(isOfNotes)
        ? 'Abrir o quiosque com a chave e verificar o leitor de notas: cabo, nota presa, cofre das notas cheio ou fora do lugar. Este meio de pagamento volta automaticamente.'
        : ways.some(isTurnedAway)
          ? '«guichet doctor» indica o erro: o identificador, o segredo, ou um endereço que falta na lista do prestador. Corrigi-lo com «Reinstalar a máquina» num quiosque, com «guichet setup» numa caixa.'
          : 'Verificar a rede. Se funcionar, esperar pelo prestador: este meio de pagamento volta automaticamente. «guichet doctor» dá pormenores.',
  }),
  'ticket-printer-unavailable': ({ fault }) => ({
    what: `Nenhum bilhete é impresso: ${printerAdvice[fault].what}`,
    todo: printerAdvice[fault].todo,
  }),
  ledger: ({ condition }) =>
    condition === 'disk-failed'
      ? { what: 'Não é possível escrever no disco', todo: 'Não vender mais aqui. Trocar o disco e repor a cópia.' }
      : {
          what: 'O diário está danificado',
          todo: 'Não vender mais aqui. Seguir «When something went wrong» no manual.',
        },
  'disk-full': () => ({ what: 'Disco cheio: sem novas vendas', todo: 'Libertar espaço no disco.' }),
  'damaged-files': ({ files }) => ({
    what: `Ficheiro${files.length === 1 ? ' danificado' : 's danificados'}: ${files.join(', ')}`,
    todo: 'A máquina vende, mas sem estes dados. Repor uma boa cópia de segurança, ou introduzir de novo os dados; depois mover cada ficheiro danificado para outro sítio.',
  }),
  'unprintable-characters': ({ characters, ...met }) => ({
    what: `Caracteres impressos como uma caixa vazia (${characters.join(' ')}): ${eventNames(met, ', ')}`,
    todo: 'A máquina vende. Pedir à bilheteira que escreva este título ou local com caracteres imprimíveis.',
  }),
  'screen-failing': ({ side }) => ({
    what:
      side === 'seller'
        ? 'O ecrã falha repetidamente: recarrega a cada 30 segundos'
        : 'O ecrã do cliente falha repetidamente: a caixa continua a vender',
    todo: 'Reiniciar a máquina. Se voltar a falhar, enviar ao fornecedor as linhas «screen failed» de guichet.log.',
  }),
  'terms-missing': ({ settings }) => ({
    what: `Faltam indicações exigidas por lei: ${settings.map((setting) => terms[setting]).join(', ')}`,
    todo: 'A máquina vende. Completá-las com «Reinstalar a máquina» num quiosque, com «guichet setup» numa caixa, ou em config.json.',
  }),
  'invoices-unsigned': ({ waiting, rejected }) => ({
    what: `Faturas à espera do serviço fiscal: ${waiting}; recusadas: ${rejected}`,
    todo: 'A máquina vende. São assinadas quando o serviço fiscal responder. Se houver faturas recusadas, ler o motivo na venda (F12), corrigir e reenviá-las (F1).',
  }),
  other: () => ({
    what: 'Esta máquina não pode vender',
    todo: 'Ler a causa no ecrã dos funcionários, «Estado do quiosque», e atualizar este servidor.',
  }),
}

export const refusals: typeof fr.refusals = {
  unknownOption: (option, similar) => `${option}: opção desconhecida${similar && `; queria dizer ${similar}?`}`,
  unknownCommand: (word, command) => `comando desconhecido: "${command && `${command} `}${word}"`,
  tooManyWords: (command, word) => `${command}: demasiados argumentos: retire "${word}"`,
  missing: (name) => `falta ${name}`,
  noValue: (option) => `${option} não aceita um valor`,
  missingValue: (option) => `${option}: falta o valor`,
  together: (one, other) => `${one} e ${other} vão juntas: acrescente a outra, ou retire ambas`,
  exclusive: (one, other) => `${one} e ${other} excluem-se: retire uma delas`,
  either: (one, other) => `esperado: ou ${one}, ou ${other}`,
  requires: (one, other) => `${one} exige ${other}`,

  unreachable: (address, why) => `não é possível contactar ${address} (${why}): verifique o endereço e a rede`,
  databaseUnreachable: 'não é possível contactar a base de dados: verifique o endereço, e se ela está em funcionamento',
  unusable: (path, code) => `não é possível ler ou escrever ${path} (${code})`,
  portInUse: (port, host) => `a porta ${port} de ${host} já está em uso: escolha outra com --port`,
  emptyFile: (path) => `${path} está vazio`,
  folderInPlace: (path) => `${path} é uma pasta; esperado: um ficheiro`,

  ledgerInUse: (path, owner) =>
    `${path} está em uso por ${owner === null ? 'outro processo' : `o processo ${owner}`}: um diário tem um só programa de cada vez; termine primeiro esse`,
  newerFile: (path, found, known) =>
    `${path} foi escrito por um programa mais recente (esquema ${found}, este conhece ${known}): nada foi alterado; inicie esse programa, ou reponha uma cópia`,
  unsupportedFile: (path) =>
    `${path} foi escrito pela versão 0.1 ou por outro programa, e esta versão não o consegue ler: nada foi alterado; mova este ficheiro e os do mesmo nome ao lado para um lugar seguro e inicie de novo`,
  demoSetAside: (path) =>
    `os dados da demonstração vinham de outra versão do programa: estão agora em ${path}, e a demonstração recomeça do zero`,
  brokenFile: (path, why) =>
    `não é possível abrir ${path} (${why}): verifique se este ficheiro e os do mesmo nome ao lado pertencem à conta do programa; senão, reponha a cópia mais recente`,
  emptyDatabase: (path) =>
    `${path}: esta base de dados está vazia: reponha uma cópia, ou apague-a para começar sem vendas`,
  brokenKey: (path) => `${path} não contém uma chave utilizável: reponha-o a partir de uma cópia de segurança`,

  noVenue: 'ainda não há nenhum recinto: acrescente um com guichet hub venues import',
  noEvent: (event) => `não há evento ${event}: veja guichet hub events`,
  notOnSale: (event) => `o evento ${event} não está à venda: veja guichet hub events`,
  notReopened: (event) => `o evento ${event} não pode voltar à venda: não foi retirado dela, ou já terminou`,
  past: (option, moment, now) => `${option} ${moment} está no passado: aqui são ${now}`,
  endsTooEarly: (ends, starts) => `--ends ${ends} não é depois de --starts ${starts}`,
  sameEvent: (event, isEnded) =>
    `o evento ${event} tem este título, recinto e início, e ${isEnded ? `foi retirado da venda: volte a pô-lo à venda com guichet hub events reopen ${event}` : 'está à venda'}; acrescente --anyway para criar outro`,
  noPrice: (zones) => `falta --price para ${zones}`,
  nothingChanges: 'nada para mudar: acrescente pelo menos uma opção, como --title ou --price',
  ticketsSold: (event, tickets, list) =>
    `evento ${event}: ${counted(tickets, 'bilhete vendido', 'bilhetes vendidos')}; "${list}" mostra os reembolsos a fazer se não se realizar; acrescente --anyway para o retirar da venda`,

  noPlaces: 'indique lugares, como N3 ou N3-F-12, ou acrescente --zone',
  unknownPlaces: (event, places) => `o evento ${event} não tem ${places}`,
  seatsTaken: {
    held: (seats) => `nenhum lugar foi retirado da venda; bloqueados por compradores: ${seats}`,
    sold: (seats) => `nenhum lugar foi retirado da venda; vendidos: ${seats}`,
  },
  noneWithheld: 'nenhum destes lugares está retirado da venda',
  severalEvents: 'indique bilhetes de um só evento de cada vez',
  noTicket: (event, tickets) => `o evento ${event} não tem bilhete ${tickets}; nenhum bilhete foi anulado`,

  noPartner: (partner) => `não há parceiro ${partner}: veja guichet hub partners`,
  noKey: (key, partner) => `o parceiro ${partner} não tem chave ${key}: veja guichet hub partners`,
  lastKey: (key, partner) =>
    `${key} é a última chave de ${partner}: um servidor do recinto em modo live recusa um parceiro sem chave; acrescente primeiro outra chave, ou retire o parceiro`,
  otherKey: (partners) =>
    `os segredos de ${partners} foram cifrados com outra chave: indique o ficheiro dela com --secrets-key, ou retire estes parceiros e volte a acrescentá-los`,
  backUpWith: (tool) => `para copiar uma base de dados PostgreSQL, use ${tool}`,

  noAccount: (account) => `a conta ${account} não existe: veja guichet hub accounts`,
  accountInUse: (account) => `a conta ${account} tem movimentos noutra moeda: crie outra conta`,
  referenceInUse: (reference) => `a referência ${reference} é de outro pagamento: escolha outra com --reference`,
  noDevice: (device) => `não há máquina ${device}: veja guichet hub devices`,
  noGroup: (group, near, groups) =>
    `não há grupo "${group}"${near && `; queria dizer "${near}"?`} (${groups === '' ? 'nenhuma máquina está num grupo' : `grupos: ${groups}`})`,
  noSetting: (near) => `não é uma definição que o servidor do recinto fixe${near && `; queria dizer ${near}?`}`,
  ambiguousNumber: (grouped, decimal) => `pode ser ${grouped} ou ${decimal}: escreva-o sem ponto nem vírgula`,
  ledgerMatches: (device) =>
    `o diário de ${device} corresponde ao que o servidor do recinto conhece: não há nada a aceitar`,
  ledgerChanged: (device) => `o diário de ${device} mudou entretanto: verifique-o de novo`,
  noAdministrator: (name) => `não há administrador ${name}: veja guichet hub administrators`,
  notTheHub:
    'o servidor que respondeu não conhece este código: verifique o código, o endereço do servidor do recinto e um eventual proxy intermédio',

  needsTls: (host) =>
    `um servidor do recinto em modo live em ${host} exige TLS: acrescente --tls-cert e --tls-key, ou escute em 127.0.0.1 atrás de um proxy com TLS`,

  numberTaken: (number) => `o número ${number} já está em uso: veja guichet staff list`,
  noPerson: (number) => `ninguém tem o número ${number}: veja guichet staff list`,
  nothingToTest: 'estas definições não indicam um parceiro: a demonstração não tem nada para testar',
  demoOnly: 'este comando só funciona na demonstração: estas definições são do modo live',
  noLine: (folder, wanted) => `nenhuma linha de ${folder} é sobre ${wanted}`,
  noPrinter: (printer) => `não há impressora ${printer} em printers.devices`,
  speechIncomplete: 'as vozes gravadas estão incompletas: veja acima',
  noSpeechTexts: 'a lista dos textos dos ecrãs falta neste programa: crie-a com npm run speech',
  running: 'o programa já está em execução; a janela dele passou para a frente',
  otherSystem: 'este sistema é atualizado pelo próprio instalador: execute o mais recente',

  expected: {
    wholeNumber: (least, most) =>
      most === null ? `um número inteiro a partir de ${least}` : `um número inteiro de ${least} a ${most}`,
    price: (form) => `${form}, uma vez por categoria`,
    amount: (currency, decimals) =>
      `um valor em ${currency} como 50000, ${decimals === 0 ? 'sem casas decimais' : `com ${decimals} casas decimais no máximo`}`,
    ticketNumber: 'números de bilhetes como 7-00000042',
    publicKey: 'um ficheiro PEM com uma chave pública Ed25519, P-256 ou RSA (2048 bits ou mais), com --scheme rfc9421',
    sharedSecret: 'um ficheiro com um segredo partilhado: texto, ou bytes em "base64:…"',
    accountNumber: 'um número de conta: maiúsculas, algarismos e hífenes, no máximo 20',
    deviceName: 'o deviceId das definições dela: letras, algarismos, hífen e sublinhado, no máximo 32',
    settings: (form, keys) => `${form}; chaves possíveis: ${keys}`,
    plainNumber: 'um número em algarismos, como 50000',
    administrator: 'um nome de letras, algarismos, pontos, hífenes ou @',
    address: 'um endereço ou um intervalo como 192.168.4.0/24',
    privateAddress: 'um endereço desta máquina ou de uma rede privada, como 192.168.4.0/24',
    ciphers: 'algoritmos de cifra em notação OpenSSL',
    store: 'um endereço como postgres://guichet@db.example/guichet, ou um ficheiro',
  },
}

export const screenRestart: typeof fr.screenRestart = {
  wait: 'Um momento…',
  restarting: 'Este ecrã está a reiniciar.',
  saleGoesOn: 'A venda continua onde estava.',
}

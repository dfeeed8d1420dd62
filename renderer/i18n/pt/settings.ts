import { paperNames } from '../../../shared/domain/documents/paper.ts'
import {
  MAX_SELLER_TEXT,
  MAX_SMALL_PRINT,
  MAX_TENDER_NAME,
  numberLimits,
  type NumberLimits,
} from '../../../shared/domain/setting-limits.ts'
import { keyName } from '../../../shared/domain/desk/shortcuts.ts'
import type { frSettingWords } from '../fr/settings.ts'
import { commandName } from '../command-name.ts'
import type { SettingFaultWords, SettingNames } from '../setting-fault.ts'

const list = new Intl.ListFormat('pt', { type: 'conjunction' })

export const ptSettingNames: SettingNames = {
  language: 'Língua',
  theme: 'Tema',
  numerals: 'Algarismos árabes',
  timeZone: 'Fuso horário dos recintos',
  maxSeats: 'Máximo de lugares por venda',
  groupSeats: 'Lugares por venda na caixa, no máximo',
  spaceReleaseMinutes: 'Lugares para cadeira de rodas libertados, minutos antes do evento',
  lockAfterMinutes: 'Minutos até a caixa se bloquear',
  customerDisplay: 'Ecrã do cliente',
  tenders: 'Meios de pagamento',
  'tenderNames.card': 'Nome do cartão',
  'tenderNames.cash': 'Nome do numerário',
  'tenderNames.notes': 'Nome das notas',
  'tenderNames.mobile-money': 'Nome de Mobile Money',
  'tenderNames.orange-money': 'Nome de Orange Money',
  'tenderNames.mtn-momo': 'Nome de MTN MoMo',
  tenderBudgetSeconds: 'Segundos precisos para pagar',
  'refundRule.fr': 'Regra de reembolso em francês',
  'refundRule.en': 'Regra de reembolso em inglês',
  'refundRule.pt': 'Regra de reembolso em português',
  'refundRule.ar': 'Regra de reembolso em árabe',
  terminalSide: 'Onde está o terminal',
  ticketSlot: 'Onde saem os bilhetes',
  noteSlot: 'Onde está o leitor de notas',
  helpPlace: 'Onde está um funcionário',
  soundVolume: `Volume dos sons, de ${numberLimits.soundVolume.min} a ${numberLimits.soundVolume.max}`,
  'updates.openingHours': 'Horário de abertura',
  'shifts.closeAt': 'Hora de fecho',
  'shifts.cashierMoves': 'Quantia que um caixa move sozinho na gaveta',
  'shifts.archiveFolder': 'Pasta dos arquivos',
  'printers.tickets': 'Imprime os bilhetes',
  'printers.receipts': 'Imprime os recibos',
  'printers.reports': 'Imprime os relatórios',
  'tickets.paper': 'Papel dos bilhetes',
  'tickets.selfCheck': 'Reler cada bilhete antes de imprimir',
  'tickets.folder': 'Pasta dos bilhetes',
  'tickets.deleteAfterHours': 'Bilhetes gravados apagados, horas depois do evento',
  'tickets.logo': 'Logótipo nos bilhetes (ficheiro)',
  'tickets.sponsor': 'Patrocinador nos bilhetes (ficheiro)',
  'tickets.notice.fr': 'Aviso em francês',
  'tickets.notice.en': 'Aviso em inglês',
  'tickets.notice.pt': 'Aviso em português',
  'tickets.notice.ar': 'Aviso em árabe',
  'seller.name': 'Nome do vendedor nos recibos',
  'seller.address': 'Morada do vendedor',
  'seller.taxNumber': 'Número fiscal (NIF)',
  'seller.contact': 'Contacto do vendedor (telefone ou e-mail)',
  'seller.taxRate': 'IVA incluído nos preços, em %',
}

export const ptSettingWords: typeof frSettingWords = {
  parts: { sale: 'Venda', hours: 'Horários', printers: 'Impressoras', tickets: 'Bilhetes', keys: 'Teclas da caixa' },
  leads: {
    hours:
      'As atualizações esperam pelo fecho e seguem logo este horário. Sem horário de abertura, nenhuma se instala sozinha.',
    printers: 'A primeira imprime; se parar, a seguinte substitui-a.',
    keys: 'Cada comando tem a sua tecla, e cada tecla um só comando.',
  },
  usual: (value) => `Predefinição: ${value}`,
  opens: 'Abertura',
  closes: 'Fecho',
  hours: (from, to) => (from === to ? 'Nunca aberto' : `Das ${from} às ${to}${to < from ? ' do dia seguinte' : ''}`),
  orElse: 'senão',
  nobody: 'Mais nenhuma',
  rank: (name, rank) => (rank === 1 ? `${name}, primeira` : `${name}, substituta ${rank - 1}`),
  keyOf: (command) => `Tecla: ${command}`,
}

const number = ({ min, max }: NumberLimits): string => `escreva um número de ${min} a ${max}`
const atMost = (max: number): string => `escreva ${max} sinais no máximo.`

export const ptSettingFaults: SettingFaultWords = {
  names: ptSettingNames,
  about: (name, sentence) => `${name}: ${sentence}`,
  expected: {
    language: 'escolha uma língua que esta máquina fale.',
    timeZone: 'escreva um fuso IANA como Africa/Conakry; vazio: o desta máquina.',
    maxSeats: `${number(numberLimits.maxSeats)}.`,
    groupSeats: `${number(numberLimits.groupSeats)}.`,
    spaceReleaseMinutes: `${number(numberLimits.spaceReleaseMinutes)}; 0: só quando o resto do setor estiver esgotado.`,
    soundVolume: `${number(numberLimits.soundVolume)}; 0 é o silêncio.`,
    lockAfterMinutes: `${number(numberLimits.lockAfterMinutes)}; 0 é nunca.`,
    tenders: 'mantenha pelo menos um.',
    tenderNames: `escreva um nome de ${MAX_TENDER_NAME} sinais no máximo, numa linha.`,
    tenderBudgetSeconds: `${number(numberLimits.tenderBudgetSeconds)}.`,
    'updates.openingHours': 'escreva as duas horas, como 08:00 e 23:00, ou nenhuma.',
    'shifts.closeAt': 'escreva uma hora como 23:30.',
    'shifts.cashierMoves': `${number(numberLimits.cashierMoves)}, em unidades da moeda e sem separador, como 500000; 0 é nunca sozinho.`,
    'seller.taxRate': `${number(numberLimits.taxRate)}.`,
    seller: atMost(MAX_SELLER_TEXT),
    refundRule: atMost(MAX_SMALL_PRINT),
    'tickets.notice': atMost(MAX_SMALL_PRINT),
    'tickets.paper': `escreva ${paperNames.join(', ')}, ou milímetros como 210x74.`,
    'tickets.deleteAfterHours': 'escreva um número de 1 a 168.',
    'tickets.logo': 'este ficheiro não existe; indique o caminho completo.',
    'tickets.sponsor': 'este ficheiro não existe; indique o caminho completo.',
  },
  causes: {
    'same-key': ({ key, commands }, desk) =>
      `${keyName(key)} serviria ao mesmo tempo para ${list.format(commands.map((each) => `«${commandName(desk, each)}»`))}: dê outra tecla a um deles.`,
    'no-shortcut': ({ key }) =>
      `${keyName(key)} não pode ser uma tecla da caixa: use F1 a F12, ou Ctrl ou Alt com uma letra.`,
    'not-attended': () =>
      'Ninguém está junto de um quiosque para dizer o que o terminal fez: mantenha lá o numerário, e o que um prestador cobra.',
    'cash-without-pin': () =>
      'O numerário exige o PIN desta máquina, que se dá na instalação: mantenha outro meio de pagamento.',
    'printer-unknown': ({ printer }) => `«${printer}» já não está entre as impressoras: escolha outra.`,
    'printer-idle': ({ printer }) => `«${printer}» deixaria de imprimir: dê-lhe primeiro outra tarefa.`,
    'printer-twice': () => 'Uma impressora está indicada duas vezes: mantenha-a uma vez.',
    'in-training': () => 'As definições mudam-se fora da formação.',
    'nothing-to-read-back': () => 'Esta máquina relê os bilhetes que imprime: mantenha uma impressora de bilhetes.',
  },
}

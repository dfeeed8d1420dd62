import { paperNames } from '../../../shared/domain/documents/paper.ts'
import {
  MAX_SELLER_TEXT,
  MAX_SMALL_PRINT,
  MAX_TENDER_NAME,
  numberLimits,
  type NumberLimits,
} from '../../../shared/domain/text-forms.ts'
import { keyName } from '../../../shared/domain/desk/shortcuts.ts'
import type { frSettingWords } from '../fr/settings.ts'
import { commandName } from '../command-name.ts'
import type { SettingFaultWords, SettingNames } from '../setting-fault.ts'

const list = new Intl.ListFormat('pt', { type: 'conjunction' })

export const ptSettingNames: SettingNames = {
  language: 'Língua',
  theme: 'Tema',
  numerals: 'Algarismos dos textos árabes',
  timeZone: 'Fuso horário do recinto',
  maxSeats: 'Número máximo de lugares por venda',
  groupSeats: 'Número máximo de lugares por venda (caixa)',
  spaceReleaseMinutes: 'Vender a todos os lugares para cadeira de rodas (minutos antes do evento)',
  lockAfterMinutes: 'Bloqueio automático (minutos sem utilização)',
  customerDisplay: 'Ecrã do cliente',
  tenders: 'Meios de pagamento',
  'tenderNames.card': 'Nome mostrado para o cartão',
  'tenderNames.cash': 'Nome mostrado para o numerário',
  'tenderNames.notes': 'Nome mostrado para as notas de banco',
  'tenderNames.mobile-money': 'Nome mostrado para Mobile Money',
  'tenderNames.orange-money': 'Nome mostrado para Orange Money',
  'tenderNames.mtn-momo': 'Nome mostrado para MTN MoMo',
  tenderBudgetSeconds: 'Bloqueio dos lugares: tempo mínimo restante para começar um pagamento (segundos)',
  'refundRule.fr': 'Regra de reembolso em francês',
  'refundRule.en': 'Regra de reembolso em inglês',
  'refundRule.pt': 'Regra de reembolso em português',
  'refundRule.ar': 'Regra de reembolso em árabe',
  terminalSide: 'Posição do terminal de pagamento',
  ticketSlot: 'Posição da saída dos bilhetes',
  noteSlot: 'Posição do leitor de notas',
  helpPlace: 'Posição do funcionário',
  soundVolume: `Volume dos sons (${numberLimits.soundVolume.min} a ${numberLimits.soundVolume.max})`,
  'updates.openingHours': 'Horário de abertura',
  'shifts.closeAt': 'Hora de fecho do turno',
  'shifts.cashierMoves': 'Entrada ou saída de numerário que um operador de caixa pode registar sozinho (máximo)',
  'shifts.archiveFolder': 'Pasta dos arquivos',
  'printers.tickets': 'Impressora dos bilhetes',
  'printers.receipts': 'Impressora dos recibos',
  'printers.reports': 'Impressora dos relatórios',
  'tickets.paper': 'Papel dos bilhetes',
  'tickets.selfCheck': 'Verificar o código QR de cada bilhete antes de imprimir',
  'tickets.folder': 'Pasta dos bilhetes',
  'tickets.deleteAfterHours': 'Apagar os bilhetes guardados (horas depois do evento)',
  'tickets.logo': 'Logótipo nos bilhetes (ficheiro)',
  'tickets.sponsor': 'Logótipo do patrocinador nos bilhetes (ficheiro)',
  'tickets.notice.fr': 'Aviso nos bilhetes, em francês',
  'tickets.notice.en': 'Aviso nos bilhetes, em inglês',
  'tickets.notice.pt': 'Aviso nos bilhetes, em português',
  'tickets.notice.ar': 'Aviso nos bilhetes, em árabe',
  'seller.name': 'Nome do vendedor nos recibos',
  'seller.address': 'Morada do vendedor',
  'seller.taxNumber': 'N.º de contribuinte (NIF)',
  'seller.contact': 'Contacto do vendedor (telefone ou e-mail)',
  'seller.taxRate': 'IVA incluído nos preços, em %',
}

export const ptSettingWords: typeof frSettingWords = {
  parts: { sale: 'Venda', hours: 'Horários', printers: 'Impressoras', tickets: 'Bilhetes', keys: 'Teclas da caixa' },
  leads: {
    hours:
      'As atualizações instalam-se fora do horário de abertura. Sem horário de abertura, nenhuma atualização se instala automaticamente. O horário aplica-se logo que é guardado.',
    printers: 'A primeira impressora de cada lista imprime; se parar, a seguinte substitui-a.',
    keys: 'Cada comando tem a sua tecla, e cada tecla um só comando.',
  },
  usual: (value) => `Predefinição: ${value}`,
  opens: 'Abertura',
  closes: 'Fecho',
  hours: (from, to) => (from === to ? 'Fechado' : `Das ${from} às ${to}${to < from ? ' do dia seguinte' : ''}`),
  orElse: 'se parar',
  nobody: 'Nenhuma',
  rank: (name, rank) => (rank === 1 ? `${name}, primeira` : `${name}, substituta ${rank - 1}`),
  keyOf: (command) => `Tecla: ${command}`,
}

const number = ({ min, max }: NumberLimits): string => `escreva um número de ${min} a ${max}`
const atMost = (max: number): string => `escreva ${max} caracteres no máximo.`

export const ptSettingFaults: SettingFaultWords = {
  names: ptSettingNames,
  about: (name, sentence) => `${name}: ${sentence}`,
  expected: {
    language: 'escolha uma língua disponível nesta máquina.',
    timeZone: 'escreva um fuso IANA como Africa/Conakry; se o campo ficar vazio: o desta máquina.',
    maxSeats: `${number(numberLimits.maxSeats)}.`,
    groupSeats: `${number(numberLimits.groupSeats)}.`,
    spaceReleaseMinutes: `${number(numberLimits.spaceReleaseMinutes)}; 0: só quando os outros lugares do setor estiverem vendidos.`,
    soundVolume: `${number(numberLimits.soundVolume)}; 0 desliga o som.`,
    lockAfterMinutes: `${number(numberLimits.lockAfterMinutes)}; 0: nunca.`,
    tenders: 'mantenha pelo menos um.',
    tenderNames: `escreva um nome de ${MAX_TENDER_NAME} caracteres no máximo, numa linha.`,
    tenderBudgetSeconds: `${number(numberLimits.tenderBudgetSeconds)}.`,
    'updates.openingHours': 'escreva as duas horas, como 08:00 e 23:00, ou nenhuma.',
    'shifts.closeAt': 'escreva uma hora como 23:30.',
    'shifts.cashierMoves': `${number(numberLimits.cashierMoves)}, em unidades da moeda e sem separador, como 500000; 0: sempre com um responsável.`,
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
      `${keyName(key)} está atribuída a vários comandos: ${list.format(commands.map((each) => `«${commandName(desk, each)}»`))}. Escolha outra tecla para um deles.`,
    'no-shortcut': ({ key }) =>
      `${keyName(key)} não pode ser uma tecla da caixa: use F1 a F12, ou Ctrl ou Alt com uma letra.`,
    'not-attended': () =>
      'Um quiosque não pode usar um terminal autónomo: não há operador de caixa para confirmar o pagamento. Mantenha o numerário e os meios de pagamento de um prestador.',
    'cash-without-pin': () =>
      'O numerário exige o código da máquina, que se escolhe na instalação: mantenha outro meio de pagamento.',
    'printer-unknown': ({ printer }) => `«${printer}» já não está entre as impressoras: escolha outra.`,
    'printer-idle': ({ printer }) => `«${printer}» deixaria de imprimir: dê-lhe primeiro outra utilização.`,
    'printer-twice': () => 'Uma impressora está duas vezes na lista: retire uma das duas entradas.',
    'in-training': () => 'As definições não se alteram em formação: saia primeiro da formação.',
    'nothing-to-read-back': () =>
      'Esta máquina verifica o código QR dos bilhetes que imprime: mantenha uma impressora de bilhetes.',
  },
}

import type {
  LedgerTexts,
  PrivacyTexts,
  SettlementRefusals,
  SetupTexts,
  SimulatedPaymentTexts,
  VenueTexts,
} from '../texts.ts'
import { countedIn } from '../counted.ts'

const counted = countedIn('pt-PT')

export const ledger: LedgerTexts = {
  counts: (rows, sales, tickets, hash) =>
    `${counted(rows, 'linha', 'linhas')}, ${counted(sales, 'venda', 'vendas')}, ${counted(tickets, 'bilhete', 'bilhetes')}; última impressão digital ${hash}`,
  exported: (path, rows, ledger, hash) =>
    `${path}: ${counted(rows, 'linha', 'linhas')} de ${ledger}, última impressão digital ${hash}`,
  holds: 'diário verificado; garantido por:',
  consistent:
    'diário coerente, mas assinado por uma chave não aprovada: indique uma prova exterior a esta máquina (verify --key, --trust, --paper)',
  broken: 'DIÁRIO ALTERADO: FALHOU A VERIFICAÇÃO',
  key: (keyId) => `chave ${keyId}`,
  head: (seq) => `linha ${seq}, registada fora desta máquina`,
  hub: (hubKey, keyId) => `servidor ${hubKey}, para a chave ${keyId}`,
  paper: (seq) => `relatório Z impresso da linha ${seq}`,
}

export const trialPackage =
  'Este é um pacote de teste, sem fornecedor responsável: não venda bilhetes verdadeiros com este programa.'

export const movedSetting = (setting: string): string =>
  `${setting} já não é lido aqui: a origem das atualizações e quem as assina definem-se em /etc/guichet/update-settings.json, que só o administrador da máquina pode alterar (docs/operating/updates.md). Retire esta definição.`

const kinds = { tribune: 'As bancadas', zone: 'As categorias', gate: 'As portas', section: 'Os setores' } as const

const partNames = { tribune: 'bancada', zone: 'categoria', gate: 'porta', section: 'setor' } as const

export const venue: VenueTexts = {
  refusals: {
    fileName: 'indique um ficheiro cujo nome acabe em .json ou .csv',
    facts: 'uma lista CSV precisa de --name, --city e --country do recinto',
    unknownColumn: (name, known) => `coluna desconhecida «${name}»; esperado: ${known}`,
    columnTwice: (name) => `há duas colunas «${name}»`,
    columnMissing: (name) => `falta a coluna «${name}»`,
    noRows: 'a lista não contém nenhuma fila de lugares',
    noHeading: (text) => `a coluna de «${text}» não tem título`,
    contradiction: (kind, code, before, now) =>
      `${partNames[kind]} ${code}: esperado: «${before}» como numa linha anterior; lido: «${now}»`,
    otherPart: (section, kind, before, now) =>
      `setor ${section}: esperado: ${partNames[kind]} ${before} como numa linha anterior; lido: ${now}`,
    rowTwice: (section, row) => `o setor ${section} já tem uma fila ${row}`,
    noSeats: (section) => `o setor ${section} não tem lugares`,
    seats: 'um número de lugares, ou vários com corredores entre eles como 8+10',
    seatNumbers: 'números de lugares desta fila, como 1 2 5',
    yesOrNo: 'yes ou no',
  },
  readAs: (encoding) =>
    encoding === 'windows-1252'
      ? 'O ficheiro não está em UTF-8: foi lido em Windows-1252, como o Excel o escreve. Confira os acentos abaixo.'
      : `O ficheiro foi lido em ${encoding.toUpperCase()}.`,
  counts: (name, sections, rows, seats) =>
    `${name}: ${[counted(sections, 'setor', 'setores'), counted(rows, 'fila', 'filas'), counted(seats, 'lugar', 'lugares')].join(', ')}`,
  parts: { tribune: 'Bancadas', zone: 'Categorias', gate: 'Portas' },
  seats: (count) => counted(count, 'lugar', 'lugares'),
  allWell: 'Nenhuma anomalia.',
  unprintable: (characters) => `Os bilhetes e os recibos mostram uma caixa vazia no lugar de: ${characters}`,
  odd: 'A verificar:',
  oddity(odd) {
    switch (odd.type) {
      case 'no-seats':
        return `setor ${odd.section}, fila ${odd.row}: 0 lugares; a fila ficou de fora`
      case 'row-out-of-order':
        return `setor ${odd.section}: a fila ${odd.row} vem depois da fila ${odd.after}`
      case 'long-row':
        return `setor ${odd.section}, fila ${odd.row}: ${odd.seats} lugares, no máximo ${odd.beside} nas filas ao lado`
      case 'same-name':
        return `${kinds[odd.kind]} ${odd.codes.join(', ')} têm o mesmo nome: ${odd.name}`
      case 'lone-gate':
        return `a porta ${odd.gate} serve um só setor: ${odd.section}`
      case 'close-colours':
        return `as bancadas ${odd.tribunes.join(' e ')} têm quase a mesma cor`
    }
  },
}

export const settlementRefusals: SettlementRefusals = {
  provider: '--provider recebe o nome do controlador de onde vem o extrato, como djomy-push',
  days: '--from e --to recebem datas como 2026-11-22, a mais antiga primeiro',
  currency: '--currency recebe um código como GNF',
  noLedger: (folder) => `${folder}: não há diário aqui`,
  noList: (driver) => `${driver} não fornece uma lista de pagamentos: indique o ficheiro do seu extrato`,
  partialList: (driver) => `${driver}: alguns pagamentos não puderam ser lidos; compare de novo mais tarde`,
  noColumns: (references, amounts, found) =>
    `esperado: uma coluna de referências (${references} …) e uma de valores (${amounts} …); lido: ${found || 'nada'}`,
}

export const setup: SetupTexts = {
  intro: (file) =>
    `Guichet: instalação de uma máquina nova. A configuração é guardada em ${file}. Prima Enter para manter o valor entre parênteses retos.`,
  language: 'Língua dos ecrãs e destas perguntas',
  yes: 'sim',
  no: 'não',
  standing: 'Já existe uma configuração: substituí-la',
  profile: 'Função da máquina',
  hub: 'Um servidor não tem ficheiro de configuração: guichet hub venues import …, guichet hub events create …, guichet serve --mode live',
  name: 'Nome da máquina',
  locked: 'Ecrã inteiro, bloqueado',
  terminals: 'Cartões e Mobile Money da demonstração: simulados, ou terminais autónomos',
  tenders: 'Meios de pagamento, separados por vírgulas',
  tenderName: (tender) => `Nome mostrado aos clientes para ${tender}`,
  driver: (tender) => `Prestador de pagamento para ${tender}`,
  noteDevice: 'Porta do leitor de notas',
  noteEncryption: 'Ligação cifrada: sempre, se o leitor o permitir, ou nunca',
  optional: 'facultativo',
  address: 'Endereço da bilheteira (https://…)',
  partnerCode: 'Código de parceiro',
  signing: 'Assinatura dos pedidos',
  keyId: 'Nome da chave',
  secretFile: 'Ficheiro que contém o segredo',
  secretIn: 'Onde guardar este segredo',
  machinePin: 'Código da máquina, 4 a 8 algarismos',
  supervisor: 'Nome do primeiro responsável (número 1)',
  supervisorUsual: 'Responsável',
  supervisorPin: 'Código do responsável, 4 a 8 algarismos',
  pinAgain: 'O mesmo código, outra vez',
  seller: {
    name: 'Vendedor: nome ou firma',
    address: 'Vendedor: morada',
    contact: 'Vendedor: telefone ou e-mail',
    taxNumber: 'Vendedor: n.º de contribuinte (NIF)',
    taxRate: 'IVA incluído nos preços, em %',
    conditions: 'Ficheiro de texto das condições de venda',
    privacy: 'Ficheiro de texto da política de privacidade',
  },
  printer: 'Impressora de bilhetes',
  receipts: 'Impressora de recibos',
  reports: 'Impressora de relatórios',
  drawer: 'Impressora a que a gaveta está ligada',
  printerAddress: 'Endereço da impressora',
  queue: 'Nome da fila de impressão',
  keep: 'Guardar esta configuração',
  oneOf: (choices) => `valores possíveis: ${choices}`,
  someOf: (choices) => `um ou mais de: ${choices}`,
  digits: '4 a 8 algarismos',
  easyPin: 'este código é demasiado fácil de adivinhar: evite algarismos repetidos, sequências, anos e datas',
  differ: 'os dois códigos são diferentes',
  pageOut: 'a página de teste foi enviada para a impressora',
  pageNotOut: 'a página de teste não foi impressa: veja acima',
  notTried: 'nada foi guardado: corrija os erros, ou junte --untried',
  notWritten: 'nada foi guardado',
  nobody: 'sem resposta: nada foi guardado',
  written: (file) => `guardado: ${file}`,
  next: 'a seguir: inicie o guichet e meça o ecrã (cinco toques na ponta esquerda da barra de cima, o código, Estado do quiosque, Medida do ecrã)',
}

export const privacy: PrivacyTexts = {
  who: 'indique a pessoa: --name, --telephone ou --order (pelo menos 6 caracteres)',
  noNumber: (typed) => `--telephone ${typed}: esperado: um número de telefone como 622112233`,
  nobody: 'não há aqui nada guardado sobre esta pessoa',
  found: (sales) => counted(sales, 'venda', 'vendas'),
  keptUntil: (moment) => `apagado automaticamente depois de ${moment}`,
  namesakes: (people) =>
    `estas vendas são de ${counted(people, 'pessoa', 'pessoas')}: junte --name e --telephone, ou indique um só pedido com --order; nada foi feito`,
  mayBeNamesakes:
    'estas vendas sem número de telefone podem ser de pessoas diferentes: indique um só pedido com --order; nada foi feito',
  eraseAll: 'se todas estas vendas são da pessoa, junte --all para apagar os dados dela de todas estas vendas',
  needed: {
    unfinished: 'esta venda não está terminada: termine-a ou anule-a primeiro',
    'open-money': 'um pagamento, um reembolso ou uma anulação desta venda não está terminado: resolva-o primeiro',
    'no-end': 'o fim do evento não é conhecido, e os bilhetes ainda podem servir: mande primeiro anulá-los',
  },
  neededUntil: {
    event: (moment) => `necessário até ao fim do evento: pode ser apagado a partir de ${moment}`,
    settlement: (moment) => `necessário para conferir os pagamentos: pode ser apagado a partir de ${moment}`,
  },
  confirm: (sales) => `Apagar os dados desta pessoa de ${counted(sales, 'venda', 'vendas')}? Não se pode desfazer.`,
  notErased: 'nada foi apagado',
  ledgerInDoubt:
    'o diário está danificado ou acaba de ser reconstruído, e parte dos dados pode faltar aqui: execute primeiro guichet ledger verify e mande corrigir os erros; nada foi apagado',
  erased: (sales) =>
    `dados da pessoa apagados de ${counted(sales, 'venda', 'vendas')}; os valores, os lugares e os bilhetes ficam`,
  exported: (file, sales) => `${file}: ${counted(sales, 'venda', 'vendas')}`,
  stillIn: (file) => `${file}: ainda contém o nome ou o número: elimine-o ou mande corrigi-lo`,
  elsewhere:
    'Outros sistemas têm os seus próprios dados: a bilheteira (se for um servidor do recinto, execute nele «guichet hub privacy»), os prestadores de pagamento, as outras máquinas.',
  elsewhereOfHub:
    'Outros sistemas têm os seus próprios dados: as máquinas que fizeram as vendas (execute nelas «guichet privacy»), os prestadores de pagamento, as cópias desta base de dados.',
  elsewhereOfPostgres:
    'O PostgreSQL guarda as linhas antigas até ao comando VACUUM FULL purchase e, depois disso, no seu registo, nas réplicas e nas cópias. Outros sistemas têm os seus próprios dados: as máquinas que fizeram as vendas (execute nelas «guichet privacy»), os prestadores de pagamento, as cópias desta base de dados.',
}

export const simulatedPayment: SimulatedPaymentTexts = {
  title: (provider) => `${provider}, simulação`,
  noMoney: 'Simulação: este pagamento não é real.',
  pay: (amount) => `Pagar ${amount}`,
  refuse: 'Recusar',
  paid: 'Pagamento aceite.',
  refused: 'Pagamento recusado.',
  over: 'Este pagamento terminou.',
}

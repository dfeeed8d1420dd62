import type * as fr from '../fr/program.ts'
import { countWithNoun } from '../../domain/language.ts'

const counted = countWithNoun('pt-PT')

export const settlement: typeof fr.settlement = {
  kinds: {
    'missing-there': 'Ausente no prestador',
    'missing-here': 'Desconhecido aqui',
    'other-amount': 'Valor diferente',
    'not-taken': 'Recebido sem bilhete',
    open: 'Sem resposta aqui',
    'refunded-there': 'Reembolsado pelo prestador',
    'refunded-here': 'Reembolsado aqui',
    double: 'Cobrado duas vezes',
    unclear: 'Ilegível',
  },
  advice: {
    'missing-there':
      'Recebido aqui, mas ausente do extrato do prestador. Veja o extrato do dia seguinte. Se o pagamento também lá não figurar, reclame ao prestador, indicando a referência.',
    'missing-here':
      'Recebido pelo prestador, desconhecido nesta caixa. Procure este pagamento nas outras caixas. Se também lá não estiver, reembolse o cliente.',
    'other-amount': 'Os valores diferem. Pergunte ao prestador o valor cobrado, e reembolse ou reclame a diferença.',
    'not-taken':
      'Recebido pelo prestador, mas aqui não foi emitido nenhum bilhete. Reembolse o cliente através do prestador.',
    open: 'Recebido pelo prestador, sem resposta aqui. Responda «sim» à pergunta em aberto desta venda.',
    'refunded-there': 'Reembolsado pelo prestador, não aqui. Recolha os bilhetes, ou pergunte a razão ao prestador.',
    'refunded-here': 'Reembolsado segundo o diário, sem rasto no prestador. Verifique se o cliente recebeu o dinheiro.',
    double: 'Cobrado duas vezes pelo prestador para uma só venda. Reembolse o segundo pagamento.',
    unclear: 'Esta linha é ilegível. Corrija-a no ficheiro, ou pergunte ao prestador o que significa.',
  },
  standings: {
    taken: 'recebido',
    open: 'sem resposta',
    'not-taken': 'não recebido',
    paid: 'pago',
    refunded: 'reembolsado',
    failed: 'falhado',
    waiting: 'à espera',
    unclear: 'ilegível',
  },
  sums: (paid, refunded, fees) => `Extrato: ${paid} recebidos, ${refunded} reembolsados, ${fees} de taxas.`,
  of: (payments, lines, agreed) =>
    `${counted(payments, 'pagamento', 'pagamentos')}, ${counted(lines, 'linha', 'linhas')}, ${counted(agreed, 'concorda', 'concordam')}.`,
  compared: (differences) =>
    differences === 0 ? 'Tudo confere.' : differences === 1 ? 'Uma diferença.' : `${differences} diferenças.`,
  ambiguousSum: (typed, grouped, decimal, currency) =>
    `«${typed}» pode ser ${grouped} ou ${decimal} ${currency}: escreva o valor sem separador de milhares, com duas casas decimais`,
}

export const ledger: typeof fr.ledger = {
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

const kinds = { tribune: 'As bancadas', zone: 'As categorias', gate: 'As portas', section: 'Os setores' } as const

const partNames = { tribune: 'bancada', zone: 'categoria', gate: 'porta', section: 'setor' } as const

export const venue: typeof fr.venue = {
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
  warningText(odd) {
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

export const settlementRefusals: typeof fr.settlementRefusals = {
  provider: '--provider recebe o nome do controlador de onde vem o extrato, como djomy-push',
  days: '--from e --to recebem datas como 2026-11-22, a mais antiga primeiro',
  currency: '--currency recebe um código como GNF',
  noLedger: (folder) => `${folder}: não há diário aqui`,
  noList: (driver) => `${driver} não fornece uma lista de pagamentos: indique o ficheiro do seu extrato`,
  partialList: (driver) => `${driver}: alguns pagamentos não puderam ser lidos; compare de novo mais tarde`,
  noColumns: (references, amounts, found) =>
    `esperado: uma coluna de referências (${references} …) e uma de valores (${amounts} …); lido: ${found || 'nada'}`,
}

export const wallet: typeof fr.wallet = {
  off: (wallets, why) => `sem passes para ${wallets}: ${why}`,
  unreadable: (path) => `${path} é ilegível: verifique o nome do ficheiro em wallet.json e as suas permissões`,
  key: (path) =>
    `${path}: esperada uma chave privada RSA (2048 bits ou mais) em PEM; verifique também passphrase em wallet.json`,
  certificate: (path) => `${path}: esperado um certificado X.509, em PEM ou DER`,
  otherKey: (path, key) =>
    `o certificado ${path} não corresponde à chave ${key}: use a chave com que o certificado foi pedido, ou peça um novo`,
  otherName: (path, name, found, wanted) =>
    `${path}: o certificado indica «${found}», wallet.json indica «${wanted}»: corrija ${name}, ou transfira o certificado certo`,
  otherIssuer: (path, issuer) =>
    `${path} não é o certificado intermédio «${issuer}» que assinou o certificado dos passes: transfira-o da Apple`,
  expired: (path, until) =>
    `o certificado ${path} expirou em ${until}: peça um novo à Apple e reinicie o servidor do recinto`,
  early: (path, from) => `o certificado ${path} só é válido a partir de ${from}: verifique a data deste computador`,
  expires: (until, days) =>
    `o certificado para a Apple Wallet expira em ${until} (dias restantes: ${days}): peça um novo à Apple e reinicie o servidor do recinto`,
  account: (path) =>
    `${path}: private_key não é uma chave RSA de 2048 bits ou mais: crie uma nova chave da conta de serviço na Google`,
}

export const setup: typeof fr.setup = {
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
  next: 'a seguir: inicie o guichet e meça o ecrã (cinco toques no meio vazio da barra de baixo, o código, Estado do quiosque, Medida do ecrã)',
}

export const privacy: typeof fr.privacy = {
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
  messages: {
    found: (messages) => counted(messages, 'mensagem em espera', 'mensagens em espera'),
    confirm: (messages) =>
      `Terminar ${counted(messages, 'mensagem em espera', 'mensagens em espera')} e apagar o endereço? Não se pode desfazer.`,
    erased: (messages) => `não enviadas, com o endereço apagado: ${counted(messages, 'mensagem', 'mensagens')}`,
    salesNotErased: 'os dados das vendas não foram apagados',
  },
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

export const messages: typeof fr.messages = {
  address: 'um endereço de e-mail ou um número de telefone, para um envio definido em --messages',
  notSent: (code) => `o servidor não aceitou a mensagem (${code}): verifique o ficheiro de --messages`,
}

export const simulatedPayment: typeof fr.simulatedPayment = {
  title: (provider) => `${provider}, simulação`,
  noMoney: 'Simulação: este pagamento não é real.',
  pay: (amount) => `Pagar ${amount}`,
  refuse: 'Recusar',
  paid: 'Pagamento aceite.',
  refused: 'Pagamento recusado.',
  over: 'Este pagamento terminou.',
}

export const doctor: typeof fr.doctor = {
  steps: {
    name: 'Nome',
    connection: 'Ligação',
    certificate: 'Certificado',
    clock: 'Relógio',
    code: 'Código de parceiro',
    signature: 'Assinatura',
    events: 'Eventos',
    session: 'Venda',
    section: 'Lugares',
    hold: 'Bloqueio de lugar',
    purchase: 'Compra',
  },
  fine: {
    name: 'Endereço de {host}: {address}.',
    connection: '{host} responde na porta {port}.',
    certificate: 'Válido até {until}.',
    clock: 'Diferença: {seconds} s.',
    code: 'Código aceite.',
    signature: 'Aceite.',
    events: '{count} à venda.',
    session: 'A venda abre.',
    section: 'Setor {section} do evento {event}: {count} lugares.',
    hold: 'O lugar {seat} foi bloqueado e libertado.',
    purchase: 'O lugar {seat} foi comprado na demonstração, em nome de «{name}».',
  },
  says: {
    'numeric-address': '{host} é um endereço numérico: não há nome a resolver.',
    'not-reached': 'Não verificado: corrija primeiro os erros acima.',
    'not-asked':
      'Não verificado. Para verificar, execute «guichet doctor --hold»: um lugar é bloqueado por um instante e depois libertado.',
    unsigned: 'Os pedidos não são assinados. Se o parceiro exigir assinaturas, configure partner.signing.',
    plain: 'A ligação não é cifrada. A usar só para testes.',
    'by-proxy': 'O proxy {host} responde na porta {port}.',
    'unknown-name':
      'Nome não encontrado: {host} ({code}). Verifique partner.baseUrl, o cabo de rede e o servidor de nomes (DNS).',
    'refused-connection':
      '{host} recusa a ligação na porta {port}. Verifique a porta em partner.baseUrl, e se o serviço está a funcionar.',
    'no-connection':
      'Não é possível chegar a {host}, porta {port} ({code}). Verifique a rede e a firewall; se a sua rede tem um proxy, configure partner.httpProxy.',
    'bad-certificate':
      'O certificado de {host} não é reconhecido ({code}). Se o parceiro tem uma autoridade de certificação própria, configure partner.caFile. Se não, a ligação pode estar a ser intercetada: não venda, ligue ao parceiro.',
    'certificate-ends': 'O certificado expira em {until} (dias restantes: {days}). Avise o parceiro.',
    'certificate-over':
      'O certificado do parceiro expirou, ou o relógio desta máquina está errado. Verifique primeiro a data e a hora aqui, depois avise o parceiro.',
    'no-answer': 'Sem resposta ({code}). Tente de novo; se continuar, pergunte ao parceiro se o serviço está parado.',
    'clock-skew':
      'O relógio desta máquina tem {seconds} s de diferença. As assinaturas seriam recusadas: ative o acerto automático da hora.',
    'no-date': 'A resposta do parceiro não indica a hora: não foi possível comparar o relógio.',
    'unknown-code':
      'O parceiro recusa esta máquina (HTTP {status} {code}). Verifique partner.partnerCode; se estiver certo, pergunte ao parceiro se os pedidos têm de ser assinados.',
    'bad-signature':
      'O parceiro recusa a assinatura (HTTP {status} {code}). Verifique keyId, o segredo e o método em partner.signing, e o relógio.',
    'partner-fault': 'O serviço do parceiro está avariado ou sobrecarregado (HTTP {status} {code}). Tente mais tarde.',
    refused:
      'O parceiro recusa este pedido (HTTP {status} {code}). Verifique partner.baseUrl, depois ligue ao parceiro.',
    unreadable:
      'A resposta não corresponde a esta interface ({code}). Verifique se partner.baseUrl leva ao serviço e não a um sítio web.',
    'missing-field':
      'Na resposta do parceiro, «{field}» falta ou é ilegível: não é possível vender. Peça ao parceiro que o acrescente.',
    'left-out':
      'Elementos do parceiro excluídos da venda: {count}. Em {which}, «{field}» falta ou é ilegível. O resto está à venda; avise o parceiro.',
    'no-owner':
      'O parceiro não indica «owner_ref» (a referência do cliente). A venda é possível. Mas se uma compra ficar sem resposta, os bilhetes não podem ser relidos: a mesma compra é repetida e depois o pessoal tem de ligar ao parceiro. Peça-lhe que acrescente o campo.',
    'no-events': 'O parceiro não tem eventos à venda: não foi possível verificar os lugares.',
    'no-access-code': 'Falta o código de acesso. Peça-o ao parceiro e introduza-o em accessCodes.',
    'code-from-hub': 'O servidor do recinto envia o código de acesso assim que a máquina estiver inscrita.',
    'wrong-access-code':
      'A bilheteira recusa o código de acesso: foi renovado, ou está errado. Peça o certo ao parceiro e introduza-o em accessCodes.',
    'only-first': 'Só foram testados os primeiros {count} eventos.',
    'no-seats': 'O evento {event} não tem lugares para verificar.',
    'not-held':
      'Não foi possível bloquear o lugar {seat}. Tente de novo; se continuar, compare partner.hold com a documentação do parceiro.',
    'not-released':
      'O lugar {seat} foi bloqueado, mas não foi possível libertá-lo; será libertado automaticamente dentro de {seconds} s.',
    'not-bought':
      'Não verificado. Para verificar, execute «guichet doctor --hold»: um lugar de demonstração é comprado em nome de «{name}».',
    'real-sale':
      'Não verificado: seria vendido um bilhete verdadeiro. Um cliente que não dá o nome compra em nome de «{name}» (partner.anonymousCustomer). Para testar esta compra numa conta de teste, execute «guichet conformance».',
    'purchase-refused':
      'O parceiro recusa uma compra em nome de «{name}» (HTTP {status} {code}); numa venda real, a recusa viria depois do pagamento. Se exigir outro nome, um número de telefone ou um endereço de e-mail, configure partner.anonymousCustomer; se não, ligue ao parceiro. Não venda até o problema estar resolvido.',
  },
  fields: {
    amount: 'o valor total',
    currency: 'a moeda',
    events: 'a lista dos eventos',
    expires_at: 'o fim da sessão',
    hold_id: 'o número do bloqueio',
    id: 'o identificador',
    items: 'os lugares bloqueados',
    map: 'a planta do recinto',
    min_price: 'o preço mais baixo',
    number: 'o número do lugar',
    owner_ref: 'a referência do cliente',
    price: 'o preço',
    remaining_seconds: 'o tempo que resta do bloqueio',
    seat_id: 'o identificador do lugar',
    seats: 'a lista dos lugares',
    sections: 'a lista dos setores',
    session_id: 'o identificador da sessão',
    starts_at: 'a data e a hora',
    status: 'o estado',
    title: 'o título',
    zone_id: 'o identificador da categoria',
    zones: 'a lista das categorias',
  },
  spoken: {
    'partner.baseUrl': 'o endereço',
    'partner.partnerCode': 'o código de parceiro',
    'partner.signing': 'a assinatura',
    'partner.httpProxy': 'o proxy (ficheiro de configuração, partner.httpProxy)',
    'partner.caFile': 'o certificado dele (ficheiro de configuração, partner.caFile)',
    'partner.hold': 'o modo de bloquear lugares (ficheiro de configuração, partner.hold)',
    'partner.anonymousCustomer': 'o cliente das vendas sem nome (ficheiro de configuração, partner.anonymousCustomer)',
    accessCodes: '«Códigos de acesso»',
    keyId: 'o nome da chave',
  },
  payments: {
    steps: {
      address: 'Endereço',
      certificate: 'Certificado',
      clock: 'Relógio',
      access: 'Acesso',
      contract: 'Contrato',
      device: 'Terminal',
      currency: 'Moeda',
      trial: 'Teste real',
    },
    fine: {
      address: '{host} responde.',
      certificate: 'Reconhecido.',
      clock: 'Diferença: {seconds} s.',
      access: 'Identificador e segredo aceites.',
      contract: 'A conta do comerciante responde.',
      device: 'O terminal está ligado e acessível.',
      currency: 'A conta está em {currency}.',
    },
    says: {
      'not-reached': 'Não verificado: corrija primeiro os erros acima.',
      'only-a-payment': 'Não verificado: só um pagamento permite sabê-lo.',
      'no-date': 'A resposta do prestador não indica a hora: o relógio não pôde ser comparado.',
      'no-answer':
        '{host} não responde ({code}). Verifique o endereço, a rede e a firewall; se a sua rede tem um proxy, indique-o.',
      plain: 'A ligação não é cifrada. A usar só para testes.',
      untrusted:
        'O certificado de {host} não é reconhecido ({code}). A ligação pode estar a ser intercetada: não receba por este meio de pagamento, ligue ao prestador.',
      'clock-skew': 'O relógio desta máquina tem {seconds} s de diferença: ative o acerto automático da hora.',
      refused:
        'O prestador recusa o pedido (HTTP {status} {code}). Verifique o identificador e os segredos; se estiverem certos, ligue ao prestador e indique este código.',
      'not-on-list':
        'O prestador recusa esta máquina (HTTP {status} {code}). Verifique o domínio do contrato e peça ao prestador que autorize o endereço IP público desta máquina.',
      unreadable:
        'A resposta não é deste prestador (HTTP {status}). Verifique o endereço; um portal Wi-Fi ou um proxy pode estar a responder em seu lugar.',
      'other-currency':
        'A conta está em {currency}, uma moeda diferente da configurada: nenhum pagamento seria aceite. Corrija a moeda ou peça outra conta.',
      'currency-not-taken':
        'Este prestador não aceita {currency}: nenhum pagamento seria aceite. Escolha outro prestador.',
      'test-account': 'Conta de teste: os pagamentos não são reais. Não venda com esta conta.',
      'device-named': 'O terminal {device} está ligado e acessível.',
      'device-off':
        'O terminal não responde ({code}). Ligue-o e verifique a rede; o meio de pagamento volta automaticamente.',
      busy: 'O terminal está ocupado: tente mais tarde.',
      'device-refuses':
        'O terminal não aceita esta máquina ({code}). Verifique no menu dele a palavra-passe da caixa, e se nenhuma outra caixa lhe está ligada; se o terminal acabou de ser ligado, espere um minuto.',
      untried:
        'Esta ligação segue a documentação pública do prestador; ainda não foi testada com ele. Antes de abrir, pague você mesmo um pequeno valor três vezes: aceite o primeiro pagamento, recuse o segundo, deixe o terceiro sem resposta.',
    },
  },
  notes: {
    steps: {
      port: 'Porta',
      device: 'Leitor de notas',
      encryption: 'Cifra',
      notes: 'Notas de banco',
      currency: 'Moeda',
      box: 'Cofre das notas',
    },
    fine: {
      port: 'A porta {device} está acessível.',
      device: 'O leitor responde.',
      encryption: 'A ligação está cifrada.',
      notes: 'Conjunto de notas instalado.',
      currency: 'As notas são em {currency}, a moeda de venda.',
      box: 'O leitor indica que o cofre está colocado e não está cheio.',
    },
    says: {
      'not-reached': 'Não verificado: corrija primeiro os erros acima.',
      'no-port':
        '{device} não existe ({code}). Verifique o cabo USB e o caminho em notes.device; uma regra do udev dá ao leitor um caminho permanente.',
      'no-rights':
        'Esta conta não tem permissão para usar {device} ({code}). Junte a conta ao grupo «dialout» e volte a iniciar a sessão.',
      'in-use': 'Outro programa está a usar {device} ({code}). Se for o programa do quiosque, pare-o e teste de novo.',
      'no-answer':
        'A porta {device} não está acessível ({code}). Verifique o cabo, ou o endereço se o leitor estiver na rede.',
      silent: 'Sem resposta em {device}. Verifique a alimentação do leitor, o cabo, e se está regulado para SSP.',
      unfit:
        'O aparelho não aceita notas, ou não cifra embora notes.encryption seja «always». Verifique o modelo e o protocolo.',
      answers: 'Firmware {firmware}, protocolo {protocol}.',
      plain:
        'A ligação não está cifrada: alguém que abra o quiosque poderia simular notas. Mantenha o quiosque fechado à chave, ou peça ao fabricante um leitor que cifre.',
      knows: 'Notas conhecidas: {values}. Compare com as notas em circulação.',
      'other-currency':
        'O leitor conhece notas em {currencies}, mas nenhuma em {currency}. Peça ao fabricante o conjunto de dados para {currency}.',
      'not-there': 'O leitor deixou de responder. Verifique a alimentação e o cabo.',
      'cashbox-full': 'O cofre das notas está cheio. Esvazie-o.',
      'cashbox-removed': 'O cofre das notas não está colocado. Coloque-o até encaixar.',
      jammed: 'Há uma nota presa. Abra o leitor e retire a nota.',
      'fraud-attempt': 'Tentativa de fraude detetada (nota puxada para trás). Verifique o aparelho.',
      'out-of-order': 'O leitor está fora de serviço. Desligue-o e volte a ligá-lo; se não bastar, chame o fabricante.',
    },
  },
  fiscal: {
    title: 'Sistema fiscal',
    queue: 'Faturas',
    unsigned: (waiting, rejected) => `À espera de assinatura: ${waiting}; recusadas: ${rejected}.`,
    rejected: 'Leia o motivo na venda (F12 na caixa), corrija a fatura e volte a enviá-la.',
    refused: (status) => `O sistema fiscal recusa esta máquina (HTTP ${status}). Verifique fiscal.key.`,
    untrusted: (code) =>
      `O certificado não é reconhecido (${code}). Se o sistema tem a sua própria autoridade de certificação, defina fiscal.caFile; senão a ligação pode estar a ser intercetada.`,
    noDate: 'A resposta do sistema fiscal não indica a hora: não foi possível comparar o relógio.',
  },
  messages: {
    title: 'E-mail e SMS',
    sends: { email: 'O servidor envia e-mails.', sms: 'O servidor envia SMS.' },
    none: 'O servidor não envia mensagens: veja guichet serve --messages.',
    unreachable: 'O servidor não responde: os bilhetes não podem ser enviados.',
  },
  savedTickets: {
    title: 'Bilhetes guardados',
    inFolder: (files, folder) => `Ficheiros em ${folder}: ${files}.`,
    stay: 'Os bilhetes são guardados nesta pasta e ficam lá até serem apagados manualmente.',
    deleted: (hours) =>
      `Estes ficheiros são apagados depois da impressão e, o mais tardar, ${hours} h depois do evento.`,
  },
  screen: {
    title: 'Ecrã',
    unsandboxed:
      'O navegador do ecrã funciona sem a sua «sandbox»: foi iniciado pelo root, ou com --no-sandbox. Uma página maliciosa poderia então chegar a todo o sistema. Inicie o Guichet a partir de outra conta, sem essa opção.',
  },
}

import type { DoctorTexts } from '../doctor-texts.ts'

export const doctor: DoctorTexts = {
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
    'clock-off':
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
      'clock-off': 'O relógio desta máquina tem {seconds} s de diferença: ative o acerto automático da hora.',
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
      'box-full': 'O cofre das notas está cheio. Esvazie-o.',
      'box-out': 'O cofre das notas não está colocado. Coloque-o até encaixar.',
      jammed: 'Há uma nota presa. Abra o leitor e retire a nota.',
      cheated: 'Tentativa de fraude detetada (nota puxada para trás). Verifique o aparelho.',
      'out-of-order': 'O leitor está fora de serviço. Desligue-o e volte a ligá-lo; se não bastar, chame o fabricante.',
    },
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

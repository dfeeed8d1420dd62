import type { DoctorTexts } from '../doctor-texts.ts'

export const doctor: DoctorTexts = {
  steps: {
    name: 'Nome',
    connection: 'Ligação',
    certificate: 'Certificado',
    clock: 'Relógio',
    code: 'Código do parceiro',
    signature: 'Assinatura',
    events: 'Eventos',
    session: 'Venda',
    section: 'Lugares',
    hold: 'Reserva',
    purchase: 'Compra',
  },
  fine: {
    name: '{host} é {address}.',
    connection: '{host} responde na porta {port}.',
    certificate: 'Válido até {until}.',
    clock: 'Diferença de {seconds} s.',
    code: 'Conhecido do parceiro.',
    signature: 'Aceite.',
    events: '{count} à venda.',
    session: 'Abre.',
    section: 'Setor {section} do evento {event}: {count} lugares.',
    hold: 'O lugar {seat} foi reservado e devolvido.',
    purchase: 'O lugar {seat} foi comprado na demonstração, em nome de «{name}».',
  },
  says: {
    'numeric-address': '{host} é um endereço numérico: não há nome a procurar.',
    'not-reached': 'Não verificado: corrija primeiro o que está acima.',
    'not-asked': 'Não verificado: a pedido (doctor --hold), um lugar é reservado por um instante e devolvido.',
    unsigned: 'Os pedidos vão sem assinatura. Se o parceiro exigir assinaturas, configure partner.signing.',
    plain: 'A ligação não é cifrada. Só para testes.',
    'by-proxy': 'O proxy {host} responde na porta {port}.',
    'unknown-name':
      'Ninguém conhece o nome {host} ({code}). Verifique partner.baseUrl, o cabo de rede e o servidor de nomes.',
    'refused-connection':
      '{host} recusa a ligação na porta {port}. Verifique a porta em partner.baseUrl; o serviço está a funcionar?',
    'no-connection':
      'Não há caminho até {host}, porta {port} ({code}). Verifique a rede e a firewall; se a casa tem um proxy, configure partner.httpProxy.',
    'bad-certificate':
      'O certificado de {host} não é reconhecido ({code}). Se o parceiro tem autoridade própria, configure partner.caFile; se não, alguém pode estar pelo meio: não venda, ligue ao parceiro.',
    'certificate-ends': 'O certificado termina em {until}, dentro de {days} dias. Avise o parceiro.',
    'certificate-over':
      'O certificado do parceiro terminou, ou o relógio desta máquina está errado. Verifique primeiro a data e a hora aqui; depois avise o parceiro.',
    'no-answer': 'Sem resposta ({code}). Tente de novo; se continuar, pergunte ao parceiro se o serviço está parado.',
    'clock-off':
      'O relógio desta máquina tem {seconds} s de diferença. As assinaturas seriam recusadas: ligue o acerto de hora do sistema.',
    'no-date': 'O parceiro não diz que horas são: não foi possível comparar o relógio.',
    'unknown-code':
      'O parceiro recusa-nos (HTTP {status} {code}). Verifique partner.partnerCode; se estiver certo, pergunte se os pedidos têm de ser assinados.',
    'bad-signature':
      'O parceiro recusa a assinatura (HTTP {status} {code}). Verifique keyId, o segredo e o método em partner.signing, e o relógio.',
    'partner-fault': 'O serviço do parceiro está avariado ou sobrecarregado (HTTP {status} {code}). Tente mais tarde.',
    refused:
      'O parceiro recusa este pedido (HTTP {status} {code}). Verifique partner.baseUrl, depois ligue ao parceiro.',
    unreadable:
      'A resposta não é desta interface ({code}). Verifique se partner.baseUrl leva ao serviço e não a um sítio web.',
    'missing-field':
      'Na resposta do parceiro, «{field}» falta ou não se consegue ler, e sem isso nada pode ser vendido. Peça ao parceiro que o acrescente.',
    'left-out':
      'Do que o parceiro oferece, não está à venda: {count}. Em {which}, «{field}» falta ou não se consegue ler. O resto vende-se; avise o parceiro.',
    'no-owner':
      'O parceiro não indica «owner_ref» (a referência do cliente). A venda é possível, mas os bilhetes de uma compra que ficou sem resposta não podem ser relidos: a mesma compra é repetida e, depois disso, o pessoal tem de ligar ao parceiro. Peça-lhe que acrescente o campo.',
    'no-events': 'O parceiro não tem eventos à venda: não foi possível verificar os lugares.',
    'no-access-code': 'Sem código de acesso. Peça-o ao parceiro e escreva-o em accessCodes.',
    'code-from-hub': 'O servidor do estádio envia o código de acesso assim que a máquina se inscreve.',
    'wrong-access-code':
      'O parceiro recusa o código de acesso: foi renovado, ou está errado. Peça o certo ao parceiro e escreva-o em accessCodes.',
    'only-first': 'Foram experimentados os primeiros {count} eventos; os outros não.',
    'no-seats': 'O evento {event} não mostra lugares que se possam verificar.',
    'not-held':
      'Não foi possível reservar o lugar {seat}. Tente de novo; se continuar, compare partner.hold com os documentos do parceiro.',
    'not-released':
      'O lugar {seat} foi reservado, mas não foi possível devolvê-lo; fica livre sozinho dentro de {seconds} s.',
    'not-bought': 'Não verificado: a pedido (doctor --hold), um lugar de demonstração é comprado em nome de «{name}».',
    'real-sale':
      'Não verificado: seria vendido um bilhete a sério. Quem não diz o nome compra em nome de «{name}» (partner.anonymousCustomer); guichet conformance experimenta isso numa conta de teste.',
    'purchase-refused':
      'O parceiro recusa uma compra em nome de «{name}» (HTTP {status} {code}); recusá-la-ia depois do pagamento. Se exigir outro nome, um número de telefone ou um endereço de e-mail, configure partner.anonymousCustomer; se não, ligue ao parceiro. Não venda antes disso.',
  },
  fields: {
    amount: 'o montante total',
    currency: 'a moeda',
    events: 'a lista dos eventos',
    expires_at: 'o fim da sessão',
    hold_id: 'o número da reserva',
    id: 'o identificador',
    items: 'os lugares reservados',
    map: 'a planta da sala',
    min_price: 'o preço mais baixo',
    number: 'o número do lugar',
    owner_ref: 'a referência do cliente',
    price: 'o preço',
    remaining_seconds: 'o tempo que resta da reserva',
    seat_id: 'o identificador do lugar',
    seats: 'a lista dos lugares',
    sections: 'a lista dos setores',
    session_id: 'o identificador da sessão',
    starts_at: 'a data e a hora',
    status: 'o estado',
    title: 'o título',
    zone_id: 'o identificador da zona',
    zones: 'a lista das zonas',
  },
  spoken: {
    'partner.baseUrl': 'o endereço',
    'partner.partnerCode': 'o código do parceiro',
    'partner.signing': 'a assinatura',
    'partner.httpProxy': 'o proxy (ficheiro de configuração, partner.httpProxy)',
    'partner.caFile': 'o certificado dele (ficheiro de configuração, partner.caFile)',
    'partner.hold': 'o modo de reservar (ficheiro de configuração, partner.hold)',
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
      trial: 'Ensaio real',
    },
    fine: {
      address: '{host} responde.',
      certificate: 'Reconhecido.',
      clock: 'Diferença de {seconds} s.',
      access: 'Identificador e segredo aceites.',
      contract: 'A conta do comerciante responde.',
      device: 'Está ligado e acessível.',
      currency: 'A conta está em {currency}.',
    },
    says: {
      'not-reached': 'Não verificado: corrija primeiro o que está acima.',
      'only-a-payment': 'Não verificado: só um pagamento o diria.',
      'no-date': 'O operador não indica a hora: o relógio não pôde ser comparado.',
      'no-answer':
        '{host} não responde ({code}). Verifique o endereço, a rede e a firewall; se a casa tiver um proxy, indique-o.',
      plain: 'A ligação não é cifrada. Só para ensaios.',
      untrusted:
        'O certificado de {host} não é reconhecido ({code}). Alguém pode estar pelo meio: não receba por este meio, ligue ao operador.',
      'clock-off': 'O relógio desta máquina tem {seconds} s de diferença: ative o acerto automático do sistema.',
      refused:
        'O operador recusa (HTTP {status} {code}). Verifique o identificador e os segredos; senão, ligue-lhe com este código.',
      'not-on-list':
        'O operador recusa esta máquina (HTTP {status} {code}). Verifique o domínio do contrato e peça que o endereço de internet desta máquina entre na lista dele.',
      unreadable:
        'A resposta não é deste operador (HTTP {status}). Verifique o endereço; um portal Wi-Fi ou um proxy pode estar pelo meio.',
      'other-currency':
        'A conta está em {currency}, outra moeda que a das definições: nada seria recebido. Corrija a moeda ou peça outra conta.',
      'currency-not-taken': 'Este prestador não recebe em {currency}: nada seria cobrado. Use outro terminal.',
      'test-account': 'Conta de teste: nenhum dinheiro se move. Não abra com ela.',
      'device-named': 'Está ligado e acessível: é o terminal {device}.',
      'device-off':
        'O terminal não responde ({code}). Ligue-o e verifique a rede dele; o meio de pagamento volta sozinho.',
      busy: 'Está ocupado neste momento: tente de novo quando estiver livre.',
      'device-refuses':
        'O terminal não aceita esta máquina ({code}). Verifique no menu dele a palavra-passe da caixa, e que nenhuma outra caixa lhe está ligada; se acabou de ser ligado, espere um minuto.',
      untried:
        'Feito a partir de documentos públicos, ainda não ensaiado com o operador. Antes de abrir, pague você mesmo uma pequena quantia: uma vez aceite, uma vez recusada, uma vez sem resposta.',
    },
  },
  notes: {
    steps: {
      port: 'Porta',
      device: 'Leitor de notas',
      encryption: 'Cifra',
      notes: 'Notas',
      currency: 'Moeda',
      box: 'Caixa de notas',
    },
    fine: {
      port: '{device} abre.',
      device: 'Responde.',
      encryption: 'A ligação está cifrada.',
      notes: 'Conhece notas.',
      currency: 'São em {currency}, a moeda de venda.',
      box: 'Está colocada e tem espaço, segundo o aparelho.',
    },
    says: {
      'not-reached': 'Não verificado: corrija primeiro o que está antes.',
      'no-port':
        '{device} não existe ({code}). Verifique o cabo USB e o caminho em notes.device; uma regra do udev dá-lhe um caminho que não muda.',
      'no-rights': 'Esta conta não pode usar {device} ({code}). Junte-a ao grupo dialout e volte a iniciar a sessão.',
      'in-use': 'Outro programa ocupa {device} ({code}). Se o quiosque está a funcionar, é ele: pare-o e verifique.',
      'no-answer': '{device} não abre ({code}). Verifique o cabo, e o endereço se estiver na rede.',
      silent: 'Nada responde em {device}. Verifique a alimentação do leitor, o cabo, e se está regulado para SSP.',
      unfit:
        'O que responde não aceita notas, ou não cifra embora notes.encryption diga «always». Verifique o modelo e o protocolo.',
      answers: 'Firmware {firmware}, protocolo {protocol}.',
      plain:
        'A ligação não está cifrada: quem abrir o quiosque poderia simular notas. Mantenha-o fechado à chave, ou peça ao fabricante um aparelho que cifre.',
      knows: 'Conhece {values}. Compare com as notas em circulação.',
      'other-currency': 'Não conhece notas em {currency}, mas em {currencies}. Peça o conjunto de dados ao fabricante.',
      'not-there': 'Voltou a desaparecer. Verifique a alimentação e o cabo.',
      'box-full': 'A caixa de notas está cheia. Esvazie-a.',
      'box-out': 'A caixa de notas não está colocada. Coloque-a até encaixar.',
      jammed: 'Há uma nota presa. Abra o aparelho e retire-a.',
      cheated: 'Acaba de ver alguém puxar uma nota para trás. Vá ver o aparelho.',
      'out-of-order': 'Diz que está fora de serviço. Desligue-o e volte a ligá-lo; se não bastar, chame o fabricante.',
    },
  },
  savedTickets: {
    title: 'Bilhetes',
    inFolder: (files, folder) => `Ficheiros em ${folder}: ${files}.`,
    stay: 'Esta pasta é a impressora: ficam até alguém os apagar.',
    deleted: (hours) => `São apagados depois de impressos e, em todo o caso, ${hours} h depois do evento.`,
  },
  screen: {
    title: 'Ecrã',
    unsandboxed:
      'O navegador do ecrã funciona sem a sua «sandbox»: foi iniciado pelo root, ou com --no-sandbox. Uma página maliciosa poderia então chegar a todo o sistema. Inicie o Guichet a partir de outra conta, sem essa opção.',
  },
}

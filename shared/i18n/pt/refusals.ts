import type { RefusalTexts } from '../refusal-texts.ts'
import { countedIn } from '../counted.ts'

const counted = countedIn('pt-PT')

export const refusals: RefusalTexts = {
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

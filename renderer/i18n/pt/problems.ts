import { keyName } from '../../../shared/domain/desk/shortcuts.ts'
import { paperNames } from '../../../shared/domain/documents/paper.ts'
import {
  MAX_SELLER_TEXT,
  MAX_SMALL_PRINT,
  MAX_TENDER_NAME,
  numberLimits,
  type NumberLimits,
} from '../../../shared/domain/text-forms.ts'
import { commandName } from '../names.ts'
import type { AccountRefused, CorrectionRefused, SlipRefused } from '../../../shared/api/kiosk/failures.ts'
import type { ProblemTexts } from '../fr/problems.ts'
import { ptPaying } from './kiosk.ts'
import { refusalText, settingFaultText, type SettingFaultWords } from '../problem-text.ts'
import { ptSettingNames } from './office.ts'
import { countWithNoun } from '../../../shared/domain/language.ts'

const list = new Intl.ListFormat('pt', { type: 'conjunction' })
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
    'shifts.maxCashierCashMove': `${number(numberLimits.maxCashierCashMove)}, em unidades da moeda e sem separador, como 500000; 0: sempre com um responsável.`,
    'seller.taxRate': `${number(numberLimits.taxRate)}, no máximo duas decimais.`,
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
      'Um quiosque não pode receber documentos nem usar um terminal autónomo: não há operador de caixa para confirmar o pagamento. Mantenha o numerário e os meios de pagamento de um prestador.',
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

const counted = countWithNoun('pt-PT')

const correctionRefusals: Readonly<Record<CorrectionRefused['because'], string>> = {
  returned: 'Já foram reembolsados bilhetes desta venda.',
  'not-by-staff':
    'Um aparelho ou um operador confirmou-o, ou foi feito em notas ou por vale. Reembolse os bilhetes e volte a vendê-los.',
  'same-tender': 'Já está registado com este meio de pagamento.',
}

const accountRefusals: Readonly<Record<AccountRefused['because'], string>> = {
  unknown: 'Nenhuma conta de cliente tem este número. Verifique-o.',
  closed: 'Esta conta de cliente está fechada: não aceita mais vendas.',
  'other-currency': 'A moeda desta conta não é a desta venda.',
  'over-limit':
    'Esta venda ultrapassaria o limite da conta. Peça outro pagamento ao cliente, ou fale com o responsável das contas.',
  'other-account': 'Uma parte desta venda já está noutra conta.',
  'hub-away':
    'As contas de clientes não podem ser consultadas de momento. Espere um instante, ou peça outro pagamento.',
}

const slipRefusals: Readonly<Record<SlipRefused['because'], string>> = {
  unknown: 'Este número é desconhecido aqui. Verifique-o; se estiver certo, dirija-se à máquina indicada no vale.',
  'not-ours':
    'Este vale não foi emitido aqui, ou foi alterado. Dirija-se à máquina indicada no vale, ou fale com um funcionário.',
  taken: 'Um pagamento em curso está a usar este vale. Espere que esse pagamento termine e tente de novo.',
  spent: 'Este vale já foi usado. Se restava algum valor, está no vale que o substituiu.',
  'paid-out': 'Este vale já foi reembolsado em numerário.',
  doubtful: 'Um responsável tem de verificar primeiro este vale. Guarde-o e mostre-o a um funcionário.',
  'other-currency': 'A moeda deste vale não é a desta compra.',
  'hub-away':
    'De momento não é possível verificar este vale, mas ele não se perdeu: guarde-o. Espere um momento e tente de novo.',
}

export const ptProblems: ProblemTexts = {
  'partner-unreachable': (_, paid) => ({
    title: 'O serviço de venda não responde',
    body: `${paid} Espere um momento e tente de novo.`,
  }),
  'partner-refused': (_, paid) => ({
    title: 'O serviço de venda recusou o pedido',
    body: `${paid} Tente de novo; se o problema continuar, fale com um funcionário.`,
  }),
  'partner-unclear': (_, paid) => ({
    title: 'Resposta incorreta do serviço de venda',
    body: `${paid} Tente de novo; se o problema continuar, fale com um funcionário.`,
  }),
  'no-access-code': (_, paid) => ({
    title: 'Este evento não está à venda neste quiosque',
    body: `${paid} Escolha outro evento, ou pergunte numa bilheteira.`,
  }),
  'unknown-event': (_, paid) => ({
    title: 'Este evento já não está à venda',
    body: `${paid} Escolha outro evento na lista.`,
  }),
  'event-ended': (_, paid) => ({
    title: 'Este evento terminou',
    body: `${paid} Escolha outro evento na lista.`,
  }),
  'hold-refused': (_, paid) => ({
    title: 'Não foi possível bloquear estes lugares',
    body: `${paid} Escolha outros lugares.`,
  }),
  'session-expired': (_, paid) => ({
    title: 'O tempo terminou',
    body: `${paid} Escolha de novo os lugares.`,
  }),
  'unknown-sale': (_, paid) => ({
    title: 'Esta compra já não está em curso',
    body: `${paid} Recomece do início.`,
  }),
  'invalid-state': (_, paid) => ({
    title: 'Esta ação já não é possível',
    body: `${paid} A compra está noutra etapa: continue a partir do ecrã apresentado.`,
  }),
  'sale-in-progress': (_, paid) => ({
    title: 'Já há uma compra em curso aqui',
    body: `${paid} Espere que termine e recomece.`,
  }),
  'too-many-seats': ({ limit }) => ({
    title: `Máximo de ${counted(limit, 'lugar', 'lugares')}`,
    body: 'Retire alguns lugares, ou faça depois uma segunda compra.',
  }),
  'too-much': () => ({
    title: 'Valor superior ao que falta pagar',
    body: 'Escreva o valor a receber, ou deixe a linha vazia para receber tudo o que falta pagar.',
  }),
  'tickets-turned-up': () => ({
    title: 'Os bilhetes foram emitidos',
    body: 'A bilheteira vendeu estes lugares: a venda termina e os bilhetes são impressos. Não reembolse; se já o fez, recupere o dinheiro junto do cliente.',
  }),
  'approval-known': () => ({
    title: 'Este número já foi usado',
    body: 'Já está registado noutra venda. Releia o talão do terminal, a mensagem do operador ou o documento. Se o número for diferente, escreva esse. Se for o mesmo, escreva-o de novo.',
  }),
  'payer-needed': () => ({ title: 'Falta o número do cliente', body: 'Escreva o número de telefone dele.' }),
  'too-many-parked': ({ limit }) => ({
    title: `Máximo de ${counted(limit, 'venda', 'vendas')} em espera`,
    body: 'Retome uma venda em espera, ou termine esta.',
  }),
  'seat-unknown': (_, paid) => ({
    title: 'A planta mudou',
    body: `${paid} Escolha de novo: a planta está atualizada.`,
  }),
  'seat-taken': ({ seatCodes }, paid) => ({
    title: seatCodes.length === 1 ? 'Este lugar acabou de ser escolhido' : 'Estes lugares acabaram de ser escolhidos',
    body: `Outro cliente escolheu primeiro. ${paid} Escolha de novo.`,
  }),
  'hold-expired': (_, paid) => ({
    title: 'O tempo terminou',
    body: `Os seus lugares já não estão bloqueados. ${paid} Escolha de novo.`,
  }),
  'price-changed': (_, paid) => ({
    title: 'O preço acabou de mudar',
    body: `${paid} Escolha de novo: os novos preços estão indicados.`,
  }),
  'payment-refused': ({ reason }, paid) => refusalText(ptPaying.refused, reason, paid),
  'seat-kept': (_, paid) => ({
    title: 'Não foi possível retirar este lugar',
    body: `${paid} Todos os seus lugares continuam bloqueados. Tente de novo, ou pague todos os lugares.`,
  }),
  'payment-cancelled': (_, paid) => ({
    title: 'Pagamento cancelado',
    body: `${paid} Os seus lugares continuam bloqueados.`,
  }),
  'too-little-time': (_, paid) => ({
    title: 'Não há tempo suficiente para pagar',
    body: `${paid} Toque em «Escolher outros lugares» e escolha de novo os mesmos: terá mais tempo.`,
  }),
  'too-many-open': (_, paid) => ({
    title: 'Meio de pagamento indisponível de momento',
    body: `${paid} Há demasiados pagamentos à espera de confirmação. Pague de outra forma, ou dirija-se a uma bilheteira.`,
  }),
  'unknown-code': (_, paid) => ({
    title: 'Referência desconhecida neste quiosque',
    body: `Verifique a referência. O seu talão de levantamento tem de indicar este quiosque. ${paid}`,
  }),
  'codes-locked': ({ seconds }, paid) => ({
    title: 'Demasiadas tentativas',
    body: `Tente de novo dentro de ${seconds} s, ou dirija-se a uma bilheteira. ${paid}`,
  }),
  'slip-refused': ({ because }, paid) => ({
    title: 'Este vale de reembolso não é aceite',
    body: `${paid} ${slipRefusals[because]}`,
  }),
  'account-refused': ({ because }, paid) => ({
    title: 'Esta conta de cliente não pode ser usada',
    body: `${paid} ${accountRefusals[because]}`,
  }),
  'payment-unavailable': (_, paid) => ({
    title: 'Meio de pagamento indisponível',
    body: `${paid} Tente de novo, ou pague de outra forma.`,
  }),
  'tender-not-offered': (_, paid) => ({
    title: 'Este meio de pagamento não está disponível aqui',
    body: `${paid} Escolha outro meio de pagamento.`,
  }),
  'signed-out': () => ({
    title: 'A sua sessão terminou',
    body: 'Introduza de novo o seu código: nada se perdeu.',
  }),
  'wrong-pin': () => ({
    title: 'Código incorreto',
    body: 'Introduza-o de novo.',
  }),
  'pin-locked': ({ seconds }) => ({
    title: 'Demasiadas tentativas',
    body: `Este código está bloqueado. Tente de novo dentro de ${seconds} s; os outros códigos funcionam.`,
  }),
  'too-little': () => ({
    title: 'O valor recebido é insuficiente',
    body: 'Corrija o valor ou junte outro pagamento.',
  }),
  'not-in-cash': ({ smallest, currency }, _, { money }) => ({
    title: 'Valor impossível em numerário',
    body: `Escreva ${money(smallest, currency)} ou um múltiplo desse valor.`,
  }),
  'printer-not-ready': (_, paid) => ({
    title: 'A impressora não está pronta',
    body: `${paid} Peça a um funcionário que reinicie a impressora e tente de novo.`,
  }),
  'not-published': (_, paid) => ({
    title: 'Não foi possível enviar para o telemóvel',
    body: `${paid} Pode sempre usar bilhetes em papel. Tente de novo dentro de momentos.`,
  }),
  'message-refused': ({ because }) => ({
    title: 'Mensagem não enviada',
    body: {
      unreachable: 'O servidor da sala não responde. Tente de novo, ou peça ao cliente que leia o código.',
      address: 'Verifique o endereço ou o número com o cliente.',
      limit: 'Demasiadas mensagens para esta venda ou esta hora. Peça ao cliente que leia o código.',
      'page-unknown': 'A página expirou ou já não está disponível. Imprima os bilhetes.',
      'not-offered': 'O servidor da sala não envia mensagens deste tipo. Peça ao cliente que leia o código.',
    }[because],
  }),
  'invalid-input': (_, paid) => ({
    title: 'Ocorreu um erro',
    body: `${paid} Recomece; se o problema continuar, fale com um funcionário.`,
  }),
  forbidden: (_, paid) => ({
    title: 'Ação impossível neste ecrã',
    body: `${paid} Recomece; se o problema continuar, fale com um funcionário.`,
  }),
  internal: ({ incident }, paid) => ({
    title: 'Ocorreu um erro',
    body: `${paid} Recomece; se o problema continuar, mostre este número a um funcionário: ${incident}.`,
  }),
  'purchasing-suspended': (_, paid) => ({
    title: 'As vendas estão suspensas',
    body: `${paid} Dirija-se à bilheteira mais próxima.`,
  }),
  'storage-full': (_, paid) => ({
    title: 'Este quiosque já não pode vender',
    body: `${paid} É preciso um técnico. Dirija-se à bilheteira mais próxima.`,
  }),
  'invalid-answer': () => ({
    title: 'Esta resposta já não é possível',
    body: 'A pergunta talvez já tenha sido respondida. Volte à lista e tente de novo.',
  }),
  'hub-decides': () => ({
    title: 'A verificar o vale de reembolso no servidor do recinto',
    body: 'Nada se perdeu: a máquina continua a tentar. Verifique a rede se isto durar.',
  }),
  'training-not-offered': () => ({
    title: 'Sem formação nesta máquina',
    body: 'Só existe numa caixa em serviço real. Para praticar noutro lado, use a demonstração.',
  }),
  'quit-not-offered': () => ({
    title: 'Este ecrã não pode parar o programa',
    body: 'Pare-o na própria máquina.',
  }),
  'nothing-to-close': ({ shiftNo }) => ({
    title: 'Nada para fechar',
    body: `Nenhuma operação desde o fecho do turno ${shiftNo}. O relatório Z desse turno pode ser impresso outra vez.`,
  }),
  'no-report': () => ({
    title: 'Nenhum relatório para imprimir',
    body: 'Faça primeiro um relatório X ou um relatório Z.',
  }),
  'not-allowed': () => ({
    title: 'O seu perfil não permite esta ação',
    body: 'Peça a um responsável.',
  }),
  'approval-required': () => ({
    title: 'Um responsável tem de confirmar',
    body: 'O responsável introduz o seu número e o seu código.',
  }),
  'second-person': ({ because, seconds = 0 }) => ({
    title: 'Uma segunda pessoa tem de confirmar',
    body:
      because === 'same-person'
        ? 'Outro responsável tem de introduzir o seu número e o seu código.'
        : because === 'not-allowed'
          ? 'Este número não é de um responsável.'
          : because === 'pin-locked'
            ? `O código está bloqueado após demasiadas tentativas. Tente de novo dentro de ${seconds} s.`
            : 'O número ou o código está incorreto. Verifique-os e tente de novo.',
  }),
  'weak-pin': () => ({
    title: 'Código fácil de adivinhar',
    body: 'Escolha outro, sem algarismos repetidos nem seguidos. Não pode ser um ano, uma data ou um número de funcionário.',
  }),
  'number-taken': () => ({
    title: 'Este número já está atribuído',
    body: 'Escolha outro, ou retire primeiro a pessoa que o tem.',
  }),
  'no-such-number': () => ({
    title: 'Este número já não existe',
    body: 'A lista mudou: atualize-a.',
  }),
  'last-supervisor': () => ({
    title: 'É o último responsável',
    body: 'Tem de haver sempre um: acrescente outro primeiro.',
  }),
  'refund-not-offered': () => ({
    title: 'O prestador não pode fazer este reembolso',
    body: 'Abra a lista de novo, ou reembolse de outra forma.',
  }),
  'refund-over': () => ({
    title: 'Este reembolso já não está em curso',
    body: 'Abra a lista de novo para ver o estado.',
  }),
  'no-such-ticket': () => ({
    title: 'Este bilhete não pertence a esta venda',
    body: 'Abra a venda de novo e repita.',
  }),
  'ticket-returned': () => ({
    title: 'Um destes bilhetes já foi reembolsado',
    body: 'Este comando não reembolsou nem imprimiu nada. Abra a venda de novo e escolha só os bilhetes ainda válidos.',
  }),
  'tickets-cancelled': ({ seatCodes }) => ({
    title: `${seatCodes.length === 1 ? 'Bilhete anulado' : 'Bilhetes anulados'} na bilheteira: ${seatCodes.join(', ')}`,
    body: `${seatCodes.length === 1 ? 'Este lugar pode estar' : 'Estes lugares podem estar'} de novo à venda: não é possível imprimir um duplicado. Pergunte ao organizador.`,
  }),
  'other-shift': () => ({
    title: 'Esta venda pertence a um turno já fechado',
    body: 'Já não pode ser anulada, nem o seu pagamento corrigido. Pode reembolsar os bilhetes.',
  }),
  'other-tender': () => ({
    title: 'Esta venda não foi paga dessa forma',
    body: 'Reembolse pelo meio de pagamento que foi usado.',
  }),
  'correction-refused': ({ because }) => ({
    title: 'Este pagamento não pode ser corrigido',
    body: correctionRefusals[because],
  }),
  'nothing-to-invoice': () => ({
    title: 'Nenhuma fatura possível',
    body: 'Não há bilhetes pagos para faturar. Bilhetes gratuitos não dão fatura.',
  }),
  'unreadable-report': ({ line, what }) => ({
    title: 'Ficheiro de extrato ilegível',
    body: `Linha ${line}: ${what}`,
  }),
  'no-shift': () => ({
    title: 'Este turno não existe',
    body: 'Escolha um turno da lista.',
  }),
  'unknown-currency': () => ({
    title: 'Esta gaveta não trabalha com essa moeda',
    body: 'Escolha uma das moedas propostas.',
  }),
  'float-known': () => ({
    title: 'O fundo de caixa já está registado',
    body: 'Corrija-o com uma entrada ou uma saída de numerário.',
  }),
  'unknown-piece': () => ({
    title: 'Nota ou moeda desconhecida',
    body: 'Conte de novo.',
  }),
  'write-failed': () => ({
    title: 'Não foi possível gravar o ficheiro',
    body: 'Verifique o disco da máquina e a pasta escolhida e tente de novo.',
  }),
  'unknown-printer': () => ({
    title: 'Esta impressora já não está configurada',
    body: 'Atualize a lista de impressoras.',
  }),
  'access-code-refused': () => ({
    title: 'Código de acesso recusado pela bilheteira',
    body: 'Está desatualizado ou errado. Peça o novo ao organizador e escreva-o na página «Códigos de acesso».',
  }),
  'setting-refused': ({ faults }, _, { desk }) => ({
    title: 'Esta definição não é aceite',
    body: faults.map((fault) => settingFaultText(fault, ptSettingFaults, desk)).join(' '),
  }),
  'not-saved': () => ({
    title: 'Não foi possível guardar a medida',
    body: 'O ecrã mantém a medida anterior. Tente de novo; se o problema continuar, verifique o disco do quiosque.',
  }),
  'bridge-lost': (_, paid) => ({
    title: 'O quiosque está a reiniciar',
    body: `${paid} Espere um momento: este ecrã vai voltar.`,
  }),
}

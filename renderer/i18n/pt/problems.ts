import type { SlipRefused } from '../../../shared/kiosk-api/failures.ts'
import type { ProblemTexts } from '../fr/problems.ts'
import { ptPaying } from './paying.ts'
import { refusalText } from '../refusal-text.ts'
import { ptSettingFaults } from './settings.ts'
import { settingFaultText } from '../setting-fault.ts'
import { countedIn } from '../../../shared/i18n/counted.ts'

const counted = countedIn('pt-PT')

const slipRefusals: Readonly<Record<SlipRefused['because'], string>> = {
  unknown: 'Este quiosque não conhece esse número. Verifique-o; se estiver certo, vá à máquina indicada no vale.',
  'not-ours':
    'Esta máquina não assinou esse vale, ou ele foi alterado. Vá à máquina nele indicada, ou fale com um funcionário.',
  taken: 'Um pagamento em curso está a usá-lo. Espere que termine e tente de novo.',
  spent: 'Já foi usado. O que sobrou está no vale que o substituiu.',
  'paid-out': 'O valor já foi pago em numerário.',
  doubtful:
    'Esta máquina perdeu parte dos seus registos: um responsável verifica primeiro se o vale já foi usado. Guarde-o.',
  'other-currency': 'Está noutra moeda que não a desta compra.',
  'hub-away': 'Espere um momento e tente de novo.',
}

export const ptProblems: ProblemTexts = {
  'partner-unreachable': (_, paid) => ({
    title: 'A bilheteira não responde',
    body: `${paid} Espere um momento e tente de novo.`,
  }),
  'partner-refused': (_, paid) => ({
    title: 'A bilheteira não aceitou o pedido',
    body: `${paid} Tente de novo; se o problema continuar, fale com um funcionário.`,
  }),
  'partner-unclear': (_, paid) => ({
    title: 'Não se consegue ler a resposta da bilheteira',
    body: `${paid} Tente de novo; se o problema continuar, fale com um funcionário.`,
  }),
  'no-access-code': (_, paid) => ({
    title: 'Este evento não se vende neste quiosque',
    body: `${paid} Escolha outro, ou pergunte na bilheteira.`,
  }),
  'unknown-event': (_, paid) => ({
    title: 'Este evento já não está à venda',
    body: `${paid} Escolha outro na lista.`,
  }),
  'event-ended': (_, paid) => ({
    title: 'Este evento terminou',
    body: `${paid} Já não se vendem lugares para ele. Escolha outro na lista.`,
  }),
  'hold-refused': (_, paid) => ({
    title: 'Não foi possível reservar estes lugares',
    body: `${paid} Escolha outros.`,
  }),
  'session-expired': (_, paid) => ({
    title: 'O tempo previsto acabou',
    body: `${paid} Basta recomeçar do início.`,
  }),
  'unknown-sale': (_, paid) => ({
    title: 'Esta venda já não está aberta',
    body: `${paid} Basta recomeçar do início.`,
  }),
  'wrong-stage': (_, paid) => ({
    title: 'Isto já não se pode fazer',
    body: `${paid} A venda está noutro passo. Continue a partir daí.`,
  }),
  'sale-in-progress': (_, paid) => ({
    title: 'Já há uma venda em curso aqui',
    body: `${paid} Espere que termine e recomece.`,
  }),
  'too-many-seats': ({ limit }) => ({
    title: `${counted(limit, 'lugar', 'lugares')} no máximo`,
    body: 'Retire alguns, ou compre outra vez a seguir.',
  }),
  'too-much': () => ({
    title: 'Mais do que falta pagar',
    body: 'Escreva a parte a receber, ou nada para tudo o que falta.',
  }),
  'tickets-turned-up': () => ({
    title: 'Os bilhetes apareceram',
    body: 'A bilheteira vendeu mesmo estes lugares: a venda termina e os bilhetes são impressos. Não devolva nada; recupere o que já tenha devolvido.',
  }),
  'approval-known': () => ({
    title: 'Este número já foi usado',
    body: 'Outra venda deste turno tem-no. Releia o talão ou a mensagem; se for mesmo esse, dê-o outra vez.',
  }),
  'payer-needed': () => ({ title: 'Falta o número do cliente', body: 'Escreva o seu número de telefone.' }),
  'too-many-parked': ({ limit }) => ({
    title: `${counted(limit, 'venda', 'vendas')} à parte no máximo`,
    body: 'Retome uma, ou termine esta.',
  }),
  'seat-unknown': (_, paid) => ({
    title: 'A planta mudou entretanto',
    body: `${paid} Escolha de novo na planta atual.`,
  }),
  'seat-taken': ({ seatCodes }, paid) => ({
    title: seatCodes.length === 1 ? 'Este lugar acaba de ser ocupado' : 'Estes lugares acabam de ser ocupados',
    body: `Alguém foi mais rápido. ${paid} Escolha outros.`,
  }),
  'hold-expired': (_, paid) => ({
    title: 'O tempo acabou',
    body: `Os seus lugares já não estão reservados. ${paid} Escolha de novo.`,
  }),
  'price-changed': (_, paid) => ({
    title: 'O preço acaba de mudar',
    body: `${paid} Escolha de novo, aos preços agora indicados.`,
  }),
  'payment-refused': ({ reason }, paid) => refusalText(ptPaying.refused, reason, paid),
  'seat-kept': (_, paid) => ({
    title: 'Não foi possível retirar este lugar',
    body: `${paid} Todos os seus lugares continuam reservados. Tente de novo ou pague-os assim.`,
  }),
  'payment-cancelled': (_, paid) => ({
    title: 'Pagamento anulado',
    body: `${paid} Os lugares continuam reservados.`,
  }),
  'too-little-time': (_, paid) => ({
    title: 'Já não há tempo para pagar',
    body: `${paid} Toque em «Mudar de lugares» e escolha-os de novo: terá mais tempo.`,
  }),
  'too-many-open': (_, paid) => ({
    title: 'Demasiados pagamentos sem resposta',
    body: `${paid} Este quiosque ainda espera pelo operador por causa de outros clientes: pague de outra forma, ou dirija-se a uma bilheteira.`,
  }),
  'unknown-code': (_, paid) => ({
    title: 'Este quiosque não conhece essa referência',
    body: `Verifique a referência, e se este é o quiosque indicado no seu talão. ${paid}`,
  }),
  'codes-locked': ({ seconds }, paid) => ({
    title: 'Demasiadas referências erradas',
    body: `Tente de novo dentro de ${seconds} s, ou dirija-se a uma bilheteira. ${paid}`,
  }),
  'slip-refused': ({ because }, paid) => ({
    title: 'Este vale de crédito não é aceite',
    body: `${paid} ${slipRefusals[because]}`,
  }),
  'payment-unavailable': (_, paid) => ({
    title: 'Esta forma de pagar não responde',
    body: `${paid} Tente de novo, ou pague de outra forma.`,
  }),
  'tender-not-offered': (_, paid) => ({
    title: 'Aqui não se paga desta forma',
    body: `${paid} Escolha outra.`,
  }),
  'signed-out': () => ({
    title: 'Já não está no posto',
    body: 'Escreva de novo o seu código: tudo ficou como estava.',
  }),
  'wrong-pin': () => ({
    title: 'Este código não está certo',
    body: 'Introduza-o de novo.',
  }),
  'pin-locked': ({ seconds }) => ({
    title: 'Demasiadas tentativas',
    body: `Este código está bloqueado por mais ${seconds} s. Os outros códigos funcionam.`,
  }),
  'too-little': () => ({
    title: 'A quantia recebida é pequena demais',
    body: 'Corrija-a, ou complete-a.',
  }),
  'not-in-cash': ({ smallest, currency }, _, { money }) => ({
    title: 'Não há notas nem moedas para essa quantia',
    body: `Escreva pelo menos ${money(smallest, currency)}, ou um múltiplo.`,
  }),
  'printer-not-ready': (_, paid) => ({
    title: 'A impressora não está pronta',
    body: `${paid} Chame um funcionário para a pôr a funcionar e tente de novo.`,
  }),
  'invalid-input': (_, paid) => ({
    title: 'Algo correu mal',
    body: `${paid} Recomece do início; se o problema continuar, fale com um funcionário.`,
  }),
  forbidden: (_, paid) => ({
    title: 'Este ecrã não pode fazer isso',
    body: `${paid} Recomece do início; se o problema continuar, fale com um funcionário.`,
  }),
  internal: ({ incident }, paid) => ({
    title: 'Algo correu mal',
    body: `${paid} Recomece do início; se o problema continuar, mostre este número a um funcionário: ${incident}.`,
  }),
  'purchases-refused': (_, paid) => ({
    title: 'A bilheteira não aceita vendas',
    body: `${paid} Avise um funcionário e dirija-se à bilheteira mais próxima.`,
  }),
  'storage-full': (_, paid) => ({
    title: 'Este quiosque já não pode vender',
    body: `${paid} A memória está cheia: avise um funcionário e dirija-se à bilheteira mais próxima.`,
  }),
  'wrong-answer': () => ({
    title: 'Esta resposta não serve para esta venda',
    body: 'Leia a pergunta outra vez e responda de novo.',
  }),
  'hub-decides': () => ({
    title: 'O servidor dirá se este vale foi usado',
    body: 'Nada se perde: é consultado até responder. Verifique a rede desta máquina.',
  }),
  'training-not-offered': () => ({
    title: 'Aqui não há formação',
    body: 'Faz-se numa caixa verdadeira; a demonstração serve para praticar.',
  }),
  'quit-not-offered': () => ({
    title: 'Este ecrã não pode parar o programa',
    body: 'Pare-o na própria máquina.',
  }),
  'nothing-to-close': ({ shiftNo }) => ({
    title: 'Não há nada para fechar',
    body: `Nada aconteceu desde o fecho Z do turno ${shiftNo}. Para o ter de novo em papel, imprima-o outra vez.`,
  }),
  'no-report': () => ({
    title: 'Não há relatório para imprimir',
    body: 'Faça primeiro um relatório X ou um fecho Z.',
  }),
  'not-allowed': () => ({
    title: 'A sua função não permite isto',
    body: 'Peça a um responsável.',
  }),
  'second-needed': () => ({
    title: 'Um responsável confirma consigo',
    body: 'É mais do que um caixa faz sozinho: o responsável escreve o seu número e o seu código.',
  }),
  'second-person': ({ because, seconds = 0 }) => ({
    title: 'É precisa uma segunda pessoa',
    body:
      because === 'same-person'
        ? 'Outro responsável tem de indicar o seu número e o seu código.'
        : because === 'not-allowed'
          ? 'O número não é de um responsável.'
          : because === 'pin-locked'
            ? `O código está bloqueado por mais ${seconds} s, após demasiadas tentativas.`
            : 'O número ou o código não está certo.',
  }),
  'guessed-pin': () => ({
    title: 'Este código adivinha-se',
    body: 'Sem algarismos repetidos nem seguidos, sem ano, sem data, sem número de agente: escolha outro.',
  }),
  'number-taken': () => ({
    title: 'Este número já está ocupado',
    body: 'Dê outro, ou retire primeiro quem o tem.',
  }),
  'no-such-number': () => ({
    title: 'Ninguém tem este número',
    body: 'A lista mudou entretanto: atualize-a.',
  }),
  'last-supervisor': () => ({
    title: 'É o último responsável',
    body: 'Junte primeiro outro: alguém tem de responder pelos restantes.',
  }),
  'refund-not-offered': () => ({
    title: 'O operador não pode devolver esta quantia daqui',
    body: 'Abra a lista de novo, ou devolva a quantia de outra forma.',
  }),
  'refund-over': () => ({
    title: 'Este reembolso já não está em curso',
    body: 'Abra a lista de novo: ela diz o que se passa.',
  }),
  'no-such-ticket': () => ({
    title: 'Este bilhete não é desta venda',
    body: 'Abra a venda de novo e repita.',
  }),
  'ticket-returned': () => ({
    title: 'Um destes bilhetes já foi devolvido',
    body: 'Não se imprime de novo nem se reembolsa duas vezes.',
  }),
  'tickets-cancelled': ({ seatCodes }) => ({
    title: `${seatCodes.length === 1 ? 'Bilhete anulado' : 'Bilhetes anulados'} na bilheteira: ${seatCodes.join(', ')}`,
    body: 'O lugar pode estar de novo à venda: não há duplicado. Pergunte ao organizador.',
  }),
  'other-shift': () => ({
    title: 'Esta venda é de um turno já fechado',
    body: 'Já não se anula: reembolse os bilhetes.',
  }),
  'other-tender': () => ({
    title: 'Esta quantia não foi paga dessa forma',
    body: 'Devolva-a pelo meio com que foi paga.',
  }),
  'unreadable-report': ({ line, what }) => ({
    title: 'Este ficheiro não é um extrato',
    body: `Linha ${line}: ${what}`,
  }),
  'no-shift': () => ({
    title: 'Esse turno de caixa não existe',
    body: 'Escolha um da lista.',
  }),
  'unknown-currency': () => ({
    title: 'Esta gaveta não tem essa moeda',
    body: 'Escolha uma das moedas propostas.',
  }),
  'float-known': () => ({
    title: 'O fundo de caixa já está registado',
    body: 'Corrija-o com uma entrada ou uma saída.',
  }),
  'unknown-piece': () => ({
    title: 'Essa nota ou moeda não existe',
    body: 'Conte de novo.',
  }),
  'not-written': () => ({
    title: 'Não foi possível gravar o ficheiro',
    body: 'Verifique o disco da máquina e a pasta escolhida e tente de novo.',
  }),
  'unknown-printer': () => ({
    title: 'Esta impressora já não está configurada',
    body: 'Atualize a lista de impressoras.',
  }),
  'access-code-refused': () => ({
    title: 'A bilheteira recusa o código de acesso',
    body: 'Foi renovado, ou está errado. Peça o certo ao organizador e escreva-o na página Códigos de acesso.',
  }),
  'setting-refused': ({ faults }, _, { desk }) => ({
    title: 'Este ajuste não é aceite',
    body: faults.map((fault) => settingFaultText(fault, ptSettingFaults, desk)).join(' '),
  }),
  'not-saved': () => ({
    title: 'Não foi possível guardar a medida',
    body: 'O ecrã mantém a anterior. Tente de novo; se o problema continuar, verifique o disco do quiosque.',
  }),
  'bridge-lost': (_, paid) => ({
    title: 'O quiosque está a reiniciar',
    body: `${paid} Espere um momento: este ecrã continua sozinho.`,
  }),
}

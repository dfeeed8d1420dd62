import type { PrinterFault, WayDown } from '../../domain/fleet/readiness.ts'
import {
  eventNames,
  isBeingEmptied,
  isOfNotes,
  isTurnedAway,
  refusalCode,
  span,
  type Advice,
  type ObstacleTexts,
} from '../obstacle-texts.ts'
import { isNotes } from '../../domain/money/tender.ts'
import type { TenderNames } from '../texts.ts'
import type { TermsSetting } from '../../domain/terms.ts'

const units = { minutes: 'min', hours: 'h', days: 'dias' }
const enter = 'Escrevê-lo em «Códigos de acesso»: no escritório de uma caixa, ou no ecrã do pessoal de um quiosque.'

const faults = {
  'no-answer': 'não responde',
  'turned-away': 'recusa esta máquina',
  'not-there': 'o leitor não responde',
  'box-full': 'o cofre das notas está cheio',
  'box-out': 'o cofre das notas não está no lugar',
  jammed: 'há uma nota presa',
  cheated: 'houve uma tentativa de fraude',
  'other-currency': 'o leitor aceita outra moeda',
  'being-emptied': 'o cofre das notas está aberto e ainda não foi contado',
  'out-of-order': 'o leitor está avariado',
}
const saidOf = (ways: readonly WayDown[], names: TenderNames, comma: string): string =>
  ways.map(({ tender, fault }) => `${names[tender]}${isNotes(tender) ? ': ' : ' '}${faults[fault]}`).join(comma)

/** What stops a printer, and what to do about it. */
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
  'terms.privacy': 'aviso de privacidade',
}

export const obstacles: ObstacleTexts = {
  training: () => ({
    what: 'Caixa em formação: não vende nada',
    todo: 'No seu ecrã, terminar a formação e depois identificar-se.',
  }),
  'partner-unreachable': () => ({
    what: 'A bilheteira não responde a esta máquina',
    todo: 'Verificar a ligação à rede. Se as outras máquinas vendem, executar «guichet doctor» nesta.',
  }),
  'clock-off': ({ minutes, refused }) => ({
    what: `O relógio está ${minutes > 0 ? 'adiantado' : 'atrasado'} ${span(minutes, units)}${refused ? ': a bilheteira recusa a máquina' : ''}`,
    todo: 'Acertar a data e a hora do computador e ativar o acerto automático. A venda recomeça sozinha.',
  }),
  'not-let-in': (refusal) => ({
    what: `A bilheteira recusa esta máquina (${refusalCode(refusal)})`,
    todo: '«guichet doctor» diz o que está errado: código de parceiro, nome da chave ou segredo. Corrigi-lo com «Refazer a instalação» num quiosque, com «guichet setup» numa caixa.',
  }),
  'not-understood': ({ detail }) => ({
    what: `A resposta da bilheteira não se consegue ler (${detail})`,
    todo: 'Verificar o endereço da bilheteira e depois telefonar-lhe: «guichet doctor» diz o que falta.',
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
    todo: 'Perguntar à bilheteira se esta venda está aberta e dizer-lhe este código.',
  }),
  'purchases-refused': (refusal) => ({
    what: `A bilheteira recusa as compras (${refusalCode(refusal)})`,
    todo: 'Executar «guichet doctor», corrigir o que ele indica e tocar em «Retomar as vendas» no ecrã do pessoal.',
  }),
  'no-way-to-pay': () => ({
    what: 'Nenhum meio de pagamento neste quiosque',
    todo: 'Acrescentar um meio de pagamento nas definições: dinheiro, se houver um funcionário ao lado, ou cartão.',
  }),
  'payments-down': ({ ways, all }, names) => ({
    what: `${saidOf(ways, names, ', ')}${all ? ': não há outro meio de pagamento' : ''}`,
    todo: ways.every(isBeingEmptied)
      ? 'No ecrã do pessoal deste quiosque, em «Cofre das notas»: registar a contagem, ou fechar sem contar.'
      : ways.every(isOfNotes)
        ? 'Abrir a máquina com a chave e ver o leitor de notas: cabo, nota presa, cofre das notas cheio ou fora do lugar. Este meio de pagamento volta por si.'
        : ways.some(isTurnedAway)
          ? '«guichet doctor» diz o que está errado: o identificador, o segredo, ou um endereço que falta na lista do operador. Corrigi-lo por «Refazer a instalação» num quiosque, por «guichet setup» numa caixa.'
          : 'Verificar a rede. Se estiver bem, esperar pelo operador: este meio de pagamento volta por si. «guichet doctor» diz mais.',
  }),
  'no-tickets': ({ fault }) => ({
    what: `Não sai nenhum bilhete: ${printerAdvice[fault].what}`,
    todo: printerAdvice[fault].todo,
  }),
  ledger: ({ condition }) =>
    condition === 'disk-failed'
      ? { what: 'O disco recusa escrever', todo: 'Não vender mais aqui. Trocar o disco e repor a cópia.' }
      : {
          what: 'O registo está quebrado',
          todo: 'Não vender mais aqui. Seguir «When something went wrong» no manual.',
        },
  'disk-full': () => ({ what: 'Disco cheio: nenhuma venda começa', todo: 'Libertar espaço no disco.' }),
  'damaged-files': ({ files }) => ({
    what: `Ficheiro${files.length === 1 ? ' danificado' : 's danificados'}: ${files.join(', ')}`,
    todo: 'A máquina vende sem ele. Repor uma boa cópia de segurança, ou introduzir de novo o conteúdo; depois mover o ficheiro danificado para outro sítio.',
  }),
  'unprintable-characters': ({ characters, ...met }) => ({
    what: `Caracteres impressos como uma caixa vazia (${characters.join(' ')}): ${eventNames(met, ', ')}`,
    todo: 'A máquina vende. Pedir ao serviço de bilhetes que escreva este título ou local numa escrita que os papéis conheçam.',
  }),
  'screen-failing': ({ side }) => ({
    what:
      side === 'seller'
        ? 'O ecrã falha sempre de novo: recarrega a cada 30 segundos'
        : 'O ecrã do cliente falha sempre de novo: a caixa vende',
    todo: 'Reiniciar a máquina. Se voltar a falhar, enviar ao fornecedor as linhas «screen failed» de guichet.log.',
  }),
  'terms-missing': ({ settings }) => ({
    what: `Falta para uma venda em regra: ${settings.map((setting) => terms[setting]).join(', ')}`,
    todo: 'A máquina vende. Indicá-los com «Refazer a instalação» num quiosque, com «guichet setup» numa caixa, ou em config.json.',
  }),
  other: () => ({
    what: 'Esta máquina não pode vender',
    todo: 'Ler no ecrã do pessoal, «Estado do quiosque», o que a impede, e atualizar este servidor.',
  }),
}

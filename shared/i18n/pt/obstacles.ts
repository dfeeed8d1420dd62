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
const enter =
  'Introduzi-lo em «Códigos de acesso»: no escritório de uma caixa, ou no ecrã dos funcionários de um quiosque.'

const faults = {
  'no-answer': 'não responde',
  'turned-away': 'recusa esta máquina',
  'not-there': 'o leitor de notas não responde',
  'box-full': 'o cofre das notas está cheio',
  'box-out': 'o cofre das notas não está no lugar',
  jammed: 'há uma nota presa',
  cheated: 'tentativa de fraude',
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
  'terms.privacy': 'política de privacidade',
}

export const obstacles: ObstacleTexts = {
  training: () => ({
    what: 'Caixa em formação: sem vendas reais',
    todo: 'No ecrã da caixa, terminar a formação e depois identificar-se.',
  }),
  'partner-unreachable': () => ({
    what: 'A bilheteira não responde a esta máquina',
    todo: 'Verificar a ligação à rede. Se outras máquinas ainda vendem, executar «guichet doctor» nesta máquina.',
  }),
  'clock-off': ({ minutes, refused }) => ({
    what: `O relógio está ${minutes > 0 ? 'adiantado' : 'atrasado'} ${span(minutes, units)}${refused ? ': a bilheteira recusa a máquina' : ''}`,
    todo: 'Acertar a data e a hora do computador e ativar o acerto automático. A venda recomeça depois automaticamente.',
  }),
  'not-let-in': (refusal) => ({
    what: `A bilheteira recusa esta máquina (${refusalCode(refusal)})`,
    todo: '«guichet doctor» indica o erro: código de parceiro, nome da chave ou segredo. Corrigi-lo com «Reinstalar a máquina» num quiosque, com «guichet setup» numa caixa.',
  }),
  'not-understood': ({ detail }) => ({
    what: `Resposta inválida da bilheteira (${detail})`,
    todo: 'Verificar o endereço da bilheteira e depois telefonar-lhe: «guichet doctor» indica o que falta.',
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
    todo: 'Perguntar à bilheteira se esta venda está aberta, indicando-lhe este código.',
  }),
  'purchases-refused': (refusal) => ({
    what: `A bilheteira recusa as compras (${refusalCode(refusal)})`,
    todo: 'Executar «guichet doctor», corrigir o erro indicado e escolher «Retomar as vendas» em «Estado do quiosque» ou no escritório, página «Máquina».',
  }),
  'no-way-to-pay': () => ({
    what: 'Nenhum meio de pagamento neste quiosque',
    todo: 'Acrescentar um meio de pagamento nas definições: cartão, ou numerário se houver um funcionário ao lado.',
  }),
  'payments-down': ({ ways, all }, names) => ({
    what: `${saidOf(ways, names, ', ')}${all ? ': não há outro meio de pagamento' : ''}`,
    todo: ways.every(isBeingEmptied)
      ? 'No ecrã dos funcionários deste quiosque, em «Cofre das notas»: registar a contagem, ou fechar sem contar.'
      : ways.every(isOfNotes)
        ? 'Abrir o quiosque com a chave e verificar o leitor de notas: cabo, nota presa, cofre das notas cheio ou fora do lugar. Este meio de pagamento volta automaticamente.'
        : ways.some(isTurnedAway)
          ? '«guichet doctor» indica o erro: o identificador, o segredo, ou um endereço que falta na lista do prestador. Corrigi-lo com «Reinstalar a máquina» num quiosque, com «guichet setup» numa caixa.'
          : 'Verificar a rede. Se funcionar, esperar pelo prestador: este meio de pagamento volta automaticamente. «guichet doctor» dá pormenores.',
  }),
  'no-tickets': ({ fault }) => ({
    what: `Nenhum bilhete é impresso: ${printerAdvice[fault].what}`,
    todo: printerAdvice[fault].todo,
  }),
  ledger: ({ condition }) =>
    condition === 'disk-failed'
      ? { what: 'Não é possível escrever no disco', todo: 'Não vender mais aqui. Trocar o disco e repor a cópia.' }
      : {
          what: 'O diário está danificado',
          todo: 'Não vender mais aqui. Seguir «When something went wrong» no manual.',
        },
  'disk-full': () => ({ what: 'Disco cheio: sem novas vendas', todo: 'Libertar espaço no disco.' }),
  'damaged-files': ({ files }) => ({
    what: `Ficheiro${files.length === 1 ? ' danificado' : 's danificados'}: ${files.join(', ')}`,
    todo: 'A máquina vende, mas sem estes dados. Repor uma boa cópia de segurança, ou introduzir de novo os dados; depois mover cada ficheiro danificado para outro sítio.',
  }),
  'unprintable-characters': ({ characters, ...met }) => ({
    what: `Caracteres impressos como uma caixa vazia (${characters.join(' ')}): ${eventNames(met, ', ')}`,
    todo: 'A máquina vende. Pedir à bilheteira que escreva este título ou local com caracteres imprimíveis.',
  }),
  'screen-failing': ({ side }) => ({
    what:
      side === 'seller'
        ? 'O ecrã falha repetidamente: recarrega a cada 30 segundos'
        : 'O ecrã do cliente falha repetidamente: a caixa continua a vender',
    todo: 'Reiniciar a máquina. Se voltar a falhar, enviar ao fornecedor as linhas «screen failed» de guichet.log.',
  }),
  'terms-missing': ({ settings }) => ({
    what: `Faltam indicações exigidas por lei: ${settings.map((setting) => terms[setting]).join(', ')}`,
    todo: 'A máquina vende. Completá-las com «Reinstalar a máquina» num quiosque, com «guichet setup» numa caixa, ou em config.json.',
  }),
  other: () => ({
    what: 'Esta máquina não pode vender',
    todo: 'Ler a causa no ecrã dos funcionários, «Estado do quiosque», e atualizar este servidor.',
  }),
}

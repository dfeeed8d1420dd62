import { obstacles, printerAdvice } from '../../../shared/i18n/pt/obstacles.ts'
import { tenderNames } from '../../../shared/i18n/pt/words.ts'
import { adviceOn } from '../../../shared/i18n/obstacle-texts.ts'
import { printerFaults } from '../../../shared/domain/fleet/readiness.ts'
import { ofEach } from '../../../shared/domain/of-each.ts'
import { ptOffice } from './office.ts'
import { ptSettingFaults } from './settings.ts'
import type { FleetCatalogue } from '../fr/fleet.ts'

export const ptFleet: FleetCatalogue = {
  title: 'Todas as máquinas',
  signIn: {
    title: 'Iniciar sessão',
    name: 'Nome',
    password: 'Palavra-passe',
    go: 'Entrar',
    refused: 'Este nome e esta palavra-passe não correspondem.',
    tooOften: 'Demasiadas tentativas. Aguarde um minuto.',
    unreachable: 'O servidor não responde. Tente de novo daqui a pouco.',
  },
  signOut: 'Terminar sessão',
  language: 'Língua',
  search: 'Procurar uma máquina ou um grupo',
  allGroups: 'Todos os grupos',
  group: 'Grupo',
  show: 'Mostrar',
  levels: { red: 'A ver já', amber: 'A ver em breve', green: 'Está tudo bem' },
  noneFound: 'Nenhuma máquina corresponde.',
  empty: {
    what: 'Ainda não há máquinas inscritas.',
    todo: 'No servidor: «guichet hub devices invite NOME». Na máquina: «guichet fleet enrol CÓDIGO».',
  },
  machines: (count) => (count === 1 ? '1 máquina' : `${count} máquinas`),
  upToDate: (ago) => `Atualizado ${ago}`,
  hubSilent: (ago) => `O servidor deixou de responder ${ago}: o que se segue já envelheceu.`,
  seen: 'Vista',
  lastSale: 'Última venda',
  noSale: 'nenhuma',
  version: 'Versão',
  queue: 'Vendas em curso',
  disk: 'Espaço livre',
  printers: 'Impressoras',
  roles: { kiosk: 'Quiosque', cashier: 'Caixa' },
  demo: 'Demonstração',
  serving: 'A servir alguém',
  open: 'Aberta',
  closed: 'Fechada',
  printerStates: {
    ...ofEach(printerFaults, (fault) => printerAdvice[fault].what),
    ready: 'pronta',
    'paper-low': 'rolo quase no fim',
    unknown: 'estado desconhecido',
  },
  settings: {
    open: 'Definições',
    title: (name) => `Definições de ${name}`,
    target: 'Para',
    machine: (name) => `esta máquina, ${name}`,
    wholeGroup: (name) => `todo o grupo ${name}`,
    note: 'Uma máquina recebe-as sozinha assim que ninguém esteja a ser servido e o seu ecrã fique sossegado.',
    send: 'Enviar',
    close: 'Fechar',
    unsent: 'Nada foi enviado. Verifique os valores e tente de novo.',
    states: {
      waiting: 'Definições a caminho',
      filed: 'Definições recebidas',
      running: 'Definições em dia',
      refused: 'Definições recusadas',
    },
    waits: {
      sale: 'há uma venda aberta',
      parked: 'há uma venda posta de lado',
      'under-way': 'há uma venda em curso',
      work: 'há uma operação em curso',
      attention: 'há alguém ao ecrã',
    },
    waitsFor: (why) => `à espera: ${why}`,
    inForce: 'Em vigor:',
    openingFrom: 'Vende a partir das',
    openingTo: 'Vende até às',
    office: ptOffice,
    faults: ptSettingFaults,
  },
  ledger: {
    doubts: {
      shorter: 'O registo acaba antes do que o servidor viu',
      forked: 'O registo tem linhas diferentes das que o servidor viu',
      'another-key': 'O registo é assinado por uma chave que o servidor não conhece',
      'another-ledger': 'Este já não é o registo que o servidor conhece',
    },
    todo: 'Descobrir porquê: disco reposto de uma cópia, chave perdida, mão alheia. Repor a cópia certa, ou aceitar abaixo o que a máquina mostra.',
    accept: 'Aceitar este registo',
    vouch: 'Responder pela nova chave',
    seen: 'Visto: o registo volta a coincidir',
    changed: 'A máquina já mostra outra coisa. Veja de novo.',
    last: 'Última linha vista',
    told: 'A máquina mostra',
    key: 'chave',
  },
  advice(trouble, { ago, bytes }) {
    switch (trouble.type) {
      case 'never-seen':
        return { what: 'Nunca vista', todo: 'Iniciar o programa na máquina.' }
      case 'silent':
        return {
          what: `Sem sinal, vista ${ago(trouble.sinceMs)}`,
          todo: 'Verificar se a máquina está ligada e se há rede.',
        }
      case 'obstacle':
        return adviceOn(obstacles, trouble.obstacle, tenderNames)
      case 'staff-cases':
        return {
          what: trouble.count === 1 ? '1 venda espera uma decisão' : `${trouble.count} vendas esperam uma decisão`,
          todo: 'Abrir o ecrã do pessoal na máquina e responder.',
        }
      case 'printer':
        return {
          what: `${trouble.name}: ${printerAdvice[trouble.fault].what}`,
          todo: `${printerAdvice[trouble.fault].todo} Outra impressora substitui-a.`,
        }
      case 'paper-low':
        return { what: `${trouble.name}: rolo quase no fim`, todo: 'Levar um rolo.' }
      case 'settings-refused':
        return { what: `Definições não aceites: ${trouble.reason}`, todo: 'Corrigir as definições no servidor.' }
      case 'ledger-doubt':
        return { what: ptFleet.ledger.doubts[trouble.doubt], todo: ptFleet.ledger.todo }
      case 'disk-low':
        return { what: `Restam ${bytes(trouble.freeBytes)} no disco`, todo: 'Libertar espaço antes da abertura.' }
    }
  },
}

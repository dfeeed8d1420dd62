import { issues, printerAdvice, tenderNames } from '../../../shared/i18n/pt/words.ts'
import { adviceOn } from '../../../shared/i18n/texts.ts'
import { printerFaults } from '../../../shared/domain/fleet/readiness.ts'
import { recordFromKeys } from '../../../shared/domain/record-from-keys.ts'
import { ptOffice } from './office.ts'
import { ptSettingFaults } from './problems.ts'
import type { FleetCatalogue } from '../fr/fleet.ts'

export const fleet: FleetCatalogue = {
  title: 'Máquinas',
  signIn: {
    title: 'Iniciar sessão',
    name: 'Nome',
    password: 'Palavra-passe',
    go: 'Iniciar sessão',
    refused: 'Nome ou palavra-passe incorretos.',
    rateLimited: 'Demasiadas tentativas. Aguarde um minuto.',
    unreachable: 'O servidor não responde. Tente de novo daqui a pouco.',
  },
  calls: {
    title: 'Clientes esperam por um funcionário',
    reasons: { cash: 'Dinheiro a receber', problem: 'Problema', help: 'Pedido de ajuda' },
    coming: (who) => `${who} vai a caminho`,
    go: 'Vou lá',
    done: 'Tratado',
  },
  badges: {
    title: 'Crachás válidos',
    issued: (desk, time) => `emitido às ${time} por ${desk}`,
    permanent: 'permanente',
    revoke: 'Revogar',
  },
  signOut: 'Terminar sessão',
  language: 'Língua',
  search: 'Procurar uma máquina ou um grupo',
  allGroups: 'Todos os grupos',
  group: 'Grupo',
  show: 'Mostrar',
  levels: { red: 'Urgente', amber: 'A vigiar', green: 'Tudo bem' },
  noneFound: 'Nenhuma máquina encontrada.',
  empty: {
    what: 'Nenhuma máquina inscrita.',
    todo: 'No servidor: «guichet hub devices invite NOME». Na máquina: «guichet fleet enrol CÓDIGO».',
  },
  machines: (count) => (count === 1 ? '1 máquina' : `${count} máquinas`),
  upToDate: (ago) => `Atualizado ${ago}`,
  hubSilent: (ago) => `O servidor deixou de responder ${ago}: os dados abaixo estão desatualizados.`,
  seen: 'Último contacto',
  lastSale: 'Última venda',
  noSale: 'nenhuma',
  version: 'Versão',
  queue: 'Vendas em curso',
  disk: 'Espaço livre',
  printers: 'Impressoras',
  roles: { kiosk: 'Quiosque', cashier: 'Caixa' },
  demo: 'Demonstração',
  serving: 'A servir um cliente',
  open: 'Aberta',
  closed: 'Fechada',
  printerStates: {
    ...recordFromKeys(printerFaults, (fault) => printerAdvice[fault].what),
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
    note: 'Cada máquina aplica estas definições automaticamente quando não está a servir ninguém e o ecrã está parado há algum tempo.',
    send: 'Enviar',
    close: 'Fechar',
    unsent: 'Nada foi enviado. Verifique os valores e tente de novo.',
    states: {
      waiting: 'Definições em espera',
      filed: 'Definições recebidas',
      running: 'Definições atualizadas',
      refused: 'Definições recusadas',
    },
    waits: {
      sale: 'há uma venda aberta',
      parked: 'há uma venda em espera',
      'under-way': 'há uma venda em curso',
      work: 'há uma operação em curso',
      attention: 'alguém está a usar o ecrã',
    },
    waitsFor: (why) => `em espera: ${why}`,
    inForce: 'Em vigor:',
    openingFrom: 'Vendas a partir das',
    openingTo: 'Vendas até às',
    office: ptOffice,
    faults: ptSettingFaults,
  },
  wallets: {
    off: (name) => `Sem passes para ${name}: as chaves não servem. O servidor indica o motivo ao arrancar.`,
    expired: (name, date) =>
      `Sem passes para ${name}: o certificado expirou em ${date}. Peça um novo à Apple e reinicie o servidor.`,
    expires: (name, date) =>
      `O certificado para ${name} expira em ${date}. Peça um novo à Apple e reinicie o servidor.`,
  },
  ledger: {
    doubts: {
      shorter: 'O diário acaba antes da última linha que o servidor conhece',
      forked: 'As linhas do diário diferem das que o servidor conhece',
      'another-key': 'O diário está assinado por uma chave que o servidor não conhece',
      'another-ledger': 'Este não é o diário que o servidor conhece',
    },
    todo: 'Procurar a causa: disco reposto, chave perdida ou manipulação. Repor a cópia certa, ou aceitar abaixo o diário ou a chave da máquina.',
    accept: 'Aceitar este diário',
    vouch: 'Aprovar a nova chave',
    seen: 'Visto: o diário está de novo conforme',
    changed: 'O diário da máquina mudou entretanto. Verifique de novo.',
    last: 'Última linha conhecida do servidor',
    told: 'Diário da máquina',
    key: 'chave',
  },
  advice(trouble, { ago, bytes }) {
    switch (trouble.type) {
      case 'never-seen':
        return { what: 'Nunca ligada', todo: 'Iniciar o programa na máquina.' }
      case 'silent':
        return {
          what: `Sem ligação, último contacto ${ago(trouble.sinceMs)}`,
          todo: 'Verificar se a máquina está ligada e tem rede.',
        }
      case 'issue':
        return adviceOn(issues, trouble.issue, tenderNames)
      case 'staff-cases':
        return {
          what: trouble.count === 1 ? '1 decisão pendente' : `${trouble.count} decisões pendentes`,
          todo: 'Responder na máquina: no ecrã dos funcionários de um quiosque, ou no escritório de uma caixa, em «Vendas em curso».',
        }
      case 'printer':
        return {
          what: `${trouble.name}: ${printerAdvice[trouble.fault].what}`,
          todo: printerAdvice[trouble.fault].todo,
        }
      case 'paper-low':
        return { what: `${trouble.name}: rolo quase no fim`, todo: 'Levar um rolo.' }
      case 'settings-refused':
        return { what: `Definições recusadas: ${trouble.reason}`, todo: 'Corrigir as definições no servidor.' }
      case 'ledger-doubt':
        return { what: fleet.ledger.doubts[trouble.doubt], todo: fleet.ledger.todo }
      case 'disk-low':
        return { what: `Restam ${bytes(trouble.freeBytes)} no disco`, todo: 'Libertar espaço antes da abertura.' }
    }
  },
}

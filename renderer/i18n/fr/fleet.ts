import { issues, printerAdvice, tenderNames } from '../../../shared/i18n/fr/words.ts'
import { type Advice, adviceOn } from '../../../shared/i18n/texts.ts'
import { type LedgerMismatch, printerFaults } from '../../../shared/domain/fleet/readiness.ts'
import { recordFromKeys } from '../../../shared/domain/record-from-keys.ts'
import { frOffice } from './office.ts'
import { frSettingFaults } from './problems.ts'
import type { Blocker, HealthLevel, HealthIssue } from '../../../shared/domain/fleet/fleet.ts'
import type { AgentCallReason } from '../../../shared/domain/staff.ts'
import { frenchSpacing } from '../../../shared/domain/language.ts'

const texts = {
  title: 'Parc de machines',
  signIn: {
    title: 'Se connecter',
    name: 'Nom',
    password: 'Mot de passe',
    go: 'Se connecter',
    refused: 'Nom ou mot de passe incorrect.',
    rateLimited: 'Trop d’essais. Attendez une minute.',
    unreachable: 'Le serveur ne répond pas. Réessayez dans un instant.',
  },
  calls: {
    title: 'Des clients attendent un agent',
    reasons: { cash: 'Espèces à encaisser', problem: 'Problème', help: 'Demande d’aide' } satisfies Record<
      AgentCallReason,
      string
    >,
    coming: (who: string): string => `${who} y va`,
    go: 'J’y vais',
    done: 'Traité',
  },
  badges: {
    title: 'Badges d’agents valables',
    issued: (desk: string, time: string): string => `émis à ${time} par ${desk}`,
    permanent: 'permanent',
    revoke: 'Révoquer',
  },
  signOut: 'Se déconnecter',
  language: 'Langue',
  search: 'Chercher une machine, un groupe',
  allGroups: 'Tous les groupes',
  group: 'Groupe',
  show: 'Afficher',
  levels: { red: 'Urgent', amber: 'À surveiller', green: 'Tout va bien' } satisfies Record<HealthLevel, string>,
  noneFound: 'Aucune machine trouvée.',
  empty: {
    what: 'Aucune machine n’est inscrite.',
    todo: 'Sur le serveur : « guichet hub devices invite NOM ». Sur la machine : « guichet fleet enrol CODE ».',
  },
  machines: (count: number): string => (count === 1 ? '1 machine' : `${count} machines`),
  upToDate: (ago: string): string => `Mis à jour ${ago}`,
  hubSilent: (ago: string): string =>
    `Le serveur ne répond plus (dernière réponse ${ago}) : les données ci-dessous ne sont plus à jour.`,
  seen: 'Dernier contact',
  lastSale: 'Dernière vente',
  noSale: 'aucune',
  version: 'Version',
  queue: 'Ventes en cours',
  disk: 'Espace libre',
  printers: 'Imprimantes',
  roles: { kiosk: 'Borne', cashier: 'Caisse' },
  demo: 'Démonstration',
  serving: 'Sert un client',
  open: 'Ouverte',
  closed: 'Fermée',
  printerStates: {
    ...recordFromKeys(printerFaults, (fault) => printerAdvice[fault].what),
    ready: 'prête',
    'paper-low': 'rouleau presque vide',
    unknown: 'état inconnu',
  },
  settings: {
    open: 'Réglages',
    title: (name: string): string => `Réglages de ${name}`,
    target: 'Pour',
    machine: (name: string): string => `cette machine, ${name}`,
    wholeGroup: (name: string): string => `tout le groupe ${name}`,
    note: 'Chaque machine applique ces réglages automatiquement, lorsqu’elle ne sert personne et que son écran n’a pas été touché depuis un moment.',
    send: 'Envoyer',
    close: 'Fermer',
    unsent: 'Rien n’a été envoyé. Vérifiez les valeurs, puis réessayez.',
    states: {
      waiting: 'Réglages en attente',
      filed: 'Réglages reçus',
      running: 'Réglages à jour',
      refused: 'Réglages refusés',
    },
    waits: {
      sale: 'une vente est ouverte',
      parked: 'une vente est en attente',
      'under-way': 'une vente se termine',
      work: 'une opération est en cours',
      attention: 'quelqu’un utilise l’écran',
    } satisfies Record<Blocker, string>,
    waitsFor: (why: string): string => `en attente : ${why}`,
    inForce: 'En vigueur :',
    openingFrom: 'Ventes à partir de',
    openingTo: 'Ventes jusqu’à',
    office: frOffice,
    faults: frSettingFaults,
  },
  wallets: {
    off: (name: string) =>
      `Aucun passe pour ${name} : les clés ne conviennent pas. La raison s’affiche au démarrage du serveur.`,
    expired: (name: string, date: string) =>
      `Aucun passe pour ${name} : le certificat a expiré le ${date}. Demandez-en un nouveau à Apple, puis redémarrez le serveur.`,
    expires: (name: string, date: string) =>
      `Le certificat pour ${name} expire le ${date}. Demandez-en un nouveau à Apple, puis redémarrez le serveur.`,
  },
  ledger: {
    doubts: {
      shorter: 'Le journal s’arrête avant la dernière ligne que le serveur connaît',
      forked: 'Les lignes du journal diffèrent de celles que le serveur connaît',
      'another-key': 'Le journal est signé par une clé que le serveur ne connaît pas',
      'another-ledger': 'Ce n’est pas le journal que le serveur connaît',
    } satisfies Record<LedgerMismatch, string>,
    todo: 'Chercher la cause : disque restauré, clé perdue ou manipulation. Restaurer la bonne copie, ou accepter ci-dessous le journal ou la clé de la machine.',
    accept: 'Accepter ce journal',
    vouch: 'Approuver la nouvelle clé',
    seen: 'Vu : le journal est de nouveau conforme',
    changed: 'Le journal de la machine a changé entre-temps. Vérifiez à nouveau.',
    last: 'Dernière ligne connue du serveur',
    told: 'Journal de la machine',
    key: 'clé',
  },
  advice(
    trouble: HealthIssue,
    { ago, bytes }: { ago: (utcMs: number) => string; bytes: (count: number) => string },
  ): Advice {
    switch (trouble.type) {
      case 'never-seen':
        return { what: 'Jamais connectée', todo: 'Démarrer le programme sur la machine.' }
      case 'silent':
        return {
          what: `Hors ligne, dernier contact ${ago(trouble.sinceMs)}`,
          todo: 'Vérifier que la machine est allumée et connectée au réseau.',
        }
      case 'issue':
        return adviceOn(issues, trouble.issue, tenderNames)
      case 'staff-cases':
        return {
          what: trouble.count === 1 ? '1 décision attendue' : `${trouble.count} décisions attendues`,
          todo: 'Répondre sur la machine : à l’écran des agents d’une borne, ou au bureau d’une caisse, sous « Ventes en cours ».',
        }
      case 'printer':
        return {
          what: `${trouble.name} : ${printerAdvice[trouble.fault].what}`,
          todo: printerAdvice[trouble.fault].todo,
        }
      case 'paper-low':
        return { what: `${trouble.name} : rouleau presque vide`, todo: 'Apporter un rouleau.' }
      case 'settings-refused':
        return { what: `Réglages refusés : ${trouble.reason}`, todo: 'Corriger les réglages sur le serveur.' }
      case 'ledger-doubt':
        return { what: texts.ledger.doubts[trouble.doubt], todo: texts.ledger.todo }
      case 'disk-low':
        return {
          what: `Il reste ${bytes(trouble.freeBytes)} sur le disque`,
          todo: 'Libérer de l’espace avant l’ouverture.',
        }
    }
  },
}

export type FleetCatalogue = typeof texts

export const fleet: FleetCatalogue = frenchSpacing(texts)

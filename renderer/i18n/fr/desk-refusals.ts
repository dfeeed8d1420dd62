import type { DeskRefusals } from '../desk-refusal.ts'

const held = 'Les places restent réservées.'

export const frDeskRefusals: DeskRefusals = {
  terminal: {
    declined: {
      title: 'Carte refusée',
      body: `${held} La banque du client a dit non. Proposez une autre carte ou un autre moyen.`,
    },
    'timed-out': {
      title: 'La carte n’a pas été présentée à temps',
      body: `${held} Recommencez quand le client a sa carte en main, ou proposez un autre moyen.`,
    },
    'wrong-pin': {
      title: 'Code faux',
      body: `${held} Le client s’est trompé de code trop souvent. Proposez une autre carte ou un autre moyen.`,
    },
    'card-removed': {
      title: 'Carte retirée trop tôt',
      body: `${held} Recommencez : la carte reste en place jusqu’à ce que le terminal la rende.`,
    },
    'card-expired': { title: 'Carte périmée', body: `${held} Proposez une autre carte ou un autre moyen.` },
    'card-not-taken': {
      title: 'Carte non acceptée',
      body: `${held} Le terminal ne prend pas cette carte, ou ne peut pas la lire. Proposez-en une autre, ou un autre moyen.`,
    },
    'not-enough-money': {
      title: 'Pas assez d’argent sur la carte',
      body: `${held} Proposez une autre carte, ou de payer une partie autrement.`,
    },
    'over-limit': {
      title: 'Plafond de la carte dépassé',
      body: `${held} Proposez une autre carte, ou de payer une partie autrement.`,
    },
    'unknown-payer': {
      title: 'Carte inconnue',
      body: `${held} Le terminal ne prend pas cette carte. Proposez-en une autre, ou un autre moyen.`,
    },
    'provider-down': {
      title: 'La banque ne répond pas',
      body: `${held} Proposez un autre moyen, ou réessayez dans quelques minutes.`,
    },
    'not-set-up': {
      title: 'Les cartes ne passent pas ici pour le moment',
      body: `${held} Prenez un autre moyen et prévenez un responsable : le contrat ou les réglages sont à revoir.`,
    },
    'day-not-closed': {
      title: 'Le terminal attend sa fin de journée',
      body: `${held} Prenez un autre moyen et prévenez un responsable : la fin de journée du terminal se fait à la page du service de caisse.`,
    },
    unavailable: {
      title: 'Le terminal de paiement ne répond pas',
      body: `${held} Vérifiez l’appareil et recommencez, ou proposez un autre moyen.`,
    },
  },
  telephone: (tender) => ({
    declined: {
      title: 'Paiement refusé sur le téléphone',
      body: `${held} Demandez au client s’il a refusé, ou s’est trompé de code. Recommencez par ${tender}, ou proposez un autre moyen.`,
    },
    'timed-out': {
      title: 'Le client n’a pas confirmé à temps',
      body: `${held} Demandez-lui si la demande de ${tender} est arrivée. Recommencez quand il a son téléphone en main.`,
    },
    'not-enough-money': {
      title: `Le solde ${tender} ne suffit pas`,
      body: `${held} Le client peut recharger son compte, payer une partie autrement, ou prendre un autre moyen.`,
    },
    'over-limit': {
      title: `Plafond du compte ${tender} dépassé`,
      body: `${held} Proposez de payer une partie autrement, ou un autre moyen.`,
    },
    'unknown-payer': {
      title: `Ce numéro n’a pas de compte ${tender}`,
      body: `${held} Relisez le numéro avec le client et corrigez-le, ou proposez un autre moyen.`,
    },
    'provider-down': {
      title: `${tender} ne répond pas`,
      body: `${held} Proposez un autre moyen, ou réessayez dans quelques minutes.`,
    },
    'not-set-up': {
      title: `${tender} ne fonctionne pas ici pour le moment`,
      body: `${held} Prenez un autre moyen et prévenez un responsable : le contrat ou les réglages sont à revoir.`,
    },
    unavailable: {
      title: `${tender} ne répond pas`,
      body: `${held} Recommencez dans un instant, ou proposez un autre moyen.`,
    },
  }),
}

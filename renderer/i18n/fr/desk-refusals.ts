import type { DeskRefusals } from '../desk-refusal.ts'

const held = 'Les places restent bloquées.'

export const frDeskRefusals: DeskRefusals = {
  terminal: {
    declined: {
      title: 'Carte refusée',
      body: `${held} La banque ou le terminal a refusé le paiement. Proposez une autre carte ou un autre moyen de paiement.`,
    },
    'timed-out': {
      title: 'Carte non présentée à temps',
      body: `${held} Recommencez quand le client a sa carte en main, ou proposez un autre moyen de paiement.`,
    },
    'wrong-pin': {
      title: 'Code erroné',
      body: `${held} Le client a saisi trop de codes erronés. Proposez une autre carte ou un autre moyen de paiement.`,
    },
    'card-removed': {
      title: 'Carte retirée trop tôt',
      body: `${held} Recommencez : la carte doit rester en place jusqu’à la fin du paiement.`,
    },
    'card-expired': { title: 'Carte expirée', body: `${held} Proposez une autre carte ou un autre moyen de paiement.` },
    'card-not-taken': {
      title: 'Carte non acceptée',
      body: `${held} Le terminal n’accepte pas cette carte, ou ne peut pas la lire. Proposez une autre carte ou un autre moyen de paiement.`,
    },
    'not-enough-money': {
      title: 'Solde insuffisant',
      body: `${held} Proposez une autre carte, ou de payer une partie du montant par un autre moyen de paiement.`,
    },
    'over-limit': {
      title: 'Plafond de la carte dépassé',
      body: `${held} Proposez une autre carte, ou de payer une partie du montant par un autre moyen de paiement.`,
    },
    'unknown-payer': {
      title: 'Carte inconnue',
      body: `${held} Le terminal n’accepte pas cette carte. Proposez une autre carte ou un autre moyen de paiement.`,
    },
    'provider-down': {
      title: 'La banque ne répond pas',
      body: `${held} Proposez un autre moyen de paiement, ou réessayez dans quelques minutes.`,
    },
    'not-set-up': {
      title: 'Paiement par carte indisponible',
      body: `${held} Choisissez un autre moyen de paiement et prévenez un responsable : le contrat ou les réglages sont à vérifier.`,
    },
    'day-not-closed': {
      title: 'Télécollecte du terminal à faire',
      body: `${held} Choisissez un autre moyen de paiement et prévenez un responsable : la télécollecte du terminal se lance à la page « Sessions et clôtures ».`,
    },
    unavailable: {
      title: 'Le terminal de paiement ne répond pas',
      body: `${held} Vérifiez l’appareil et recommencez, ou proposez un autre moyen de paiement.`,
    },
  },
  telephone: (tender) => ({
    declined: {
      title: 'Paiement refusé sur le téléphone',
      body: `${held} Demandez au client s’il a refusé ou saisi un code erroné. Recommencez avec ${tender}, ou proposez un autre moyen de paiement.`,
    },
    'timed-out': {
      title: 'Le client n’a pas confirmé à temps',
      body: `${held} Demandez-lui si la demande de paiement ${tender} est arrivée. Recommencez quand il a son téléphone en main.`,
    },
    'not-enough-money': {
      title: `Solde ${tender} insuffisant`,
      body: `${held} Le client peut recharger son compte, ou payer tout ou partie du montant par un autre moyen de paiement.`,
    },
    'over-limit': {
      title: `Plafond du compte ${tender} dépassé`,
      body: `${held} Proposez un autre moyen de paiement, pour tout ou partie du montant.`,
    },
    'unknown-payer': {
      title: `Ce numéro n’a pas de compte ${tender}`,
      body: `${held} Relisez le numéro avec le client et corrigez-le, ou proposez un autre moyen de paiement.`,
    },
    'provider-down': {
      title: `${tender} ne répond pas`,
      body: `${held} Proposez un autre moyen de paiement, ou réessayez dans quelques minutes.`,
    },
    'not-set-up': {
      title: `Paiement ${tender} indisponible`,
      body: `${held} Choisissez un autre moyen de paiement et prévenez un responsable : le contrat ou les réglages sont à vérifier.`,
    },
    unavailable: {
      title: `${tender} ne répond pas`,
      body: `${held} Recommencez dans un instant, ou proposez un autre moyen de paiement.`,
    },
  }),
}

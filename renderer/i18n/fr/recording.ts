import { frenchSpacing } from '../../../shared/domain/language.ts'
import type { LineGroup, LinePlace } from '../../../shared/speech/line.ts'

export const recording = frenchSpacing({
  title: 'Enregistrer une voix',
  language: 'Langue de cette page',
  progress: (done: number, all: number) => `${done} sur ${all}`,
  whole: 'La voix est complète',
  lacking: (count: number) => (count === 1 ? 'Il manque 1 enregistrement' : `Il manque ${count} enregistrements`),
  groups: {
    screens: 'Écrans',
    money: 'Argent',
    numbers: 'Nombres',
    dates: 'Jours et heures',
    letters: 'Lettres',
    names: 'Noms propres',
  } satisfies Record<LineGroup, string>,
  where: {
    everywhere: 'Partout',
    events: "Choix de l'événement",
    seats: 'Choix des places',
    paying: 'Paiement',
    tickets: 'Impression des billets',
    help: 'Aide et retrait des billets',
    trouble: 'Problèmes',
    desk: 'Écran client de la caisse',
  } satisfies Record<LinePlace, string>,
  introduction: {
    title: 'Qui enregistre sa voix ?',
    lead: 'Ces réponses sont conservées avec les enregistrements. Vous pourrez les modifier.',
    by: 'Nom de la personne qui parle',
    missing: 'Saisissez le nom de la personne qui parle.',
    licence: 'Qui peut utiliser les enregistrements ?',
    licences: {
      'CC0-1.0': 'Tout le monde, sans condition (CC0)',
      'CC-BY-4.0': 'Tout le monde, en citant ce nom (CC BY)',
      'LicenseRef-venue-only': 'Ce site seulement',
    },
    go: 'Continuer',
  },
  counting: {
    title: 'Comment compte-t-on dans cette langue ?',
    lead: 'Répondez avec une personne qui parle cette langue. Écoutez ensuite les exemples : ils doivent être faciles à comprendre.',
    joiner: 'Dans un nombre comme 20 500 (20 000 et 500), le mot « et » se dit',
    joiners: { each: 'entre toutes les parties', last: 'seulement avant la dernière partie', none: 'jamais' },
    counted: 'Les mots « francs » et « minutes » se disent',
    places: { before: 'avant le nombre', after: 'après le nombre' },
    money: 'On compte l’argent',
    units: {
      1: 'par franc : 5 000 francs se dit « 5 000 »',
      5: 'par pièce de cinq francs : 5 000 francs se dit « 1 000 »',
    },
  },
  level: {
    title: 'Test du micro',
    lead: 'Parlez comme à une personne devant vous, puis taisez-vous un instant.',
    verdicts: {
      listening: 'À l’écoute…',
      silent: 'Le micro ne capte aucun son : est-il branché et allumé ?',
      noisy: 'La pièce est bruyante : fermez la fenêtre, arrêtez le ventilateur.',
      soft: 'Trop faible : approchez-vous, ou augmentez le niveau du micro.',
      clipped: 'Trop fort : éloignez-vous, ou baissez le niveau du micro.',
      good: 'Le niveau est bon.',
    },
    meter: 'Niveau du micro',
    go: 'Commencer',
    anyway: 'Commencer quand même',
    none: 'Pas de micro',
    noneBody: 'Branchez un micro, autorisez cette page à l’utiliser, puis réessayez.',
    retry: 'Réessayer',
  },
  line: {
    say: 'À dire',
    piece: 'Une partie de :',
    number: 'Dites le nombre entier, comme on le dit d’habitude.',
    joiner: 'Le « et » entre les parties d’un nombre, comme dans 20 000 et 500.',
    own: 'Le nom de votre langue, comme vous l’appelez : il s’entend dans le menu des langues.',
    letter: 'Dites le nom de cette lettre.',
    hour: 'Dites l’heure entière, comme on dit « à 20 heures ».',
    reference: 'Écouter le texte',
    record: 'Enregistrer',
    again: 'Réenregistrer',
    stop: 'Terminer',
    play: 'Réécouter',
    previous: 'Précédent',
    next: 'Suivant',
    nextLacking: 'Prochain texte à enregistrer',
    speak: 'Parlez maintenant…',
    keeping: 'Un instant…',
    kept: 'Enregistré',
    nothing: 'Aucun son enregistré. Vérifiez le micro, puis recommencez.',
    clipped: 'Enregistré, mais trop fort : refaites-le d’un peu plus loin.',
    soft: 'Enregistré, mais trop faible : refaites-le de plus près.',
    lost: 'Pas enregistré : le programme ne répond plus. Relancez « guichet speech record » ; les enregistrements déjà faits sont conservés.',
    keys: 'Espace : enregistrer, puis terminer. Flèches : précédent, suivant. R : réécouter. T : écouter le texte.',
    list: 'Tous les textes',
    lacksStill: 'à enregistrer',
  },
  names: {
    lead: 'Équipes, stades, portes : un nom sans enregistrement est dit en français, ou épelé.',
    name: 'Nom, comme à l’écran',
    missing: 'Saisissez un nom contenant au moins une lettre.',
    add: 'Ajouter',
  },
  examples: {
    title: 'Exemples',
    lead: 'Ce que la borne dira, avec vos enregistrements.',
    partly: 'en partie en français',
  },
  settings: 'Voix et règles',
  microphone: 'Micro',
  closed: 'Le programme s’est arrêté : relancez « guichet speech record » pour continuer.',
})

/** Shape of `T` with any strings instead of the literal French texts. */
type Texts<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => string
    ? (...parameters: P) => string
    : { readonly [K in keyof T]: Texts<T[K]> }

export type RecordingCatalogue = Texts<typeof recording>

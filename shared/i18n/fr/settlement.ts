import type { SettlementTexts } from '../texts.ts'
import { countedIn } from '../counted.ts'

const counted = countedIn('fr')

export const settlement: SettlementTexts = {
  kinds: {
    'missing-there': 'Absent chez l’opérateur',
    'missing-here': 'Inconnu ici',
    'other-amount': 'Autre somme',
    'not-taken': 'Encaissé sans billet',
    open: 'Sans réponse ici',
    'refunded-there': 'Rendu par l’opérateur',
    'refunded-here': 'Rendu ici',
    double: 'Encaissé deux fois',
    unclear: 'Illisible',
  },
  advice: {
    'missing-there':
      'Encaissé ici, absent chez l’opérateur. Regardez le jour suivant de son relevé ; sinon réclamez-lui avec la référence.',
    'missing-here':
      'Encaissé par l’opérateur, inconnu de cette caisse. Cherchez aux autres caisses ; sinon remboursez le client.',
    'other-amount':
      'La somme n’est pas la même. Demandez à l’opérateur ce qu’il a pris, puis rendez ou réclamez la différence.',
    'not-taken': 'Encaissé par l’opérateur, sans billet ici. Remboursez le client chez l’opérateur.',
    open: 'Encaissé par l’opérateur, encore sans réponse ici. Répondez « oui » à la question qui attend pour cette vente.',
    'refunded-there': 'Rendu par l’opérateur, pas ici. Reprenez les billets, ou demandez à l’opérateur pourquoi.',
    'refunded-here':
      'Rendu d’après le journal, sans trace chez l’opérateur. Vérifiez que le client a bien reçu l’argent.',
    double: 'Encaissé deux fois par l’opérateur pour une seule vente. Remboursez le second paiement.',
    unclear: 'Cette ligne ne se lit pas. Corrigez-la dans le fichier, ou demandez à l’opérateur ce qu’elle dit.',
  },
  standings: {
    taken: 'encaissé',
    open: 'sans réponse',
    'not-taken': 'pas encaissé',
    paid: 'payé',
    refunded: 'rendu',
    failed: 'échoué',
    waiting: 'en attente',
    unclear: 'illisible',
  },
  sums: (paid, refunded, fees) => `Relevé : ${paid} encaissés, ${refunded} rendus, ${fees} de frais.`,
  of: (payments, lines, agreed) =>
    `${counted(payments, 'paiement', 'paiements')}, ${counted(lines, 'ligne', 'lignes')}, ${counted(agreed, 'concorde', 'concordent')}.`,
  compared: (differences) =>
    differences === 0 ? 'Tout concorde.' : differences === 1 ? 'Un écart.' : `${differences} écarts.`,
  ambiguousSum: (typed, grouped, decimal, currency) =>
    `« ${typed} » peut être ${grouped} ou ${decimal} ${currency} : écrivez la somme sans séparateur de milliers, avec deux décimales`,
}

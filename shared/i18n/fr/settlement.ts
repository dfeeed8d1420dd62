import type { SettlementTexts } from '../texts.ts'
import { countedIn } from '../counted.ts'

const counted = countedIn('fr')

export const settlement: SettlementTexts = {
  kinds: {
    'missing-there': 'Absent chez le prestataire',
    'missing-here': 'Inconnu ici',
    'other-amount': 'Montant différent',
    'not-taken': 'Encaissé sans billet',
    open: 'Sans réponse ici',
    'refunded-there': 'Remboursé par le prestataire',
    'refunded-here': 'Remboursé ici',
    double: 'Encaissé deux fois',
    unclear: 'Illisible',
  },
  advice: {
    'missing-there':
      'Encaissé ici, mais absent du relevé du prestataire. Consultez le relevé du jour suivant. Si le paiement n’y figure pas non plus, adressez une réclamation au prestataire avec la référence.',
    'missing-here':
      'Encaissé par le prestataire, inconnu de cette caisse. Cherchez ce paiement aux autres caisses. S’il n’y est pas non plus, remboursez le client.',
    'other-amount':
      'Les montants diffèrent. Demandez au prestataire le montant débité, puis remboursez ou réclamez la différence.',
    'not-taken':
      'Encaissé par le prestataire, mais aucun billet n’a été émis ici. Remboursez le client par l’intermédiaire du prestataire.',
    open: 'Encaissé par le prestataire, sans réponse ici. Répondez « oui » à la question posée pour cette vente.',
    'refunded-there':
      'Remboursé par le prestataire, pas ici. Reprenez les billets, ou demandez la raison au prestataire.',
    'refunded-here':
      'Remboursé d’après le journal, sans trace chez le prestataire. Vérifiez que le client a bien reçu l’argent.',
    double: 'Débité deux fois par le prestataire pour une seule vente. Remboursez le second paiement.',
    unclear: 'Cette ligne est illisible. Corrigez-la dans le fichier, ou demandez au prestataire ce qu’elle signifie.',
  },
  standings: {
    taken: 'encaissé',
    open: 'sans réponse',
    'not-taken': 'pas encaissé',
    paid: 'payé',
    refunded: 'remboursé',
    failed: 'échec',
    waiting: 'en attente',
    unclear: 'illisible',
  },
  sums: (paid, refunded, fees) => `Relevé : ${paid} encaissés, ${refunded} remboursés, ${fees} de frais.`,
  of: (payments, lines, agreed) =>
    `${counted(payments, 'paiement', 'paiements')}, ${counted(lines, 'ligne', 'lignes')}, ${counted(agreed, 'concorde', 'concordent')}.`,
  compared: (differences) =>
    differences === 0 ? 'Tout concorde.' : differences === 1 ? 'Un écart.' : `${differences} écarts.`,
  ambiguousSum: (typed, grouped, decimal, currency) =>
    `« ${typed} » peut signifier ${grouped} ou ${decimal} ${currency} : saisissez le montant sans séparateur de milliers, avec deux décimales`,
}

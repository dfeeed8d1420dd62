import type { TermsExamples } from '../texts.ts'

/** The demo's examples: no venue sells by them. */
export const termsExamples: TermsExamples = {
  seller: {
    name: 'Stade de démonstration (exemple)',
    address: '1, rue de l’Exemple, Conakry',
    contact: 'contact@exemple.example',
  },
  conditions: `EXEMPLE : ces conditions de vente servent à la démonstration. Elles n’engagent personne et ne remplacent pas celles de votre lieu.

1. Vendeur
Les billets sont vendus par la personne nommée en tête de ces conditions et sur le reçu.

2. Prix
Les prix affichés avant de payer sont ceux de chaque place, taxes comprises. Le total à payer est leur somme. Aucun frais ne s’y ajoute.

3. Commande
Les places choisies sont bloquées le temps affiché. La vente est conclue quand le paiement est accepté ; les billets sont alors imprimés.

4. Billet
Chaque billet porte un QR code valable pour une seule entrée. Présentez le billet imprimé à l’entrée.

5. Remboursement
Les billets sont remboursés si l’événement est annulé. Si l’événement est reporté, ils restent valables à la nouvelle date.

6. Réclamations
Adressez-vous au vendeur : ses coordonnées sont sur le reçu. Conservez le reçu : il porte le numéro de la commande.`,
  privacy: `EXEMPLE : cette politique sert à la démonstration. Elle n’engage personne et ne remplace pas celle de votre lieu.

1. Responsable des données
Le vendeur nommé en tête de ces conditions.

2. Données
Cette machine enregistre la vente : places, prix, moyen de paiement, date et heure. Elle n’enregistre ni nom, ni numéro de carte. Un numéro de téléphone saisi pour payer sert à ce seul paiement.

3. Pourquoi
Pour vendre le billet, tenir les comptes et rembourser.

4. Combien de temps
Aussi longtemps que la loi l’exige pour les comptes ; le numéro de téléphone est effacé avant.

5. Vos droits
Vous pouvez demander vos données, leur correction ou leur effacement au vendeur ; ses coordonnées sont sur le reçu.`,
}

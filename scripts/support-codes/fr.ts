import type { SupportCode } from '../../renderer/app/problem.ts'

/** Meaning, cause and remedy of each code, in the order of the page. */
export const frExplanations: Readonly<Record<SupportCode, readonly [string, string, string]>> = {
  B1: [
    'La billetterie ne répond pas.',
    'Le réseau est coupé, la billetterie est arrêtée, ou un proxy fait obstacle.',
    'Attendez : les ventes reprennent d’elles-mêmes. Vérifiez le câble et le réseau, puis lancez `guichet doctor`.',
  ],
  B2: [
    'La billetterie a refusé la demande.',
    'Le code partenaire, la signature ou l’heure est fausse, ou la billetterie est en panne.',
    'Réessayez. Lancez `guichet doctor`. Donnez à la billetterie le statut et le code notés dans `guichet.log`.',
  ],
  B3: [
    'La réponse de la billetterie est illisible.',
    'Un autre service répond à cette adresse, ou un champ de la réponse manque.',
    'Vérifiez l’adresse. `guichet doctor` nomme le champ.',
  ],
  B4: [
    'Il n’y a pas de code d’accès pour cet événement.',
    'Personne n’a saisi le code, ou le serveur du site ne l’a pas envoyé.',
    'Saisissez le code au bureau, page des codes d’accès.',
  ],
  B5: [
    'L’événement n’est plus en vente.',
    'Il a été retiré entre-temps.',
    'Choisissez un autre événement, ou demandez à l’organisateur.',
  ],
  B6: [
    'Les places n’ont pas pu être bloquées.',
    'La billetterie permet moins de places par vente, ou une de ses règles interdit ce choix.',
    'Choisissez d’autres places, ou moins de places.',
  ],
  B7: [
    'Le code d’accès est refusé.',
    'Il a été renouvelé, ou mal saisi.',
    'Demandez le code actuel à l’organisateur et saisissez-le.',
  ],
  B8: [
    'La billetterie refuse les achats.',
    'Elle a refusé définitivement un achat déjà payé. La machine ne vend plus rien, pour que cela ne se répète pas.',
    'Lancez `guichet doctor` et demandez à la billetterie. Un responsable reprend ensuite les ventes au bureau.',
  ],
  B9: [
    'L’événement est terminé.',
    'Sa vente s’est terminée pendant le choix des places.',
    'Choisissez un autre événement.',
  ],
  V1: ['Le temps pour choisir est écoulé.', 'La session à la billetterie est terminée.', 'Recommencez.'],
  V2: ['La vente n’est plus ouverte.', 'Elle s’est terminée alors que l’écran la montrait encore.', 'Recommencez.'],
  V3: [
    'Cette étape n’est plus possible.',
    'Une touche a été pressée deux fois, ou la vente a avancé.',
    'Continuez à partir de l’écran affiché.',
  ],
  V4: [
    'Une vente est déjà en cours sur cette machine.',
    'Une autre fenêtre ou un appui précédent l’a commencée.',
    'Attendez qu’elle se termine.',
  ],
  V5: [
    'Trop de places.',
    'La vente dépasse le nombre permis par le réglage `maxSeats`.',
    'Retirez-en, ou faites deux ventes.',
  ],
  V6: [
    'Le plan a changé.',
    'Le plan ou le secteur a été modifié pendant le choix.',
    'Choisissez de nouveau sur le plan actuel.',
  ],
  V7: ['La place vient d’être prise.', 'Un autre client a été plus rapide.', 'Choisissez d’autres places.'],
  V8: ['Les places ne sont plus bloquées.', 'Le temps affiché à l’écran est écoulé.', 'Choisissez de nouveau.'],
  V9: ['Le prix a changé.', 'L’organisateur l’a modifié.', 'Choisissez de nouveau au nouveau prix.'],
  V10: [
    'Trop de ventes sont en attente.',
    'La caisse en garde un nombre limité.',
    'Reprenez ou terminez l’une d’elles.',
  ],
  V11: [
    'La référence est inconnue.',
    'Elle est mal saisie, ou une autre borne l’a imprimée.',
    'Vérifiez-la. Allez à la borne nommée sur le bon.',
  ],
  V12: [
    'Trop de références fausses.',
    'Plusieurs ont été saisies en quelques minutes.',
    'Attendez les secondes affichées.',
  ],
  V13: [
    'Une place n’a pas pu être retirée de la vente.',
    'La billetterie ne l’a pas libérée.',
    'Réessayez, ou payez toutes les places.',
  ],
  P1: [
    'Le paiement est refusé.',
    'La banque ou l’opérateur l’a refusé ; l’écran donne la raison.',
    'Utilisez une autre carte ou un autre moyen de paiement. Rien n’a été débité.',
  ],
  P2: [
    'Le paiement est annulé.',
    'Le client ou le terminal l’a annulé.',
    'Choisissez de nouveau un moyen de paiement.',
  ],
  P3: [
    'Il reste trop peu de temps pour payer.',
    'Les places sont bloquées moins longtemps que ce paiement ne le demande.',
    'Choisissez de nouveau les places : le temps recommence.',
  ],
  P4: [
    'Un moyen de paiement ne répond pas. Si la borne est hors service, aucun ne répond.',
    'Le terminal est éteint, ou le prestataire est injoignable.',
    'Vérifiez le terminal et le réseau. Les ventes reprennent d’elles-mêmes.',
  ],
  P5: [
    'Ce moyen de paiement n’est pas proposé ici.',
    'Les réglages ont changé entre-temps.',
    'Choisissez-en un autre.',
  ],
  P6: ['Le code personnel est faux.', 'Il a été mal saisi.', 'Saisissez-le de nouveau.'],
  P7: [
    'Le code personnel est bloqué.',
    'Il a été mal saisi plusieurs fois.',
    'Attendez les secondes affichées, puis saisissez-le de nouveau.',
  ],
  P8: ['La somme reçue est trop petite.', 'Elle est mal saisie, ou c’est une partie du prix.', 'Corrigez-la.'],
  P9: ['La réponse ne correspond pas à la vente.', 'La question a changé pendant la réponse.', 'Relisez la question.'],
  P10: [
    'La somme dépasse le reste à payer.',
    'Elle est mal saisie lors d’un paiement en plusieurs fois.',
    'Saisissez la part, ou rien pour tout le reste.',
  ],
  P11: ['Le numéro de téléphone du client manque.', 'Le paiement mobile en a besoin.', 'Saisissez-le.'],
  P12: [
    'Ce numéro d’autorisation a déjà servi.',
    'Le même reçu ou document a été saisi deux fois, ou deux d’entre eux ont le même numéro.',
    'Relisez le reçu. Si le numéro est juste, saisissez-le encore une fois.',
  ],
  P13: [
    'Les billets ont bien été émis.',
    'La billetterie a vendu les places avant le remboursement.',
    'Ne remboursez pas. La vente se termine et imprime ses billets.',
  ],
  P14: [
    'Vous êtes déconnecté.',
    'La session est terminée, ou une autre personne s’est identifiée.',
    'Identifiez-vous de nouveau. Ce que vous avez saisi est conservé.',
  ],
  P15: [
    'Le paiement n’est pas encore confirmé.',
    'L’opérateur n’avait pas répondu au départ du client.',
    'Gardez le bon qui porte la référence. Ne faites pas payer une seconde fois.',
  ],
  P16: [
    'Trop de paiements ne sont pas confirmés.',
    'L’opérateur n’a pas répondu pour de nombreux paiements de cette machine.',
    'Payez autrement. Interrogez l’opérateur.',
  ],
  P17: [
    'L’avoir n’est pas accepté.',
    'Il est inconnu, utilisé, remboursé, dans une autre devise, ou douteux ; l’écran dit lequel.',
    'Suivez l’écran. Si l’avoir est douteux, un responsable cherche dans le journal ou au serveur du site.',
  ],
  P18: [
    'Le serveur du site est interrogé sur un avoir.',
    'Il n’a pas encore répondu.',
    'Attendez. Vérifiez le réseau.',
  ],
  P19: [
    'La somme ne peut pas être payée en espèces.',
    'Aucune combinaison de coupures de cette devise ne la donne.',
    'Saisissez une somme payable en billets de banque et pièces.',
  ],
  P20: [
    'Le compte client ne peut pas être utilisé.',
    'Le serveur ne connaît pas le compte, le compte est fermé ou dans une autre devise, la vente dépasserait sa limite, ou le serveur ne répond pas ; l’écran le précise.',
    'Suivez l’écran. Le responsable des comptes peut changer la limite sur le serveur : `guichet hub accounts`.',
  ],
  T1: [
    'L’imprimante n’est pas prête.',
    'Elle n’a plus de papier, son capot est ouvert, ou elle est éteinte ou débranchée.',
    'Corrigez cela. Les ventes reprennent d’elles-mêmes.',
  ],
  T2: [
    'Un billet n’a pas été imprimé.',
    'Le papier a manqué ou s’est bloqué pendant la vente.',
    'Corrigez cela, puis reprenez l’impression sur le même écran.',
  ],
  T3: [
    'Les billets n’ont pas pu être envoyés sur le téléphone.',
    'Le serveur n’a pas confirmé la page des billets, ou ne publie plus de billets.',
    'Imprimez les billets. La vente est enregistrée, et aucun client n’a vu de page.',
  ],
  T4: [
    'Le message avec les billets n’a pas été envoyé.',
    'Le serveur n’a pas répondu, a refusé l’adresse, ou a atteint une limite pour la vente ou la machine.',
    'Vérifiez l’adresse. Sinon, faites scanner le code au client, ou imprimez les billets.',
  ],
  S1: [
    'La demande n’est pas comprise.',
    'L’écran et le programme n’ont pas la même version, ou la saisie est abîmée.',
    'Recommencez. Si cela se répète, redémarrez la machine.',
  ],
  S2: [
    'Cet écran n’a pas le droit de faire cela.',
    'La page a demandé ce à quoi elle n’a pas droit.',
    'Recommencez. Si cela se répète, prévenez le technicien.',
  ],
  S3: [
    'Le programme a rencontré une erreur.',
    'C’est un défaut du programme. L’écran donne un numéro d’incident.',
    'Notez le numéro et l’heure, cherchez dans `guichet.log`, et signalez-le.',
  ],
  S4: [
    'Le disque est plein.',
    'Le journal technique, les archives ou les sauvegardes le remplissent.',
    'Libérez de la place. N’éteignez pas la machine avant. Les ventes reprennent d’elles-mêmes.',
  ],
  S5: [
    'Le programme redémarre.',
    'Il a été mis à jour, a reçu de nouveaux réglages, ou s’est arrêté.',
    'Attendez. Après deux minutes, redémarrez la machine.',
  ],
  S6: [
    'Le programme ne peut pas être arrêté d’ici.',
    'Il tourne dans un navigateur, ou la personne n’en a pas le droit.',
    'Arrêtez-le sur la machine.',
  ],
  S7: ['Il n’y a pas de rapport à imprimer.', 'Aucun rapport X ou Z n’existe encore.', 'Faites d’abord un rapport.'],
  S8: [
    'Le rôle de cette personne ne le permet pas.',
    'Un guichetier a demandé ce que fait un responsable.',
    'Demandez à un responsable.',
  ],
  S9: [
    'La mesure de l’écran n’a pas été enregistrée.',
    'Le disque est plein, ou l’écriture dans le dossier est interdite.',
    'Vérifiez le disque, puis mesurez de nouveau.',
  ],
  S10: [
    'Un fichier n’a pas pu être écrit.',
    'Le disque est plein, ou le dossier manque ou est protégé.',
    'Vérifiez le dossier et le disque.',
  ],
  S11: [
    'Il n’y a pas de formation sur cette machine.',
    'Seule une caisse en vente réelle en propose une.',
    'Utilisez la démonstration : `guichet demo`.',
  ],
  S12: [
    'Le réglage n’est pas accepté.',
    'La valeur est hors limites, ou elle contredit un autre réglage.',
    'Lisez la raison à côté du champ.',
  ],
  S13: [
    'Une seconde personne est nécessaire, ou a été refusée.',
    'C’était la même personne, pas un responsable, ou le code personnel était faux ou bloqué.',
    'Un autre responsable saisit son numéro et son code personnel.',
  ],
  S14: ['L’imprimante n’est plus installée.', 'Les réglages ont changé.', 'Rechargez la liste.'],
  S15: [
    'Un responsable doit confirmer.',
    'La somme dépasse ce que permet `shifts.maxCashierCashMove`, ou le paiement se fait par un document.',
    'Un responsable saisit son numéro et son code personnel.',
  ],
  S16: [
    'Le code personnel est facile à deviner.',
    'Ce sont des chiffres répétés, une suite, une année ou une date.',
    'Choisissez un autre code personnel.',
  ],
  S17: ['Le numéro est déjà pris.', 'Une autre personne l’a.', 'Choisissez un autre numéro.'],
  S18: ['Personne n’a ce numéro.', 'La liste a changé.', 'Rechargez la liste.'],
  S19: [
    'C’est le dernier responsable.',
    'Il ne resterait personne pour gérer la machine.',
    'Ajoutez d’abord un autre responsable.',
  ],
  C1: ['Cette session de caisse n’existe pas.', 'Le numéro est faux.', 'Choisissez-la dans la liste.'],
  C2: [
    'Le tiroir-caisse ne contient pas cette devise.',
    'Les réglages nomment d’autres devises pour le tiroir-caisse.',
    'Choisissez l’une de celles proposées.',
  ],
  C3: [
    'Le fond de caisse est déjà saisi.',
    'Quelqu’un l’a saisi auparavant.',
    'Corrigez par une entrée ou une sortie d’espèces.',
  ],
  C4: ['Une coupure est inconnue.', 'La liste des coupures a changé.', 'Comptez de nouveau.'],
  C5: [
    'Le rapport du prestataire est illisible.',
    'Ce n’est pas un fichier CSV, ou une colonne manque.',
    'Corrigez la ligne indiquée, ou exportez de nouveau le rapport.',
  ],
  C6: ['Il n’y a rien à clôturer.', 'Aucune session de caisse n’est ouverte.', 'Rien à faire.'],
  R1: ['Le billet n’appartient pas à cette vente.', 'Une autre vente est ouverte.', 'Ouvrez la bonne vente.'],
  R2: ['Le billet a déjà été repris.', 'C’est le second essai.', 'Rien à faire.'],
  R3: [
    'La vente appartient à une session close.',
    'Elle ne peut plus être annulée après son rapport Z.',
    'Remboursez les billets.',
  ],
  R4: [
    'La somme n’a pas été payée ainsi.',
    'Un autre moyen de paiement a servi.',
    'Remboursez par le moyen de paiement utilisé.',
  ],
  R5: [
    'Le prestataire ne peut pas rembourser cela.',
    'Il n’a pas les clés, ou la demande a déjà été faite.',
    'Remboursez autrement et notez le numéro.',
  ],
  R6: ['Le remboursement n’est plus ouvert.', 'Il s’est terminé entre-temps.', 'Ouvrez de nouveau la liste.'],
  R7: [
    'Les billets sont annulés.',
    'La billetterie ou l’organisateur les a annulés.',
    'Ne les réimprimez pas. Demandez à l’organisateur s’il rembourse.',
  ],
  R8: [
    'Le paiement ne peut pas être corrigé.',
    'Un appareil ou un opérateur l’a confirmé, il est déjà enregistré ainsi, ou des billets ont été remboursés.',
    'Remboursez les billets, puis vendez-les de nouveau si le client a payé autrement.',
  ],
  R9: [
    'Il n’y a rien à facturer.',
    'Les billets sont gratuits, ou il n’y a pas de vente.',
    'Donnez le reçu au client.',
  ],
  Q1: [
    'Un remboursement est dû.',
    'Le client a payé, et les places n’ont pas été vendues.',
    'À l’écran du personnel : vérifiez auprès de la billetterie, remboursez, saisissez le numéro du reçu.',
  ],
  Q2: [
    'On ne sait pas si le paiement par carte ou téléphone a eu lieu.',
    'Le terminal ou l’opérateur n’a pas répondu.',
    'Regardez le terminal ou interrogez l’opérateur, puis répondez à l’écran du personnel.',
  ],
  Q3: [
    'On ne sait pas si les espèces ont été encaissées.',
    'La machine s’est arrêtée pendant l’encaissement.',
    'Comptez le tiroir-caisse, puis répondez à l’écran du personnel.',
  ],
  Q4: [
    'La vente est payée, et ses billets ne sont pas encore arrivés.',
    'La billetterie ne répond pas.',
    'Attendez : la machine redemande d’elle-même. Appelez ensuite la billetterie.',
  ],
  Q5: [
    'La billetterie a émis d’autres billets que ceux commandés.',
    'La billetterie a un défaut.',
    'Comparez avec elle, puis redemandez ou remboursez à l’écran du personnel.',
  ],
  Q6: [
    'Le programme s’est arrêté pendant la vente.',
    'C’est un défaut du programme.',
    'Redémarrez la machine : la vente continue. Signalez l’incident.',
  ],
}

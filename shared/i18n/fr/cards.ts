import type { CardTexts } from '../card-texts.ts'

export const cards: CardTexts = {
  cashier: {
    title: 'Carte du guichetier',
    hint: 'À garder près du clavier. Les touches sont celles de cette caisse.',
    sell: {
      heading: 'Vendre',
      rows: [
        'Connectez-vous : votre numéro, votre code, puis Entrée.',
        'Saisissez le numéro de l’événement, puis Entrée.',
        'Saisissez les places demandées, puis Entrée. Choisissez avec les flèches ; Entrée bloque les places.',
        'Saisissez le montant reçu, puis Entrée. Entrée seule : montant exact.',
        'Remettez les billets et la monnaie à rendre affichée.',
      ],
    },
    lines: {
      heading: 'Lignes de commande',
      rows: [
        ['4', 'les quatre meilleures places disponibles'],
        ['4 tribune nord', 'les quatre meilleures dans cette tribune'],
        ['4 nord max 50000', 'prix maximal 50 000'],
        ['N3 F 12-15', 'exactement ces places'],
        ['500k', 'montant reçu : 500\u00a0000'],
        ['50000+', 'une partie en espèces, le reste par un autre moyen'],
      ],
    },
    keys: {
      heading: 'Touches',
      enter: ['Entrée', 'continuer'],
      commands: {
        'go-back': 'revenir, abandonner',
        events: 'un autre événement',
        map: 'le plan',
        customer: 'enregistrer le client',
        park: 'mettre la vente en attente',
        recall: 'reprendre une vente en attente',
        behind: 'ouvrir une vente en cours',
        repeat: 'répéter la dernière demande',
        reprint: 'duplicata de la dernière vente',
        files: 'ventes passées : duplicata, remboursement',
        language: 'la langue du client',
        aloud: 'lire à voix haute au client',
        switch: 'changer de guichetier',
        lock: 'verrouiller la caisse',
        office: 'le bureau',
        training: 'entrer en formation ou la quitter',
      },
      tender: (name) => `payer : ${name}`,
    },
    cases: {
      heading: 'Si…',
      rows: [
        [
          'L’imprimante s’arrête',
          'Remettez du papier ou retirez le papier coincé, puis Entrée. Un billet peut-être déjà imprimé est imprimé de nouveau en DUPLICATA.',
        ],
        [
          'La billetterie ne répond pas',
          'N’encaissez pas une deuxième fois. Donnez au client le numéro affiché, puis Entrée : client suivant. Les billets s’imprimeront automatiquement dès qu’elle répondra.',
        ],
        [
          'Carte ou téléphone sans réponse',
          'Regardez d’abord le terminal ou le téléphone. Client débité : saisissez le numéro. Client non débité : revenez en arrière et indiquez le motif.',
        ],
        ['Un client hésite', 'Mettez sa vente en attente : ses places restent bloquées le temps affiché.'],
        ['Vous quittez la caisse', 'Verrouillez-la. La vente en cours est conservée.'],
        [
          'Coupure de courant',
          'Rallumez la machine. Les ventes reprennent où elles en étaient : ne ressaisissez rien.',
        ],
      ],
    },
  },
  attendant: {
    title: 'Carte de l’agent à la borne',
    hint: 'À garder sur soi. L’écran indique toujours ce qui manque : lisez-le d’abord.',
    open: {
      heading: 'Ouvrir l’écran des agents',
      rows: [
        'Touchez cinq fois en trois secondes l’extrémité gauche de la barre sombre, en haut de l’écran.',
        'Saisissez votre code.',
        'Répondez aux questions en attente. « État de la borne » montre les imprimantes et la billetterie.',
      ],
    },
    cash: {
      heading: 'Encaisser des espèces',
      rows: [
        'Le client vous remet les espèces. Touchez « Réservé aux agents », saisissez votre code, puis « Suivant ».',
        'Saisissez le montant reçu, ou touchez « Montant exact », puis « Valider l’encaissement ».',
        'Rendez la monnaie affichée.',
      ],
    },
    cases: {
      heading: 'Si…',
      rows: [
        [
          'Il n’y a plus de papier',
          'Mettez un rouleau ou des feuilles, fermez le capot, touchez « Reprendre l’impression ».',
        ],
        [
          'Papier coincé',
          'Ouvrez, retirez le papier sans le déchirer, fermez, touchez « Reprendre l’impression ». Gardez les morceaux.',
        ],
        [
          'Le client a payé, mais n’a pas ses billets',
          'Ne le faites pas payer une deuxième fois. Écran des agents, « Référence » : saisissez ou scannez ses six caractères, puis répondez.',
        ],
        [
          'Il faut rembourser',
          'Écran des agents : « Vérifier auprès de la billetterie ». Si rien n’est vendu, remboursez et saisissez le numéro du reçu.',
        ],
        [
          '« Borne momentanément indisponible »',
          'L’écran indique la cause ; la vente reprend automatiquement. Envoyez les clients au guichet le plus proche.',
        ],
        [
          'L’écran ne répond plus',
          'Éteignez la borne, puis rallumez-la. Rien n’est perdu : les ventes reprennent, les places non payées sont libérées.',
        ],
        ['Le disque est plein', 'N’éteignez pas la borne. Appelez le technicien.'],
      ],
    },
    call: { heading: 'Contacts', rows: ['Responsable', 'Technicien', 'Billetterie'] },
  },
}

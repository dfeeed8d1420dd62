import type { CardTexts } from '../card-texts.ts'

export const cards: CardTexts = {
  cashier: {
    title: 'Carte du guichetier',
    hint: 'À garder près du clavier. Les touches sont celles de cette caisse.',
    sell: {
      heading: 'Vendre',
      rows: [
        'Prenez le poste : votre numéro, votre code, puis Entrée.',
        'Tapez le numéro de l’événement, puis Entrée.',
        'Demandez les places en une ligne, puis Entrée. Les flèches choisissent, Entrée réserve.',
        'Tapez la somme reçue, puis Entrée. Entrée seule : le compte juste.',
        'Remettez les billets et la monnaie affichée.',
      ],
    },
    lines: {
      heading: 'Ce que vous tapez',
      rows: [
        ['4', 'les quatre meilleures places'],
        ['4 tribune nord', 'les quatre meilleures de là'],
        ['4 nord max 50000', 'aucune plus chère'],
        ['N3 F 12-15', 'exactement ces places'],
        ['500k', 'somme reçue : 500\u00a0000'],
        ['50000+', 'une partie en espèces, le reste ensuite'],
      ],
    },
    keys: {
      heading: 'Touches',
      enter: ['Entrée', 'avancer'],
      commands: {
        'go-back': 'revenir, renoncer',
        events: 'un autre événement',
        map: 'le plan',
        customer: 'noter le client',
        park: 'mettre la vente de côté',
        recall: 'reprendre une vente de côté',
        behind: 'ouvrir une vente en cours',
        repeat: 'la même demande encore',
        reprint: 'réimprimer la dernière vente',
        files: 'ventes passées : duplicata, remboursement',
        language: 'la langue du client',
        aloud: 'la lecture à voix haute au client',
        switch: 'passer le poste à un collègue',
        lock: 'verrouiller la caisse',
        office: 'le bureau',
        training: 'entrer en formation, en sortir',
      },
      tender: (name) => `payer : ${name}`,
    },
    cases: {
      heading: 'Si…',
      rows: [
        [
          'L’imprimante s’arrête',
          'Remettez du papier ou ôtez le papier coincé, puis Entrée. Un billet peut-être déjà sorti se réimprime en DUPLICATA.',
        ],
        [
          'La billetterie ne répond pas',
          'N’encaissez pas une deuxième fois. Donnez au client le numéro affiché, puis Entrée : client suivant. Les billets sortiront tout seuls dès qu’elle répondra.',
        ],
        [
          'Carte ou téléphone sans réponse',
          'Regardez d’abord l’appareil. Argent pris : tapez le numéro. Rien de pris : revenez en arrière et dites pourquoi.',
        ],
        ['Un client hésite', 'Mettez sa vente de côté : ses places restent réservées le temps affiché.'],
        ['Vous quittez la caisse', 'Verrouillez-la. La vente en cours reste.'],
        ['Le courant est parti', 'Rallumez. Chaque vente reprend où elle en était : ne refaites rien.'],
      ],
    },
  },
  attendant: {
    title: 'Carte de l’agent à la borne',
    hint: 'À garder sur soi. L’écran dit toujours ce qui manque : lisez-le d’abord.',
    open: {
      heading: 'Ouvrir l’écran des agents',
      rows: [
        'Touchez cinq fois en trois secondes le bout gauche de la barre sombre du haut.',
        'Tapez votre code.',
        'Répondez aux questions qui attendent. « État de la borne » montre les imprimantes et la billetterie.',
      ],
    },
    cash: {
      heading: 'Encaisser des espèces',
      rows: [
        'Le client vous remet la somme. Touchez « Réservé aux agents », tapez votre code, puis « Suivant ».',
        'Tapez la somme reçue, ou touchez « Compte juste », puis « Encaisser ».',
        'Rendez la monnaie affichée.',
      ],
    },
    cases: {
      heading: 'Si…',
      rows: [
        ['Plus de papier', 'Mettez un rouleau ou des feuilles, fermez le capot, touchez « Imprimer la suite ».'],
        [
          'Papier coincé',
          'Ouvrez, ôtez le papier sans le déchirer, fermez, touchez « Imprimer la suite ». Gardez les morceaux.',
        ],
        [
          'Le client a payé, pas de billets',
          'Ne le faites pas payer une deuxième fois. Écran des agents, « Référence » : tapez ou scannez ses six caractères, puis répondez.',
        ],
        [
          'La somme est à rendre',
          'Écran des agents : « Interroger la billetterie ». Si rien n’est vendu, rendez la somme et tapez le numéro du reçu.',
        ],
        [
          '« Borne momentanément indisponible »',
          'L’écran dit pourquoi et se rouvre tout seul. Envoyez les clients au guichet le plus proche.',
        ],
        [
          'L’écran ne répond plus',
          'Éteignez et rallumez la machine. Rien n’est perdu : les ventes reprennent, les places non payées se libèrent.',
        ],
        ['Le disque est plein', 'N’éteignez pas la machine. Appelez le technicien.'],
      ],
    },
    call: { heading: 'Qui appeler', rows: ['Responsable', 'Technicien', 'Billetterie'] },
  },
}

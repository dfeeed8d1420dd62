import { customers, not, type Term } from './term.ts'

export const venueTerms: readonly Term[] = [
  {
    thing: 'What is on sale: a match or a concert on a day.',
    code: 'event',
    contract: 'event',
    texts: {
      // `done.wish` is exempt: for a match, the last screen wishes the customer a good match.
      fr: ['événement', not('rencontres?|match(?:s|es)?', { notWhere: /done\.wish/u })],
      en: [
        'event',
        not(
          '(?:the|a|this|that|next|wrong|right|each|every|football) match(?:es)?|match(?:es)? (?:cancelled|day)|fixtures?',
          { notWhere: /done\.wish/u },
        ),
      ],
      pt: ['evento', not('jogos?', { notWhere: /done\.wish/u })],
      ar: ['فعالية', not('الحدث|الأحداث|مباراة|المباراة', { unless: 'سجل الأحداث', notWhere: /done\.wish/u })],
    },
  },
  {
    thing: 'A side of the venue; it has a colour.',
    code: 'tribune',
    refusedNames: ['grandstand'],
    contract: 'tribune',
    texts: {
      fr: ['tribune', not('gradins?')],
      en: ['stand', not('tribunes?|grandstands?', { notWhere: /tribuneWords/u, unless: '4 tribune nord' })],
      pt: ['bancada', not('tribunas?|tribunes?', { notWhere: /tribuneWords/u, unless: '4 tribune nord' })],
      ar: ['مدرج', not('منصة|منصات')],
    },
  },
  {
    thing: 'A block of rows with a code, such as N1.',
    code: 'section',
    contract: 'section',
    texts: {
      fr: ['secteur', not('sections?')],
      en: ['section', not('sectors?')],
      pt: ['setor', not('sector(?:es)?|secç(?:ão|ões)')],
      ar: ['قطاع', not('قسم|أقسام')],
    },
  },
  {
    thing: 'Seats of one price: a part of a stand, or parts of several.',
    code: 'zone',
    contract: 'zone',
    texts: {
      fr: ['catégorie', not('zones?')],
      en: ['category', not('zones?', { unless: 'time zones?' })],
      pt: ['categoria', not('zonas?')],
      ar: ['فئة', not('منطقة|مناطق', { unless: '(?:ال)?منطقة (?:ال)?(?:زمنية|عملاء).*' })],
    },
  },
  {
    thing: 'A line of seats in a section.',
    code: 'row',
    contract: 'row',
    texts: {
      fr: ['rang', not('rangées?')],
      en: ['row'],
      pt: ['fila', not('fileiras?')],
      ar: ['صف'],
    },
  },
  {
    thing: 'A place to sit.',
    code: 'seat',
    contract: 'seat',
    texts: {
      fr: ['place', not('sièges?')],
      en: ['seat'],
      pt: ['lugar', not('assentos?|cadeiras?', { unless: 'cadeiras? de rodas' })],
      ar: ['مقعد', not('كرسي|كراسي', { unless: '(?:كرسي|كراسي) متحرك(?:ة)?|الكرسي المتحرك|الكراسي المتحركة' })],
    },
  },
  {
    thing: 'A door of the venue.',
    code: 'gate',
    contract: 'porte',
    texts: {
      fr: ['porte', not('portillons?')],
      en: ['gate'],
      pt: ['porta', not('port(?:ão|ões)')],
      ar: ['بوابة'],
    },
  },
  {
    thing: 'A place for a person in a wheelchair.',
    code: 'accessible',
    contract: null,
    texts: {
      fr: [
        'place fauteuil roulant',
        not('(?:places?|emplacements?) (?:de |pour )?fauteuils?(?! roulants?)|emplacements? de fauteuil roulant'),
      ],
      en: ['wheelchair space', not('wheelchair (?:seats?|places?)|spaces? for a wheelchair')],
      pt: ['lugar para cadeira de rodas', not('(?:espaços?|lugar(?:es)? de) (?:para )?cadeiras? de rodas')],
      ar: ['مكان كرسي متحرك', not('مقعد (?:ال)?كرسي')],
    },
  },
  {
    thing: 'The person who comes with somebody in a wheelchair.',
    code: 'companion',
    refusedNames: ['escort', 'carer'],
    contract: null,
    texts: {
      fr: ['accompagnateur', not('accompagnants?')],
      en: ['companion', not('carers?|escorts?')],
      pt: ['acompanhante'],
      ar: ['مرافق'],
    },
  },
  {
    thing: 'The seats that the program proposes first.',
    code: 'proposal',
    contract: null,
    texts: {
      fr: ['meilleures places', not('(?:nos|les|la) meilleures? places?')],
      en: ['best available', not('(?:the|our) best seats?')],
      pt: ['melhores lugares', not('(?:os|o|nossos) melhor(?:es)? lugar(?:es)?')],
      ar: ['أفضل المقاعد', not('أفضل مقاعدنا')],
    },
  },
  {
    thing: 'A self-service machine that sells to customers.',
    code: 'kiosk',
    contract: null,
    texts: {
      fr: [
        'borne',
        not('machines?|automates?|distributeurs?', {
          where: customers,
          unless: "n'importe quelle machine|toute machine",
        }),
      ],
      en: ['kiosk', not('machines?', { where: customers, unless: 'any machine' })],
      pt: ['quiosque', not('máquinas?', { where: customers, unless: 'qualquer máquina' })],
      ar: ['كشك', not('آلة')],
    },
  },
  {
    thing: 'A kiosk, a desk or a hub: a computer that runs the program.',
    code: 'machine',
    contract: null,
    texts: { fr: ['machine'], en: ['machine'], pt: ['máquina'], ar: ['جهاز'] },
  },
  {
    thing: 'A point of sale with a cashier: a screen and a keyboard.',
    code: 'desk',
    contract: null,
    texts: {
      fr: ['caisse', not('postes? de vente|guichets? de vente')],
      en: ['desk', not('tills?|cash registers?', { unless: 'till password' })],
      pt: ['caixa', not('postos? de venda|balc(?:ão|ões)')],
      ar: ['صندوق البيع', not('نقطة (?:ال)?بيع|شباك (?:ال)?بيع')],
    },
  },
  {
    thing: 'The counter where customers find people who sell tickets.',
    code: null,
    contract: null,
    texts: {
      fr: ['guichet'],
      en: ['ticket counter', not('ticket (?:desks?|windows?)')],
      pt: ['bilheteira', not('guichés?')],
      ar: ['شباك التذاكر'],
    },
  },
  {
    thing: 'The screen that a desk turns to its customer.',
    code: 'customerDisplay',
    contract: null,
    texts: {
      fr: ['écran client', not('écrans? (?:du |des )?clients|écrans? du client')],
      en: ['customer display', not("customer'?s'? (?:display|side|screen)|customer screens?")],
      pt: ['ecrã do cliente', not('visor(?:es)?')],
      ar: ['شاشة الزبون', not('شاشة (?:ال)?عميل')],
    },
  },
]

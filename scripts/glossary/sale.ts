import { customers, not, staff, type Term } from './term.ts'

const reservations = /reservation/iu

export const saleTerms: readonly Term[] = [
  {
    thing: 'The service that sells the seats and makes the tickets; a partner runs it.',
    code: 'booking-service',
    contract: 'partner',
    texts: {
      fr: [
        { customers: 'service de vente', staff: 'billetterie' },
        not('billetteries?', { where: customers }),
        not('services? de billetterie|services? de réservation'),
      ],
      en: ['booking service', not('ticket offices?|ticketing(?: service)?|box offices?')],
      pt: [
        { customers: 'serviço de venda', staff: 'bilheteira' },
        not('serviços? de (?:bilhetes|bilhética|reservas?)'),
      ],
      ar: [
        { customers: 'خدمة البيع', staff: 'خدمة التذاكر' },
        not('خدمة (?:ال)?تذاكر', { where: customers }),
        not('مكتب (?:ال)?تذاكر|خدمة (?:ال)?حجز'),
      ],
    },
  },
  {
    thing: 'Seats that the booking service keeps for a customer who is buying, for some minutes.',
    code: 'hold',
    contract: 'hold',
    texts: {
      fr: [
        'place bloquée',
        not('réserv(?:er|ez|ons|ations?|ée?s?)', {
          unless: 'réservée?s? (?:aux?|à) .*',
          notWhere: reservations,
        }),
        not(
          '(?:gard|t[ie]en|reten)\\p{L}+ (?:les|ses|ces|des|vos) places?|places? (?:.* )?(?:gardées?|tenues?|retenues?)',
        ),
      ],
      en: [
        'held seat',
        not('seats? (?:.* )?kept|ke(?:ep|eps|pt) (?:the |your |its |these )?seats?'),
        not('reserv(?:e|es|ed|ing|ations?)', {
          unless: 'reserved for (?:a )?(?:wheelchairs?|people|someone|companions?)|all rights reserved',
          notWhere: reservations,
        }),
      ],
      pt: [
        'lugar bloqueado',
        not('reserv(?:ar|amos|ad[oa]s?|as?)', {
          unless:
            'reservad[oa]s? (?:a|à|para) (?:uma )?(?:pessoas?|cadeiras?|acompanhantes?)|impressoras? de reserva|de reserva',
          notWhere: reservations,
        }),
        not(
          'lugar(?:es)? (?:.* )?(?:guardad[oa]s?|retid[oa]s?)|guard(?:a|am|ou|ar) (?:os |estes |os seus )?lugar(?:es)?',
        ),
      ],
      ar: [
        'مقعد محفوظ',
        not('محجوزة?|حجز|يُحجز|الحجز', {
          unless: '(?:محجوزة?|مخصصة?) (?:لكرسي|لكراسي|لشخص|لأشخاص).*|خدمة الحجز',
          notWhere: reservations,
        }),
      ],
    },
  },
  {
    thing: 'Seats kept under a name until a later hour or day.',
    code: 'reservation',
    isBuilt: false,
    contract: null,
    texts: { fr: ['réservation'], en: ['reservation'], pt: ['reserva'], ar: ['حجز باسم'] },
  },
  {
    thing: 'Giving held seats up, so that others can buy them.',
    code: 'release',
    contract: null,
    texts: {
      fr: ['libérer', not('rend(?:re|ez|ues?) (?:les|vos|ces|la|cette) places?|relâch\\p{L}+')],
      en: ['release', not('(?:let|give|gives|given|gave) (?:the |your |these )?seats? (?:go|back|up)')],
      pt: ['libertar', not('liberar|liberad[oa]s?|devolv\\p{L}+ (?:os )?lugar(?:es)?')],
      ar: ['تحرير'],
    },
  },
  {
    thing: 'The held seats with their prices: what the customer pays for.',
    code: 'order',
    contract: 'order',
    texts: {
      fr: ['commande'],
      en: ['order'],
      pt: ['pedido', not('encomendas?')],
      ar: ['طلب'],
    },
  },
  {
    thing: 'From the first held seat to the last printed ticket.',
    code: 'sale',
    contract: null,
    texts: {
      fr: [
        { customers: 'achat', staff: 'vente' },
        not('ventes?', {
          where: customers,
          unless: '(?:en|de|les|aucune|la|à la) ventes?(?: réelle)?',
        }),
      ],
      en: [
        { customers: 'purchase', staff: 'sale' },
        not('sales?', {
          where: customers,
          unless: '(?:on|for|of|off|real|no real|training) sales?|sales (?:are|will|resume).*',
        }),
        not('purchases?', { where: staff, notWhere: /purchas|\/program\.ts|customer/iu }),
      ],
      pt: [
        { customers: 'compra', staff: 'venda' },
        not('vendas?', { where: customers, unless: '(?:à|de|as|nenhuma|em|a) vendas?(?: rea(?:l|is))?' }),
      ],
      ar: [{ customers: 'شراء', staff: 'بيع' }],
    },
  },
  {
    thing: 'A sale put aside while the cashier serves another customer.',
    code: 'parked',
    contract: null,
    texts: {
      fr: ['en attente', not('de côté')],
      en: ['on hold', not('set aside|sets? (?:it|a sale|the sale) aside|park(?:s|ed|ing)?')],
      pt: ['em espera', not('à parte|de lado', { unless: '(?:anotad|indicad)[oa] à parte|aparelho à parte' })],
      ar: ['معلّق', not('جانبا|جانبًا')],
    },
  },
  {
    thing: 'A sale with money in it that continues while another customer is served.',
    code: 'behind',
    contract: null,
    texts: {
      fr: ['en cours'],
      en: ['in progress', not('under way')],
      pt: ['em curso', not('em andamento')],
      ar: ['جارٍ'],
    },
  },
  {
    thing: 'What opens a gate: a page with a code.',
    code: 'ticket',
    contract: 'ticket',
    texts: {
      fr: ['billet', not('tickets?')],
      en: ['ticket'],
      pt: ['bilhete', not('ingressos?|tickets?')],
      ar: ['تذكرة', not('بطاقة (?:ال)?دخول')],
    },
  },
  {
    thing: 'A further copy of a ticket or receipt, marked and numbered.',
    code: 'copyNumber',
    contract: null,
    texts: {
      fr: ['duplicata', not('doubles?(?= d[ue] )|copies? (?:du|des?) billets?')],
      en: ['duplicate', not('duplicatas?')],
      pt: ['duplicado', not('segundas? vias?')],
      ar: ['نسخة مكررة', not('نسخ(?:ة|ت) ثانية|نسخ ثانية')],
    },
  },
  {
    thing: 'The square code of a ticket, a payment or a reference.',
    code: 'qrCode',
    refusedNames: ['barcode'],
    contract: 'qr_code',
    texts: {
      fr: ['QR code', not('codes? QR|codes? carrés?|flashcodes?')],
      en: ['QR code', not('square codes?|barcodes?')],
      pt: ['código QR', not('QR codes?|códigos? quadrados?')],
      ar: ['الرمز المربع', not('رمز QR|رموز QR|QR')],
    },
  },
  {
    thing: 'Six characters by which a customer finds a purchase again.',
    code: 'collectionCode',
    contract: null,
    texts: {
      fr: ['référence', not('codes? de retrait')],
      en: ['reference', not('collection codes?')],
      pt: ['referência', not('códigos? de levantamento')],
      ar: ['مرجع', not('رمز (?:ال)?استلام')],
    },
  },
  {
    thing: 'A paper for collecting tickets that were paid but not printed.',
    code: 'collectionSlip',
    contract: null,
    texts: {
      fr: ['bon de retrait'],
      en: ['collection slip', not('collection vouchers?|pick-?up slips?')],
      pt: ['talão de levantamento', not('vales? de levantamento')],
      ar: ['قسيمة الاستلام', not('إيصال (?:ال)?استلام')],
    },
  },
  {
    thing: 'The first button for people whose tickets are already paid.',
    code: null,
    contract: null,
    texts: {
      fr: ['Retirer mes billets', not('ma référence', { unless: "(?:avec|J'ai noté|noté) ma référence" })],
      en: ['Collect my tickets', not('my reference', { unless: '(?:with|noted) my reference' })],
      pt: [
        'Levantar os meus bilhetes',
        not('a minha referência', { unless: '(?:com|anotei|tomei nota d) ?a minha referência' }),
      ],
      ar: [
        'استلام تذاكري',
        not('مرجعي', { unless: '(?:بمرجعي|سجّلت مرجعي|دوّنت مرجعي|مع مرجعي|باستعمال مرجعي|لدي مرجعي)' }),
      ],
    },
  },
  {
    thing: 'A code that opens the sale of one event.',
    code: 'accessCode',
    contract: 'access_code',
    texts: {
      fr: ["code d'accès"],
      en: ['access code', not('event codes?')],
      pt: ['código de acesso'],
      ar: ['رمز الدخول', not('رمز (?:ال)?وصول|رمز (?:ال)?نفاذ')],
    },
  },
  {
    thing: 'Practice at a desk: no sale counts, no ticket is valid.',
    code: 'training',
    refusedNames: ['exercise'],
    contract: null,
    texts: {
      fr: ['formation', not('exercices?', { unless: 'exercice (?:comptable|fiscal)' })],
      en: ['training', not('practice|exercises?')],
      pt: ['formação', not('exercícios?|treinos?|treinamento')],
      ar: ['تدريب', not('تمرين|تمارين')],
    },
  },
  {
    thing: 'The program with invented events and simulated payments.',
    code: 'demo',
    contract: 'demo',
    texts: {
      fr: ['démonstration', not('démos?')],
      en: ['demo', not('demonstrations?')],
      pt: ['demonstração', not('demos?')],
      ar: ['عرض تجريبي', not('عرض توضيحي')],
    },
  },
]

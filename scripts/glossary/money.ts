import { customers, not, settingFaults, staff, type Term } from './term.ts'

/** Matches texts about banknotes only, in which French "billets" does not mean tickets. */
const banknoteTexts = /\/kiosk\.ts\S* (?:\w*Notes\b|\w*Pictures\S*notes)|noteDevice|cashbox/iu

export const moneyTerms: readonly Term[] = [
  {
    thing: 'A means of payment: cash, banknotes, a card, a mobile money operator, a refund voucher.',
    code: 'tender',
    contract: 'payment_method',
    texts: {
      fr: [
        'moyen de paiement',
        not('(?:façons?|manières?|modes?) de (?:payer|paiement)|moyens?(?! de paiement)', {
          unless: "au moyen d['u]e?|(?:prix|panier|montant) moyen|par (?:un autre moyen|le moyen qui a servi à payer)",
        }),
      ],
      en: [
        'payment method',
        not('ways? to pay|means of payment|tenders?|payment (?:ways?|means|options?)', { notWhere: settingFaults }),
      ],
      pt: ['meio de pagamento', not('formas? de pag\\p{L}+|modos? de pag\\p{L}+|métodos? de pag\\p{L}+')],
      ar: ['وسيلة الدفع', not('(?:طريقة|طرق) (?:ال)?دفع|بطريقة أخرى(?= للدفع)')],
    },
  },
  {
    thing: 'A company that carries out electronic payments and knows their outcome.',
    code: 'provider',
    contract: null,
    texts: {
      fr: [{ customers: 'opérateur', staff: 'prestataire' }, not('prestataires?', { where: customers })],
      en: [{ customers: 'operator', staff: 'provider' }, not('(?:payment )?providers?', { where: customers })],
      pt: [{ customers: 'operador', staff: 'prestador' }, not('prestador(?:es)?', { where: customers })],
      ar: [{ customers: 'مشغّل', staff: 'مزوّد' }, not('مزوّد|مزود|مزوّدين', { where: customers })],
    },
  },
  {
    thing: 'Paper money.',
    code: 'banknote',
    contract: null,
    texts: {
      fr: [
        'billet de banque',
        not('billets?(?! de banque)', { where: banknoteTexts }),
        not(
          '(?:insér|gliss|accept|compt|fente|entrée|liasse|coupure|pay|paiement)\\p{L}* (?:(?:à|de|des|les|vos|un|en|ces|le) )*billets?(?! de banque)',
          { notWhere: banknoteTexts, unless: 'accept\\p{L}* (?:(?:de|des|les|vos|un|ces|le) )*billets?' },
        ),
        not('billets? (?:et|ou) (?:des |les )?pièces'),
      ],
      en: [
        'banknote',
        not('bank notes?'),
        not('notes', {
          unless: '(?:release|staff) notes|see notes|(?:devices? for|box(?:es)? (?:for|of)) notes|notes\\.\\p{L}+',
          notWhere: settingFaults,
        }),
        not('bills?'),
      ],
      pt: ['nota', not('cédulas?|papel-moeda')],
      ar: ['ورقة نقدية', not('عملة ورقية|عملات ورقية|بنكنوت')],
    },
  },
  {
    thing: 'The device that takes banknotes.',
    code: 'note-device',
    contract: null,
    texts: {
      fr: [
        { customers: 'entrée des billets de banque', staff: 'lecteur de billets de banque' },
        not('lecteurs? (?:de|à) billets(?! de banque)|monnayeurs?'),
        not('lecteurs? de billets de banque', {
          where: /\/(?:catalogue|kiosk)\.ts\S* \S*(?:around|slot|\b\w*Notes)\b/u,
        }),
      ],
      en: [
        { customers: 'banknote slot', staff: 'banknote reader' },
        not(
          'notes? (?:readers?|devices?|acceptors?|validators?|slots?)|devices? for (?:bank)?notes|banknote (?:devices?|acceptors?)',
        ),
        not('banknote readers?', { where: customers }),
      ],
      pt: [
        { customers: 'entrada de notas', staff: 'leitor de notas' },
        not('leitor(?:es)? de notas', {
          where: /\/(?:catalogue|kiosk)\.ts\S* \S*(?:around|slot|\b\w*Notes)\b/u,
        }),
        not('(?:dispositivo|aparelho|validador)(?:es|s)? de notas'),
      ],
      ar: [
        { customers: 'فتحة الأوراق النقدية', staff: 'قارئ الأوراق النقدية' },
        not('جهاز (?:ال)?أوراق'),
        not('قارئ (?:ال)?أوراق النقدية', {
          where: /\/(?:catalogue|kiosk)\.ts\S* \S*(?:around|slot|\b\w*Notes)\b/u,
        }),
      ],
    },
  },
  {
    thing: 'The locked box in which the banknote reader stores banknotes.',
    code: 'cashbox',
    contract: null,
    texts: {
      fr: [
        'coffre à billets de banque',
        not(
          '(?:caisses?|boîtes?|coffres?) (?:à|aux?|des?) billets(?! de banque)|caisses? (?:à billets de banque|du lecteur)',
        ),
      ],
      en: ['cash box', not('(?:bank)?notes? box(?:es)?|cashbox(?:es)?|stackers?')],
      pt: ['cofre das notas', not('caixas? d[ae]s? notas')],
      ar: ['صندوق الأوراق النقدية', not('صندوق (?:ال)?أوراق(?! النقدية)|خزنة (?:ال)?أوراق')],
    },
  },
  {
    thing: 'The cash drawer of a desk.',
    code: 'drawer',
    contract: null,
    texts: {
      fr: ['tiroir-caisse', not('caisse enregistreuse')],
      en: ['drawer', not('cash drawers?(?= of the till)')],
      pt: ['gaveta'],
      ar: ['درج', not('جارور')],
    },
  },
  {
    thing: 'The strongbox in which a venue stores cash from its drawers.',
    code: null,
    contract: null,
    texts: {
      fr: [
        'coffre-fort',
        not('(?:au|le) coffre(?! (?:à|du lecteur))', {
          where: staff,
          unless: '(?:remises?|remettre|mis) au coffre',
          notWhere: /box|stray|unallocated/iu,
        }),
      ],
      en: ['safe', not('vaults?|strongbox(?:es)?')],
      pt: [
        'cofre-forte',
        not('(?:para o|no|ao) cofre(?! (?:das notas|do leitor))', {
          where: staff,
          unless: '(?:levad[oa]|levar|posto|numerário) (?:para o|no) cofre',
          notWhere: /box|stray|unallocated/iu,
        }),
      ],
      ar: ['خزنة', not('خزينة')],
    },
  },
  {
    thing: 'Cash taken from a drawer to the safe during a shift.',
    code: 'drop',
    contract: null,
    texts: {
      fr: [
        'dépôt au coffre-fort',
        not('remi(?:ses?|s) au coffre(?:-fort)?|(?:remettre|mettre|mis) au coffre(?:-fort)?'),
      ],
      en: ['safe drop', not('cash to the safe|taken to the safe|drop to the safe')],
      pt: ['depósito no cofre-forte', not('(?:levad[oa]|levar|posto|numerário) (?:para o|no) cofre')],
      ar: ['إيداع في الخزنة'],
    },
  },
  {
    thing: 'The price to the last coin.',
    code: null,
    contract: null,
    texts: {
      fr: ['montant exact', not('comptes? justes?|somme exacte|appoint|compte exact')],
      en: ['exact amount', not('exact (?:sum|money|change|cash)')],
      pt: ['valor exato', not('(?:quantia|conta|montante|valor) cert[oa]|(?:conta|montante|quantia) exat[oa]')],
      ar: ['المبلغ المضبوط', not('المبلغ (?:تمامًا|بالضبط|المطلوب تمامًا)')],
    },
  },
  {
    thing: 'Money that the customer gets back after paying more than the price in cash.',
    code: 'change',
    contract: null,
    texts: {
      fr: ['monnaie à rendre, monnaie rendue', not('rendus? de monnaie|petite monnaie')],
      en: ['change due', not('change to give')],
      pt: ['troco'],
      ar: ['الباقي'],
    },
  },
  {
    thing: 'The money of a country, such as GNF.',
    code: 'currency',
    contract: 'currency',
    texts: {
      fr: [
        'devise',
        not(
          'monnaies|(?:cette|autre|même|une|quelle|toute|chaque|sa|leur) monnaie|(?:dans|unités de|en|code de) (?:la )?monnaie|monnaie (?:de|du) (?!moins)\\p{L}+',
          { unless: '(?:rendu|rend|rendre|rendez|pas) (?:de |la )?monnaie', notWhere: /currency/iu },
        ),
        not('monnaie', { where: /currency/iu }),
      ],
      en: ['currency'],
      pt: ['moeda', not('divisas?')],
      ar: ['عملة'],
    },
  },
  {
    thing: 'Money that goes back to a customer.',
    code: 'refund',
    contract: null,
    texts: {
      fr: [
        'remboursement',
        not(
          "(?:argent|sommes?|montants?|paiements?)(?: vous)?(?: a| sera| est| vous)*(?: été)? rendue?s?|rend(?:re|ez|u)(?: la| les| l'| cette)? ?(?:sommes?|argent)|à rendre",
          {
            unless: '(?:monnaie|rien) à rendre',
          },
        ),
      ],
      en: [
        'refund',
        not(
          '(?:give|gives|given|giving|gave|pay|pays|paid|paying|hand|handed) (?:it |the money |your money |money |the amount )?back|money back',
          { unless: 'take the money back' },
        ),
      ],
      pt: [
        'reembolso',
        not(
          '(?:devolv\\p{L}+|reaver) (?:-lhe )?(?:(?:a|o|da|do|esta|essa) )?(?:dinheiro|quantia|total|valor)|(?:dinheiro|quantia|pagamentos?) (?:foi |foram |ser |será )?devolvid[oa]s?|devoluç(?:ão|ões)',
        ),
      ],
      ar: ['رد المبلغ', not('(?:استرداد|إرجاع|استرجاع) (?:ال)?(?:مبلغ|مال|نقود)')],
    },
  },
  {
    thing: 'A paper in place of money that could not be paid back; it pays once.',
    code: 'creditSlip',
    contract: null,
    texts: {
      fr: ['avoir', not("bons? d'avoir|notes? de crédit|bons? d'achat", { notWhere: /giftVoucher/u })],
      en: [
        'refund voucher',
        not('credit (?:slips?|vouchers?)'),
        not('credit notes?', { notWhere: /creditNote|invoice/iu }),
      ],
      pt: ['vale de reembolso', not('vales? de crédito|notas? de crédito', { notWhere: /creditNote|invoice/iu })],
      ar: ['قسيمة استرداد', not('قسيمة (?:ال)?رصيد|قسائم (?:ال)?رصيد')],
    },
  },
  {
    thing: 'A code that was paid in advance.',
    code: 'giftVoucher',
    isBuilt: false,
    contract: null,
    texts: {
      fr: ["bon d'achat", not('(?:chèques?|cartes?|bons?)[ -]cadeaux?')],
      en: ['gift voucher', not('gift (?:cards?|certificates?|codes?)')],
      pt: ['vale-oferta', not('vales?-presente|cheques?-(?:oferta|prenda)|cart(?:ão|ões)-(?:oferta|presente)')],
      ar: ['قسيمة هدية', not('بطاقة (?:ال)?هدية')],
    },
  },
  {
    thing: 'A code that lowers the price.',
    code: 'discountCode',
    isBuilt: false,
    contract: null,
    texts: {
      fr: ['code de réduction', not('codes? (?:promos?|promotionnels?|de remise)')],
      en: ['discount code', not('(?:promo|promotion|promotional|coupon) codes?')],
      pt: ['código de desconto', not('códigos? (?:promocional|promocionais|promo)')],
      ar: ['رمز التخفيض', not('رمز (?:ال)?خصم|رمز ترويجي')],
    },
  },
  {
    thing: 'A seat that the promoter pays for.',
    code: 'invitation',
    isBuilt: false,
    contract: null,
    texts: {
      fr: ['invitation', not('billets? offerts?')],
      en: ['invitation', not('comps?')],
      pt: ['convite', not('bilhetes? oferecidos?')],
      ar: ['دعوة'],
    },
  },
  {
    thing: 'The document that a customer receives for a sale: seats, prices, payment.',
    code: 'receipt',
    contract: null,
    texts: {
      fr: ['reçu', not('tickets? de caisse|quittances?')],
      en: ['receipt'],
      pt: ['recibo', not('tal(?:ão|ões) de compra|comprovativos?')],
      ar: ['إيصال', not('وصولات')],
    },
  },
  {
    thing: 'A document that reverses an invoice, or a part of it.',
    code: 'creditNote',
    contract: null,
    texts: {
      fr: ["facture d'avoir"],
      en: ['credit note', not('credit invoices?')],
      pt: ['nota de crédito'],
      ar: ['إشعار دائن'],
    },
  },
  {
    thing: 'The paper that a customer signs for a refund.',
    code: 'slip',
    contract: null,
    texts: {
      fr: ['bordereau de remboursement'],
      en: [
        'refund slip',
        not('(?:which|no|the|a|duplicate of the) slips?(?! of)', {
          where: staff,
          notWhere: /collection|terminal|voucher|credit/iu,
        }),
      ],
      pt: ['talão de reembolso'],
      ar: ['إيصال رد المبلغ', not('إيصال (?:ال)?(?:استرداد|إرجاع)')],
    },
  },
  {
    thing: 'The device that reads cards and takes their payments.',
    code: 'terminal',
    contract: null,
    texts: {
      fr: ['terminal de paiement', not('TPE|lecteurs? de cartes?|machines? à cartes?')],
      en: ['card terminal', not('card (?:machines?|readers?|devices?)|payment terminals?|EFTPOS')],
      pt: [
        'terminal de pagamento',
        not('TPA|multibanco|leitor(?:es)? de cart(?:ão|ões)|terminal(?:is)? de cart(?:ão|ões)'),
      ],
      ar: ['جهاز الدفع', not('قارئ (?:ال)?بطاقات')],
    },
  },
  {
    thing: 'The receipt that a card terminal prints.',
    code: null,
    contract: null,
    texts: {
      fr: ['reçu du terminal', not('tickets? (?:du |de )terminal')],
      en: ['terminal receipt', not("terminals?(?:'s|')? slips?|slips? (?:of|from) the (?:card )?terminal")],
      pt: ['talão do terminal', not('recibos? do terminal')],
      ar: ['إيصال جهاز الدفع', not('إيصال الجهاز')],
    },
  },
  {
    thing: "A card terminal's transfer of a day's payments to the bank.",
    code: 'terminal-day',
    contract: null,
    texts: {
      fr: ['télécollecte', not('fins? de (?:la )?journée|journée du terminal')],
      en: ['terminal end-of-day', not("ends? of (?:the )?day|(?:its|terminal'?s?'?) day")],
      pt: ['fecho do dia do terminal', not('fechos? do terminal|(?<!fecho do )dia do terminal')],
      ar: ['إقفال يوم جهاز الدفع', not('(?:إقفال|يُقفل) يوم(?! جهاز الدفع)|يوم الجهاز')],
    },
  },
  {
    thing: 'A working period of a drawer, from its opening to its Z report.',
    code: 'shift',
    contract: null,
    texts: {
      fr: [
        'session de caisse',
        not('services? de caisse|(?:ce|le|au|du|un|de|autre|chaque|dernier|du premier) service(?! de)|service \\{\\}', {
          where: staff,
          unless: 'hors service|mis(?:e|es)? en service|en service|service technique|menu de service',
          notWhere: /\/program\.ts\S* doctor\b|\/setup\.ts/u,
        }),
      ],
      en: ['shift'],
      pt: ['turno', not('sess(?:ão|ões) de caixa')],
      ar: ['وردية', not('مناوبة|مناوبات')],
    },
  },
  {
    thing: 'Money in the drawer at the start of a shift.',
    code: 'float',
    contract: null,
    texts: {
      fr: ['fond de caisse', not('fonds? de roulement|encaisse initiale')],
      en: ['opening float', not('(?:cash|starting|initial) floats?')],
      pt: ['fundo de caixa', not('fundo de maneio')],
      ar: ['رصيد البداية', not('رصيد (?:ال)?افتتاحي')],
    },
  },
  {
    thing: 'Cash put into a drawer, or taken from it, without a sale.',
    code: 'cash',
    contract: null,
    texts: {
      fr: ["entrée, sortie d'espèces", not('(?:apport|retrait)s? (?:de caisse|d.espèces)')],
      en: [
        'cash in, cash out',
        not('pay-?(?:ins?|outs?)|(?:pay|paid) (?:in|out)', {
          unless:
            'paid (?:in|out) (?:cash|to|by|as|with).*|(?:pay|paying|paid) in (?:cash|coins).*|(?:voucher|slip|refund)s? paid out.*',
          notWhere: /slip|voucher|setup|review|display/iu,
        }),
      ],
      pt: ['entrada, saída de numerário', not('(?:entrada|saída)s? de dinheiro')],
      ar: ['إدخال نقد، إخراج نقد'],
    },
  },
  {
    thing: 'The report on the current shift, and the report that ends a shift.',
    code: 'X_REPORT',
    contract: null,
    texts: {
      fr: ['rapport X, rapport Z', not('clôtures? [XZ]|(?:le|un|ce|du|au|chaque|dernier) Z')],
      en: ['X report, Z report', not('[XZ] closures?|(?:the|a|each|last|next|every) [XZ](?! reports?)')],
      pt: ['relatório X, relatório Z', not('fechos? [XZ]|(?:o|um|do|no|ao|cada) Z')],
      ar: ['تقرير مرحلي، تقرير الإقفال'],
    },
  },
]

import { commandLine, customers, not, type Term } from './term.ts'

export const peopleTerms: readonly Term[] = [
  {
    thing: 'A person who sells at a desk.',
    code: 'cashier',
    refusedNames: ['clerk'],
    contract: null,
    texts: {
      fr: ['guichetier', not('caissi(?:er|ère)s?')],
      en: ['cashier', not('clerks?|tellers?|salespersons?')],
      pt: ['operador de caixa', not('(?:um|o|do|ao|cada) caixa(?= )(?! (?:est|fec|abr))|bilheteiros?|caixeir[oa]s?')],
      ar: ['أمين الصندوق', not('بائع (?:ال)?تذاكر|كاشير')],
    },
  },
  {
    thing: 'A person who walks beside kiosks and helps customers.',
    code: 'attendant',
    contract: null,
    texts: {
      fr: ['agent', not('(?:le|du|au|par le|notre) personnel|employés?')],
      en: ['member of staff', not('attendants?|assistants?|stewards?')],
      pt: ['funcionário', not('atendentes?|empregad[oa]s?')],
      ar: ['موظف', not('عامل|عمال')],
    },
  },
  {
    thing: 'A person who answers for cashiers and staff.',
    code: 'supervisor',
    contract: null,
    texts: {
      fr: ['responsable', not('superviseurs?|chefs? de caisse|gérants?')],
      en: ['supervisor', not('managers?')],
      pt: ['responsável', not('supervisor(?:es)?|gerentes?')],
      ar: ['مسؤول', not('مشرف|مشرفين')],
    },
  },
  {
    thing: 'A person who repairs machines.',
    code: 'technician',
    contract: null,
    texts: {
      fr: ['technicien', not('dépanneurs?|réparateurs?|réparations?')],
      en: ['technician', not('engineers?|repairers?')],
      pt: ['técnico'],
      ar: ['تقني', not('فني|فنّي')],
    },
  },
  {
    thing: 'The secret number of a member of staff.',
    code: 'pin',
    contract: null,
    texts: {
      fr: ['code personnel', not("codes? (?:de l'agent|PIN|d'agent|du personnel)|PIN")],
      en: ['PIN', not("(?:attendants?|staff|supervisors?|cashiers?)(?:'s|')? codes?|personal codes?|PIN codes?")],
      pt: ['código pessoal', not('códigos? do funcionário|PIN')],
      ar: ['الرمز الشخصي', not('رمز (?:ال)?موظف')],
    },
  },
  {
    thing: 'The secret number of a card or a telephone account.',
    code: null,
    contract: null,
    texts: {
      fr: ['code secret', not('codes? confidentiels?')],
      en: ['PIN', not('secret codes?')],
      pt: ['código secreto'],
      ar: ['الرمز السري', not('الرقم السري|رقم سري|رقمًا سريًا')],
    },
  },
  {
    thing: "The number of a customer's telephone.",
    code: 'phone',
    contract: 'phone',
    texts: {
      fr: ['numéro de téléphone', not('numéros? de (?:mobile|portable)')],
      en: ['phone number', not('telephones?')],
      pt: ['número de telefone', not('números? de telemóvel')],
      ar: ['رقم الهاتف', not('جوال|محمول')],
    },
  },
  {
    thing: 'A character from 0 to 9.',
    code: 'digit',
    contract: null,
    texts: {
      fr: ['chiffre'],
      en: ['digit', not('figures?', { unless: 'sales figures' })],
      pt: ['algarismo', not('dígitos?')],
      ar: ['رقم'],
    },
  },
  {
    thing: 'How much money something costs or somebody pays.',
    code: 'amount',
    contract: 'amount',
    texts: {
      fr: ['montant'],
      en: ['amount', not('sums?')],
      pt: ['valor', not('quantias?|montantes?')],
      ar: ['مبلغ'],
    },
  },
  {
    thing: 'The computer of the venue that all machines report to.',
    code: 'hub',
    contract: null,
    texts: {
      fr: ['serveur du site', not('serveurs? (?:du stade|du lieu|de la salle|central)|hub', { unless: 'guichet hub' })],
      en: ['venue server', not("hubs?|venue's server", { notWhere: commandLine, unless: 'guichet hub' })],
      pt: [
        'servidor do recinto',
        not('servidor(?:es)? (?:do estádio|do local|central)|hub', { unless: 'guichet hub' }),
      ],
      ar: ['خادم الموقع', not('خادم (?:ال)?ملعب|خادم (?:ال)?استاد')],
    },
  },
  {
    thing: 'The signed record of everything a machine did.',
    code: 'journal',
    contract: null,
    texts: {
      fr: ['journal', not('registres?|grand livre')],
      en: [
        'journal',
        not('ledgers?', {
          notWhere: commandLine,
          unless: '(?:guichet )?ledger(?= verify| export| CHECK)|guichet ledger',
        }),
      ],
      pt: ['diário', not('livros? de registos?|registos? assinados?')],
      ar: ['سجل', not('دفتر|يومية')],
    },
  },
  {
    thing: 'The last row of the journal, written beside it.',
    code: 'anchor',
    contract: null,
    texts: {
      fr: ['repère du journal', not('ancres?|fichiers? témoins?')],
      en: ['journal checkpoint', not('anchors?|marks? beside the journal', { notWhere: /program\.ts/u })],
      pt: ['ponto de controlo do diário', not('âncoras?|marcas? do diário')],
      ar: ['نقطة تحقق السجل', not('مرساة|علامة السجل')],
    },
  },
  {
    thing: 'The line in which commands are typed, at a desk or in a terminal window.',
    code: 'command',
    contract: null,
    texts: {
      fr: ['ligne de commande', not('lignes? de saisie|invite de commandes?')],
      en: ['command line', not('command prompts?|input lines?')],
      pt: ['linha de comando', not('linhas? de comandos')],
      ar: ['سطر الأوامر', not('موجّه الأوامر')],
    },
  },
  {
    thing: 'What a customer does with a finger on the screen.',
    code: null,
    contract: null,
    texts: {
      fr: ['toucher', not('tap(?:ez|er|é|ée|és|ées)|cliqu\\p{L}+', { where: customers })],
      en: ['touch', not('taps?|clicks?', { where: customers, notWhere: /\w*Device\b/u })],
      pt: ['tocar', not('cliqu\\p{L}+|clicar', { where: customers })],
      ar: ['لمس', not('انقر|نقر', { where: customers })],
    },
  },
]

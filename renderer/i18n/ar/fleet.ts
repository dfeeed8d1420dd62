import { obstacles, printerAdvice } from '../../../shared/i18n/ar/obstacles.ts'
import { tenderNames } from '../../../shared/i18n/ar/words.ts'
import { adviceOn } from '../../../shared/i18n/obstacle-texts.ts'
import { printerFaults } from '../../../shared/domain/fleet/readiness.ts'
import { ofEach } from '../../../shared/domain/of-each.ts'
import { arOffice } from './office.ts'
import { arSettingFaults } from './settings.ts'
import type { FleetCatalogue } from '../fr/fleet.ts'

const counted = (count: number, one: string, two: string, few: string, many: string): string => {
  if (count === 1) return one
  if (count === 2) return two
  return count >= 3 && count <= 10 ? `${count} ${few}` : `${count} ${many}`
}

export const arFleet: FleetCatalogue = {
  title: 'كل الأجهزة',
  signIn: {
    title: 'تسجيل الدخول',
    name: 'الاسم',
    password: 'كلمة السر',
    go: 'دخول',
    refused: 'الاسم وكلمة السر غير متطابقين.',
    tooOften: 'محاولات كثيرة. انتظر دقيقة.',
    unreachable: 'الخادم لا يستجيب. أعد المحاولة بعد قليل.',
  },
  signOut: 'تسجيل الخروج',
  language: 'اللغة',
  search: 'ابحث عن جهاز أو مجموعة',
  allGroups: 'كل المجموعات',
  group: 'المجموعة',
  show: 'عرض',
  levels: { red: 'يحتاج تدخلا الآن', amber: 'يحتاج تدخلا قريبا', green: 'كل شيء على ما يرام' },
  noneFound: 'لا جهاز مطابق.',
  empty: {
    what: 'لم يسجل أي جهاز بعد.',
    todo: 'على الخادم: guichet hub devices invite ثم الاسم. وعلى الجهاز: guichet fleet enrol ثم الرمز.',
  },
  machines: (count) => counted(count, 'جهاز واحد', 'جهازان', 'أجهزة', 'جهازا'),
  upToDate: (ago) => `محدث ${ago}`,
  hubSilent: (ago) => `توقف الخادم عن الاستجابة ${ago}: ما يلي قديم.`,
  seen: 'آخر ظهور',
  lastSale: 'آخر بيع',
  noSale: 'لا شيء',
  version: 'الإصدار',
  queue: 'مبيعات جارية',
  disk: 'مساحة حرة',
  printers: 'الطابعات',
  roles: { kiosk: 'كشك', cashier: 'صندوق' },
  demo: 'عرض تجريبي',
  serving: 'يخدم زبونا',
  open: 'مفتوح',
  closed: 'مغلق',
  printerStates: {
    ...ofEach(printerFaults, (fault) => printerAdvice[fault].what),
    ready: 'جاهزة',
    'paper-low': 'اللفة توشك أن تنتهي',
    unknown: 'حالة مجهولة',
  },
  settings: {
    open: 'الإعدادات',
    title: (name) => `إعدادات ${name}`,
    target: 'لأجل',
    machine: (name) => `هذا الجهاز ${name}`,
    wholeGroup: (name) => `كل مجموعة ${name}`,
    note: 'يأخذها الجهاز من تلقاء نفسه حين لا يخدم أحدا وتبقى شاشته هادئة.',
    send: 'إرسال',
    close: 'إغلاق',
    unsent: 'لم يرسل شيء. تحقق من القيم ثم أعد المحاولة.',
    states: {
      waiting: 'إعدادات في الطريق',
      filed: 'وصلت الإعدادات',
      running: 'الإعدادات محدثة',
      refused: 'إعدادات مرفوضة',
    },
    waits: {
      sale: 'بيع مفتوح',
      parked: 'بيع موضوع جانبا',
      'under-way': 'بيع جار',
      work: 'عمل جار',
      attention: 'أحد أمام الشاشة',
    },
    waitsFor: (why) => `في الانتظار: ${why}`,
    inForce: 'السارية:',
    openingFrom: 'البيع من',
    openingTo: 'البيع إلى',
    office: arOffice(String),
    faults: arSettingFaults,
  },
  ledger: {
    doubts: {
      shorter: 'ينتهي السجل قبل ما رآه الخادم',
      forked: 'في السجل سطور غير التي رآها الخادم',
      'another-key': 'يوقّع السجل مفتاح لا يعرفه الخادم',
      'another-ledger': 'لم يعد هذا السجل الذي يعرفه الخادم',
    },
    todo: 'ابحث عن السبب: قرص أعيد من نسخة، أو مفتاح ضائع، أو يد غريبة. أعد النسخة الصحيحة، أو اعتمد أدناه ما يعرضه الجهاز.',
    accept: 'اعتماد هذا السجل',
    vouch: 'ضمان المفتاح الجديد',
    seen: 'تم الاطلاع: السجل مطابق من جديد',
    changed: 'يعرض الجهاز الآن شيئًا آخر. انظر مرة أخرى.',
    last: 'آخر سطر رآه الخادم',
    told: 'يعرض الجهاز',
    key: 'المفتاح',
  },
  advice(trouble, { ago, bytes }) {
    switch (trouble.type) {
      case 'never-seen':
        return { what: 'لم يظهر قط', todo: 'شغل البرنامج على الجهاز.' }
      case 'silent':
        return { what: `صامت، آخر ظهور ${ago(trouble.sinceMs)}`, todo: 'تأكد أن الجهاز يعمل وأن الشبكة متصلة.' }
      case 'obstacle':
        return adviceOn(obstacles, trouble.obstacle, tenderNames)
      case 'staff-cases':
        return {
          what: counted(
            trouble.count,
            'عملية بيع تنتظر قرارا',
            'عمليتا بيع تنتظران قرارا',
            'عمليات بيع تنتظر قرارا',
            'عملية بيع تنتظر قرارا',
          ),
          todo: 'افتح شاشة الموظفين على الجهاز وأجب.',
        }
      case 'printer':
        return {
          what: `${trouble.name}: ${printerAdvice[trouble.fault].what}`,
          todo: `${printerAdvice[trouble.fault].todo} طابعة أخرى تحل محلها.`,
        }
      case 'paper-low':
        return { what: `${trouble.name}: اللفة توشك أن تنتهي`, todo: 'أحضر لفة.' }
      case 'settings-refused':
        return { what: `إعدادات لم تُقبل: ${trouble.reason}`, todo: 'صحح الإعدادات على الخادم.' }
      case 'ledger-doubt':
        return { what: arFleet.ledger.doubts[trouble.doubt], todo: arFleet.ledger.todo }
      case 'disk-low':
        return { what: `بقي ${bytes(trouble.freeBytes)} على القرص`, todo: 'أفرغ مكانا قبل الافتتاح.' }
    }
  },
}

import { issues, printerAdvice, tenderNames } from '../../../shared/i18n/ar/words.ts'
import { adviceOn } from '../../../shared/i18n/texts.ts'
import { printerFaults } from '../../../shared/domain/fleet/readiness.ts'
import { recordFromKeys } from '../../../shared/domain/record-from-keys.ts'
import { arOffice } from './office.ts'
import { arSettingFaults } from './problems.ts'
import type { FleetCatalogue } from '../fr/fleet.ts'

const counted = (count: number, one: string, two: string, few: string, many: string): string => {
  if (count === 1) return one
  if (count === 2) return two
  return count >= 3 && count <= 10 ? `${count} ${few}` : `${count} ${many}`
}

export const fleet: FleetCatalogue = {
  title: 'الأجهزة',
  signIn: {
    title: 'تسجيل الدخول',
    name: 'الاسم',
    password: 'كلمة المرور',
    go: 'تسجيل الدخول',
    refused: 'الاسم أو كلمة المرور غير صحيحين.',
    rateLimited: 'محاولات كثيرة. انتظر دقيقة.',
    unreachable: 'الخادم لا يجيب. أعد المحاولة بعد قليل.',
  },
  calls: {
    title: 'زبائن ينتظرون موظفًا',
    reasons: { cash: 'نقد يُقبض', problem: 'مشكلة', help: 'طلب مساعدة' },
    coming: (who) => `${who} في الطريق`,
    go: 'أنا ذاهب',
    done: 'تمّ',
  },
  badges: {
    title: 'شارات الموظفين السارية',
    issued: (desk, time) => `أصدرها ${desk} في ${time}`,
    permanent: 'دائمة',
    revoke: 'إلغاء',
  },
  signOut: 'تسجيل الخروج',
  language: 'اللغة',
  search: 'ابحث عن جهاز أو مجموعة',
  allGroups: 'كل المجموعات',
  group: 'المجموعة',
  show: 'عرض',
  levels: { red: 'عاجل', amber: 'يستدعي الانتباه', green: 'كل شيء على ما يرام' },
  noneFound: 'لا جهاز مطابق.',
  empty: {
    what: 'لا جهاز مسجَّل.',
    todo: 'على الخادم: guichet hub devices invite ثم الاسم. وعلى الجهاز: guichet fleet enrol ثم الرمز.',
  },
  machines: (count) => counted(count, 'جهاز واحد', 'جهازان', 'أجهزة', 'جهازًا'),
  upToDate: (ago) => `محدَّث ${ago}`,
  hubSilent: (ago) => `توقف الخادم عن الإجابة ${ago}: البيانات أدناه قديمة.`,
  seen: 'آخر ظهور',
  lastSale: 'آخر بيع',
  noSale: 'لا شيء',
  version: 'الإصدار',
  queue: 'مبيعات جارية',
  disk: 'مساحة حرة',
  printers: 'الطابعات',
  roles: { kiosk: 'كشك', cashier: 'صندوق' },
  demo: 'عرض تجريبي',
  serving: 'يخدم زبونًا',
  open: 'مفتوح',
  closed: 'مغلق',
  printerStates: {
    ...recordFromKeys(printerFaults, (fault) => printerAdvice[fault].what),
    ready: 'جاهزة',
    'paper-low': 'اللفافة توشك أن تنتهي',
    unknown: 'حالة مجهولة',
  },
  settings: {
    open: 'الإعدادات',
    title: (name) => `إعدادات ${name}`,
    target: 'لأجل',
    machine: (name) => `هذا الجهاز ${name}`,
    wholeGroup: (name) => `كل مجموعة ${name}`,
    note: 'يطبّق كل جهاز هذه الإعدادات تلقائيًا حين لا يخدم أحدًا وتكون شاشته ساكنة منذ مدة.',
    send: 'إرسال',
    close: 'إغلاق',
    unsent: 'لم يُرسل شيء. تحقق من القيم ثم أعد المحاولة.',
    states: {
      waiting: 'إعدادات في الانتظار',
      filed: 'وصلت الإعدادات',
      running: 'الإعدادات محدَّثة',
      refused: 'إعدادات مرفوضة',
    },
    waits: {
      sale: 'بيع مفتوح',
      parked: 'بيع في الانتظار',
      'under-way': 'بيع جارٍ',
      work: 'عملية جارية',
      attention: 'شخص يستعمل الشاشة',
    },
    waitsFor: (why) => `في الانتظار: ${why}`,
    inForce: 'السارية:',
    openingFrom: 'البيع من',
    openingTo: 'البيع إلى',
    office: arOffice(String),
    faults: arSettingFaults,
  },
  wallets: {
    off: (name) => `لا تذاكر في ${name}: المفاتيح غير صالحة. يعرض الخادم السبب عند بدء تشغيله.`,
    expired: (name, date) =>
      `لا تذاكر في ${name}: انتهت صلاحية الشهادة في ${date}. اطلب شهادة جديدة من Apple ثم أعد تشغيل الخادم.`,
    expires: (name, date) => `تنتهي صلاحية شهادة ${name} في ${date}. اطلب شهادة جديدة من Apple ثم أعد تشغيل الخادم.`,
  },
  ledger: {
    doubts: {
      shorter: 'ينتهي السجل قبل آخر سطر يعرفه الخادم',
      forked: 'أسطر السجل تختلف عن التي يعرفها الخادم',
      'another-key': 'السجل موقَّع بمفتاح لا يعرفه الخادم',
      'another-ledger': 'ليس هذا السجل الذي يعرفه الخادم',
    },
    todo: 'ابحث عن السبب: قرص مستعاد أو مفتاح ضائع أو تلاعب. استعد النسخة الصحيحة، أو اقبل أدناه سجل الجهاز أو مفتاحه.',
    accept: 'قبول هذا السجل',
    vouch: 'الموافقة على المفتاح الجديد',
    seen: 'تم الاطلاع: السجل مطابق من جديد',
    changed: 'تغيّر سجل الجهاز في هذه الأثناء. تحقق من جديد.',
    last: 'آخر سطر يعرفه الخادم',
    told: 'سجل الجهاز',
    key: 'المفتاح',
  },
  advice(trouble, { ago, bytes }) {
    switch (trouble.type) {
      case 'never-seen':
        return { what: 'لم يتصل قط', todo: 'شغّل البرنامج على الجهاز.' }
      case 'silent':
        return { what: `غير متصل، آخر ظهور ${ago(trouble.sinceMs)}`, todo: 'تأكد أن الجهاز يعمل وأنه متصل بالشبكة.' }
      case 'issue':
        return adviceOn(issues, trouble.issue, tenderNames)
      case 'staff-cases':
        return {
          what: counted(trouble.count, 'قرار واحد منتظر', 'قراران منتظران', 'قرارات منتظرة', 'قرارًا منتظرًا'),
          todo: 'أجب على الجهاز: على شاشة الموظفين في الكشك، أو في مكتب الصندوق، صفحة «المبيعات الجارية».',
        }
      case 'printer':
        return {
          what: `${trouble.name}: ${printerAdvice[trouble.fault].what}`,
          todo: printerAdvice[trouble.fault].todo,
        }
      case 'paper-low':
        return { what: `${trouble.name}: اللفافة توشك أن تنتهي`, todo: 'أحضر لفافة.' }
      case 'settings-refused':
        return { what: `إعدادات مرفوضة: ${trouble.reason}`, todo: 'صحّح الإعدادات على الخادم.' }
      case 'ledger-doubt':
        return { what: fleet.ledger.doubts[trouble.doubt], todo: fleet.ledger.todo }
      case 'disk-low':
        return { what: `بقي ${bytes(trouble.freeBytes)} على القرص`, todo: 'وفّر مساحة قبل الافتتاح.' }
    }
  },
}

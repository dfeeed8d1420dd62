import type { Catalogue } from './fr.ts'

const list = new Intl.ListFormat('ar', { type: 'conjunction' })

/** `n` writes a count in the digits of the setting. */
export function arDesk(n: (count: number) => string): Catalogue['desk'] {
  return {
    title: 'شباك التذاكر',
    signIn: 'بدء العمل',
    signInBody: 'اكتب رمزك ثم اضغط مفتاح الإدخال.',
    pin: 'الرمز',
    ready: 'جاهز للبيع',
    choose: 'ماذا نبيع؟',
    chooseBody: 'اكتب الرقم ثم اضغط مفتاح الإدخال.',
    noEvents: 'لا شيء معروض للبيع الآن.',
    commandLabel: 'الأمر',
    eventHint: 'رقم الفعالية',
    sumHint: 'المبلغ المستلم، أو مفتاح الإدخال للمبلغ المطلوب تمامًا',
    parked: 'مبيعات جانبًا',
    parkedHint: 'رقم البيع',
    parkedOver: 'انتهى الحجز',
    offers: 'أفضل المقاعد',
    places: (count) =>
      count === 1 ? 'مقعد واحد' : count === 2 ? 'مقعدان' : count <= 10 ? `${n(count)} مقاعد` : `${n(count)} مقعدًا`,
    row: 'الصف',
    seats: 'المقاعد',
    gate: 'البوابة',
    price: 'السعر',
    cash: 'نقدًا',
    toPay: 'المطلوب',
    heldFor: 'محجوز لمدة',
    given: 'الباقي للزبون',
    nothingToGive: 'المبلغ تمامًا',
    lastSale: (seats, amount) => `البيع السابق: ${seats}، ${amount}`,
    empty: 'لم تُختر مقاعد',
    emptyBody: 'تظهر هنا المقاعد المختارة والسعر والباقي.',
    stages: {
      holding: 'جارٍ الحجز…',
      releasing: 'جارٍ الإلغاء…',
      paying: 'جهاز الدفع: بطاقة الزبون',
      confirming: 'جارٍ التأكيد…',
      printing: 'جارٍ الطباعة…',
      done: 'تم البيع',
    },
    problem: {
      'print-problem': 'الطابعة تنتظر: افحص الورق ثم اضغط مفتاح الإدخال.',
      'refund-due': 'هناك مبلغ يجب رده: البيع في قائمة الموظفين. اضغط مفتاح الإدخال للمتابعة.',
      'needs-staff': 'هذا البيع ينتظر جوابًا في قائمة الموظفين. اضغط مفتاح الإدخال للمتابعة.',
    },
    partnerDown: 'خدمة التذاكر لا تجيب: لا بيع جديد.',
    printerDown: 'الطابعة غير جاهزة.',
    enter: 'إدخال',
    enterMeans: {
      events: 'اختيار',
      search: 'بحث',
      take: 'أخذ هذه المقاعد',
      pay: 'قبض',
      recall: 'استئناف',
      goOn: 'متابعة',
    },
    commands: {
      'go-back': 'إلغاء',
      events: 'الفعالية',
      map: 'المخطط',
      card: 'بطاقة',
      park: 'جانبًا',
      recall: 'استئناف',
      switch: 'تسليم',
      lock: 'قفل',
    },
    problems: {
      'no-count': () => ({ title: 'كم مقعدًا؟', body: 'ابدأ بالعدد، من 1 إلى 50.' }),
      'unknown-place': ({ words }) => ({ title: `لا يوجد «${words}» هنا`, body: 'اذكر مدرجًا أو منطقة أو قطاعًا.' }),
      'unknown-row': ({ row }) => ({ title: `لا يوجد صف ${row.toUpperCase()}`, body: 'تحقق من الصف في هذا القطاع.' }),
      'unknown-seat': ({ numbers }) => ({
        title: `لا يوجد مقعد ${list.format(numbers.map(String))}`,
        body: 'هذا الرقم غير موجود في هذا الصف.',
      }),
      'nothing-free': () => ({ title: 'لا توجد مقاعد كافية هناك', body: 'جرّب مدرجًا آخر أو مقاعد أقل.' }),
      'not-a-sum': () => ({ title: 'هذا ليس مبلغًا', body: 'اكتب أرقامًا: 100000.' }),
      'nothing-parked': () => ({
        title: 'لا بيع موضوعًا جانبًا',
        body: 'ضع جانبًا بيعًا ينتظر الدفع؛ وتبقى مقاعده محجوزة.',
      }),
      'no-such-sale': () => ({ title: 'لا بيع بهذا الرقم', body: 'اختر رقمًا من القائمة.' }),
      'no-such-event': () => ({ title: 'لا فعالية بهذا الرقم', body: 'اختر رقمًا من القائمة.' }),
    },
  }
}

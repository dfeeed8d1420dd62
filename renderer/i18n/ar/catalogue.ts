import { seatNotes } from '../../../shared/i18n/ar/words.ts'
import type { CollectionView, StaffReason, TicketPrintView } from '../../../shared/kiosk-api/views.ts'
import { arDesk } from './desk.ts'
import { arDevice } from './device.ts'
import { arNotes } from './notes.ts'
import { arProblems } from './problems.ts'
import { arService } from './service.ts'
import { arPayment } from './payment.ts'
import { arSetup } from './setup.ts'
import { arShift } from './shift.ts'
import { arOffice } from './office.ts'
import { arPaying } from './paying.ts'
import { arFiles } from './files.ts'
import { arPeople } from './people.ts'
import { arPictures } from './pictures.ts'
import { arSeatMap, arabicSeats } from './seat-map.ts'
import type { Catalogue, OfferInWords, WordedReason } from '../fr/catalogue.ts'
import { inNumerals, isolated, type Numerals } from '../numerals.ts'
import { arSpeaking } from './speaking.ts'
import { arStaffDesk } from './staff-desk.ts'
import { screenRestart } from './screen-restart.ts'

const list = new Intl.ListFormat('ar', { type: 'conjunction' })
const figure = new Intl.NumberFormat('en-GB')

const sentence = (facts: readonly string[]): string => (facts.length === 0 ? '' : `${facts.join('، ')}.`)

/** Arabic, with its own digits or those that the machine's country writes. */
export function arabic(numerals: Numerals): Catalogue {
  const n = (count: number): string => inNumerals(figure.format(count), numerals)
  const places = (count: number): string => arabicSeats(count, n)
  return {
    common: {
      back: 'رجوع',
      more: 'المزيد',
      retry: 'إعادة المحاولة',
      wait: screenRestart.wait,
      toEvents: 'عرض الفعاليات',
      places,
      comma: '، ',
      versus: 'ضد',
      city: (name, city) => isolated(city === '' || name.includes(city) ? name : `${name}, ${city}`),
    },
    tools: {
      label: 'الإعدادات والمساعدة',
      language: 'اللغة',
      hear: (name) => `استمع: ${name}`,
      largeText: 'نص كبير',
      normalText: 'نص عادي',
      startOver: 'البدء من جديد',
      training: 'تدريب',
      demo: 'عرض تجريبي',
      demoInFull: 'عرض تجريبي: هذه التذاكر لا تصلح للدخول.',
      device: (id) => `الجهاز ${isolated(id)}`,
    },
    access: {
      title: 'تسهيلات الوصول',
      lead: 'لك وحدك: تعود الشاشة إلى حالها بعد انصرافك.',
      aid: {
        largeText: 'نص كبير',
        contrast: 'تباين قوي',
        lowReach: 'شاشة منخفضة',
        calm: 'هادئ',
        spoken: 'قراءة بصوت مسموع',
        pictures: 'كل شيء بالصور',
      },
      about: {
        largeText: 'حروف أكبر بمرة ونصف',
        contrast: 'أسود على أبيض، وحواف واضحة',
        lowReach: 'كل شيء في متناول اليد، حتى للجالس',
        calm: 'بلا صوت ولا حركة',
        spoken: 'صوت يقرأ كل شاشة',
        pictures: 'لا شيء للقراءة: المس لتسمع',
      },
      done: 'تم',
    },
    keys: {
      chosen: 'مختار',
      unavailable: 'غير متاح',
      oneButton: 'زر واحد',
      oneButtonAbout: 'اضغط حين يصل الإطار إلى خيارك',
      speed: 'المدة عند كل خيار',
      every: { 1000: '1 ث', 1500: '1.5 ث', 2500: '2.5 ث', 4000: '4 ث' },
    },
    coupon: {
      label: 'تذكرتك',
      event: 'الفعالية',
      places: 'المقاعد',
      seats: 'أرقام المقاعد',
      total: 'المجموع',
      toFill: 'لم يُختر بعد',
      heldFor: 'محجوزة لمدة',
      heldForOne: 'محجوز لمدة',
      twoMinutes: 'بقيت دقيقتان فقط للدفع.',
      oneMinute: 'بقيت دقيقة واحدة فقط للدفع.',
      halfMinute: 'بقيت ثلاثون ثانية فقط للدفع.',
    },
    attract: {
      next: 'الفعالية القادمة',
      alsoOnSale: 'معروض للبيع أيضًا',
      touch: 'المس الشاشة لاختيار مقاعدك',
      others: (count) =>
        count === 1 ? 'وفعالية أخرى' : count === 2 ? 'وفعاليتان أخريان' : `و${n(count)} فعاليات أخرى`,
      nothing: 'لا شيء معروض للبيع الآن',
      nothingBody: 'ستظهر الفعاليات القادمة هنا فور طرحها للبيع.',
    },
    events: {
      title: 'ماذا تودّ أن تشاهد؟',
      from: (price) => `من ${price}`,
      page: (page, pages) => `${n(page)}\u00a0/\u00a0${n(pages)}`,
      previous: 'السابق',
      next: 'التالي',
      staleTitle: 'مكتب التذاكر لا يستجيب الآن',
      stale: 'هذه آخر قائمة وصلتنا. نواصل المحاولة.',
      back: 'الصفحة الأولى',
    },
    party: {
      title: 'كم مقعدًا؟',
      about: 'معرفة المزيد',
      lead: 'لك ولمن معك.',
      ways: 'طريقة الاختيار',
      best: 'أفضل المقاعد',
      mapLead: 'ثم تختار مقاعدك على المخطط.',
      remaining: (count) => `المتبقي: ${places(count)}.`,
      fewer: 'مقعد أقل',
      more: 'مقعد أكثر',
      soldOut: 'نفدت التذاكر',
      soldOutBody: 'بيعت كل مقاعد هذه الفعالية. هناك فعاليات أخرى في انتظارك.',
      otherEvent: 'فعالية أخرى',
    },
    wheelchair: {
      ask: 'مكان كرسي متحرك + مرافق',
      about: 'مكانان متجاوران محجوزان لك',
      none: 'لم يبقَ مكان كرسي متحرك مع مرافق',
      noneBody: 'يمكن للموظفين البحث معك.',
    },
    seatNotes,
    offers: {
      title: (count) => (count === 1 ? 'أفضل مقعد' : 'أفضل المقاعد'),
      lead: 'المس ما يعجبك منها.',
      leadOne: 'المس ما يعجبك.',
      searching: 'نبحث عن مقاعدك…',
      holding: 'نحجز مقاعدك…',
      releasing: 'نحرّر مقاعدك…',
      take: 'اختيار',
      each: (price) => `${price} للمقعد`,
      row: (row) => `الصف ${isolated(row)}`,
      seats: (numbers) =>
        numbers.length === 1 ? `المقعد ${numbers[0]}` : `المقاعد ${list.format(numbers.map(isolated))}`,
      place: (sector, row) => `القطاع ${isolated(sector)}، الصف ${isolated(row)}`,
      because: (reasons) => sentence(reasons),
      reason: (reason, about) => arReasons(n)[reason](about),
      openMap: 'الاختيار على المخطط',
      where: 'أين تقع هذه المقاعد؟',
      changeCount: 'تغيير العدد',
      none: (count) => (count === 1 ? 'لا مقعد متاح' : `لا تكفي المقاعد المتاحة (${n(count)})`),
      noneBody: 'جرّب عددًا أقل، أو انظر على المخطط ما بقي.',
    },
    wishes: {
      open: 'المدرّج والسعر',
      title: 'أي مدرّج، وبأي سعر؟',
      lead: 'أخبرنا أين نبحث عن مقاعدك.',
      zones: 'المدرّج',
      anyZone: 'كل المدرّجات',
      left: (count) => (count === 0 ? 'نفد' : `المتاح ${n(count)}`),
      prices: 'سعر المقعد',
      anyPrice: 'كل الأسعار',
      upTo: (price) => `حتى ${price}`,
      show: 'عرض المقاعد',
      back: 'إبقاء الاختيار كما هو',
      clear: 'البحث في كل مكان',
      none: 'لم يبقَ شيء هنا',
      noneBody: (wish) => `${isolated(wish)}: المقاعد لا تكفي. ابحث في كل مكان، أو غيّر العدد.`,
    },
    map: {
      title: 'أين تودّ أن تجلس؟',
      sectionTitle: (section) => `القطاع ${isolated(section)}`,
      lead: (count) => `اختر ${places(count)}.`,
      picked: (picked, wanted) => `${n(picked)} من ${n(wanted)}`,
      fewer: (picked, wanted) => `${n(picked)} من ${n(wanted)}: ${moreSeats(wanted - picked, n)}، أم ${n(picked)} فقط؟`,
      takeOnly: (count) => (count === 1 ? 'حجز مقعد واحد فقط' : `حجز هذه المقاعد فقط (${n(count)})`),
      take: (count) => (count < 2 ? 'حجز هذا المقعد' : `حجز هذه المقاعد (${n(count)})`),
      whole: 'قطاع آخر',
      best: 'أفضل مقاعدنا',
      asList: 'قائمة',
      asMap: 'مخطط',
      oneByOne: 'واحدًا واحدًا',
      together: 'متجاورة',
      grouped: 'مجموعةً',
      staleTitle: 'هذا المخطط لم يعد محدّثًا',
      stale: 'مكتب التذاكر لا يستجيب. نواصل المحاولة.',
    },
    review: {
      title: 'تحقّق ثم ادفع',
      freeTitle: 'تحقّق ثم خذ تذاكرك',
      gate: 'البوابة',
      sector: 'القطاع',
      row: 'الصف',
      seat: 'المقعد',
      seats: 'المقاعد',
      route: 'طريقك',
      view: 'ما ستراه تقريبًا',
      pay: { card: 'الدفع بالبطاقة', cash: 'الدفع نقدًا', notes: 'الدفع بالأوراق النقدية' },
      change: 'تغيير المقاعد',
      remove: 'حذف مقعد',
      removeTitle: 'أي مقعد تريد حذفه؟',
      removeLead: 'تبقى المقاعد الأخرى محجوزة.',
      takeOut: 'حذف',
      prices: 'الأسعار',
      each: (count: string, price: string) => `· ${count} × ${price}`,
      fees: 'الرسوم',
      noFees: 'لا شيء',
      feesAndTaxes: 'الرسوم والضرائب',
      noFeesAndTaxes: 'لا شيء',
      taxOf: (rate: string) => `تشمل ضريبة القيمة المضافة ${rate}%`,
    },
    terms: {
      title: 'الشروط والخصوصية',
      conditions: 'شروط البيع',
      privacy: 'إشعار الخصوصية',
      read: 'قراءة الشروط',
      missing: 'تعذّرت قراءة هذا النص الآن. اطلبه من أحد الأعوان.',
      otherLanguage: (language: string) => `هذا النص متوفر بلغة أخرى فقط: ${isolated(language)}.`,
      accept: (seller: string) => `بالدفع تقبل شروط البيع${seller === '' ? '' : ` الخاصة بـ ${isolated(seller)}`}.`,
      acceptFree: (seller: string) =>
        `بأخذ هذه التذاكر تقبل شروط البيع${seller === '' ? '' : ` الخاصة بـ ${isolated(seller)}`}.`,
    },
    paying: arPaying(n),
    pictures: arPictures(n),
    around: {
      terminal: {
        left: 'جهاز الدفع على اليسار',
        right: 'جهاز الدفع على اليمين',
        above: 'جهاز الدفع فوق الشاشة',
        below: 'جهاز الدفع تحت الشاشة',
      },
      tickets: {
        left: 'تخرج التذاكر على اليسار',
        right: 'تخرج التذاكر على اليمين',
        above: 'تخرج التذاكر فوق الشاشة',
        below: 'تخرج التذاكر تحت الشاشة',
      },
      notes: {
        left: 'قارئ الأوراق النقدية على اليسار',
        right: 'قارئ الأوراق النقدية على اليمين',
        above: 'قارئ الأوراق النقدية فوق الشاشة',
        below: 'قارئ الأوراق النقدية تحت الشاشة',
      },
      help: {
        left: 'يمكن لموظف أن يساعدكم على اليسار',
        right: 'يمكن لموظف أن يساعدكم على اليمين',
        above: 'يمكن لموظف أن يساعدكم فوق الشاشة',
        below: 'يمكن لموظف أن يساعدكم تحت الشاشة',
      },
    },
    notes: arNotes,
    card: {
      device: arDevice,
      onTerminal: 'على جهاز الدفع',
      waiting: 'قدّم بطاقتك',
      waitingBody: 'جهاز الدفع بجانب هذه الشاشة. اتبع تعليماته.',
      asking: 'نتحقّق من دفعك',
      askingBody: 'لم يستجب جهاز الدفع. لا تدفع مرة ثانية: نتحقّق هل تم الدفع.',
      due: 'المبلغ المستحق',
      cancel: 'إلغاء الدفع',
    },
    cash: {
      title: 'استدعِ موظفًا',
      body: (amount) => `جهّز ${amount} نقدًا. يستلمها الموظف هنا، ثم تُطبع تذاكرك.`,
      due: 'المبلغ المستحق',
      pin: 'رمز الموظف',
      demoPin: (pin) => `عرض تجريبي: ${isolated(pin)}`,
      pinEntered: (count) => `عدد الأرقام المدخلة: ${n(count)}`,
      received: 'المبلغ المستلم',
      exact: 'المبلغ بالضبط',
      change: 'الباقي للزبون',
      missing: 'ينقص',
      next: 'التالي',
      take: 'استلام المبلغ',
      much: (received, change) => ({
        title: `المبلغ المستلم ${received}`,
        body: `سيكون الباقي ${change}. أعد العدّ قبل التأكيد.`,
      }),
      takeMuch: (received) => `نعم، استلمت ${received}`,
      erase: 'مسح الرقم الأخير',
      cancel: 'عدم الدفع الآن',
    },
    confirming: {
      title: 'جارٍ تأكيد مقاعدك',
      body: 'تم تسجيل دفعك.',
      slowTitle: 'قليلًا من الصبر',
      slowBody: 'يتأخر مكتب التذاكر في الرد. تم تسجيل دفعك: لا تدفع مرة ثانية وابقَ قرب الشاشة.',
    },
    printing: {
      title: (count) => (count === 1 ? 'جارٍ طباعة تذكرتك' : 'جارٍ طباعة تذاكرك'),
      body: 'تخرج واحدة تلو الأخرى: انتظر الأخيرة.',
      bodyOne: 'ستخرج بعد لحظة.',
      awaited: { title: 'الطابعة مشغولة', body: 'ربما تخدم شباكًا آخر: ننتظرها بضع ثوانٍ.' },
      standsIn: 'تخرج من الطابعة الاحتياطية: إن لم ترها فاسأل أحد الموظفين.',
      readBack: 'قرّب كل تذكرة من القارئ عند خروجها.',
      anotherCode: 'ليست هذه التذكرة: قرّب التي خرجت للتو.',
      state: (state) => arPrintStates[state],
      copy: (copy) => `نسخة ثانية ${n(copy)}`,
    },
    printProblem: {
      title: 'توقفت الطابعة',
      body: 'مقاعدك مدفوعة وتذاكرك مسجّلة: لم يضع شيء. سيشغّل موظف الطابعة من جديد.',
      retry: 'طباعة الباقي',
      reason: (reason) => arPrinterReasons[reason] ?? 'الطابعة لا تستجيب كما ينبغي',
      printed: (printed, count) => (printed === 0 ? 'لم تخرج أي تذكرة بعد.' : `خرج ${n(printed)} من ${n(count)}.`),
    },
    done: {
      title: (count) => (count === 1 ? 'خذ تذكرتك' : count === 2 ? 'خذ تذكرتيك' : `خذ تذاكرك الـ${n(count)}`),
      gate: 'بوابتك',
      seats: (numbers) =>
        numbers.length === 1 ? `المقعد ${numbers[0]}` : `المقاعد ${list.format(numbers.map(isolated))}`,
      wish: 'مباراة ممتعة، وشكرًا!',
      wishShow: 'عرضًا ممتعًا، وشكرًا!',
      change: 'الباقي لك',
      finish: 'إنهاء',
      ticket: ({ ticket, tickets, tribune, gate, row, seat }) =>
        `التذكرة ${n(ticket)} من ${n(tickets)} مع رمزها: ${isolated(tribune)}، البوابة ${isolated(gate)}، الصف ${isolated(row)}، المقعد ${isolated(seat)}`,
      openTickets: 'افتح ملف التذاكر',
      closesIn: (seconds) => `تُغلق هذه الشاشة بعد ${n(seconds)} ث`,
    },
    collecting: {
      open: 'مرجعي',
      title: 'اكتب المرجع',
      lead: 'ستة أحرف وأرقام: تجدها على إيصالك أو في صورتك.',
      erase: 'مسح الحرف الأخير',
      comeBack: {
        title: 'عُد بهذا المرجع',
        body: 'لم يؤكد مشغّل الدفع العملية بعد، ونحن نواصل التحقّق. لا تدفع مرة ثانية.',
        later: 'ما إن يُقبل الدفع حتى تنتظرك تذاكرك عند هذا الجهاز: المس «مرجعي».',
      },
      slip: {
        coming: 'يُطبع إيصالك الآن.',
        printed: 'خذ إيصالك: المرجع مكتوب عليه.',
        none: 'صوّر هذه الشاشة.',
      },
      ready: {
        title: 'قُبل دفعك',
        body: 'تذاكرك تنتظرك: اطبعها متى شئت.',
        print: 'اطبع تذاكري',
        later: 'لاحقًا، بالمرجع',
      },
      answer: (state, sum) => arCollected[state](sum),
    },
    refundDue: {
      title: 'لك عندنا مبلغ نردّه',
      body: 'لقد دفعت، لكن مكتب التذاكر لم يستطع منحك هذه المقاعد. لم تصدر أي تذكرة.',
      todo: 'أظهر هذا المرجع لموظف: سيردّ لك المبلغ كاملًا.',
    },
    needsStaff: {
      title: 'اطلب المساعدة من موظف',
      body: (reason) => arStaffReasons[reason],
      todo: 'أظهر هذا المرجع لأحد الموظفين: به يجد عملية الشراء.',
    },
    staff: {
      reference: 'المرجع',
      amount: 'المبلغ',
      finish: 'المرجع معي',
      qr: 'الرمز المربع للمرجع',
      ifStuck: 'إن لم يعد الجهاز إلى العمل فأظهر هذا المرجع لأحد الموظفين.',
      enter: 'للموظفين فقط',
    },
    money: {
      'no-sale': 'إن كنت قد دفعت فعملية الشراء مسجّلة.',
      none: 'لم يُدفع شيء.',
      'left-open': 'نتحقق من دفعتك. إن كنت قد دفعت فسيُردّ لك مالك.',
      pending: 'نتحقق من دفعتك: لا تدفع مرة ثانية.',
      partly: 'ما دفعته مسجّل.',
      paid: 'دفعتك مسجلة.',
      owed: 'سيُردّ لك مالك.',
      closed: 'إن كنت قد دفعت فعملية الشراء مسجّلة.',
    },
    ended: {
      expiredTitle: 'انتهى الوقت',
      expiredBody: (money) => `لم تعد مقاعدك محجوزة. ${money}`,
      faultTitle: 'توقّفت عملية الشراء',
      faultBody: (money) => `حدث عطل في الجهاز. ${money} ستُحرَّر مقاعدك.`,
      again: 'الاختيار من جديد',
    },
    outOfService: {
      title: 'الجهاز غير متاح مؤقتًا',
      partner: 'مكتب التذاكر لا يستجيب. حالما يعود يمكنك الشراء هنا.',
      printer: 'الطابعة تحتاج إلى موظف. حالما تجهز يمكنك الشراء هنا.',
      storage: 'ذاكرة الجهاز ممتلئة. حالما يُفرغ موظف مساحةً يمكنك الشراء هنا.',
      refused: 'مكتب التذاكر لا يبيع في الوقت الحالي. حالما يُحلّ ذلك يمكنك الشراء هنا.',
      payment: 'لا يمكن الدفع هنا حاليًا. حالما يُحلّ ذلك يمكنك الشراء هنا.',
      restart: 'يُعاد تشغيل الجهاز. يمكنك الشراء هنا بعد لحظات.',
      afterPayment: 'إن كنت قد دفعت للتو فعملية الشراء مسجّلة: ابقَ هنا، ستُستأنف.',
      meanwhile: 'توجّه إلى أقرب شبّاك تذاكر. وإن كنت قد دفعت للتو فاحتفظ بمرجعك: موظف يتولى الأمر.',
    },
    idle: {
      title: 'هل ما زلت هنا؟',
      held: (seconds) => `المس الشاشة وإلا حُرّرت مقاعدك بعد ${n(seconds)} ث.`,
      free: (seconds) => `المس الشاشة وإلا عدنا إلى البداية بعد ${n(seconds)} ث.`,
      byKeys: {
        held: (seconds) => `اضغط مفتاحا وإلا حُرّرت مقاعدك بعد ${n(seconds)} ث.`,
        free: (seconds) => `اضغط مفتاحا وإلا عدنا إلى البداية بعد ${n(seconds)} ث.`,
      },
      stay: 'نعم، أواصل',
      leave: 'لا، انتهيت',
    },
    staffDesk: arStaffDesk(n),
    display: {
      training: 'تمرين: لا يباع شيء هنا، ولا تصلح أي تذكرة.',
      listen: 'للاستماع، المس الشاشة',
      welcome: 'أهلًا بكم',
      restarting: 'لحظة من فضلك: الشباك يُعاد تشغيله.',
      paying: {
        terminal: 'قرّبوا بطاقتكم من جهاز الدفع',
        drawer: 'تدفعون نقدًا',
        telephone: (operator) => `وافقوا على ${operator} في هاتفكم`,
      },
      paid: 'تم الدفع',
      ticketsComing: 'تذاكركم في الطريق إليكم',
      backToYou: 'نردّ لكم',
      oneMoment: 'لحظة من فضلكم: نتحقق من الدفع',
      change: 'الباقي لكم',
      thanks: 'شكرًا لكم',
    },
    desk: arDesk(n),
    service: arService(numerals),
    payment: arPayment,
    setup: arSetup,
    files: arFiles(n),
    people: arPeople,
    office: arOffice(n),
    shift: arShift(numerals),
    speaking: arSpeaking(n),
    startOver: {
      title: 'البدء من جديد؟',
      body: 'لن تبقى مقاعدك محجوزة لك.',
      yes: 'نعم، من جديد',
      no: 'لا، أحتفظ بمقاعدي',
    },
    seatMap: arSeatMap(numerals),
    problems: arProblems(numerals),
  }
}

function moreSeats(count: number, written: (count: number) => string): string {
  if (count === 1) return 'مقعد آخر'
  if (count === 2) return 'مقعدان آخران'
  return `${arabicSeats(count, written)} ${count <= 10 ? 'أخرى' : 'آخر'}`
}

const arReasons = (
  written: (count: number) => string,
): Readonly<Record<WordedReason, (about: OfferInWords) => string>> => {
  const places = (count: number): string => arabicSeats(count, written)
  const inRows = (rows: number): string => {
    if (rows === 1) return 'في الصف نفسه'
    if (rows === 2) return 'في صفّين'
    return rows <= 10 ? `في ${written(rows)} صفوف` : `في ${written(rows)} صفًا`
  }
  const inGroups = (groups: number): string => {
    if (groups === 2) return 'في مجموعتين'
    return groups <= 10 ? `في ${written(groups)} مجموعات` : `في ${written(groups)} مجموعة`
  }
  return {
    together: ({ count }) => (count === 2 ? 'مقعدان متجاوران' : `${places(count)} متجاورة`),
    'in-sequence': ({ count }) => (count === 2 ? 'مقعدان متتاليان' : `${places(count)} متتالية`),
    'split-row': ({ count }) => `في الصف نفسه، ${count === 2 ? 'لكن غير متجاورين' : 'في مجموعتين'}`,
    'split-rows': () => 'في صفّين متتاليين',
    'in-groups': ({ count, groups, rows }) => `${places(count)} ${inGroups(groups)}، ${inRows(rows)}`,
    apart: ({ count, rows }) => `${count === 2 ? 'مقعدان متفرقان' : `${places(count)} متفرقة`}، ${inRows(rows)}`,
    central: () => 'في وسط القطاع',
    'near-gate': ({ gate }) => `أقصر طريق، من البوابة ${isolated(gate)}`,
    'lowest-price': () => 'بأقل سعر',
    'best-view': () => 'بأفضل إطلالة',
    'front-rows': () => 'في الصفوف الأمامية من القطاع',
    'dearer-zone': ({ zone }) => `في منطقة ${isolated(zone)}`,
  }
}

const arPrintStates: Readonly<Record<TicketPrintView['state'], string>> = {
  queued: 'في الانتظار',
  spooling: 'قيد الطباعة',
  printed: 'طُبعت',
  unknown: 'تحتاج إلى تحقق',
  failed: 'لم تخرج',
}

const arPrinterReasons: Readonly<Record<string, string | undefined>> = {
  'paper-out': 'نفد الورق',
  jammed: 'الورق عالق',
  offline: 'الطابعة مطفأة أو غير موصولة',
  stopped: 'الطابعة متوقفة',
  missing: 'لا يمكن العثور على الطابعة',
}

const arStaffReasons: Readonly<Record<StaffReason, string>> = {
  'payment-unknown': 'لم يبيّن جهاز الدفع هل خُصم المبلغ من بطاقتك. لا تدفع مرة ثانية: سيتحقق موظف.',
  'cash-unknown': 'توقف الجهاز أثناء دفعك نقدًا. سيتحقق موظف معك هل سُلّم المبلغ.',
  'service-unreachable': 'لقد دفعت، لكن مكتب التذاكر لم يعد يستجيب. يواصل الجهاز طلب تذاكرك.',
  'tickets-differ': 'لقد دفعت، لكن مكتب التذاكر أرسل تذاكر غير التي طلبتها. دفعك مسجّل.',
  'purchase-refused': 'رفض مكتب التذاكر عملية الشراء هذه. لا تدفع مرة ثانية: موظف يتولى الأمر.',
  'storage-full': 'ذاكرة الجهاز ممتلئة، وعملية الشراء في الانتظار. لا تدفع مرة ثانية: ستُستأنف حالما يُفرغ موظف مساحة.',
  'program-fault': 'تعطّل الجهاز أثناء الشراء. لا تدفع مرة ثانية: سيتحقق موظف من المبلغ المدفوع.',
}

const arCollected: Readonly<
  Record<CollectionView['state'], (sum: string) => { readonly title: string; readonly body: string }>
> = {
  asking: () => ({
    title: 'لم يرد مشغّل الدفع بعد',
    body: 'نواصل التحقّق. انتظر هنا قليلًا، أو عُد لاحقًا بالرمز نفسه. لا تدفع مرة ثانية.',
  }),
  buying: () => ({
    title: 'قُبل دفعك',
    body: 'مكتب التذاكر يؤكد مقاعدك. لحظة أخرى ثم تُطبع تذاكرك.',
  }),
  printing: () => ({
    title: 'جارٍ طباعة تذاكرك',
    body: 'انتظر حتى تخرج الأخيرة.',
  }),
  'not-paid': () => ({
    title: 'لم يُخصم شيء',
    body: 'لم يتم الدفع، ولم تعد مقاعدك محجوزة. يمكنك اختيار غيرها.',
  }),
  'refund-due': (sum) => ({
    title: `لك عندنا ${sum}`,
    body: 'وصل دفعك متأخرًا ولم تعد المقاعد محجوزة. أظهر إيصالك عند شبّاك التذاكر ليُعاد إليك المبلغ.',
  }),
  'given-back': () => ({
    title: 'أُعيد إليك مالك',
    body: 'عملية الشراء هذه منتهية.',
  }),
  printed: () => ({
    title: 'طُبعت هذه التذاكر من قبل',
    body: 'خرجت من هذا الجهاز. إن لم تكن معك فاذهب إلى شبّاك التذاكر.',
  }),
  'ask-staff': () => ({
    title: 'اطلب المساعدة من موظف',
    body: 'أظهر رمزك وهذا المرجع عند شبّاك التذاكر.',
  }),
}

import { inNumerals, type Numerals } from '../../../shared/domain/language.ts'
import { screenRestart, seatNotes } from '../../../shared/i18n/ar/words.ts'
import type { CollectionView, StaffReason, TicketPrintView } from '../../../shared/api/kiosk/views.ts'
import type { Catalogue, OfferInWords, WordedReason } from '../fr/catalogue.ts'
import { isolated } from '../dates.ts'
import { arDesk } from './desk.ts'
import { arabicSeats, arDevice, arNotes, arPaying, arPictures, arSeatMap, arSpeaking, arTelephone } from './kiosk.ts'
import { arFiles, arPeople, arService, arShift, arStaffDesk } from './staff.ts'
import { arOffice } from './office.ts'
import { arPayment, arSetup } from './setup.ts'
import { arProblems } from './problems.ts'

const list = new Intl.ListFormat('ar', { type: 'conjunction' })
const figure = new Intl.NumberFormat('en-GB')

const sentence = (facts: readonly string[]): string => (facts.length === 0 ? '' : `${facts.join('، ')}.`)

/** Returns the Arabic texts, with Western digits or the digits used in the machine's country. */
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
      label: 'المساعدة والإعدادات',
      language: 'اللغة',
      hear: (name) => `استمع: ${name}`,
      largeText: 'تكبير',
      normalText: 'تصغير',
      startOver: 'إعادة البدء',
      training: 'تدريب',
      demo: 'عرض تجريبي',
      demoInFull: 'عرض تجريبي: تذاكر غير صالحة.',
      device: (id) => `الكشك ${isolated(id)}`,
    },
    access: {
      title: 'تسهيلات الوصول',
      lead: 'تسري هذه الإعدادات على عملية شرائك فقط.',
      aid: {
        largeText: 'نص مكبّر',
        contrast: 'تباين عالٍ',
        lowReach: 'الأزرار في الأسفل',
        calm: 'بلا صوت ولا حركة',
        spoken: 'قراءة بصوت مسموع',
        pictures: 'الشراء بالصور',
      },
      about: {
        largeText: 'نص أكبر بنسبة 50%',
        contrast: 'أسود على أبيض، وحواف بارزة',
        lowReach: 'كل شيء في متناول الجالس',
        calm: 'شاشة ساكنة وصامتة',
        spoken: 'تُقرأ كل شاشة بصوت مسموع',
        pictures: 'بلا قراءة: المس واستمع',
      },
      done: 'تم',
    },
    keys: {
      chosen: 'مختار',
      unavailable: 'غير متاح',
      oneButton: 'زر واحد',
      oneButtonAbout: 'اضغط حين يحيط الإطار بخيارك',
      speed: 'مدة التوقف عند كل خيار',
      every: { 1000: '1 ث', 1500: '1.5 ث', 2500: '2.5 ث', 4000: '4 ث' },
    },
    coupon: {
      label: 'طلبك',
      event: 'الفعالية',
      places: 'المقاعد',
      seats: 'أرقام المقاعد',
      total: 'المجموع',
      totalFor: (count) => `المجموع لـ ${places(count)}`,
      toFill: 'لم يُختر بعد',
      heldFor: 'المقاعد محفوظة لمدة',
      heldForOne: 'المقعد محفوظ لمدة',
      twoMinutes: 'أمامك دقيقتان للدفع.',
      oneMinute: 'أمامك دقيقة واحدة للدفع.',
      halfMinute: 'أمامك ثلاثون ثانية للدفع.',
    },
    attract: {
      touch: 'شراء التذاكر',
      upcoming: 'الفعاليات القادمة',
      all: 'الكل',
      languages: 'لغات أخرى',
      nothing: 'لا فعاليات معروضة للبيع حاليًا',
      nothingBody: 'ستظهر الفعاليات القادمة هنا فور طرحها للبيع.',
    },
    events: {
      title: 'الفعاليات',
      from: (price) => `من ${price}`,
      page: (page, pages) => `${n(page)}\u00a0/\u00a0${n(pages)}`,
      previous: 'السابق',
      next: 'التالي',
      staleTitle: 'القائمة غير محدّثة',
      stale: 'هذه آخر قائمة معروفة. جارٍ التحديث…',
      back: 'البداية',
    },
    party: {
      title: 'كم مقعدًا؟',
      about: 'معرفة المزيد',
      more: (limit) => `أكثر من ${n(limit)}: في شباك التذاكر`,
      soldOut: 'نفدت التذاكر',
      soldOutBody: 'لم تبقَ مقاعد للبيع. اطّلع على الفعاليات الأخرى.',
      otherEvent: 'فعالية أخرى',
    },
    wheelchair: {
      ask: 'مكان كرسي متحرك + مرافق',
      about: 'مكانان متجاوران، مخصّصان لمستعملي الكراسي المتحركة',
      none: 'لا يتوفر مكان كرسي متحرك مع مرافق',
      noneBody: 'يمكن لموظف أن يساعدك في إيجاد مكان.',
    },
    seatNotes,
    offers: {
      title: (count) => (count === 1 ? 'أفضل مقعد' : 'أفضل المقاعد'),
      lead: 'المس العرض الذي يناسبك.',
      searching: 'جارٍ البحث عن مقاعد…',
      holding: 'نحفظ مقاعدك…',
      releasing: 'نتيح هذه المقاعد من جديد…',
      take: 'اختيار',
      labels: {
        cheapest: 'الأرخص',
        bestView: 'أفضل إطلالة',
        nearest: 'الأقرب',
      },
      each: (price) => `${price} للمقعد`,
      row: (row) => `الصف ${isolated(row)}`,
      seats: (numbers) =>
        numbers.length === 1 ? `المقعد ${numbers[0]}` : `المقاعد ${list.format(numbers.map(isolated))}`,
      place: (sector, row) => `القطاع ${isolated(sector)}، الصف ${isolated(row)}`,
      because: (reasons) => sentence(reasons),
      reason: (reason, about) => arReasons(n)[reason](about),
      openMap: 'الاختيار على المخطط',
      none: (count) => (count === 1 ? 'لا مقاعد متاحة' : `لا عروض لهذا العدد من المقاعد: ${n(count)}`),
      noneBody: (count) =>
        count === 1 ? 'راجع المخطط، أو اسأل أحد الموظفين.' : 'اختر عددًا أقل من المقاعد، أو راجع المخطط.',
    },
    wishes: {
      open: 'الأسعار',
      title: 'الفئة والسعر',
      lead: 'اختر فئة.',
      anyZone: 'كل الفئات',
      left: (count) => (count === 0 ? 'نفد' : `المتاح ${n(count)}`),
      clear: 'مسح عوامل التصفية',
      none: 'لا عروض بعوامل التصفية هذه',
      noneBody: (wish) => `${isolated(wish)}: المقاعد لا تكفي. امسح عوامل التصفية أو غيّر عدد المقاعد.`,
    },
    map: {
      title: 'أين تودّ أن تجلس؟',
      sectionTitle: (section) => `القطاع ${isolated(section)}`,
      lead: 'المس مقعدًا لاختياره.',
      take: (count, seat) => (count === 1 ? `اختيار المقعد ${seat}` : `اختيار هذه المقاعد (${n(count)})`),
      more: 'أو المس مقعدًا آخر لإضافته',
      whole: 'قطاع آخر',
      best: 'أفضل المقاعد',
      asList: 'قائمة',
      asMap: 'مخطط',
      staleTitle: 'المخطط غير محدّث',
      stale: 'جارٍ التحديث…',
    },
    review: {
      title: 'طلبك',
      gate: 'البوابة',
      sector: 'القطاع',
      row: 'الصف',
      seat: 'المقعد',
      seats: 'المقاعد',
      route: 'الطريق إلى مقاعدك',
      view: 'المشهد التقريبي من مقاعدك',
      how: 'كيف تريد أن تدفع؟',
      pay: { card: 'البطاقة', cash: 'نقدًا', notes: 'أوراق نقدية' },
      others: 'أو اختر عرضًا آخر',
      change: 'اختيار مقاعد أخرى',
      remove: 'مقاعد أقل',
      removeTitle: 'أي مقعد تريد حذفه؟',
      removeLead: 'تبقى المقاعد الأخرى محفوظة.',
      takeOut: 'حذف',
      prices: 'الأسعار',
      each: (count: string, price: string) => `${count} × ${price}`,
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
      read: 'الشروط',
      missing: 'هذا النص غير متاح حاليًا. اطلبه من أحد الموظفين.',
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
        left: 'فتحة الأوراق النقدية على اليسار',
        right: 'فتحة الأوراق النقدية على اليمين',
        above: 'فتحة الأوراق النقدية فوق الشاشة',
        below: 'فتحة الأوراق النقدية تحت الشاشة',
      },
      help: {
        left: 'تحتاج إلى مساعدة؟ يوجد موظف على اليسار.',
        right: 'تحتاج إلى مساعدة؟ يوجد موظف على اليمين.',
      },
    },
    notes: arNotes,
    card: {
      device: arDevice,
      onTerminal: 'المعروض على جهاز الدفع',
      waiting: 'قدّم بطاقتك',
      waitingBody: 'اتبع تعليمات جهاز الدفع بجانب الشاشة.',
      asking: 'نتحقّق من دفعك',
      askingBody: 'نتحقّق هل قُبل دفعك. لا تدفع مرة ثانية.',
      due: 'المبلغ المستحق',
      cancel: 'إلغاء الدفع',
    },
    cash: {
      title: 'توجّه إلى موظف',
      body: (amount) => `جهّز ${amount} نقدًا. تُطبع تذاكرك حالما يستلم الموظف المبلغ.`,
      prepare: 'جهّز نقدًا',
      example: (notes) => `مثلًا، بأوراق نقدية: ${notes}. يعيد الموظف الباقي.`,
      steps: {
        come: 'يأتي موظف إلى الكشك',
        pay: 'تعطيه المبلغ نقدًا',
        ticket: (count) => (count === 1 ? 'تخرج تذكرتك هنا' : 'تخرج تذاكرك هنا'),
      },
      due: 'المبلغ المستحق',
      pin: 'الرمز الشخصي',
      demoPin: (pin) => `عرض تجريبي: ${isolated(pin)}`,
      pinEntered: (count) => `عدد الأرقام المدخلة: ${n(count)}`,
      received: 'المبلغ المستلم',
      exact: 'المبلغ المضبوط',
      change: 'الباقي للزبون',
      missing: 'بقي للدفع',
      next: 'التالي',
      take: 'تأكيد الاستلام',
      much: (received, change) => ({
        title: `هل استلمت ${received} فعلًا؟`,
        body: `سيكون الباقي ${change}. أعد العدّ قبل التأكيد.`,
      }),
      takeMuch: (received) => `نعم، استلمت ${received}`,
      erase: 'مسح الرقم الأخير',
      cancel: 'الدفع بطريقة أخرى',
      release: 'إلغاء حفظ مقاعدي',
    },
    agentCall: {
      button: 'نادِ موظفًا',
      again: 'نادِ موظفًا مرة أخرى',
      calling: 'جارٍ النداء',
      called: 'تم نداء موظف',
      coming: 'موظف في الطريق إليك',
      since: (time) => `تم النداء منذ ${time}`,
      stay: 'ابقَ أمام هذا الجهاز.',
      unreachable: 'النداء لا يصل',
      unreachableTodo: 'اسأل موظفًا قريبًا منك أو توجّه إلى شباك التذاكر.',
      late: 'لم يحضر أحد بعد. يمكنك الدفع بطريقة أخرى أو التوجّه إلى شباك التذاكر. تبقى مقاعدك محفوظة.',
      badge: 'للموظف: قرّب شارتك من القارئ',
      badgeRefused: (why) => {
        switch (why.state) {
          case 'refused':
            return { title: 'رُفضت الشارة', body: 'افتح مناوبتك عند مكتب البيع، أو أدخل رمزك الشخصي.' }
          case 'unreachable':
            return { title: 'لم يتم التحقق من الشارة', body: 'الخادم لا يجيب. أدخل رمزك الشخصي.' }
          case 'locked':
            return { title: 'الشارات موقوفة', body: `رُفضت شارات كثيرة. انتظر ${n(why.seconds)} ث أو أدخل رمزك الشخصي.` }
        }
      },
    },
    confirming: {
      title: 'جارٍ التأكيد…',
      body: 'دفعك مسجّل.',
      slowTitle: 'انتظر قليلًا من فضلك',
      slowBody: 'يستغرق الأمر وقتًا أطول من المعتاد. دفعك مسجّل: لا تدفع مرة ثانية وابقَ قرب الكشك.',
    },
    printing: {
      title: 'جارٍ الطباعة…',
      body: 'تخرج تذاكرك واحدة تلو الأخرى: انتظر الأخيرة.',
      bodyOne: 'ستخرج تذكرتك بعد لحظة.',
      awaited: { title: 'الطابعة مشغولة', body: 'ربما تطبع لشباك التذاكر. انتظر بضع ثوانٍ.' },
      fallbackPrinter: 'تخرج من الطابعة الأخرى. إن لم ترها فاسأل أحد الموظفين.',
      readBack: 'قرّب كل تذكرة من قارئ الرموز المربعة حال خروجها.',
      anotherCode: 'ليست التذكرة الصحيحة: قرّب التي خرجت للتو.',
      state: (state) => arPrintStates[state],
      copy: (copy) => `نسخة مكررة ${n(copy)}`,
    },
    printProblem: {
      title: 'توقفت الطابعة',
      body: 'مقاعدك مدفوعة ولم يضع شيء. اطلب من موظف إعادة تشغيل الطابعة.',
      retry: 'استئناف الطباعة',
      reason: (reason) => arPrinterReasons[reason] ?? 'الطابعة لا تعمل كما ينبغي',
      printed: (printed, count) =>
        printed === 0 ? 'لم تخرج أي تذكرة بعد.' : `التذاكر التي خرجت: ${n(printed)} من ${n(count)}.`,
    },
    done: {
      title: (count) => (count === 1 ? 'خذ تذكرتك' : count === 2 ? 'خذ تذكرتيك' : `خذ تذاكرك الـ${n(count)}`),
      paid: (sum) => `تم الدفع: ${sum}.`,
      gate: 'بوابتك',
      seats: (numbers) =>
        numbers.length === 1 ? `المقعد ${numbers[0]}` : `المقاعد ${list.format(numbers.map(isolated))}`,
      // Omits "and": Arabic joins it to the next word, and the recordings of Latin letters do not include it.
      goTo: (gates) =>
        gates.length === 1
          ? `توجّه إلى البوابة ${isolated(gates[0] ?? '')}`
          : `توجّه إلى البوابات ${gates.map(isolated).join('، ')}`,
      show: (count) => (count === 1 ? 'أظهرها عند البوابة.' : 'تذكرة لكل شخص، تُظهر عند البوابة.'),
      reference: 'مرجعك، في حال فقدان التذاكر',
      wish: 'مباراة ممتعة، وشكرًا!',
      wishShow: 'عرضًا ممتعًا، وشكرًا!',
      change: 'الباقي لك',
      finish: 'إنهاء',
      ticket: ({ ticket, tickets, tribune, gate, row, seat }) =>
        `التذكرة ${n(ticket)} من ${n(tickets)} مع رمزها المربع: ${isolated(tribune)}، البوابة ${isolated(gate)}، الصف ${isolated(row)}، المقعد ${isolated(seat)}`,
      openTickets: 'افتح ملف التذاكر',
      telephone: arTelephone,
      closesIn: (seconds) => `تُغلق بعد ${n(seconds)} ث`,
    },
    collecting: {
      open: 'استلام تذاكري',
      title: 'أدخل مرجعك',
      lead: 'ستة أحرف وأرقام، مطبوعة على قسيمة الاستلام أو ظاهرة في صورتك.',
      erase: 'مسح الحرف الأخير',
      ways: {
        lead: 'المس ما يناسب حالتك.',
        code: { name: 'لديّ مرجع', about: 'تذاكر مدفوعة لم تُستلم بعد' },
        lost: { name: 'فقدتُ تذكرتي', about: 'تذاكر استُلمت من قبل' },
      },
      lost: {
        title: 'توجّه إلى شباك التذاكر أو إلى موظف',
        body: 'سيجد الموظف عملية شرائك ويطبع نسخة مكررة.',
        bring: 'أخبره بواحد مما يلي:',
        facts: {
          reference: 'مرجعك',
          seat: 'مقعدك: القطاع والصف والرقم',
          time: 'ساعة الشراء',
          amount: 'المبلغ المدفوع',
          phone: 'آخر أرقام هاتفك',
        },
        where: (device) => `إن كنت قد اشتريت هنا: ${device}.`,
      },
      comeBack: {
        title: 'عُد بهذا المرجع',
        body: 'لم يتأكد دفعك بعد. نواصل التحقّق: لا تدفع مرة ثانية.',
        later: 'ما إن يُقبل الدفع حتى تنتظرك تذاكرك عند هذا الكشك: المس «استلام تذاكري».',
      },
      slip: {
        coming: 'تُطبع قسيمة الاستلام الآن.',
        printed: 'خذ قسيمة الاستلام: المرجع مكتوب عليها.',
        none: 'التقط صورة لهذه الشاشة.',
      },
      ready: {
        title: 'قُبل دفعك',
        body: 'تذاكرك تنتظرك: اطبعها متى شئت.',
        print: 'اطبع تذاكري',
        later: 'لاحقًا، بمرجعي',
      },
      answer: (state, sum) => arCollected[state](sum),
    },
    refundDue: {
      title: 'سيُردّ إليك المبلغ',
      body: 'دفعك مسجّل، لكن تعذّر منحك هذه المقاعد. لم تصدر أي تذكرة.',
      todo: 'أظهر هذا المرجع لموظف: سيردّ إليك المبلغ كاملًا.',
    },
    needsStaff: {
      title: 'اطلب المساعدة من موظف',
      body: (reason) => arStaffReasons[reason],
      todo: 'أظهر هذا المرجع لموظف ليجد عملية شرائك.',
    },
    staff: {
      reference: 'المرجع',
      amount: 'المبلغ',
      finish: 'سجّلت مرجعي',
      qr: 'الرمز المربع للمرجع',
      ifStuck: 'إن توقف الكشك عن الاستجابة فأظهر هذا المرجع لموظف.',
      enter: 'للموظفين فقط',
    },
    money: {
      'no-sale': 'إن كنت قد دفعت فعملية الشراء مسجّلة.',
      none: 'لم يُخصم شيء.',
      'left-open': 'نتحقّق من دفعك. إن كنت قد دفعت فسيُردّ إليك المبلغ.',
      pending: 'نتحقّق من دفعك: لا تدفع مرة ثانية.',
      partly: 'ما دفعته مسجّل.',
      paid: 'دفعك مسجّل.',
      owed: 'سيُردّ إليك المبلغ.',
      closed: 'إن كنت قد دفعت فعملية الشراء مسجّلة.',
    },
    ended: {
      expiredTitle: 'انتهى الوقت',
      expiredBody: (money) => `لم تعد مقاعدك محفوظة. ${money}`,
      faultTitle: 'توقّفت عملية الشراء',
      faultBody: (money) => `واجه الكشك مشكلة. ${money} ستُعرض مقاعدك للبيع من جديد.`,
      again: 'الاختيار من جديد',
    },
    outOfService: {
      title: 'الكشك غير متاح مؤقتًا',
      partner: 'خدمة البيع غير متاحة مؤقتًا.',
      printer: 'تحتاج الطابعة إلى تدخّل موظف.',
      storage: 'يحتاج هذا الكشك إلى تدخّل تقني.',
      refused: 'المبيعات متوقفة حاليًا.',
      payment: 'لا يمكن الدفع هنا حاليًا.',
      restart: 'يُعاد تشغيل الكشك. انتظر لحظة من فضلك.',
      afterPayment: 'إن كنت قد دفعت للتو فعملية الشراء مسجّلة. ابقَ قرب الكشك حتى تكتمل.',
      meanwhile: 'توجّه إلى أقرب شباك تذاكر. وإن كنت قد دفعت للتو فاحتفظ بمرجعك وأظهره لموظف.',
    },
    idle: {
      title: 'هل تريد المتابعة؟',
      held: (seconds) => `إن لم تُجب فستُعرض مقاعدك للبيع من جديد بعد ${n(seconds)} ث.`,
      free: (seconds) => `إن لم تُجب فسنعود إلى البداية بعد ${n(seconds)} ث.`,
      byKeys: {
        held: (seconds) => `اضغط مفتاحًا للمتابعة. إن لم تُجب فستُعرض مقاعدك للبيع من جديد بعد ${n(seconds)} ث.`,
        free: (seconds) => `اضغط مفتاحًا للمتابعة. إن لم تُجب فسنعود إلى البداية بعد ${n(seconds)} ث.`,
      },
      stay: 'نعم، المتابعة',
      leave: 'لا، التوقف',
    },
    staffDesk: arStaffDesk(n),
    display: {
      training: 'تدريب: لا بيع حقيقي، وتذاكر غير صالحة.',
      listen: 'للاستماع، المس الشاشة',
      welcome: 'أهلًا بكم',
      restarting: 'لحظة من فضلك: يُعاد تشغيل صندوق البيع.',
      paying: {
        terminal: 'قرّبوا بطاقتكم من جهاز الدفع',
        drawer: 'الدفع نقدًا',
        telephone: (operator) => `أكّدوا دفع ${isolated(operator)} على هاتفكم`,
        document: {
          cheque: 'سلّموا شيككم إلى أمين الصندوق',
          'bank-transfer': 'قدّموا أمر التحويل إلى أمين الصندوق',
        },
        account: 'شراء على حسابكم',
      },
      paid: 'تم الدفع',
      ticketsComing: 'جارٍ طباعة تذاكركم',
      backToYou: 'المبلغ المردود لكم',
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
      body: 'ستُعرض مقاعدك للبيع من جديد.',
      yes: 'نعم، من جديد',
      no: 'لا، الاحتفاظ بمقاعدي',
    },
    seatMap: arSeatMap(numerals),
    problems: arProblems(numerals),
  }
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
    'in-sequence': ({ count }) => (count === 2 ? 'رقمان متتاليان' : `${places(count)} بأرقام متتالية`),
    'split-row': ({ count }) => `في الصف نفسه، ${count === 2 ? 'لكن غير متجاورين' : 'في مجموعتين'}`,
    'split-rows': () => 'في صفّين متتاليين',
    'in-groups': ({ count, groups, rows }) => `${places(count)} ${inGroups(groups)}، ${inRows(rows)}`,
    apart: ({ count, rows }) => `${count === 2 ? 'مقعدان متفرقان' : `${places(count)} متفرقة`}، ${inRows(rows)}`,
    central: () => 'في وسط القطاع',
    'near-gate': ({ gate }) => `الأقرب إلى البوابة ${isolated(gate)}`,
    'lowest-price': () => 'بأقل سعر',
    'best-view': () => 'بأفضل إطلالة',
    'front-rows': () => 'في الصفوف الأمامية',
    'dearer-zone': ({ zone }) => `في فئة أغلى (${isolated(zone)})`,
  }
}

const arPrintStates: Readonly<Record<TicketPrintView['state'], string>> = {
  queued: 'في الانتظار',
  spooling: 'قيد الطباعة',
  printed: 'طُبعت',
  unknown: 'تحتاج إلى تحقق',
  failed: 'لم تُطبع',
}

const arPrinterReasons: Readonly<Record<string, string | undefined>> = {
  'paper-out': 'نفد الورق',
  jammed: 'الورق عالق',
  offline: 'الطابعة مطفأة أو غير موصولة',
  stopped: 'الطابعة متوقفة',
  missing: 'لا يمكن العثور على الطابعة',
}

const arStaffReasons: Readonly<Record<StaffReason, string>> = {
  'payment-unknown': 'لا نعلم هل قُبل دفعك. لا تدفع مرة ثانية: اطلب من موظف أن يتحقّق.',
  'cash-unknown': 'توقف الكشك أثناء دفعك نقدًا. اطلب من موظف أن يتحقّق معك هل سُلّم المبلغ.',
  'service-unreachable': 'لقد دفعت، لكن تذاكرك لم تصل بعد. يواصل الكشك المحاولة.',
  'tickets-mismatched': 'دفعك مسجّل، لكن التذاكر التي وصلت لا تطابق طلبك.',
  'purchase-refused': 'تعذّر تأكيد عملية الشراء هذه. لا تدفع مرة ثانية: اطلب من موظف أن يتحقّق.',
  'storage-full': 'عملية شرائك في الانتظار: يلزم تدخّل تقني. لا تدفع مرة ثانية.',
  'program-fault': 'واجه الكشك مشكلة أثناء الشراء. لا تدفع مرة ثانية: اطلب من موظف أن يتحقّق.',
}

const arCollected: Readonly<
  Record<CollectionView['state'], (sum: string) => { readonly title: string; readonly body: string }>
> = {
  asking: () => ({
    title: 'لم يتأكد الدفع بعد',
    body: 'نواصل التحقّق. انتظر هنا قليلًا، أو عُد لاحقًا بالمرجع نفسه. لا تدفع مرة ثانية.',
  }),
  buying: () => ({
    title: 'قُبل دفعك',
    body: 'نؤكد مقاعدك. تُطبع تذاكرك بعد لحظة.',
  }),
  printing: () => ({
    title: 'جارٍ طباعة تذاكرك',
    body: 'انتظر حتى تخرج الأخيرة.',
  }),
  'not-paid': () => ({
    title: 'لم يُخصم شيء',
    body: 'لم يتم الدفع، ولم تعد مقاعدك محفوظة. يمكنك اختيار غيرها.',
  }),
  'refund-due': (sum) => ({
    title: `لك عندنا ${sum}`,
    body: 'دفعك مسجّل، لكن تعذّر منحك هذه المقاعد. أظهر قسيمة الاستلام عند شباك التذاكر ليُردّ إليك المبلغ.',
  }),
  'given-back': () => ({
    title: 'رُدّ إليك المبلغ',
    body: 'عملية الشراء هذه منتهية.',
  }),
  printed: () => ({
    title: 'طُبعت هذه التذاكر من قبل',
    body: 'خرجت من هذا الكشك. إن لم تكن معك فاذهب إلى شباك التذاكر.',
  }),
  'ask-staff': () => ({
    title: 'اطلب المساعدة من موظف',
    body: 'أظهر قسيمة الاستلام وهذا المرجع عند شباك التذاكر.',
  }),
}

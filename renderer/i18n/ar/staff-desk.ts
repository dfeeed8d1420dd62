import type { PlainRefusal } from '../../../shared/domain/money/tender-traits.ts'
import type { RefundClosedBy } from '../../../shared/domain/sale/provider-refund.ts'
import type { LedgerDoubt, LedgerMemory } from '../../../shared/domain/fleet/ledger-doubt.ts'
import type { StaffCase } from '../../../shared/kiosk-api/staff-cases.ts'
import type { Catalogue } from '../fr/catalogue.ts'

/** `n` writes a number in the machine's digits. */
export function arStaffDesk(n: (count: number) => string): Catalogue['staffDesk'] {
  return {
    title: 'ركن الموظفين',
    pinBody: 'مبيعات تحتاج قرارًا: أدخل رمزك.',
    none: 'لا شيء للمعالجة',
    noneBody: 'يظهر هنا كل بيع جديد يحتاج معالجة.',
    close: 'إغلاق',
    of: (index, count) => (count === 1 ? 'بيع واحد للمعالجة' : `للمعالجة: ${n(index)} من ${n(count)}`),
    question: (question) => questions[question],
    moneyMovedQuestion: (tender, amount, tenders) =>
      tender === 'cash'
        ? `هل استلمت ${amount} نقدًا؟ عُدّ ما في الدرج.`
        : tender === null
          ? `هل دفع الزبون ${amount}؟ تحقق من سجل جهاز الدفع وحساب المشغّل.`
          : tender === 'card'
            ? `هل دفع الزبون ${amount} بالبطاقة؟ تحقق من سجل جهاز الدفع.`
            : `هل دفع الزبون ${amount} عبر ${tenders[tender]}؟ تحقق من حساب المشغّل.`,
    rowsLost: 'ضاع جزء من سجل هذا البيع. تحقق من أن هذا لم يُنجز من قبل.',
    unknownTender: 'غير معروف',
    paymentReference: 'مرجع الدفع',
    order: 'رقم عملية البيع',
    find: 'البحث بالمرجع',
    findBody: 'اكتب مرجع الزبون أو امسح رمزه المربع.',
    notFound: 'لا توجد في هذا الجهاز عملية بيع بهذا المرجع.',
    noQuestion: 'لا شيء للمعالجة في هذا البيع.',
    paidBy: 'الدفع',
    moneyMoved: 'نعم، تم الدفع',
    moneyNotMoved: 'لا، لم يتم الدفع',
    askAgain: 'طلب التذاكر من جديد',
    giveBack: 'ردّ المبلغ',
    handedOut: 'سُلّمت التذاكر بطريقة أخرى',
    askLast: 'التحقق لدى خدمة التذاكر',
    lookFirst: 'مدفوع بلا تذاكر. تحقق أولًا لدى خدمة التذاكر: إن وُجدت التذاكر طُبعت ولا شيء يُردّ.',
    notAsked: 'تعذّر الاتصال بخدمة التذاكر. اتصل بها هاتفيًا قبل ردّ المبلغ: إن باعت هذه المقاعد فعليها إلغاؤها.',
    ticketsShown: 'لدى خدمة التذاكر تذاكر لهذا البيع. اطلب منها إلغاءها قبل ردّ المبلغ.',
    printNow: 'طباعة التذاكر',
    stillAsked:
      'لا جواب من المشغّل بعد؛ يواصل الجهاز المحاولة. إن أجبت «لا» استمر البيع من دون هذا الدفع؛ وإن تمّ لاحقًا فردّ مبلغه من هنا.',
    tookOtherwise: (sum) => `يذكر المشغّل مبلغًا آخر: ${sum}. أجب «لا»، ثم يمكن ردّه من هنا.`,
    mayStillSell: 'قد يكتمل البيع بعد. انتظر إن استطعت.',
    reprint: 'طباعة من جديد',
    paperSeen: 'نعم، خرجت',
    paperNotSeen: 'لا، اطبع',
    approval: 'رقم الموافقة أو العملية، إن وُجد',
    operatorNumber: 'الرقم عند المشغّل',
    refundNumber: 'رقم ردّ المبلغ',
    refundOver: (tender) => `ردّ المبلغ عبر ${tender}`,
    refundMade: 'نعم، رُدّ بهذا الرقم',
    refundNotMade: 'لا، لم يُردّ شيء',
    refundSince: 'طُلب في',
    refundReference: 'مرجع ردّ المبلغ',
    refundFailed: (by, reason) => refusals[by](refundReasons[reason as PlainRefusal] ?? reason),
    receipt: 'رقم إيصال ردّ المبلغ',
    paidBack: 'تسجيل ردّ المبلغ',
    note: 'رقم ملاحظتك، إن وُجدت',
    settled: 'تسجيل المعالجة',
    ownerRef: 'مرجع خدمة التذاكر',
    shown: 'التذاكر لدى خدمة التذاكر',
    shownNothing: 'لا تذاكر',
    gapSince: 'آخر سطر قبل ذلك',
    gapFound: 'اكتُشف',
    gapRows: 'السطور الضائعة',
    gapRowsAtLeast: (rows) => (rows === null ? 'العدد غير معروف' : `${n(rows)} على الأقل`),
    gapRemembered: 'أثرها محفوظ في',
    memory: (memory) => memories[memory],
    strayPaidOut: 'رُدّ المبلغ للزبون من الدرج',
    strayKept: 'تُترك في صندوق الأوراق النقدية حتى العدّ',
    strayFound: 'دخلت في',
    strayUnknown: 'القيمة غير معروفة',
    newKey: 'المفتاح الجديد',
    hubSays: 'ما لاحظه الخادم',
    hubDoubt: (doubt) => doubts[doubt],
    hubRow: 'آخر سطر يعرفه الخادم',
    previous: 'السابق',
    next: 'التالي',
  }
}

const questions: Readonly<Record<StaffCase['question'], string>> = {
  collect: 'مدفوع بعد انصراف الزبون. اطبع التذاكر حين يطلبها.',
  'money-moved': 'هل دفع الزبون؟',
  'service-unreachable':
    'مدفوع، ولم تؤكده خدمة التذاكر بعد. يواصل الجهاز المحاولة وحده. إن طال ذلك فاتصل بخدمة التذاكر، ثم ردّ المبلغ، أو سلّم التذاكر بطريقة أخرى وسجّل ذلك هنا.',
  'tickets-differ': 'تذاكر خدمة التذاكر لا تطابق الطلب. اتصل بخدمة التذاكر ثم اطلبها من جديد، أو ردّ المبلغ.',
  'payment-open':
    'استمر البيع من دون هذا الدفع، ولم يجب المشغّل بعد. يواصل الجهاز المحاولة: إن تمّ الدفع فردّ مبلغه من هنا.',
  'payment-unanswered': 'استمر البيع من دون هذا الدفع، ولم يجب المشغّل قط. تحقق من حساب المشغّل: هل دفع الزبون؟',
  'payment-found': 'استمر البيع من دون هذا الدفع، ثم تمّ بعد ذلك. ردّ المبلغ للزبون، ثم أدخل رقم ردّه.',
  'refund-open':
    'طُلب من المشغّل ردّ هذا المبلغ ولم يجب بعد. يواصل الجهاز المحاولة: لا تردّ المبلغ بطريقة أخرى. إن طال ذلك فتحقق من حساب المشغّل: هل رُدّ المبلغ؟',
  'pay-back': 'مدفوع بلا تذاكر. ردّ المبلغ للزبون، ثم أدخل رقم الإيصال.',
  reprint: 'مدفوع ومؤكد، لكن تذاكر لم تخرج. افحص الطابعة، ثم اطبع.',
  'paper-out': 'مدفوع ومؤكد. هل خرجت هذه التذاكر؟ افحص الطابعة؛ وإعادة الطباعة تحمل عبارة DUPLICATA.',
  'rows-lost':
    'فُقد جزء من سجل هذا الجهاز. يسأل وحده خدمة التذاكر وجهاز الدفع عن هذا البيع. إن لم يأتِ جواب فتحقق لديهما، وعالج البيع، ثم سجّل معالجته.',
  unreconciled:
    'فُقد جزء من سجل هذا الجهاز، ولا خدمة التذاكر ولا جهاز الدفع يفسّران هذا البيع. تحقق لديهما وفي الدرج، وعالج البيع، ثم سجّل معالجته.',
  'stray-note':
    'دخلت ورقة نقدية إلى صندوق الأوراق النقدية بلا بيع، بعد انقطاع التيار أو الاتصال. إن كان الزبون معروفًا فأعطه المبلغ نفسه نقدًا، وإلا فاتركها في الصندوق حتى العدّ.',
  'ledger-gap': 'ضاعت سطور من السجل: قد تنقصه مبيعات جرت بين هذين الوقتين. قارن الدرج وجهاز الدفع وخدمة التذاكر.',
  'ledger-key':
    'يستمر السجل بمفتاح جديد: ضاع المفتاح القديم. على مسؤول الخادم الموافقة على المفتاح الجديد؛ وبلا خادم، اذكر من غيّره واحتفظ بتقرير Z التالي.',
  'ledger-hub':
    'لا يتعرّف خادم الموقع على سجل هذا الجهاز. اتصل بمسؤول الخادم: يوافق عليه، أو تُعاد النسخة الصحيحة من السجل.',
  'purchase-refused':
    'مدفوع، لكن خدمة التذاكر رفضت البيع. يواصل الجهاز المحاولة ما دام حفظ المقاعد ممكنًا؛ وبعد ذلك يُردّ المبلغ من هنا. لاستئناف المبيعات: «حالة الجهاز»، أو المكتب، صفحة «الجهاز».',
  'storage-full':
    'القرص ممتلئ: هذا البيع ينتظر التسجيل. حرّر مساحة على القرص فيُستأنف وحده. وحتى ذلك الحين لا تطفئ الجهاز.',
  restart: 'حدث خلل في الجهاز أثناء هذا البيع. أعد تشغيله: يُستأنف البيع من حيث توقف.',
}

const memories: Readonly<Record<LedgerMemory, string>> = {
  anchor: 'نقطة تحقق السجل',
  roll: 'لفافة المراقبة',
  backup: 'نسخة احتياطية',
  archive: 'أرشيف',
  report: 'تقرير Z مطبوع',
}

const doubts: Readonly<Record<LedgerDoubt, string>> = {
  shorter: 'تنقص هذا السجل سطور يعرفها الخادم',
  forked: 'سطر يعرفه الخادم جرى تغييره',
  'another-key': 'هذا السجل موقّع بمفتاح لا يعرفه الخادم',
  'another-ledger': 'يعرف الخادم سجلًا آخر لهذا الجهاز',
}

const refusals: Readonly<Record<RefundClosedBy, (reason: string) => string>> = {
  provider: (reason) => `رفض المشغّل ردّ المبلغ: ${reason}. اطلبه من جديد، أو ردّ المبلغ بطريقة أخرى.`,
  unsent: () => 'تعذّر الاتصال بالمشغّل، فلم يُطلب ردّ المبلغ. أعد المحاولة لاحقًا، أو ردّ المبلغ بطريقة أخرى.',
  staff: () => 'رأى موظف لدى المشغّل أن شيئًا لم يُردّ: ردّ المبلغ بطريقة أخرى.',
}

const refundReasons: Readonly<Record<PlainRefusal, string>> = {
  declined: 'بلا سبب آخر',
  'timed-out': 'انقضت المهلة',
  'not-enough-money': 'الرصيد غير كافٍ في حسابكم التجاري',
  'over-limit': 'تجاوز الحد المسموح',
  'unknown-payer': 'لم يعد للزبون حساب',
  'provider-down': 'خدمة المشغّل متوقفة',
  'not-set-up': 'عقدكم أو إعداداتكم لا تسمح بذلك',
}

import type { PlainRefusal } from '../../../shared/domain/money/tender-traits.ts'
import type { RefundClosedBy } from '../../../shared/domain/sale/provider-refund.ts'
import type { LedgerDoubt, LedgerMemory } from '../../../shared/domain/fleet/ledger-doubt.ts'
import type { StaffCase } from '../../../shared/kiosk-api/staff-cases.ts'
import type { Catalogue } from '../fr/catalogue.ts'

/** `n` writes a number in the machine's digits. */
export function arStaffDesk(n: (count: number) => string): Catalogue['staffDesk'] {
  return {
    title: 'للموظفين',
    pinBody: 'أسئلة تنتظر إجابة: أدخل رمزك.',
    none: 'لا شيء ينتظر إجابة',
    noneBody: 'يظهر هنا كل سؤال جديد تلقائيًا.',
    close: 'إغلاق',
    of: (index, count) => (count === 1 ? 'سؤال واحد ينتظر' : `السؤال ${n(index)} من ${n(count)}`),
    question: (question) => questions[question],
    moneyMovedQuestion: (tender, amount, tenders) =>
      tender === 'cash'
        ? `هل استُلم مبلغ ${amount} نقدًا؟ انظر في الصندوق.`
        : tender === null
          ? `هل قُبض مبلغ ${amount}؟ انظر في سجل جهاز الدفع وحساب المشغّل.`
          : tender === 'card'
            ? `هل خُصم مبلغ ${amount} من بطاقة؟ انظر في سجل جهاز الدفع.`
            : `هل خُصم ${amount} عبر ${tenders[tender]}؟ انظر في حساب المشغّل.`,
    rowsLost: 'ضاع جزء من سجل هذا البيع: ربما أُنجز ذلك من قبل. تحقّق أولًا.',
    unknownTender: 'غير معروف',
    paymentReference: 'مرجع الدفع',
    order: 'رقم عملية البيع',
    find: 'البحث بالمرجع',
    findBody: 'اكتب مرجع الزبون أو امسح رمزه المربع.',
    notFound: 'لا توجد في هذا الجهاز عملية بيع بهذا المرجع.',
    noQuestion: 'لا شيء ينتظر جوابًا عن هذه العملية.',
    paidBy: 'الدفع',
    moneyMoved: 'نعم، أُخذ المال',
    moneyNotMoved: 'لا، لم يُؤخذ شيء',
    askAgain: 'طلب التذاكر من جديد',
    giveBack: 'ردّ المبلغ',
    handedOut: 'سُلّمت التذاكر بطريقة أخرى',
    askLast: 'اسأل مكتب التذاكر',
    lookFirst: 'مدفوعة، لكن بلا تذاكر. اسأل مكتب التذاكر مرة أخيرة أولًا: إن وُجدت التذاكر طُبعت ولا شيء يُردّ.',
    notAsked: 'تعذّر سؤال مكتب التذاكر. اتصل به قبل ردّ المبلغ: إن كان قد باع هذه المقاعد فعليه إلغاؤها.',
    ticketsShown: 'يعرض مكتب التذاكر تذاكر لهذا البيع. اطلب منه إلغاءها قبل ردّ المبلغ.',
    printNow: 'طباعة التذاكر',
    stillAsked:
      'لم يُجب المشغّل بعد. يواصل الجهاز سؤاله، وتُحلّ المسألة وحدها حالما يجيب. بالجواب «لا» يستمر البيع من دون هذا الدفع: فإن تمّ رغم ذلك، وجب ردّ المبلغ، ويظهر هنا.',
    tookOtherwise: (sum) => `يقول المشغّل إنه أخذ ${sum}. أجب «لا»: يصير هذا المبلغ واجب الردّ، ويظهر هنا.`,
    mayStillSell: 'ربما لا تزال هذه المقاعد محجوزة، وقد يكتمل البيع بعد. انتظر إن استطعت.',
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
    paidBack: 'رُدّ المبلغ',
    note: 'رقم ملاحظتك، إن وُجدت',
    settled: 'سُوّي الأمر',
    ownerRef: 'المرجع لدى مكتب التذاكر',
    shown: 'يعرض مكتب التذاكر',
    shownNothing: 'لا تذاكر',
    gapSince: 'آخر سطر قبل ذلك',
    gapFound: 'اكتُشف',
    gapRows: 'السطور الضائعة',
    gapRowsAtLeast: (rows) => (rows === null ? 'العدد غير معروف' : `${n(rows)} على الأقل`),
    gapRemembered: 'ما يتذكّرها',
    memory: (memory) => memories[memory],
    strayPaidOut: 'دُفع للزبون من الدرج',
    strayKept: 'تبقى في الصندوق حتى العدّ',
    strayFound: 'دخلت في',
    strayUnknown: 'القيمة غير معروفة',
    newKey: 'المفتاح الجديد',
    hubSays: 'يلاحظ الخادم',
    hubDoubt: (doubt) => doubts[doubt],
    hubRow: 'آخر سطر يعرفه الخادم',
    previous: 'السؤال السابق',
    next: 'السؤال التالي',
  }
}

const questions: Readonly<Record<StaffCase['question'], string>> = {
  collect: 'دُفعت بعد انصراف الزبون. تذاكره تنتظره: اطبعها حين يطلبها.',
  'money-moved': 'هل أُخذ المال؟',
  'service-unreachable':
    'مدفوعة، لكن مكتب التذاكر لا يقول ما آل إليه هذا البيع. يعيد الجهاز السؤال وحده. إن طال ذلك فاتصل به: ردّ المبلغ، أو سلّم التذاكر بطريقة أخرى ودوّن ذلك.',
  'tickets-differ': 'يعرض مكتب التذاكر تذاكر غير المطلوبة. تحدّث معه، ثم اطلبها من جديد، أو ردّ المبلغ.',
  'payment-open':
    'استمر البيع من دون هذا الدفع، ولم يقل المشغّل بعد هل تمّ. يواصل الجهاز سؤاله: فإن أُخذ المال وجب ردّه، ويظهر هنا.',
  'payment-unanswered': 'استمر البيع من دون هذا الدفع، ولم يُجب المشغّل قط. انظر في حسابه: هل أُخذ المال؟',
  'payment-found': 'كان البيع قد استمر من دون هذا الدفع، وأخذ المشغّل المال رغم ذلك. أعد المبلغ ثم دوّن رقم ردّه.',
  'refund-open':
    'كُلّف المشغّل بردّ هذا المبلغ ولم يُجب بعد. يواصل الجهاز سؤاله: لا تردّ شيئًا بطريقة أخرى. وإن لم يُجب فانظر في حسابه: هل رُدّ المبلغ؟',
  'pay-back': 'مدفوعة، لكن بلا تذاكر. ردّ المبلغ، ثم أدخل رقم الإيصال.',
  reprint: 'مدفوعة ومؤكدة، لكن تذاكر لم تخرج. افحص الطابعة، ثم اطبع.',
  'paper-out': 'مدفوعة ومؤكدة. هل خرجت هذه التذاكر؟ انظر في الطابعة؛ الورقة الثانية تحمل كلمة DUPLICATA.',
  'rows-lost':
    'فقد الجهاز جزءًا من سجله. يسأل وحده مكتب التذاكر وجهاز الدفع عمّا آل إليه هذا البيع. إن لم يُجب أحد فقارن بنفسك، ثم سوّ الأمر ودوّنه هنا.',
  unreconciled:
    'فقد الجهاز جزءًا من سجله، ولا مكتب التذاكر ولا جهاز الدفع يفسّران هذا البيع. قارن معهما ومع الصندوق، ثم سوّ الأمر ودوّنه هنا.',
  'stray-note':
    'دخلت ورقة نقدية إلى الصندوق بلا بيع، بعد انقطاع التيار أو الخط. إن كان زبونها معروفًا فادفع له المبلغ نفسه نقدًا، وإلا فتبقى في الصندوق حتى العدّ.',
  'ledger-gap': 'ضاعت سطور من السجل: ربما تنقصه مبيعات جرت بين هذين الوقتين. قارن الصندوق وجهاز الدفع ومكتب التذاكر.',
  'ledger-key':
    'يستمر السجل بمفتاح جديد: ملف المفتاح القديم مفقود. على مسؤول الخادم أن يضمنه؛ وإن لم يكن هناك خادم فدوّن هنا من يعرف السبب واحتفظ بتقرير Z التالي.',
  'ledger-hub':
    'لا يتعرّف الخادم على سجل هذا الجهاز. اتصل بمسؤول الخادم: يسوّي الأمر في صفحته، أو تُعاد النسخة الصحيحة من السجل.',
  'purchase-refused':
    'مدفوع، لكن مكتب التذاكر يرفض البيع. يعيد الجهاز عرضه وحده ما دام حجز المقاعد ممكنًا؛ وبعد ذلك يُعاد المبلغ من هنا. ويُسوّى الباقي في صفحة حالة الجهاز.',
  'storage-full':
    'القرص ممتلئ: هذا البيع ينتظر تسجيله. أفرغ مساحةً على القرص فيُستأنف وحده. وحتى ذلك الحين لا تطفئ الجهاز.',
  restart: 'تعطّل الجهاز أثناء هذا البيع. أعد تشغيله: يُستأنف البيع من حيث توقف.',
}

const memories: Readonly<Record<LedgerMemory, string>> = {
  anchor: 'المرساة',
  roll: 'اللفافة',
  backup: 'نسخة احتياطية',
  archive: 'أرشيف',
  report: 'تقرير Z مطبوع',
}

const doubts: Readonly<Record<LedgerDoubt, string>> = {
  shorter: 'ينتهي هذا السجل قبل ما رآه الخادم',
  forked: 'سطر يعرفه الخادم صار سطرًا آخر',
  'another-key': 'مفتاح لا يعرفه الخادم يوقّع هذا السجل',
  'another-ledger': 'ليس هذا هو السجل الذي يعرفه الخادم',
}

const refusals: Readonly<Record<RefundClosedBy, (reason: string) => string>> = {
  provider: (reason) => `رفض المشغّل ردّ المبلغ: ${reason}. اطلبه منه من جديد، أو أعد المبلغ بطريقة أخرى.`,
  unsent: () => 'تعذّر الاتصال بالمشغّل، فلم يُطلب منه شيء. اطلبه لاحقًا، أو أعد المبلغ بطريقة أخرى.',
  staff: () => 'رأى أحد العاملين في حساب المشغّل أن شيئًا لم يُردّ: أعد المبلغ بطريقة أخرى.',
}

const refundReasons: Readonly<Record<PlainRefusal, string>> = {
  declined: 'بلا سبب آخر',
  'timed-out': 'انقضت المهلة',
  'not-enough-money': 'لا يكفي المال في حسابكم لديه',
  'over-limit': 'تجاوز حدًّا مسموحًا',
  'unknown-payer': 'لم يعد للزبون حساب لديه',
  'provider-down': 'خدمته متوقفة',
  'not-set-up': 'عقدكم أو إعداداتكم لديه لا تسمح بذلك',
}

import type { Catalogue } from '../fr/catalogue.ts'
import { isolated } from '../numerals.ts'

export const arPeople: Catalogue['people'] = {
  numberAndPin: 'رقمك ثم رمزك ثم مفتاح الإدخال.',
  number: 'الرقم',
  begin: 'تسجيل الدخول',
  recent: 'آخر المستخدمين',
  machine: 'رمز الجهاز',
  withoutNumber: (pin) => `عرض تجريبي: بلا رقم، الرمز ${isolated(pin)}`,
  demoChoice: 'عرض تجريبي: اختر من أنت ثم مفتاح الإدخال.',
  demoPeople: 'أشخاص العرض التجريبي',
  demoCode: (pin) => `الرمز ${isolated(pin)}`,
  demoSecond: (person, pin) => `عرض تجريبي: ${isolated(person)}، الرمز ${isolated(pin)}`,
  roles: { cashier: 'أمين الصندوق', supervisor: 'مسؤول', technician: 'تقني' },
}

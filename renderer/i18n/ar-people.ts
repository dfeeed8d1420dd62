import type { Catalogue } from './fr.ts'
import { isolated } from './numerals.ts'

export const arPeople: Catalogue['people'] = {
  numberAndPin: 'رقمك ثم رمزك ثم مفتاح الإدخال.',
  number: 'الرقم',
  begin: 'تسلّم الشباك',
  recent: 'عملوا هنا من قبل',
  machine: 'رمز الصندوق',
  withoutNumber: (pin) => `عرض تجريبي: بلا رقم، الرمز ${isolated(pin)}`,
  roles: { cashier: 'بائع', supervisor: 'مسؤول', technician: 'تقني' },
}

import type { Catalogue } from '../fr/catalogue.ts'

export const enPeople: Catalogue['people'] = {
  numberAndPin: 'Your number, your PIN, then Enter.',
  number: 'Number',
  begin: 'Take the desk',
  recent: 'Worked here before',
  machine: 'Desk’s own PIN',
  withoutNumber: (pin) => `Demonstration: no number, PIN ${pin}`,
  demoChoice: 'Demonstration: choose who you are, then Enter.',
  demoPeople: 'The people of the demonstration',
  demoCode: (pin) => `PIN ${pin}`,
  demoSecond: (person, pin) => `Demonstration: ${person}, PIN ${pin}`,
  roles: { cashier: 'cashier', supervisor: 'supervisor', technician: 'technician' },
}

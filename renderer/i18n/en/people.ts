import type { Catalogue } from '../fr/catalogue.ts'

export const enPeople: Catalogue['people'] = {
  numberAndPin: 'Your number, your PIN, then Enter.',
  number: 'Number',
  begin: 'Sign in',
  recent: 'Recent users',
  machine: 'Machine PIN',
  withoutNumber: (pin) => `Demo: no number, PIN ${pin}`,
  demoChoice: 'Demo: choose who you are, then press Enter.',
  demoPeople: 'Demo users',
  demoCode: (pin) => `PIN ${pin}`,
  demoSecond: (person, pin) => `Demo: ${person}, PIN ${pin}`,
  roles: { cashier: 'cashier', supervisor: 'supervisor', technician: 'technician' },
}

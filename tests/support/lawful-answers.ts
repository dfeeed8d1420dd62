import type { SetupAnswers } from '../../shared/api/kiosk/setup.ts'

/** Seller, conditions of sale and privacy notice, which the set-up requires for every live kiosk. */
export const lawful = {
  seller: { name: 'Stade de Nongo SA', address: 'Nongo, Conakry', contact: '+224 620 00 00 00' },
  terms: { conditions: { fr: 'Conditions de vente' }, privacy: { fr: 'Vos données' } },
} as const satisfies SetupAnswers

/** Set-up answers of every live kiosk, except its profile and its partner. */
export const staffed = {
  machinePin: '730516',
  people: [{ number: '1', name: 'Mariama Bah', role: 'supervisor', pin: '905173' }],
  ...lawful,
} satisfies SetupAnswers

import type { SetupAnswers } from '../../shared/kiosk-api/setup.ts'

/** Seller, conditions of sale and privacy notice, without which no machine that sells for money is set up. */
export const lawful = {
  seller: { name: 'Stade de Nongo SA', address: 'Nongo, Conakry', contact: '+224 620 00 00 00' },
  terms: { conditions: { fr: 'Conditions de vente' }, privacy: { fr: 'Vos données' } },
} as const satisfies SetupAnswers

/** What every machine that sells for money is set up with, except its profile and its partner. */
export const staffed = {
  machinePin: '730516',
  people: [{ number: '1', name: 'Mariama Bah', role: 'supervisor', pin: '905173' }],
  ...lawful,
} satisfies SetupAnswers

import type { StaffRole } from '../../../shared/kiosk-api/contract.ts'

/** Sign-in of staff at a desk. */
export const frPeople = {
  numberAndPin: 'Votre numéro, votre code, puis Entrée.',
  number: 'Numéro',
  begin: 'Se connecter',
  recent: 'Derniers utilisateurs',
  machine: 'Code de la machine',
  withoutNumber: (pin: string) => `Démonstration : sans numéro, code ${pin}`,
  demoChoice: 'Démonstration : choisissez qui vous êtes, puis Entrée.',
  demoPeople: 'Les personnes de la démonstration',
  demoCode: (pin: string) => `code ${pin}`,
  demoSecond: (person: string, pin: string) => `Démonstration : ${person}, code ${pin}`,
  roles: {
    cashier: 'guichetier',
    supervisor: 'responsable',
    technician: 'technicien',
  } satisfies Record<StaffRole, string>,
}

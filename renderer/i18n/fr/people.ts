import type { StaffRole } from '../../../shared/kiosk-api/roles.ts'

/** The people of a desk: who works at it, and in what office. */
export const frPeople = {
  numberAndPin: 'Votre numéro, votre code, puis Entrée.',
  number: 'Numéro',
  begin: 'Prendre le poste',
  recent: 'Déjà passés à ce poste',
  machine: 'Code de la caisse',
  withoutNumber: (pin: string) => `Démonstration : sans numéro, code ${pin}`,
  demoChoice: 'Démonstration : choisissez qui vous êtes, puis Entrée.',
  demoPeople: 'Les personnes de la démonstration',
  demoCode: (pin: string) => `code ${pin}`,
  demoSecond: (person: string, pin: string) => `Démonstration : ${person}, code ${pin}`,
  roles: {
    cashier: 'guichet',
    supervisor: 'responsable',
    technician: 'technique',
  } satisfies Record<StaffRole, string>,
}

import type { Catalogue } from './fr.ts'

export const ptPeople: Catalogue['people'] = {
  numberAndPin: 'O seu número, o seu código e Enter.',
  number: 'Número',
  begin: 'Ocupar o posto',
  recent: 'Já passaram por este posto',
  machine: 'Código da caixa',
  withoutNumber: (pin) => `Demonstração: sem número, código ${pin}`,
  roles: { cashier: 'bilheteira', supervisor: 'responsável', technician: 'técnica' },
}

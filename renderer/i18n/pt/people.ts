import type { Catalogue } from '../fr/catalogue.ts'

export const ptPeople: Catalogue['people'] = {
  numberAndPin: 'O seu número, o seu código, depois Enter.',
  number: 'Número',
  begin: 'Iniciar sessão',
  recent: 'Últimos utilizadores',
  machine: 'Código da máquina',
  withoutNumber: (pin) => `Demonstração: sem número, código ${pin}`,
  demoChoice: 'Demonstração: escolha quem é, depois Enter.',
  demoPeople: 'As pessoas da demonstração',
  demoCode: (pin) => `código ${pin}`,
  demoSecond: (person, pin) => `Demonstração: ${person}, código ${pin}`,
  roles: { cashier: 'operador de caixa', supervisor: 'responsável', technician: 'técnico' },
}

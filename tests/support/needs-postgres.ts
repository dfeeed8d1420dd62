import { beforeEach, inject } from 'vitest'

// Without PostgreSQL, every test counts as skipped.
beforeEach(({ skip }) => {
  if (inject('postgres') === null) skip('needs PostgreSQL')
})

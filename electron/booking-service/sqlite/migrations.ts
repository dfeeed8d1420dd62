import { initial } from './migrations/001-initial.ts'
import { administration } from './migrations/002-administration.ts'
import { fleet } from './migrations/003-fleet.ts'
import { changes } from './migrations/004-changes.ts'
import { slips } from './migrations/005-slips.ts'

/** In order; the database's `user_version` is the number of those applied. An applied one is never changed. */
export const migrations: readonly string[] = [initial, administration, fleet, changes, slips]

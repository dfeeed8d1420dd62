import { parseArgs } from 'node:util'
import { findPrograms } from './programs.ts'
import { rush, sayRush } from './rush.ts'

/** npm run cluster:rush [-- --hubs 4]: how many sales a second a PostgreSQL cluster makes while nothing fails. */
const { values } = parseArgs({ options: { hubs: { type: 'string', default: '4' } } })
const programs = findPrograms()
if ('missing' in programs) console.log(`skipped: needs the Debian packages ${programs.missing.join(', ')}`)
else
  for (const report of await rush(programs, Number(values.hubs))) console.log(`${values.hubs} hubs, ${sayRush(report)}`)

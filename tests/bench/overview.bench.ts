import Sqlite from 'better-sqlite3'
import { Statements } from '../../electron/booking/sql/sqlite/statements.ts'
import { remainingSeats } from '../../electron/booking/sql/catalog.ts'
import { SqliteStore } from '../../electron/booking/sql/sqlite/store.ts'
import { type Suite, times } from './harness.ts'
import { eventAt, gridVenue, scratchFolder, storeDefaults } from './venues.ts'

const [SECTIONS, ROWS, SEATS_IN_ROW] = [300, 18, 19]
const SEATS = SECTIONS * ROWS * SEATS_IN_ROW

const isGone = (index: number): boolean => index % 3 === 0

export const suite: Suite = {
  title: `how many seats are left: ${SECTIONS} sections, ${SEATS.toLocaleString('en')} seats`,
  unit: { one: 'overview', many: 'overviews' },
  clock: 'cpu',
  prepare: async () => {
    const folder = await scratchFolder()
    const databasePath = folder.path('booking-service.db')
    const store = new SqliteStore({ ...storeDefaults, databasePath })
    const gone = Array.from({ length: ROWS * SEATS_IN_ROW }, (_, index) => index).filter(isGone)
    const { eventId } = await store.createEvent(eventAt(gridVenue(SECTIONS, ROWS, SEATS_IN_ROW), () => gone))
    const db = new Sqlite(databasePath)
    const statements = new Statements(db)
    const remaining = () => statements.perform(remainingSeats(eventId))

    // The naive method stores one row per seat and counts the rows for each request.
    db.exec('CREATE TABLE seat (seat_id INTEGER PRIMARY KEY, section_id INTEGER NOT NULL, status TEXT NOT NULL) STRICT')
    db.exec('CREATE INDEX seat_section ON seat (section_id, status)')
    const add = db.prepare('INSERT INTO seat (section_id, status) VALUES (?, ?)')
    db.transaction(() => {
      for (let section = 1; section <= SECTIONS; section++) {
        for (let index = 0; index < ROWS * SEATS_IN_ROW; index++) add.run(section, isGone(index) ? 'sold' : 'available')
      }
    })()
    const counted = db
      .prepare<[], number>("SELECT sum(status = 'available') FROM seat GROUP BY section_id ORDER BY section_id")
      .pluck()
    const one = db.prepare<[number], number>('SELECT remaining FROM event WHERE event_id = ?').pluck()

    return {
      contenders: [
        { name: 'guichet: counters kept by each sale', units: 400, run: times(400, remaining) },
        { name: 'GROUP BY over the seats', units: 10, run: times(10, () => counted.all()) },
        { name: 'floor: one row by its key', units: 20_000, run: times(20_000, () => one.get(eventId)) },
      ],
      goals: [{ against: 'GROUP BY over the seats', ratio: 20 }],
      check: () => {
        const [ours, naive] = [remaining().sectionsLeft, counted.all()]
        if (ours.length !== SECTIONS || ours.join() !== naive.join()) throw new Error('the counts differ')
        if (one.get(eventId) !== naive.reduce((sum, count) => sum + count, 0)) throw new Error('the total differs')
        return Promise.resolve()
      },
      close: async () => {
        db.close()
        await store.close()
        await folder.remove()
      },
    }
  },
}

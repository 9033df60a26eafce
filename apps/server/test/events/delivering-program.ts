import pino from 'pino'
import { openDatabase } from '../../src/platform/db/database.ts'
import { startDispatcher } from '../../src/platform/events/dispatcher.ts'
import { handle, handleBatch, type Subscriber } from '../../src/platform/events/events.ts'
import { openNotices } from '../../src/platform/notices/notices.ts'
import { createMetrics } from '../../src/platform/telemetry/metrics.ts'
import { counted } from './events.fixture.ts'

/**
 * A process that delivers numbers to two subscribers, which write them down. It kills itself when the subscriber
 * `KILLED_BY` has written `KILL_AT`, and its position has not been: as a machine that loses its power would.
 */
const url = process.env['DATABASE_URL'] ?? ''
const killAt = Number(process.env['KILL_AT'])
const killedBy = process.env['KILLED_BY']

const database = openDatabase(url, 2, 10_000)
const notices = await openNotices(database)

async function write(subscriber: string, received: readonly number[]): Promise<void> {
  await database.owner.query(
    'insert into written_down (subscriber, n) select $1, n from unnest($2::int[]) with ordinality x(n, at) order by at',
    [subscriber, received],
  )
  if (subscriber === killedBy && received.includes(killAt)) process.kill(process.pid, 'SIGKILL')
}

const subscribers: Subscriber[] = [
  { name: 'single', handlers: [handle(counted, ({ payload: { n } }) => write('single', [n]))] },
  {
    name: 'batch',
    handlers: [
      handleBatch(counted, (_tenantId, events) =>
        write(
          'batch',
          events.map(({ payload }) => payload.n),
        ),
      ),
    ],
  },
]

const metrics = createMetrics({ web: false, worker: true })
startDispatcher({ database, notices, subscribers, metrics, log: pino({ level: 'silent' }) })

import { setTimeout as wait } from 'node:timers/promises'
import { createApplication, type Application } from '../../src/application.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { configure } from '../../src/platform/config/config.ts'
import { readEnvironment } from '../../src/platform/config/env.ts'
import { secretKey } from '../harness.ts'

/** An application as the program starts it on a database that is there. */
export async function startOn({ url, dataDir }: { url: string; dataDir: string }): Promise<Application> {
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    DEMO: 'off',
    SECRET_KEY: secretKey,
    DATA_DIR: dataDir,
  }
  return createApplication(configure(readEnvironment(environment)), url, systemClock)
}

/** How much work is under way or could be done within seconds. */
const dueSql = `
  select (select count(*) from event)::int
    + (select count(*) from graphile_worker._private_jobs where locked_at is not null
      or (run_at <= now() + interval '10 seconds' and attempts < max_attempts))::int as due`

/** Runs jobs and delivers events until nothing is left to do. Throws after a minute. */
export async function workOff(application: Application): Promise<void> {
  await application.startWorker()
  const end = performance.now() + 60_000
  for (;;) {
    const { rows } = await application.platform.database.owner.query<{ due: number }>(dueSql)
    if (rows[0]?.due === 0) return
    if (performance.now() > end) throw new Error(`${rows[0]?.due} jobs and events are left`)
    await wait(100)
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { cloneDatabase } from '../../test/clone.ts'
import { secretKey } from '../../test/harness.ts'
import { createApplication } from '../application.ts'
import { systemClock } from '../platform/clock.ts'
import { configure } from '../platform/config/config.ts'
import { readEnvironment } from '../platform/config/env.ts'
import { addDemo } from './demo.ts'
import { counts, long, people } from './demo.fixture.ts'

/** Starts an instance as main does; answers its customers once no job is left, and the users. */
async function startInstance(demo: 'on' | 'off') {
  const database = await cloneDatabase()
  const config = configure(
    readEnvironment({
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DEMO: demo,
      DATABASE_POOL: '4',
      SECRET_KEY: secretKey,
      DATA_DIR: database.dataDir,
    }),
  )
  const application = await createApplication(config, database.url, systemClock)
  const { tenantId } = await application.modules.identity.ensureInstance(addDemo(application))
  await application.startWorker()
  const { users, lists } = application.modules
  const { owner } = application.platform.database
  for (;;) {
    const { rows } = await owner.query('select count(*)::int as left from graphile_worker.jobs')
    if (rows[0].left === 0) break
    await wait(100)
  }
  await users.forget(tenantId)
  const { all } = await users.directory(tenantId)
  const userId = all.find((user) => user.roleId === 3)?.userId ?? 0
  const query = { page: 1, pageSize: 1, sortDirection: 'ASC', format: 'list' } as const
  const list = (await lists.list({ tenantId, userId, roleId: 3, sessionId: 0 }, 4, query)).read()
  const { rows: models } = await owner.query(
    `select (select max(published_at) from health_version) < min(at) as "cameFirst" from score_entry`,
  )
  await application.close()
  await database.drop()
  return { users: all.length, pipelines: list.totalItemCount, modelCameFirst: models[0].cameFirst }
}

describe('a fresh instance', () => {
  it(
    'has the demo where it is switched on',
    async () => {
      expect(await startInstance('on')).toEqual({
        users: people + 1,
        pipelines: counts.pipelines,
        modelCameFirst: true,
      })
    },
    long,
  )

  it('is empty where it is switched off', async () => {
    expect(await startInstance('off')).toEqual({ users: 1, pipelines: 0, modelCameFirst: null })
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase, type ClonedDatabase } from '../../../test/clone.ts'
import { secretKey } from '../../../test/harness.ts'
import { createApplication, type Application } from '../../application.ts'
import { systemClock } from '../../platform/clock.ts'
import { configure } from '../../platform/config/config.ts'
import { readEnvironment } from '../../platform/config/env.ts'

let database: ClonedDatabase
let running: Application[]

beforeEach(async () => {
  database = await cloneDatabase()
  running = []
})
afterEach(async () => {
  for (const application of running) await application.close()
  await database.drop()
})

/** A process that has just started on the database. */
async function start(environment: NodeJS.ProcessEnv = {}): Promise<Application> {
  const config = configure(
    readEnvironment({
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATABASE_POOL: '2',
      SECRET_KEY: secretKey,
      DATA_DIR: database.dataDir,
      ...environment,
    }),
  )
  const application = await createApplication(config, database.url, systemClock)
  running.push(application)
  return application
}

function ensure({ modules }: Application) {
  return modules.identity.ensureInstance({ seedTenant: modules.seedTenant })
}

async function signIn({ app }: Application, username: string, password: string): Promise<number> {
  const payload = { username, password }
  return (await app.inject({ method: 'POST', url: '/api/identity/sign-in', payload })).statusCode
}

async function count(application: Application, table: 'tenant' | 'app_user'): Promise<number> {
  const { rows } = await application.platform.database.owner.query(`select count(*) as n from ${table}`)
  return rows[0].n
}

describe('a fresh instance', () => {
  it('gets an administrator who can log in with the generated password', async () => {
    const application = await start()
    const instance = await ensure(application)
    expect(instance).toMatchObject({ fresh: true, administrator: { email: 'admin@example.com' } })
    expect(await signIn(application, 'admin@example.com', instance.administrator.password ?? '')).toBe(200)
  })

  it('gets the chosen administrator, whose password is not told', async () => {
    const chosen = { ADMIN_EMAIL: 'mara@example.com', ADMIN_PASSWORD: 'Chosen-by-the-operator-1' }
    const application = await start(chosen)
    const instance = await ensure(application)
    expect(instance.administrator).toEqual({ email: 'mara@example.com', password: null })
    expect(await signIn(application, chosen.ADMIN_EMAIL, chosen.ADMIN_PASSWORD)).toBe(200)
  })

  it.each([
    ['short', /^ADMIN_PASSWORD: Your password still needs .*\. Leave it out/],
    ['Sunshine-12', /^ADMIN_PASSWORD: This is one of the most common passwords/],
  ])('does not begin with the password %s, and waits for a better one', async (weak, fault) => {
    const application = await start({ ADMIN_PASSWORD: weak })
    await expect(ensure(application)).rejects.toThrow(fault)
    expect(await count(application, 'tenant')).toBe(0)
  })

  it('is created once by processes that start together', async () => {
    const processes = await Promise.all([start(), start(), start()])
    const instances = await Promise.all(processes.map(ensure))
    const [first] = processes
    expect(instances.filter((instance) => instance.fresh)).toHaveLength(1)
    expect(instances.filter((instance) => instance.administrator.password !== null)).toHaveLength(1)
    expect(new Set(instances.map((instance) => instance.tenantId)).size).toBe(1)
    expect(new Set(instances.map((instance) => instance.administrator.email))).toEqual(
      new Set(['admin@example.com']),
    )
    expect(await count(first as Application, 'tenant')).toBe(1)
    expect(await count(first as Application, 'app_user')).toBe(1)
  })

  it('is left as it is by a later start', async () => {
    const created = await ensure(await start({ ADMIN_EMAIL: 'first@example.com' }))
    const later = await start({ ADMIN_EMAIL: 'second@example.com' })
    expect(await ensure(later)).toEqual({
      tenantId: created.tenantId,
      administrator: { email: 'first@example.com', password: null },
      fresh: false,
    })
    expect(await count(later, 'app_user')).toBe(1)
  })

  it('is not left half made', async () => {
    const application = await start()
    const failing = application.modules.identity.ensureInstance({
      seedTenant: async () => Promise.reject(new Error('no stages')),
    })
    await expect(failing).rejects.toThrow('no stages')
    expect(await count(application, 'tenant')).toBe(0)
    expect((await ensure(application)).fresh).toBe(true)
  })
})

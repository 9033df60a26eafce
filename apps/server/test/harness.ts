import type { LightMyRequestResponse } from 'fastify'
import { decodeJwt, decodeProtectedHeader, SignJWT, type JWTHeaderParameters } from 'jose'
import type { RoleId } from '@steward/contracts/plain/permission'
import type { Actor } from '../src/platform/actor.ts'
import { createApplication, type Application } from '../src/application.ts'
import { configure } from '../src/platform/config/config.ts'
import { readEnvironment } from '../src/platform/config/env.ts'
import { transact } from '../src/platform/db/database.ts'
import { cloneDatabase } from './clone.ts'
import { keepStatements, recordStatements } from './distribution/recording.ts'

/** The key of applications in tests, so that none makes one in a data folder. */
export const secretKey = 'the secret key of all tests is no secret'

export interface Answer {
  status: number
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  body: any
  headers: LightMyRequestResponse['headers']
}

export interface Client {
  actor: Actor
  token: string
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  delete(path: string, body?: unknown): Promise<Answer>
}

export interface TestClock {
  now(): Date
  advance(milliseconds: number): void
}

export interface TestApp {
  application: Application
  tenantId: number
  clock: TestClock
  /** A signed-in user of the role, in the test's own tenant; the same one each time. */
  as(role: RoleName): Promise<Client>
  /** One more user. */
  newUser(role: RoleName, email?: string): Promise<Client>
  /** An administrator of another tenant. */
  foreigner(): Promise<Client>
  /** A client without a session. */
  anonymous: Omit<Client, 'actor' | 'token'>
  stop(): Promise<void>
}

export type RoleName = 'normalUser' | 'manager' | 'administrator' | 'viewer'

const roleIdOf: Record<RoleName, RoleId> = { normalUser: 1, manager: 2, administrator: 3, viewer: 4 }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export function clientOf(application: Application, token: string | null): Omit<Client, 'actor' | 'token'> {
  const call = async (method: Method, path: string, body?: unknown): Promise<Answer> => {
    const answer = await application.app.inject({
      method,
      url: `/api/${path.replace(/^\//, '')}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers }
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    delete: (path, body) => call('DELETE', path, body),
  }
}

function movableClock(): TestClock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    advance: (milliseconds) => void (offset += milliseconds),
  }
}

/** The same access token, good for a hundred years: tests move the clock, and go on working. */
async function lasting(application: Application, token: string): Promise<string> {
  const [signing] = application.platform.secrets.keys('access-token')
  const century = Math.floor(Date.now() / 1000) + 100 * 365 * 24 * 3600
  return new SignJWT({ ...decodeJwt(token), exp: century })
    .setProtectedHeader(decodeProtectedHeader(token) as JWTHeaderParameters)
    .sign(signing?.key as Buffer)
}

/** Starts the application on a fresh copy of the migrated database, with one tenant. */
export async function startTestApp(environment: NodeJS.ProcessEnv = {}): Promise<TestApp> {
  recordStatements()
  const database = await cloneDatabase()
  const clock = movableClock()
  const config = configure(
    readEnvironment({
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DEMO: 'off',
      // Tests define the fields that they are about.
      STARTER_FIELDS: 'off',
      DATABASE_POOL: '6',
      // Tests make many calls at once on a busy machine; those of admission set their own.
      CALLS_AT_ONCE: '500',
      STATEMENT_TIMEOUT: '60',
      SECRET_KEY: secretKey,
      DATA_DIR: database.dataDir,
      ...environment,
    }),
  )
  const application = await createApplication(config, database.url, clock)
  const { identity, users, seedTenant } = application.modules
  const tenantId = await identity.createTenant('Test company', seedTenant)
  let serial = 0

  const newUserIn = async (tenant: number, role: RoleName, email?: string): Promise<Client> => {
    serial += 1
    const db = application.platform.database.tenant(tenant)
    const address = email ?? `user${serial}.tenant${tenant}@example.com`
    const userId = await transact(db, (tx) =>
      users.createUser(tx, tenant, {
        email: address,
        firstName: `First${serial}`,
        lastName: `Last${serial}`,
        roleId: roleIdOf[role],
      }),
    )
    await users.forget(tenant)
    const started = await identity.startSession(tenant, userId, { remember: false })
    const token = await lasting(application, started)
    const actor = await identity.findActor(token)
    return { actor, token, ...clientOf(application, token) }
  }

  const known = new Map<RoleName, Promise<Client>>()
  return {
    application,
    tenantId,
    clock,
    as(role) {
      const client = known.get(role) ?? newUserIn(tenantId, role)
      known.set(role, client)
      return client
    },
    newUser: (role, email) => newUserIn(tenantId, role, email),
    async foreigner() {
      const other = await identity.createTenant('Other company', seedTenant)
      return newUserIn(other, 'administrator')
    },
    anonymous: clientOf(application, null),
    async stop() {
      await application.close()
      await keepStatements()
      await database.drop()
    },
  }
}

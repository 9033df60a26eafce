import { createApplication, type Application } from '../../apps/server/src/application.ts'
import { configure } from '../../apps/server/src/platform/config/config.ts'
import { readEnvironment } from '../../apps/server/src/platform/config/env.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { transact } from '../../apps/server/src/platform/db/database.ts'
import { once, type Call, type Target } from '../load.ts'
import type { Stage } from '../stage.ts'

/** Whom the people of a company call, and with what: a page of accounts, one of them, a change of one. */
export interface Caller {
  target: Target
  callOf(n: number): Call
}

/** A second company on the same server. */
export interface Neighbour extends Caller {
  /** Gives its caller a fresh token, which is good for five minutes. */
  renew(): Promise<void>
  close(): Promise<void>
}

const accounts = 300
const administrator = 3

async function createUser({ modules, platform }: Application, tenantId: number): Promise<number> {
  const person = {
    email: 'neighbour@example.com',
    firstName: 'Nora',
    lastName: 'Neighbour',
    roleId: administrator,
  } as const
  const userId = await transact(platform.database.tenant(tenantId), (tx) =>
    modules.users.createUser(tx, tenantId, person),
  )
  await modules.users.forget(tenantId)
  return userId
}

async function fill(target: Target): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < accounts; n += 1) {
    const made = (await once(target, {
      method: 'POST',
      path: '/api/core/accounts',
      body: { globalFields: { name: `Neighbouring company ${n}` } },
    })) as { data: { accountId: number } }
    ids.push(made.data.accountId)
  }
  return ids
}

/** The same calls of a server that does nothing but one statement for each. */
export async function startBareNeighbour(stage: Stage): Promise<Caller> {
  const { tenantId } = stage.setup
  const one = (n: number) => `tenant=${tenantId}&id=${2_000_001 + ((n * 37) % accounts)}`
  const account = 'account_id, name, external_id, stage_id, owner_id, f1, f2, f3'
  const of = `from ideal.account where tenant_id = $1`
  const target = await stage.startFloor([
    {
      name: 'page',
      text: `select ${account} ${of} and not archived and not churned order by name_folded, account_id limit 50 offset $2`,
      parameters: ['tenant', 'offset'],
    },
    { name: 'one', text: `select ${account} ${of} and account_id = $2`, parameters: ['tenant', 'id'] },
    {
      name: 'change',
      text: 'update ideal.account set f2 = $3 where tenant_id = $1 and account_id = $2',
      parameters: ['tenant', 'id', 'value'],
    },
  ])
  const paths: ((n: number) => string)[] = [
    (n) => `/page?tenant=${tenantId}&offset=${(n % 5) * 50}`,
    (n) => `/one?${one(n)}`,
    (n) => `/change?${one(n)}&value=${n}`,
  ]
  return {
    target,
    callOf: (n) => ({ method: 'GET', path: (paths[n % paths.length] as (n: number) => string)(n) }),
  }
}

/** Makes a company with some accounts, and someone who works there. */
export async function createNeighbour({ url, steward, dataDir }: Stage): Promise<Neighbour> {
  const config = configure(
    readEnvironment({ DATA_DIR: dataDir, DATABASE_URL: url, DEMO: 'off', LOG_LEVEL: 'silent' }),
  )
  const application = await createApplication(config, url, systemClock)
  const { identity, seedTenant } = application.modules
  const tenantId = await identity.createTenant('Neighbour', seedTenant)
  const userId = await createUser(application, tenantId)
  const target: Target = { port: steward.port, pids: steward.pids, headers: {} }
  const renew = async () => {
    const token = await identity.startSession(tenantId, userId, { remember: false })
    target.headers['authorization'] = `Bearer ${token}`
  }
  await renew()
  const ids = await fill(target)
  const one = (n: number) => ids[(n * 37) % ids.length]
  const calls: ((n: number) => Call)[] = [
    (n) => ({ method: 'GET', path: `/api/core/accounts?page=${1 + (n % 5)}&pageSize=50` }),
    (n) => ({ method: 'GET', path: `/api/core/accounts/${one(n)}` }),
    (n) => ({
      method: 'POST',
      path: `/api/core/accounts/${one(n)}`,
      body: { globalFields: { name: `Company number ${n}` } },
    }),
  ]
  return {
    target,
    callOf: (n) => (calls[n % calls.length] as (n: number) => Call)(n),
    renew,
    close: () => application.close(),
  }
}

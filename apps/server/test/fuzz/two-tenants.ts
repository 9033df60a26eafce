import { customDataTypes } from '@steward/contracts/data-type'
import { createApplication, type Application } from '../../src/application.ts'
import { namedObjects } from '../own/own-objects.ts'
import { startTestApp, type Client, type RoleName, type TestApp } from '../harness.ts'
import { continueIdsAt, firstForeignId, plantCanaries } from './canary.ts'

/** Ids by what they are ids of. */
export type Objects = Awaited<ReturnType<typeof namedObjects>>

export interface TwoTenants {
  /** What calls go to; it has nothing of either tenant in its caches yet. */
  application: Application
  /** Ids of one object of every kind of each. */
  own: Objects
  foreign: Objects
  foreignTenantId: number
  planted: { columns: number; rows: number }
  newUser(role: RoleName): Promise<Client>
  stop(): Promise<void>
}

async function defineFields(client: Client): Promise<void> {
  for (const dataType of customDataTypes) {
    const picklistDefinition = dataType.endsWith('Picklist') ? ['One', 'Two'] : []
    const body = { displayName: dataType, name: `x_${dataType}`, dataType, picklistDefinition }
    const { status } = await client.post('core/fields', { ...body, columnLevel: 'account' })
    if (status !== 200) throw new Error(`The field ${dataType} was not made`)
  }
}

/** Two tenants with one object of every kind each; the second holds the canary wherever a text may stand. */
export async function startTwoTenants(): Promise<TwoTenants> {
  const first: TestApp = await startTestApp()
  const { platform } = first.application
  const { owner } = platform.database
  const admin = await first.as('administrator')
  const own = await namedObjects(first, admin)
  await defineFields(admin)
  await continueIdsAt(owner, firstForeignId)
  const foreigner = await first.foreigner()
  const foreign = await namedObjects(first, foreigner)
  await continueIdsAt(owner, 1_000_000)
  const planted = await plantCanaries(owner, foreigner.actor.tenantId)
  const application = await createApplication(platform.config, platform.database.url, first.clock)
  await application.app.ready()
  return {
    application,
    own,
    foreign,
    foreignTenantId: foreigner.actor.tenantId,
    planted,
    newUser: (role) => first.newUser(role),
    async stop() {
      await application.close()
      await first.stop()
    },
  }
}

import { roleIds } from '@steward/contracts/plain/permission'
import { transact } from '../../platform/db/database.ts'
import { abandonLane } from '../../platform/outbox/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TenantCache } from '../../platform/cache/tenant-cache.ts'
import type { AuditService } from '../audit/index.ts'
import type { MessengerService } from '../messenger/index.ts'
import { readTenantName } from '../tenant/index.ts'
import type { UserEntry, UserService } from '../user-management/index.ts'
import { laneOf } from './webhook.dispatch.ts'
import { disableWebhook, findWebhook, type StoredWebhook } from './webhook.store.ts'
import type { Disable } from './webhook.transport.ts'

export interface DisableNeighbours {
  audit: Pick<AuditService, 'write'>
  users: Pick<UserService, 'directory'>
  messenger: MessengerService
  active: Pick<TenantCache<StoredWebhook[]>, 'forget'>
}

/** Deactivates a webhook whose endpoint is gone or fails for days, and writes to its creator and the administrators. */
export function createDisable(platform: Platform, neighbours: DisableNeighbours): Disable {
  const { database, clock } = platform
  const { audit, users, messenger, active } = neighbours

  async function recipientsOf(tenantId: number, createdBy: number): Promise<UserEntry[]> {
    const { all } = await users.directory(tenantId)
    return all.filter(
      ({ userId, roleId, status }) =>
        status === 'ACTIVE' && (userId === createdBy || roleId === roleIds.administrator),
    )
  }

  return async (tenantId, webhookId, reason) => {
    const db = database.tenant(tenantId)
    const webhook = await findWebhook(db, tenantId, webhookId)
    if (!webhook || webhook.status === 0) return
    const recipients = await recipientsOf(tenantId, webhook.createdBy)
    const at = clock.now()
    const { host } = new URL(webhook.endpoint)
    await transact(db, async (tx) => {
      if (!(await disableWebhook(tx, tenantId, webhookId, { at, reason }))) return
      await abandonLane(tx, tenantId, laneOf(webhookId), { now: at, failure: 'The webhook was deactivated.' })
      await audit.write(tx, tenantId, {
        action: 'webhook.disabled',
        summary: `Webhook to ${host} deactivated: ${reason}`,
        actor: { kind: 'system' },
        subject: { kind: 'webhook', id: webhookId, name: host },
      })
      const tenantName = await readTenantName(tx, tenantId)
      for (const { email, firstName } of recipients) {
        const data = { firstName, host, reason, webhookId, at }
        await messenger.send(tx, tenantId, { template: 'webhook-disabled', to: { email }, data, tenantName })
      }
    })
    await active.forget(tenantId)
  }
}

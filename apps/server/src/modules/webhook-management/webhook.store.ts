import type { WebhookAuthentication, WebhookStatus } from '@steward/contracts/plain/webhook'
import type { WebhookCondition } from '@steward/contracts/webhook'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** A webhook as it is stored: secrets are encrypted. */
export interface StoredWebhook {
  webhookId: number
  status: WebhookStatus
  endpoint: string
  events: string[]
  authentication: WebhookAuthentication
  username: string | null
  credential: string | null
  headerNames: string[]
  headerValues: string | null
  /** Null where the company was moved to this instance without its secrets. */
  secret: string | null
  previousSecret: string | null
  previousUntil: Date | null
  batches: boolean
  ordered: boolean
  thin: boolean
  conditionLevel: WebhookCondition['level'] | null
  condition: WebhookCondition['rule'] | null
  includedFields: string[] | null
  createdBy: number
  createdAt: Date
  updatedAt: Date
  disabledAt: Date | null
  disabledReason: string | null
}

/** What a form decides. */
export type WebhookValues = Pick<
  StoredWebhook,
  | 'status'
  | 'endpoint'
  | 'events'
  | 'authentication'
  | 'username'
  | 'credential'
  | 'headerNames'
  | 'headerValues'
  | 'batches'
  | 'ordered'
  | 'thin'
  | 'conditionLevel'
  | 'condition'
  | 'includedFields'
>

const columns = `webhook_id "webhookId", status, endpoint, events, authentication, username, credential,
  header_names "headerNames", header_values "headerValues", secret, previous_secret "previousSecret",
  previous_until "previousUntil", batches, ordered, thin, condition_level "conditionLevel", condition,
  included_fields "includedFields", created_by "createdBy", created_at "createdAt", updated_at "updatedAt",
  disabled_at "disabledAt", disabled_reason "disabledReason"`

/** All webhooks of a tenant, the oldest first. */
export function listWebhooks(db: Db, tenantId: number): Promise<StoredWebhook[]> {
  return query<StoredWebhook>(
    db,
    `/*webhook.list*/ select ${columns} from webhook where tenant_id = $1 order by webhook_id`,
    [tenantId],
  )
}

export function listActiveWebhooks(db: Db, tenantId: number): Promise<StoredWebhook[]> {
  return query<StoredWebhook>(
    db,
    `/*webhook.list_active*/ select ${columns} from webhook where tenant_id = $1 and status = 1 order by webhook_id`,
    [tenantId],
  )
}

export async function findWebhook(
  db: Db | Tx,
  tenantId: number,
  webhookId: number,
): Promise<StoredWebhook | undefined> {
  const rows = await query<StoredWebhook>(
    db,
    `/*webhook.find*/ select ${columns} from webhook where tenant_id = $1 and webhook_id = $2`,
    [tenantId, webhookId],
  )
  return rows[0]
}

/** Locks a webhook until the commit. */
export async function lockWebhook(
  tx: Tx,
  tenantId: number,
  webhookId: number,
): Promise<StoredWebhook | undefined> {
  const rows = await query<StoredWebhook>(
    tx,
    `/*webhook.lock*/ select ${columns} from webhook where tenant_id = $1 and webhook_id = $2 for update`,
    [tenantId, webhookId],
  )
  return rows[0]
}

export async function countWebhooks(db: Db | Tx, tenantId: number): Promise<number> {
  const rows = await query<{ n: number }>(
    db,
    '/*webhook.count*/ select count(*)::int as n from webhook where tenant_id = $1',
    [tenantId],
  )
  return rows[0]?.n ?? 0
}

const valuesOf = (values: WebhookValues): unknown[] => [
  values.status,
  values.endpoint,
  values.events,
  values.authentication,
  values.username,
  values.credential,
  values.headerNames,
  values.headerValues,
  values.batches,
  values.conditionLevel,
  values.condition === null ? null : JSON.stringify(values.condition),
  values.includedFields,
  values.ordered,
  values.thin,
]

export async function insertWebhook(
  tx: Tx,
  tenantId: number,
  values: WebhookValues,
  { secret, createdBy, createdAt }: { secret: string; createdBy: number; createdAt: Date },
): Promise<StoredWebhook> {
  const rows = await query<StoredWebhook>(
    tx,
    `/*webhook.insert*/
    insert into webhook (tenant_id, status, endpoint, events, authentication, username, credential, header_names,
      header_values, batches, condition_level, condition, included_fields, ordered, thin, secret,
      created_by, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18)
    returning ${columns}`,
    [tenantId, ...valuesOf(values), secret, createdBy, createdAt],
  )
  return rows[0] as StoredWebhook
}

export async function updateWebhook(
  tx: Tx,
  tenantId: number,
  webhookId: number,
  values: WebhookValues,
  at: Date,
): Promise<StoredWebhook> {
  const rows = await query<StoredWebhook>(
    tx,
    `/*webhook.update*/
    update webhook set status = $2::smallint, endpoint = $3, events = $4, authentication = $5, username = $6, credential = $7,
      header_names = $8, header_values = $9, batches = $10, condition_level = $11, condition = $12,
      included_fields = $13, ordered = $14, thin = $15, updated_at = $17,
      disabled_at = case when $2::smallint = 0 then disabled_at end,
      disabled_reason = case when $2::smallint = 0 then disabled_reason end
    where tenant_id = $1 and webhook_id = $16
    returning ${columns}`,
    [tenantId, ...valuesOf(values), webhookId, at],
  )
  return rows[0] as StoredWebhook
}

export async function updateStatus(
  tx: Tx,
  tenantId: number,
  webhookId: number,
  status: WebhookStatus,
  at: Date,
): Promise<StoredWebhook> {
  const rows = await query<StoredWebhook>(
    tx,
    `/*webhook.status*/
    update webhook set status = $3, updated_at = $4, disabled_at = null, disabled_reason = null
    where tenant_id = $1 and webhook_id = $2
    returning ${columns}`,
    [tenantId, webhookId, status, at],
  )
  return rows[0] as StoredWebhook
}

/** Deactivates a webhook that is active; false when it isn't. */
export async function disableWebhook(
  tx: Tx,
  tenantId: number,
  webhookId: number,
  { at, reason }: { at: Date; reason: string },
): Promise<boolean> {
  const rows = await query(
    tx,
    `/*webhook.disable*/
    update webhook set status = 0, disabled_at = $3, disabled_reason = $4
    where tenant_id = $1 and webhook_id = $2 and status = 1
    returning webhook_id`,
    [tenantId, webhookId, at, reason],
  )
  return rows.length > 0
}

export async function rotateSecret(
  tx: Tx,
  tenantId: number,
  webhookId: number,
  { secret, previousUntil, at }: { secret: string; previousUntil: Date; at: Date },
): Promise<StoredWebhook> {
  const rows = await query<StoredWebhook>(
    tx,
    `/*webhook.rotate*/
    update webhook set previous_secret = secret, previous_until = $4, secret = $3, updated_at = $5
    where tenant_id = $1 and webhook_id = $2
    returning ${columns}`,
    [tenantId, webhookId, secret, previousUntil, at],
  )
  return rows[0] as StoredWebhook
}

export async function deleteWebhook(tx: Tx, tenantId: number, webhookId: number): Promise<void> {
  await query(tx, '/*webhook.delete*/ delete from webhook where tenant_id = $1 and webhook_id = $2', [
    tenantId,
    webhookId,
  ])
}

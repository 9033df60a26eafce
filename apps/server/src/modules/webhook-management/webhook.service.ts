import { mostWebhooks, secretOverlapHours, type WebhookStatus } from '@steward/contracts/plain/webhook'
import type { Webhook, WebhookInput, WebhookWithSecret } from '@steward/contracts/webhook'
import type { Actor } from '../../platform/actor.ts'
import type { TenantCache } from '../../platform/cache/tenant-cache.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import { addressRefusedBy, type HttpOut } from '../../platform/http-out/http-out.ts'
import { abandonLane, resumeLane } from '../../platform/outbox/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { RecordRules } from '../record-rule/index.ts'
import type { UserService } from '../user-management/index.ts'
import { summarizeLanes } from './activity.read-model.ts'
import { newSecret, sealCredentials, sealSecret } from './webhook.credentials.ts'
import { laneOf } from './webhook.dispatch.ts'
import { faultsOfCondition } from './webhook.condition.ts'
import { presentWebhook, type Summaries } from './webhook.present.ts'
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  rotateSecret,
  updateStatus,
  updateWebhook,
  type StoredWebhook,
  type WebhookValues,
} from './webhook.store.ts'

const hour = 3600_000
const summaryDays = 7

export interface WebhookNeighbours {
  audit: Pick<AuditService, 'write'>
  users: Pick<UserService, 'directory'>
  rules: Pick<RecordRules, 'checkRule' | 'findBroken'>
  http: Pick<HttpOut, 'check'>
  /** What is active, which the subscriber asks. */
  active: Pick<TenantCache<StoredWebhook[]>, 'forget'>
}

function unknownWebhook(): AppError {
  return notFound('webhook.unknown', 'This webhook does not exist.')
}

const destination = [
  'status',
  'endpoint',
  'authentication',
  'username',
  'credential',
  'headerValues',
] as const satisfies readonly (keyof StoredWebhook)[]

/** Whether calls may fare otherwise after a change: they go elsewhere, or with other credentials. */
const isOtherDestination = (before: StoredWebhook, after: StoredWebhook): boolean =>
  after.status === 1 && destination.some((part) => before[part] !== after[part])

/** Setting up webhooks. */
export function createWebhooks(platform: Platform, neighbours: WebhookNeighbours) {
  const { database, clock, secrets } = platform
  const { audit, users, rules, http, active } = neighbours

  async function find({ tenantId }: Actor, webhookId: number): Promise<StoredWebhook> {
    const found = await findWebhook(database.tenant(tenantId), tenantId, webhookId)
    if (!found) throw unknownWebhook()
    return found
  }

  async function summarize(tenantId: number, stored: readonly StoredWebhook[]): Promise<Summaries> {
    const lanes = stored.map(({ webhookId }) => laneOf(webhookId))
    const since = new Date(clock.now().getTime() - summaryDays * 24 * hour)
    const rows = await summarizeLanes(database.tenant(tenantId), tenantId, lanes, since)
    return new Map(rows.map((row) => [row.lane, row]))
  }

  async function present(tenantId: number, stored: readonly StoredWebhook[]): Promise<Webhook[]> {
    const [directory, summaries] = await Promise.all([users.directory(tenantId), summarize(tenantId, stored)])
    return Promise.all(
      stored.map(async (one) => {
        const { conditionLevel: level, condition } = one
        const broken = level && condition ? await rules.findBroken(tenantId, level, condition) : []
        return presentWebhook(one, { directory, summaries, broken, now: clock.now() })
      }),
    )
  }

  async function presentOne(tenantId: number, stored: StoredWebhook): Promise<Webhook> {
    return (await present(tenantId, [stored]))[0] as Webhook
  }

  /** Throws `invalid_input` at the endpoint, the events or the condition. */
  async function check(
    { tenantId }: Actor,
    { endpoint, events, condition }: Pick<WebhookInput, 'endpoint' | 'events' | 'condition'>,
  ): Promise<void> {
    try {
      http.check(endpoint)
    } catch (error) {
      const refused = addressRefusedBy(error)
      if (!refused) throw error
      throw invalid('webhook.endpoint', { endpoint: refused.message })
    }
    const faults = faultsOfCondition(events, condition)
    if (faults) throw invalid('webhook.condition', faults)
    if (condition) await rules.checkRule(tenantId, condition.level, condition.rule, 'condition.rule')
  }

  function valuesOf(input: WebhookInput, kept: StoredWebhook | undefined): WebhookValues {
    const { status, endpoint, events, batches, ordered, thin, condition, includedFields } = input
    return {
      status,
      endpoint,
      events,
      batches,
      ordered,
      thin,
      conditionLevel: condition?.level ?? null,
      condition: condition?.rule ?? null,
      includedFields,
      ...sealCredentials(secrets, input, kept),
    }
  }

  function note(
    tx: Tx,
    actor: Actor,
    done: string,
    { webhookId, endpoint, events }: StoredWebhook,
  ): Promise<void> {
    const { host } = new URL(endpoint)
    return audit.write(tx, actor.tenantId, {
      action: `webhook.${done.replaceAll(' ', '_')}`,
      summary: `Webhook to ${host} ${done}`,
      actor,
      subject: { kind: 'webhook', id: webhookId, name: host },
      details: { events },
    })
  }

  /** Changes a webhook under lock, and has every process read again what is active. Throws `not_found`. */
  async function change<Result>(
    actor: Actor,
    webhookId: number,
    work: (tx: Tx, stored: StoredWebhook) => Promise<Result>,
  ): Promise<Result> {
    const { tenantId } = actor
    const result = await transact(database.tenant(tenantId), async (tx) => {
      const stored = await lockWebhook(tx, tenantId, webhookId)
      if (!stored) throw unknownWebhook()
      return work(tx, stored)
    })
    await active.forget(tenantId)
    return result
  }

  /** What waits is not sent any more once a webhook is inactive or gone. */
  async function abandon(tx: Tx, tenantId: number, webhookId: number, failure: string): Promise<void> {
    await abandonLane(tx, tenantId, laneOf(webhookId), { now: clock.now(), failure })
  }

  /** Ends the pauses of a webhook: failures of its earlier destination no longer delay deliveries. */
  async function resume(tx: Tx, tenantId: number, webhookId: number): Promise<void> {
    await resumeLane(tx, tenantId, laneOf(webhookId), clock.now())
  }

  return {
    find,
    check,

    async list({ tenantId }: Actor): Promise<Webhook[]> {
      return present(tenantId, await listWebhooks(database.tenant(tenantId), tenantId))
    },

    /** Throws `not_found`. */
    async read(actor: Actor, webhookId: number): Promise<Webhook> {
      return presentOne(actor.tenantId, await find(actor, webhookId))
    },

    /** Creates a webhook; its secret is shown this once. Throws `invalid_input`, and `conflict` where there are too many. */
    async create(actor: Actor, input: WebhookInput): Promise<WebhookWithSecret> {
      const { tenantId, userId } = actor
      await check(actor, input)
      const secret = newSecret()
      const stored = await transact(database.tenant(tenantId), async (tx) => {
        if ((await countWebhooks(tx, tenantId)) >= mostWebhooks) {
          const message = `A company can have at most ${mostWebhooks} webhooks. Delete one first.`
          throw new AppError('conflict', 'webhook.most', message)
        }
        const made = { secret: sealSecret(secrets, secret), createdBy: userId, createdAt: clock.now() }
        const inserted = await insertWebhook(tx, tenantId, valuesOf(input, undefined), made)
        await note(tx, actor, 'created', inserted)
        return inserted
      })
      await active.forget(tenantId)
      return { ...(await presentOne(tenantId, stored)), secret }
    },

    /** Throws `not_found` and `invalid_input`. */
    async update(actor: Actor, webhookId: number, input: WebhookInput): Promise<Webhook> {
      const { tenantId } = actor
      await check(actor, input)
      const updated = await change(actor, webhookId, async (tx, stored) => {
        const values = valuesOf(input, stored)
        if (stored.status === 1 && values.status === 0) {
          await abandon(tx, tenantId, webhookId, 'The webhook was deactivated.')
        }
        const after = await updateWebhook(tx, tenantId, webhookId, values, clock.now())
        if (isOtherDestination(stored, after)) await resume(tx, tenantId, webhookId)
        await note(tx, actor, 'updated', after)
        return after
      })
      return presentOne(tenantId, updated)
    },

    /** Activates or deactivates. Throws `not_found`. */
    async setStatus(actor: Actor, webhookId: number, status: WebhookStatus): Promise<Webhook> {
      const { tenantId } = actor
      const updated = await change(actor, webhookId, async (tx, stored) => {
        if (stored.status === status) return stored
        if (status === 0) await abandon(tx, tenantId, webhookId, 'The webhook was deactivated.')
        const after = await updateStatus(tx, tenantId, webhookId, status, clock.now())
        if (status === 1) await resume(tx, tenantId, webhookId)
        await note(tx, actor, status === 1 ? 'activated' : 'deactivated', after)
        return after
      })
      return presentOne(tenantId, updated)
    },

    /** Gives a new secret, shown this once; the previous one signs for another day. Throws `not_found`. */
    async rotate(actor: Actor, webhookId: number): Promise<WebhookWithSecret> {
      const { tenantId } = actor
      const secret = newSecret()
      const updated = await change(actor, webhookId, async (tx) => {
        const at = clock.now()
        const previousUntil = new Date(at.getTime() + secretOverlapHours * hour)
        const sealed = { secret: sealSecret(secrets, secret), previousUntil, at }
        const after = await rotateSecret(tx, tenantId, webhookId, sealed)
        await note(tx, actor, 'secret rotated', after)
        return after
      })
      return { ...(await presentOne(tenantId, updated)), secret }
    },

    /** Throws `not_found`. */
    async remove(actor: Actor, webhookId: number): Promise<void> {
      await change(actor, webhookId, async (tx, stored) => {
        await deleteWebhook(tx, actor.tenantId, webhookId)
        await abandon(tx, actor.tenantId, webhookId, 'The webhook was deleted.')
        await note(tx, actor, 'deleted', stored)
      })
    },
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>

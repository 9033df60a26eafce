import { recordChanged, type RecordChanged } from '@steward/contracts/event/record.event'
import { taskChanged } from '@steward/contracts/event/task.event'
import { systemActor, type Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { handle, handleBatch, type Subscriber } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { doneInstanceStatuses } from '@steward/contracts/plain/playbook'
import type { TemplateService } from '../playbook-template/index.ts'
import { listOnChanged, lockInstances } from './instance.store.ts'
import type { Settling } from './settle.ts'

interface Neighbours {
  templates: TemplateService
  settling: Settling
}

const permissions = ['record.read', 'task.read', 'task.edit', 'playbook.apply'] as const

const actorFor = (tenantId: number, templateId: number, name: string): Actor =>
  systemActor(tenantId, { kind: 'playbook', id: templateId, name, permissions })

/** A single update that only changed built-in values other than dates moves no step. */
const movesNothing = ({ keys, areNew }: RecordChanged): boolean =>
  areNew === true ||
  (keys !== undefined && keys.every((key) => Number.isNaN(Number(key)) && key !== 'churnDate'))

/** Follows completed tasks and changed dates: the steps after them move, or begin. */
export function createPlaybookSubscriber(
  platform: Platform,
  { templates, settling }: Neighbours,
): Subscriber {
  /** Each instance is settled in a transaction of its own, so that it waits for no other. */
  async function settleEach(tenantId: number, instanceIds: readonly number[], countsFields: boolean) {
    const db = platform.database.tenant(tenantId)
    for (const instanceId of instanceIds) {
      await transact(db, async (tx) => {
        const [instance] = await lockInstances(tx, tenantId, [instanceId])
        if (!instance) return
        const { templateId, version, status } = instance.state
        if (countsFields && doneInstanceStatuses.includes(status)) return
        const template = await templates.findIn(tx, tenantId, templateId, version)
        const byField = template?.definition.steps.some(({ offset }) => offset.from === 'field')
        if (!template || (countsFields && !byField)) return
        const act = { action: 'reschedule', at: platform.clock.now() } as const
        await settling.settle(tx, actorFor(tenantId, templateId, template.name), act, instance)
      })
    }
  }

  return {
    name: 'playbook',
    handlers: [
      handle(taskChanged, async ({ tenantId, payload }) => {
        if (payload.operation === 'applyPlaybook' || payload.instanceIds.length === 0) return
        await settleEach(tenantId, payload.instanceIds, false)
      }),
      handleBatch(recordChanged, async (tenantId, events) => {
        const moving = events.flatMap(({ payload }) => (movesNothing(payload) ? [] : payload.changeSetId))
        if (moving.length === 0) return
        const db = platform.database.tenant(tenantId)
        await settleEach(tenantId, await listOnChanged(db, tenantId, moving), true)
      }),
    ],
  }
}

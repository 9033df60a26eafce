import { playbookCompleted, type PlaybookCompleted } from '@steward/contracts/event/playbook.event'
import { emailImported, type EmailImported } from '@steward/contracts/event/email.event'
import { recordChanged, type RecordChanged } from '@steward/contracts/event/record.event'
import { successPlanChanged, type SuccessPlanChanged } from '@steward/contracts/event/success-plan.event'
import { timelineLogged, type TimelineLogged } from '@steward/contracts/event/timeline.event'
import type { ScenarioEvent } from '@steward/contracts/plain/scenario'
import type { EventSettings } from '@steward/contracts/scenario/settings'
import { systemActor } from '../../platform/actor.ts'
import { handle, type Event, type Subscriber } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { changesOf } from '../change-log/index.ts'
import type { EventEntries, Listener, Told } from '../scenario-run/index.ts'
import type { SuccessPlans } from '../success-plan/index.ts'
import {
  readItemRecords,
  readLevels,
  readMilestoneRecords,
  readPlanRecords,
  type Concerned,
} from './logged.read-model.ts'
import { followsSegment, type FindMoved } from './membership.match.ts'

const eventOfKind = {
  note: 'note_added',
  activity: 'activity_logged',
  pulse: 'pulse_logged',
} as const satisfies Record<TimelineLogged['items'][number]['kind'], ScenarioEvent>

export interface EventNeighbours {
  runs: EventEntries
  findMoved: FindMoved
  plans: Pick<SuccessPlans, 'metTargets' | 'showItems'>
}

const isOfPlaybook = (settings: EventSettings, templateId: number): boolean =>
  settings.type === 'playbook_completed' &&
  (settings.templateId === null || settings.templateId === templateId)

/** Lets records enter scenarios by events that are no change of a value. */
export function createScenarioEventSubscriber(
  { database }: Platform,
  { runs, findMoved, plans }: EventNeighbours,
): Subscriber {
  const following = async (tenantId: number, follows: (listener: Listener) => boolean) =>
    (await runs.listening(tenantId)).filter(follows)

  async function enterAll(
    tenantId: number,
    listeners: readonly Listener[],
    concerned: readonly Concerned[],
    told: Told,
  ): Promise<void> {
    for (const listener of listeners) {
      const ofLevel = concerned.filter(({ level }) => level === listener.scenario.level)
      await runs.enter(
        tenantId,
        listener,
        ofLevel.map(({ recordId }) => ({ recordId, told })),
      )
    }
  }

  async function handleChange({ tenantId, eventId, at, payload }: Event<RecordChanged>): Promise<void> {
    const { changeSetId, level, causes, depth } = payload
    const listeners = await following(
      tenantId,
      (listener) => followsSegment(listener) && listener.scenario.level === level,
    )
    if (listeners.length === 0) return
    const told: Told = { key: `change:${changeSetId}`, eventId, at, causes, depth }
    for await (const changes of changesOf(database.tenant(tenantId), tenantId, payload)) {
      for (const listener of listeners) {
        const moved = await findMoved(tenantId, listener, changes, at)
        await runs.enter(
          tenantId,
          listener,
          moved.map((recordId) => ({ recordId, told })),
        )
      }
    }
  }

  /** What Steward logs itself is no reason: it has no chain of causes that would end a loop. */
  async function handleLogged({ tenantId, eventId, at, payload }: Event<TimelineLogged>): Promise<void> {
    if (payload.act !== 'create' || payload.by === null) return
    const types = new Map(payload.items.map(({ itemId, kind }) => [itemId, eventOfKind[kind]]))
    const wanted = new Set<string>(types.values())
    const listeners = await following(tenantId, ({ settings }) => wanted.has(settings.type))
    if (listeners.length === 0) return
    for (const item of await readItemRecords(database.tenant(tenantId), tenantId, [...types.keys()])) {
      const concerned = listeners.filter(({ settings }) => settings.type === types.get(item.itemId))
      const told: Told = { key: `item:${item.itemId}`, eventId, at, causes: [], depth: 0 }
      await enterAll(tenantId, concerned, [item], told)
    }
  }

  async function handleMail({ tenantId, eventId, at, payload }: Event<EmailImported>): Promise<void> {
    const listeners = await following(tenantId, ({ settings }) => settings.type === 'email_received')
    if (listeners.length === 0) return
    const concerned = await readLevels(database.tenant(tenantId), tenantId, payload.recordIds)
    await enterAll(tenantId, listeners, concerned, {
      key: `item:${payload.itemId}`,
      eventId,
      at,
      causes: [],
      depth: 0,
    })
  }

  /** Each plan or milestone lets the record of its plan enter, once for each time that it is completed. */
  async function handleCompleted({
    tenantId,
    eventId,
    at,
    payload,
  }: Event<SuccessPlanChanged>): Promise<void> {
    const { of, completedIds, changeSetId, causes, depth } = payload
    if (completedIds.length === 0) return
    const type: ScenarioEvent = of === 'plan' ? 'plan_completed' : 'milestone_completed'
    const listeners = await following(tenantId, ({ settings }) => settings.type === type)
    if (listeners.length === 0) return
    const read = of === 'plan' ? readPlanRecords : readMilestoneRecords
    for (const { id, ...concerned } of await read(database.tenant(tenantId), tenantId, completedIds)) {
      const told = { key: `${type}:${id}:${changeSetId}`, eventId, at, causes, depth }
      await enterAll(tenantId, listeners, [concerned], told)
    }
  }

  async function handleValues({ tenantId, eventId, at, payload }: Event<SuccessPlanChanged>): Promise<void> {
    const { measuredAt, itemIds, causes, depth } = payload
    if (measuredAt === null) return
    const listeners = await following(tenantId, ({ settings }) => settings.type === 'kpi_target_met')
    if (listeners.length === 0) return
    const from = new Date(measuredAt)
    const met = await plans.metTargets(tenantId, { from, to: new Date(from.getTime() + 1), itemIds })
    const reader = systemActor(tenantId, { kind: 'sync', name: 'Scenarios', permissions: ['record.read'] })
    const shown = await plans.showItems(
      reader,
      met.map(({ itemId }) => itemId),
    )
    for (const { item, record } of shown) {
      const told = { key: `kpi_target_met:${item.itemId}:${from.getTime()}`, eventId, at, causes, depth }
      await enterAll(tenantId, listeners, [{ recordId: record.id, level: record.level }], told)
    }
  }

  async function handlePlaybooks({
    tenantId,
    eventId,
    at,
    payload,
  }: Event<PlaybookCompleted>): Promise<void> {
    const listeners = await following(tenantId, ({ settings }) => settings.type === 'playbook_completed')
    if (listeners.length === 0) return
    const { changeSetId, instances, causes, depth } = payload
    const ids = [...new Set(instances.map(({ recordId }) => recordId))]
    const records = await readLevels(database.tenant(tenantId), tenantId, ids)
    for (const { instanceId, templateId, recordId } of instances) {
      await enterAll(
        tenantId,
        listeners.filter(({ settings }) => isOfPlaybook(settings, templateId)),
        records.filter((one) => one.recordId === recordId),
        { key: `playbook:${changeSetId}:${instanceId}`, eventId, at, causes, depth },
      )
    }
  }

  return {
    name: 'scenario-event',
    handlers: [
      handle(recordChanged, handleChange),
      handle(timelineLogged, handleLogged),
      handle(emailImported, handleMail),
      handle(successPlanChanged, async (event) => {
        await handleCompleted(event)
        await handleValues(event)
      }),
      handle(playbookCompleted, handlePlaybooks),
    ],
  }
}

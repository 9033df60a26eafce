import { playbookCompleted, type PlaybookCompleted } from '@steward/contracts/event/playbook.event'
import { emailImported, type EmailImported } from '@steward/contracts/event/email.event'
import { recordChanged, type RecordChanged } from '@steward/contracts/event/record.event'
import { timelineLogged, type TimelineLogged } from '@steward/contracts/event/timeline.event'
import type { ScenarioEvent } from '@steward/contracts/plain/scenario'
import type { EventSettings } from '@steward/contracts/scenario/settings'
import { handle, type Event, type Subscriber } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { changesOf } from '../change-log/index.ts'
import type { EventEntries, Listener, Told } from '../scenario-run/index.ts'
import { readItemRecords, readLevels, type Concerned } from './logged.read-model.ts'
import { followsSegment, type FindMoved } from './membership.match.ts'

const eventOfKind = {
  note: 'note_added',
  activity: 'activity_logged',
  pulse: 'pulse_logged',
} as const satisfies Record<TimelineLogged['items'][number]['kind'], ScenarioEvent>

const isOfPlaybook = (settings: EventSettings, templateId: number): boolean =>
  settings.type === 'playbook_completed' &&
  (settings.templateId === null || settings.templateId === templateId)

/** Lets records enter scenarios by events that are no change of a value. */
export function createScenarioEventSubscriber(
  { database }: Platform,
  { runs, findMoved }: { runs: EventEntries; findMoved: FindMoved },
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

  async function handleChange({ tenantId, at, payload }: Event<RecordChanged>): Promise<void> {
    const { changeSetId, level, causes, depth } = payload
    const listeners = await following(
      tenantId,
      (listener) => followsSegment(listener) && listener.scenario.level === level,
    )
    if (listeners.length === 0) return
    const told: Told = { key: `change:${changeSetId}`, at, causes, depth }
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
  async function handleLogged({ tenantId, at, payload }: Event<TimelineLogged>): Promise<void> {
    if (payload.act !== 'create' || payload.by === null) return
    const types = new Map(payload.items.map(({ itemId, kind }) => [itemId, eventOfKind[kind]]))
    const wanted = new Set<string>(types.values())
    const listeners = await following(tenantId, ({ settings }) => wanted.has(settings.type))
    if (listeners.length === 0) return
    for (const item of await readItemRecords(database.tenant(tenantId), tenantId, [...types.keys()])) {
      const concerned = listeners.filter(({ settings }) => settings.type === types.get(item.itemId))
      await enterAll(tenantId, concerned, [item], { key: `item:${item.itemId}`, at, causes: [], depth: 0 })
    }
  }

  async function handleMail({ tenantId, at, payload }: Event<EmailImported>): Promise<void> {
    const listeners = await following(tenantId, ({ settings }) => settings.type === 'email_received')
    if (listeners.length === 0) return
    const concerned = await readLevels(database.tenant(tenantId), tenantId, payload.recordIds)
    await enterAll(tenantId, listeners, concerned, {
      key: `item:${payload.itemId}`,
      at,
      causes: [],
      depth: 0,
    })
  }

  async function handlePlaybooks({ tenantId, at, payload }: Event<PlaybookCompleted>): Promise<void> {
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
        { key: `playbook:${changeSetId}:${instanceId}`, at, causes, depth },
      )
    }
  }

  return {
    name: 'scenario-event',
    handlers: [
      handle(recordChanged, handleChange),
      handle(timelineLogged, handleLogged),
      handle(emailImported, handleMail),
      handle(playbookCompleted, handlePlaybooks),
    ],
  }
}

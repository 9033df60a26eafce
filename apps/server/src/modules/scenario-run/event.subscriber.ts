import { recordChanged, type RecordChanged } from '@steward/contracts/event/record.event'
import { surveyAnswered, type SurveyAnswered } from '@steward/contracts/event/survey.event'
import { taskChanged, type TaskChanged } from '@steward/contracts/event/task.event'
import type { EventSettings } from '@steward/contracts/scenario/settings'
import type { ChangeCause } from '@steward/contracts/record-history'
import { transact, type Tx } from '../../platform/db/database.ts'
import { handle, handleBatch, type Event, type Subscriber } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { changesOf, type RecordChange } from '../change-log/index.ts'
import type { AwaitingVersion, ScenarioAtVersion, Scenarios } from '../scenario-management/index.ts'
import { addJobs } from './advance.queue.ts'
import type { Entries, EventEntry } from './entry.service.ts'
import { findKnown, hearAt } from './entry.store.ts'
import type { FindAwaited } from './event.match.ts'
import { readRecordsAbove, readTaskRecords } from './record.read-model.ts'

/** How many automated steps may lead to one another. */
const longestChain = 8
const hour = 3600_000

/** A scenario that follows events, with what it follows. */
export interface Listener {
  scenario: ScenarioAtVersion
  settings: EventSettings
  /** The node at which records wait for it; undefined where it lets records enter. */
  waitingAt?: { nodeId: number; versions: readonly number[] }
}

/** What lets records enter. */
export interface Told {
  /** Names it: it lets a record enter once. */
  key: string
  /** Of the event, for its order. */
  eventId: number
  at: Date
  causes: readonly ChangeCause[]
  depth: number
}

type Changed = Event<RecordChanged>

const keyOfChange = (changeSetId: number): string => `change:${changeSetId}`

const listenersOf = (scenarios: readonly ScenarioAtVersion[]): Listener[] =>
  scenarios.flatMap((scenario) => {
    const trigger = scenario.definition.nodes.find(({ type }) => type === 'onEvent')
    return trigger ? [{ scenario, settings: trigger.settings as unknown as EventSettings }] : []
  })

/** Listeners of nodes that wait: one for all versions in which a node waits for the same event. */
function awaitingOf(
  scenarios: readonly AwaitingVersion[],
  findNode: Scenarios['findNode'],
): readonly Listener[] {
  const all = scenarios.flatMap((scenario) =>
    scenario.definition.nodes.flatMap(({ key, type: name, settings }) => {
      const type = findNode(name)
      const awaited = type?.category === 'operator' ? type.awaits?.(settings) : undefined
      return awaited ? [{ scenario, nodeId: scenario.nodeIds[key] as number, settings: awaited }] : []
    }),
  )
  const same = Map.groupBy(all, ({ nodeId, settings }) => `${nodeId} ${JSON.stringify(settings)}`)
  return [...same.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const versions = some.map(({ scenario }) => scenario.ofVersion)
    return [{ ...first, waitingAt: { nodeId: first.nodeId, versions } }]
  })
}

/** Whether an event about part of an operation has to be read alone. */
const isPart = ({ payload: { recordIds, firstId, lastId } }: Changed): boolean =>
  (recordIds ?? firstId ?? lastId) !== undefined

function readingsOf(events: readonly Changed[]): Changed[][] {
  const readings: Changed[][] = []
  for (const event of events) {
    const last = readings.at(-1)
    if (last && !isPart(event) && !isPart(last[0] as Changed)) last.push(event)
    else readings.push([event])
  }
  return readings
}

/** The chain that led to an entry without the changes in it, so that runs with the same chain act together. */
const chainOf = (causes: readonly ChangeCause[]): ChangeCause[] =>
  causes.map(({ kind, id, name }) => ({ kind, id, ...(name !== undefined && { name }) }))

const isOf = ({ kind, id }: ChangeCause, scenarioId: number): boolean =>
  kind === 'scenario' && id === scenarioId

/** Whether a scenario waits for an answer: of its survey, with a score in its range. */
function isAwaitedAnswer(settings: EventSettings, { surveyId, score }: SurveyAnswered): boolean {
  if (settings.type !== 'survey_answered') return false
  const { scoreFrom, scoreTo } = settings
  if (settings.surveyId !== null && settings.surveyId !== surveyId) return false
  if (scoreFrom === null && scoreTo === null) return true
  return score !== null && score >= (scoreFrom ?? -Infinity) && score <= (scoreTo ?? Infinity)
}

/** How records enter scenarios because of what happened to them. */
export function createEventEntries(
  { database, clock }: Platform,
  { scenarios, entries }: { scenarios: Scenarios; entries: Entries },
) {
  /** By what is cached, so that each event asks for it without effort. */
  const awaiting = new WeakMap<readonly AwaitingVersion[], readonly Listener[]>()

  async function listAwaiting(tenantId: number): Promise<readonly Listener[]> {
    const versions = await scenarios.awaiting.get(tenantId)
    const known = awaiting.get(versions) ?? awaitingOf(versions, scenarios.findNode)
    awaiting.set(versions, known)
    return known
  }

  /** Lets records go on that wait for it. What the scenario itself did is not what they wait for. */
  async function hear(
    tenantId: number,
    { scenario: { scenarioId }, waitingAt }: Required<Listener>,
    found: readonly { recordId: number; told: Told }[],
  ): Promise<void> {
    const happened = found
      .filter(({ told }) => !told.causes.some((cause) => isOf(cause, scenarioId)))
      .map(({ recordId, told: { key, eventId, at } }) => ({ recordId, key, eventId, at }))
    if (happened.length === 0) return
    const { nodeId } = waitingAt
    await transact(database.tenant(tenantId), async (tx) => {
      const versions = await hearAt(tx, { tenantId, ...waitingAt }, happened, clock.now())
      await addJobs(
        tx,
        versions.map((version) => ({ tenantId, scenarioId, version, nodeId })),
      )
    })
  }

  return {
    /** Listeners of triggers, and of nodes at which records wait. */
    listening: async (tenantId: number): Promise<Listener[]> => [
      ...listenersOf(await scenarios.active.get(tenantId)),
      ...(await listAwaiting(tenantId)),
    ],

    /** Lets records that another scenario leads here enter, in the transaction of its action. */
    async start(
      tx: Tx,
      tenantId: number,
      scenarioId: number,
      causes: readonly ChangeCause[],
      started: readonly { recordId: number; key: string }[],
    ): Promise<boolean> {
      const share = await scenarios.share(tx, tenantId, scenarioId)
      const scenario = share?.mayAct ? await scenarios.findIn(tx, tenantId, scenarioId) : undefined
      if (!scenario) return false
      const isOwn = causes.some((cause) => isOf(cause, scenarioId))
      const ids = started.map(({ recordId }) => recordId)
      const known = isOwn ? await findKnown(tx, tenantId, scenarioId, ids) : new Set<number>()
      const entering = started.map(({ recordId, key }): EventEntry => ({
        recordId,
        key,
        causes: chainOf(causes),
        loops: causes.length >= longestChain || known.has(recordId),
      }))
      await entries.enterByEvents(tx, tenantId, scenario, entering)
      return true
    },

    /**
     * Lets the records enter one scenario, or go on in it. Those that its own changes led here end where they enter.
     */
    async enter(
      tenantId: number,
      { scenario, settings, waitingAt }: Listener,
      found: readonly { recordId: number; told: Told }[],
    ): Promise<void> {
      const { scenarioId, activatedAt } = scenario
      if (found.length === 0) return
      if (waitingAt) return hear(tenantId, { scenario, settings, waitingAt }, found)
      // After an outage, yesterday's news would be acted on today.
      const oldest = (await scenarios.ceilings(tenantId)).lateEventHours * hour
      await transact(database.tenant(tenantId), async (tx) => {
        const share = await scenarios.share(tx, tenantId, scenarioId)
        if (!share?.mayAct) return
        const since = Math.max(activatedAt?.getTime() ?? 0, share.now.getTime() - oldest)
        const fresh = found.filter(({ told }) => told.at.getTime() >= since)
        const isOwn = ({ causes }: Told) => causes.some((cause) => isOf(cause, scenarioId))
        const suspects = fresh.filter(({ told }) => isOwn(told)).map(({ recordId }) => recordId)
        const known =
          suspects.length > 0 ? await findKnown(tx, tenantId, scenarioId, suspects) : new Set<number>()
        const entering = fresh.map(({ recordId, told }): EventEntry => ({
          recordId,
          key: told.key,
          causes: chainOf(told.causes),
          loops: told.depth >= longestChain || (isOwn(told) && known.has(recordId)),
        }))
        await entries.enterByEvents(tx, tenantId, scenario, entering)
      })
    },
  }
}

export type EventEntries = ReturnType<typeof createEventEntries>

/** Lets records enter scenarios that follow events. Where none does, it costs a look into the cache. */
export function createEventSubscriber(
  { database }: Platform,
  { listening, enter, findAwaited }: EventEntries & { findAwaited: FindAwaited },
): Subscriber {
  async function handleChanges(tenantId: number, told: readonly Changed[]): Promise<void> {
    const all = await listening(tenantId)
    if (all.length === 0) return
    for (const reading of readingsOf(told)) {
      const concerned = await findAwaited.listenersOf(
        tenantId,
        all,
        reading.map(({ payload }) => payload),
      )
      if (concerned.length === 0) continue
      const acts = new Map(
        reading.map(({ eventId, at, payload: { changeSetId, causes, depth } }): [number, Told] => [
          changeSetId,
          { key: keyOfChange(changeSetId), eventId, at, causes, depth },
        ]),
      )
      const payloads = reading.map(({ payload }) => payload)
      for await (const changes of changesOf(database.tenant(tenantId), tenantId, payloads)) {
        for (const listener of concerned) {
          const awaited = await findAwaited.among(tenantId, listener, changes, (id) => acts.get(id)?.at)
          await enter(
            tenantId,
            listener,
            awaited.flatMap((change: RecordChange) => {
              const act = acts.get(change.changeSetId)
              return act ? [{ recordId: change.recordId, told: act }] : []
            }),
          )
        }
      }
    }
  }

  async function handleTasks({ tenantId, eventId, at, payload }: Event<TaskChanged>): Promise<void> {
    if (payload.completedIds.length === 0) return
    const all = await listening(tenantId)
    const concerned = all.filter(({ settings }) => settings.type === 'task_completed')
    if (concerned.length === 0) return
    const records = await readTaskRecords(database.tenant(tenantId), tenantId, payload.completedIds)
    const { changeSetId, causes, depth } = payload
    const told: Told = { key: keyOfChange(changeSetId), eventId, at, causes, depth }
    for (const listener of concerned) {
      const ofLevel = records.filter(({ level }) => level === listener.scenario.level)
      await enter(
        tenantId,
        listener,
        ofLevel.map(({ recordId }) => ({ recordId, told })),
      )
    }
  }

  /** A contact who answered lets themselves, their account or their organization enter; a changed answer no one. */
  async function handleAnswer({ tenantId, eventId, at, payload }: Event<SurveyAnswered>): Promise<void> {
    const { contactId, responseId, isFirst } = payload
    if (contactId === null || !isFirst) return
    const concerned = (await listening(tenantId)).filter(({ settings }) => isAwaitedAnswer(settings, payload))
    if (concerned.length === 0) return
    const records = await readRecordsAbove(database.tenant(tenantId), tenantId, contactId)
    const told: Told = { key: `survey:${responseId}`, eventId, at, causes: [], depth: 0 }
    for (const listener of concerned) {
      const ofLevel = records.filter(({ level }) => level === listener.scenario.level)
      await enter(
        tenantId,
        listener,
        ofLevel.map(({ recordId }) => ({ recordId, told })),
      )
    }
  }

  /** Where no scenario waits for an answer, as most of the time, those that came together cost one look. */
  async function handleAnswers(tenantId: number, events: readonly Event<SurveyAnswered>[]): Promise<void> {
    const all = await listening(tenantId)
    if (!all.some(({ settings }) => settings.type === 'survey_answered')) return
    for (const event of events) await handleAnswer(event)
  }

  return {
    name: 'scenario-run',
    handlers: [
      handleBatch(recordChanged, handleChanges),
      handle(taskChanged, handleTasks),
      handleBatch(surveyAnswered, handleAnswers),
    ],
  }
}

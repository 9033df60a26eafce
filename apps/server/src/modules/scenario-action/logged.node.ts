import {
  addNoteSettings,
  logActivitySettings,
  type AddNoteSettings,
  type LogActivitySettings,
} from '@steward/contracts/scenario/action'
import { plainTextOf } from '@steward/rich-text'
import type { ActivityService } from '../activity/index.ts'
import type { ActivityTypeService } from '../activity-type/index.ts'
import { fillDescription, fillTitle } from '../playbook/index.ts'
import type {
  ActionType,
  Batch,
  Faults,
  NamedRecord,
  Outcome,
  Rehearsed,
} from '../scenario-management/index.ts'
import { namesOf, readNamed } from '../scenario-node/index.ts'
import type { TimelineService } from '../timeline/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'

export interface LoggedNeighbours {
  users: Pick<UserService, 'directory'>
  timeline: Pick<TimelineService, 'put'>
  activities: Pick<ActivityService, 'log'>
  types: Pick<ActivityTypeService, 'types'>
}

interface Filled {
  runId: number
  recordId: number
  title: string
  body: string | null
}

const next: Outcome = { kind: 'next', branch: 'next' }
const emptyTitle: Outcome = {
  kind: 'fail',
  cause: 'The title is empty once its placeholders are filled.',
  reason: 'The title is empty once its placeholders are filled.',
}

const idsOf = ({ visits }: Batch<unknown>): number[] => visits.map(({ recordId }) => recordId)

/** The texts for the records of a batch, but those whose title would be empty. */
function fill(
  { settings, visits }: Batch<AddNoteSettings>,
  records: ReadonlyMap<number, NamedRecord>,
  directory: UserDirectory,
): Filled[] {
  return visits.flatMap(({ runId, recordId }) => {
    const record = records.get(recordId)
    const names = record && namesOf(record, directory)
    const title = names ? fillTitle(settings.title, names) : ''
    return names && title !== ''
      ? [{ runId, recordId, title, body: fillDescription(settings.text, names) }]
      : []
  })
}

function outcomesOf({ visits }: Batch<unknown>, filled: readonly Filled[]): Map<number, Outcome> {
  const done = new Set(filled.map(({ runId }) => runId))
  return new Map(visits.map(({ runId }) => [runId, done.has(runId) ? next : emptyTitle]))
}

/** What both actions would have done. */
async function rehearsed(
  batch: Batch<AddNoteSettings>,
  records: ReadonlyMap<number, NamedRecord>,
  directory: UserDirectory,
  verb: string,
): Promise<Map<number, Rehearsed>> {
  const filled = new Map(fill(batch, records, directory).map((one) => [one.runId, one]))
  return new Map(
    batch.visits.map(({ runId }) => {
      const one = filled.get(runId)
      return [
        runId,
        one ? { outcome: next, effect: `${verb} “${one.title}”.` } : { outcome: emptyTitle, effect: null },
      ]
    }),
  )
}

/** Writes a note on each record, in the name of no one. */
export function addNoteNode({ users, timeline }: LoggedNeighbours): ActionType<AddNoteSettings> {
  return {
    type: 'addNote',
    category: 'action',
    label: 'Add Note',
    settings: addNoteSettings,
    rehearse: async (facts, batch) =>
      rehearsed(batch, facts.named(idsOf(batch)), await users.directory(batch.tenantId), 'Add the note'),
    async act(tx, batch) {
      const { tenantId, level, at } = batch
      const records = await readNamed(tx, tenantId, idsOf(batch))
      const filled = fill(batch, records, await users.directory(tenantId))
      const items = filled.map(({ recordId, title, body }) => ({
        kind: 'note' as const,
        recordId,
        level,
        occurredAt: at,
        authorId: null,
        title,
        body,
        words: body === null ? '' : plainTextOf(body),
        details: {},
        source: 'scenario',
      }))
      if (items.length > 0) await timeline.put(tx, { tenantId }, items)
      return { outcomes: outcomesOf(batch, filled), changeSetId: null }
    },
  }
}

/** Logs an activity on each record, in which no user took part. */
export function logActivityNode({
  users,
  activities,
  types,
}: LoggedNeighbours): ActionType<LogActivitySettings> {
  return {
    type: 'logActivity',
    category: 'action',
    label: 'Log Activity',
    settings: logActivitySettings,
    async check(_, { tenantId }, { activityTypeId }): Promise<Faults> {
      const { byId } = await types.types(tenantId)
      if (byId.get(activityTypeId)?.isActive) return {}
      return { activityTypeId: 'This activity type is not in use. Choose another one.' }
    },
    rehearse: async (facts, batch) =>
      rehearsed(batch, facts.named(idsOf(batch)), await users.directory(batch.tenantId), 'Log the activity'),
    async act(tx, batch, { actor }) {
      const { tenantId, level, settings } = batch
      const records = await readNamed(tx, tenantId, idsOf(batch))
      const filled = fill(batch, records, await users.directory(tenantId))
      await activities.log(
        tx,
        actor,
        filled.map(({ recordId, title, body }) => ({
          recordId,
          level,
          activityTypeId: settings.activityTypeId,
          title,
          body,
        })),
      )
      return { outcomes: outcomesOf(batch, filled), changeSetId: null }
    },
  }
}

import { addDays } from '@steward/conditions'
import { createTaskSettings, type CreateTaskSettings } from '@steward/contracts/scenario/settings'
import type { ActivityTypeService } from '../activity-type/index.ts'
import { createTasks, fillDescription, fillTitle } from '../playbook/index.ts'
import type {
  ActionType,
  Batch,
  Faults,
  NamedRecord,
  Outcome,
  Rehearsed,
} from '../scenario-management/index.ts'
import { dayIn, type TaskDraft, type Tasks } from '../task/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { namesOf, readNamed } from './named-record.read-model.ts'

export interface TaskNeighbours {
  tasks: Tasks
  users: Pick<UserService, 'directory'>
  types: Pick<ActivityTypeService, 'types'>
}

function assigneeOf({ assignee }: CreateTaskSettings, { owners }: NamedRecord, { byId }: UserDirectory) {
  if (assignee.rule === 'nobody') return null
  if (assignee.rule === 'user') return assignee.userId
  return owners.find((id) => byId.get(id)?.assignable) ?? null
}

function draftOf(
  settings: CreateTaskSettings,
  record: NamedRecord,
  directory: UserDirectory,
  dueDate: string | null,
): TaskDraft {
  const names = namesOf(record, directory)
  return {
    title: fillTitle(settings.title, names),
    description: fillDescription(settings.description, names),
    priority: settings.priority,
    dueDate,
    estimateMinutes: settings.estimateMinutes,
    assigneeId: assigneeOf(settings, record, directory),
    recordId: record.recordId,
    activityTypeId: settings.activityTypeId,
    checklist: settings.checklist.map((text, at) => ({
      stepId: at + 1,
      text,
      isDone: false,
      assigneeId: null,
      dueDate: null,
    })),
  }
}

const idsOf = ({ visits }: Batch<CreateTaskSettings>): number[] => visits.map(({ recordId }) => recordId)

/** The tasks for the records of a batch, but those whose title would be empty. */
function draftsOf(
  { settings, visits, at, timeZone }: Batch<CreateTaskSettings>,
  records: ReadonlyMap<number, NamedRecord>,
  directory: UserDirectory,
): { runId: number; draft: TaskDraft }[] {
  const { dueInDays } = settings
  const dueDate = dueInDays === null ? null : addDays(dayIn(at, timeZone), dueInDays)
  return visits.flatMap(({ runId, recordId }) => {
    const record = records.get(recordId)
    const draft = record && draftOf(settings, record, directory, dueDate)
    return draft && draft.title !== '' ? [{ runId, draft }] : []
  })
}

async function faultsOf(
  { users, types }: TaskNeighbours,
  tenantId: number,
  { assignee, activityTypeId }: CreateTaskSettings,
): Promise<Faults> {
  const [{ byId }, all] = await Promise.all([users.directory(tenantId), types.types(tenantId)])
  const faults: Faults = {}
  if (assignee.rule === 'user' && !byId.get(assignee.userId)?.assignable) {
    const name = byId.get(assignee.userId)?.name ?? `User ${assignee.userId}`
    faults['assignee.userId'] = `${name} can't be given tasks. Choose someone else.`
  }
  if (activityTypeId !== null && !all.byId.get(activityTypeId)?.isActive) {
    faults['activityTypeId'] = 'This activity type is not in use. Choose another one.'
  }
  return faults
}

const emptyTitle: Outcome = {
  kind: 'fail',
  cause: 'The title is empty once its placeholders are filled.',
  reason: 'The title is empty once its placeholders are filled.',
}

/** Creates a task for each record of a batch. One whose assignee can't be given it has none. */
export function createTaskNode(neighbours: TaskNeighbours): ActionType<CreateTaskSettings> {
  const { tasks, users } = neighbours
  return {
    type: 'createTask',
    category: 'action',
    label: 'Create Task',
    settings: createTaskSettings,
    check: (_, { tenantId }, settings) => faultsOf(neighbours, tenantId, settings),
    async rehearse(facts, batch) {
      const directory = await users.directory(batch.tenantId)
      const drafted = new Map(
        draftsOf(batch, facts.named(idsOf(batch)), directory).map(({ runId, draft }) => [runId, draft]),
      )
      return new Map(
        batch.visits.map(({ runId }): [number, Rehearsed] => {
          const draft = drafted.get(runId)
          if (!draft) return [runId, { outcome: emptyTitle, effect: null }]
          const assignee = directory.byId.get(draft.assigneeId ?? 0)
          const effect = `Create the task “${draft.title}” for ${assignee?.name ?? 'no one'}.`
          return [runId, { outcome: { kind: 'next', branch: 'next' }, effect }]
        }),
      )
    },
    async act(tx, batch: Batch<CreateTaskSettings>, { actor, causes }) {
      const { tenantId, visits, at } = batch
      const directory = await users.directory(tenantId)
      const records = await readNamed(tx, tenantId, idsOf(batch))
      const drafted = draftsOf(batch, records, directory)
      const drafts = drafted.map(({ draft }) => draft)
      const act = { action: 'create', at, causes } as const
      const { changeSetId, taskIds } = await createTasks(tx, tasks, actor, act, drafts)
      const outcomes = new Map<number, Outcome>(visits.map(({ runId }) => [runId, emptyTitle]))
      drafted.forEach(({ runId }, nth) => {
        const reason = 'The task could not be created for this record.'
        const isCreated = (taskIds[nth] ?? null) !== null
        outcomes.set(
          runId,
          isCreated ? { kind: 'next', branch: 'next' } : { kind: 'fail', cause: reason, reason },
        )
      })
      return { outcomes, changeSetId }
    },
  }
}

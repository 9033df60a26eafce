import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { levelOf, type Level } from '@steward/contracts/level'
import type { LinkedRecord, TimelineItem } from '@steward/contracts/timeline'
import type { NoteTemplate } from '@steward/contracts/note'
import type { Sentiment } from '@steward/contracts/activity'
import { api, send } from '../../api/client.ts'
import { recordQuery } from '../../entities/record/index.ts'

export const noteTemplatesQuery = queryOptions({
  queryKey: ['note-templates'],
  queryFn: async ({ signal }): Promise<NoteTemplate[]> =>
    (await send(api.GET('/core/note-templates', { signal }))).data,
  staleTime: 5 * 60_000,
})

/** Which record an entry is about. */
export interface Subject {
  level: Level
  id: number
}

/** What all entries have; absent parts of a change stay as they are. */
export interface EntryParts {
  description?: string
  /** null: now. */
  occurredAt?: string | null
  linked?: readonly LinkedRecord[]
  fileIds?: number[]
}

export interface NoteParts extends EntryParts {
  title?: string
}

export interface ActivityParts extends NoteParts {
  activityTypeId?: number
  durationMinutes?: number | null
  outcome?: string | null
  sentiment?: Sentiment | null
  userIds?: number[]
  contactIds?: number[]
}

export interface PulseParts extends EntryParts {
  pulse?: number
}

/** Links by the plural of their level, as they are sent. */
function linkedEntities(linked: readonly LinkedRecord[]) {
  const entities: Partial<Record<Level['plural'], number[]>> = {}
  for (const { level, id } of linked) (entities[levelOf(level).plural] ??= []).push(id)
  return entities
}

function sent<Parts extends EntryParts>({ linked, occurredAt, ...rest }: Parts) {
  return {
    ...rest,
    ...(linked && { linkedEntities: linkedEntities(linked) }),
    ...(occurredAt && { occurredAt }),
  }
}

const about = ({ level, id }: Subject) => ({ level: level.id, parentIdentifier: id, source: 'app' })
const richText = { text_format: 'rich' } as const

export async function createNote(subject: Subject, parts: NoteParts): Promise<TimelineItem> {
  return (await send(api.POST('/core/notes', { body: { ...about(subject), ...sent(parts) } }))).data
}

export async function updateNote(id: number, parts: NoteParts, version?: number): Promise<TimelineItem> {
  const init = { params: { path: { id } }, body: { ...sent(parts), version } }
  return (await send(api.PUT('/core/notes/{id}', init))).data
}

export async function createActivity(
  subject: Subject,
  { activityTypeId, ...parts }: ActivityParts & { activityTypeId: number },
): Promise<TimelineItem> {
  const init = {
    params: { query: richText },
    body: { ...about(subject), activityTypeId, ...sent(parts) },
  }
  return (await send(api.POST('/core/entity-action/activity', init))).data
}

export async function updateActivity(
  id: number,
  parts: ActivityParts,
  version?: number,
): Promise<TimelineItem> {
  const init = { params: { path: { id }, query: richText }, body: { ...sent(parts), version } }
  return (await send(api.PUT('/core/entity-action/activity/{id}', init))).data
}

export async function createPulse(
  { level, id }: Subject,
  { pulse, ...parts }: PulseParts & { pulse: number },
): Promise<TimelineItem> {
  const init = {
    params: { query: { level: level.id } },
    body: { parentIdentifier: id, source: 'app', pulse, ...sent(parts) },
  }
  return (await send(api.POST('/core/entity-action/pulse', init))).data
}

export async function updatePulse(id: number, parts: PulseParts, version?: number): Promise<TimelineItem> {
  const init = { params: { path: { id } }, body: { ...sent(parts), version } }
  return (await send(api.PUT('/core/entity-action/pulse/{id}', init))).data
}

/** The pulse of a record follows its entries. */
export function refreshPulse(client: QueryClient, { level, id }: Subject): void {
  void client.invalidateQueries({ queryKey: recordQuery(level, id).queryKey })
}

/** The next step after an entry, as a task of the reader's; the day may be open. */
export async function createNextStep(
  { level, id }: Subject,
  { title, dueDate, assigneeId }: { title: string; dueDate: string | null; assigneeId: number },
): Promise<void> {
  await send(
    api.POST('/tasks', { body: { level: level.name, parentIdentifier: id, title, dueDate, assigneeId } }),
  )
}

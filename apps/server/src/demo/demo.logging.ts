import type { Activity } from '@steward/contracts/activity'
import type { Modules } from '../modules.ts'
import type { Actor } from '../platform/actor.ts'
import { required } from './demo.file.ts'
import type { DemoEntry, DemoStory } from './demo.story.ts'
import type { Directory } from './demo.writing.ts'

export interface Logging {
  modules: Pick<Modules, 'activities' | 'activityTypes' | 'notes' | 'pulses' | 'timeline'>
  actor: Actor
  directory: Directory
  signal: AbortSignal
}

const account = 2
const contact = 3
const pipeline = 4
const source = 'demo'

/** The type of a name, or any that is in use where it was renamed. */
async function typeIdOf({ modules, actor }: Logging, name: string): Promise<number> {
  const { all } = await modules.activityTypes.types(actor.tenantId)
  const usable = all.filter(({ isActive }) => isActive)
  const type = usable.find(({ displayName }) => displayName === name) ?? usable[0]
  return required(type, 'an activity type').activityTypeId
}

async function logActivity(
  logging: Logging,
  author: Actor,
  form: { level: 2; parentIdentifier: number; occurredAt: string; description: string; source: string },
  { title, deal, what }: DemoEntry & { what: { kind: 'activity' } },
): Promise<Activity> {
  const { directory, modules } = logging
  return modules.activities.create(
    author,
    {
      ...form,
      title,
      activityTypeId: await typeIdOf(logging, what.type),
      durationMinutes: what.minutes,
      outcome: what.outcome,
      sentiment: what.sentiment,
      userIds: [author.userId, ...(what.with ?? []).map((address) => directory.users(address))],
      contactIds: (what.contacts ?? []).map((id) => directory.records(contact, id)),
      linkedEntities: deal ? { pipelines: [directory.records(pipeline, deal)] } : {},
    },
    'rich',
  )
}

/** Logs an entry of the account with an id. */
export async function logEntry(logging: Logging, recordId: number, entry: DemoEntry): Promise<unknown> {
  const { modules, actor, directory } = logging
  const { what, title } = entry
  const author = { ...actor, userId: directory.users(entry.author) }
  const form = {
    level: account,
    parentIdentifier: recordId,
    occurredAt: entry.at,
    description: JSON.stringify({ type: 'doc', content: entry.text }),
    source,
  } as const
  if (what.kind === 'note') return modules.notes.create(author, { ...form, title })
  if (what.kind === 'pulse') return modules.pulses.create(author, account, { ...form, pulse: what.pulse })
  return logActivity(logging, author, form, { ...entry, what })
}

const keyOf = (kind: string, at: string): string => `${kind} ${new Date(at).toISOString()}`

/** What lies with an account already, by kind and time. */
async function findLogged(
  { modules, actor }: Pick<Logging, 'modules' | 'actor'>,
  recordId: number,
): Promise<Set<string>> {
  const query = { level: account, parentIdentifier: recordId, page: 1, pageSize: 100 } as const
  const kinds = ['note', 'activity', 'pulse'] as const
  const pages = await Promise.all(kinds.map((kind) => modules.timeline.page(actor, kind, query)))
  return new Set(pages.flatMap(({ data }) => data.map((item) => keyOf(item.kind, item.occurredAt))))
}

/** The entries of a story that do not lie with its account yet. */
export async function missingOf(
  logging: Pick<Logging, 'modules' | 'actor'>,
  recordId: number,
  { entries }: DemoStory,
): Promise<DemoEntry[]> {
  const logged = await findLogged(logging, recordId)
  return entries.filter(({ what, at }) => !logged.has(keyOf(what.kind, at)))
}

/**
 * Logs what is not there yet, the newest first, so that the records keep the pulse that they came with.
 * Stops between accounts when the signal fires.
 */
export async function logStories(logging: Logging, stories: readonly DemoStory[]): Promise<void> {
  for (const story of stories) {
    logging.signal.throwIfAborted()
    const recordId = logging.directory.records(account, story.account)
    const missing = await missingOf(logging, recordId, story)
    for (const entry of missing.toSorted((a, b) => (a.at < b.at ? 1 : -1))) {
      await logEntry(logging, recordId, entry)
    }
  }
}

import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Records } from '../record/index.ts'
import type { TimelineService } from '../timeline/index.ts'
import { readBehind, type BehindRow } from './notification.read-model.ts'
import type { Asked, ReadSubjects, Registry, Subject } from './notification.registry.ts'

/** The operation that a notification about several records names. */
export function behindOf(
  { kind, subjectId, payload }: Asked,
  page: { after: number; limit: number },
): Parameters<typeof readBehind>[2] {
  const key = typeof payload['key'] === 'string' ? payload['key'] : null
  return { kind, changeSetId: subjectId, level: payload['level'] as LevelId, key, ...page }
}

const idsOf = (asked: readonly Asked[]): number[] => [...new Set(asked.map(({ subjectId }) => subjectId))]

/** The records of an operation, as far as the actor sees them: shown while there is one. */
async function readSets(
  db: Db | Tx,
  actor: Actor,
  asked: readonly Asked[],
): Promise<(Subject | undefined)[]> {
  const subjects: (Subject | undefined)[] = []
  for (const one of asked) {
    const [first]: BehindRow[] = await readBehind(db, actor, behindOf(one, { after: 0, limit: 1 }))
    subjects.push(first && { name: first.name, level: first.level, recordId: first.recordId })
  }
  return subjects
}

/** Reads subjects whose only recipient is the user who started them, and may always see them. */
const readOwn: ReadSubjects = async (_db, _actor, asked) =>
  asked.map(({ payload }): Subject => {
    return { name: null, level: (payload['level'] as LevelId | undefined) ?? null, recordId: null }
  })

export interface SubjectNeighbours {
  records: Pick<Records, 'current'>
  timeline: Pick<TimelineService, 'places'>
}

/** Registers what notifications of this module are about. */
export function registerSubjects(registry: Registry, { records, timeline }: SubjectNeighbours): void {
  const readRecords = async (actor: Actor, ids: readonly number[]): Promise<Map<number, Subject>> => {
    const found = await records.current(actor, [...new Set(ids)])
    const shown = ids.flatMap((recordId): [number, Subject][] => {
      const record = found.get(recordId)
      return record
        ? [[recordId, { name: record.state['name'] as string, level: record.level, recordId }]]
        : []
    })
    return new Map(shown)
  }
  registry.registerSubject('record', async (_db, actor, asked) => {
    const found = await readRecords(actor, idsOf(asked))
    return asked.map(({ subjectId }) => found.get(subjectId))
  })
  registry.registerSubject('changeSet', readSets)
  registry.registerSubject('item', async (_db, actor, asked) => {
    const places = await timeline.places(actor, idsOf(asked))
    const found = await readRecords(actor, [...places.values()].flat())
    return asked.map(({ subjectId }) => {
      const page = places.get(subjectId)?.find((id) => found.has(id))
      return page === undefined ? undefined : found.get(page)
    })
  })
  for (const own of ['job', 'export']) registry.registerSubject(own, readOwn)
}

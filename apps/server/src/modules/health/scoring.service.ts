import type { HealthModel } from '@steward/contracts/health'
import type { LevelId } from '@steward/contracts/level'
import { createScorer, isUnscored, nextEntries, type ScoreCause, type Scorer } from '@steward/scores'
import { systemActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ModelVersion } from '../health-model/index.ts'
import { holdForValues, writeValues, type ActOf, type Param } from '../record/index.ts'
import { isEmptyModel } from './concern.rules.ts'
import { gatherInputs, type Gathered, type InputPlan } from './gathering.ts'
import type { RecordScope } from './input.sql.ts'
import { addEntries, lockLatest, type RecordEntry } from './score.store.ts'

/** One act of writing how far scores have moved. */
export interface ScoreChangeWork {
  tx: Tx
  level: LevelId
  /** The key of the field that holds the change; null where the level has none. */
  changeKey: string | null
  act: ActOf
  /** From when on a score counts as moved. */
  changeSince: Date
}

/** One act of scoring records of a level. All that it writes to records is one change set. */
export interface ScoringWork extends ScoreChangeWork {
  tenantId: number
  version: ModelVersion
  scorer: Scorer
  plan: InputPlan
  cause: ScoreCause
  /** The cause of a record's first entry. */
  firstCause: ScoreCause
  now: Date
  /** Records whose change is written with the scores; where this is not given, those that were scored. */
  changesOf?: readonly number[]
}

/** Someone else wrote an entry between reading and writing: the work is to be done again. */
export class ScoredMeanwhile extends Error {}

const scorers = new WeakMap<HealthModel, Scorer>()

/** The scorer of a model; the models of versions are kept in a cache, and so are their scorers. */
export function scorerOf(model: HealthModel): Scorer {
  const known = scorers.get(model)
  if (known) return known
  const made = createScorer(model)
  scorers.set(model, made)
  return made
}

export function createScoreAct(tenantId: number, at: Date, changeSetId: number | null = null): ActOf {
  const actor = systemActor(tenantId, {
    kind: 'health',
    name: 'Health score',
    permissions: ['record.read', 'record.edit'],
  })
  const act = { actor, action: 'score', at } as const
  return changeSetId === null ? { ...act } : { ...act, changeSetId }
}

/** A level without measures has no scores, and leaves what its records show as it is. */
function situationOf({ scorer, version }: ScoringWork, { stageId, override, isShown, find }: Gathered) {
  return { scorer, stageId, override, find, isShown: isShown && !isEmptyModel(version.model) }
}

/** Whether a record may get an entry: where all that decides is as it was, it gets none. */
function isDoubtful(work: ScoringWork, row: Gathered): boolean {
  const { scorer, version } = work
  if (row.entryId === null) return !isUnscored(situationOf(work, row))
  const isKept = row.versionId === version.versionId && row.keptStageId === row.stageId && !row.isOverrideNew
  return !isKept || scorer.evaluate(row.stageId, row.find).digest !== row.digest
}

const withinSql = (scope: RecordScope, param: Param): string =>
  'ids' in scope
    ? `s.record_id = any(${param(scope.ids)}::bigint[])`
    : `s.record_id > ${param(scope.after)} and s.record_id <= ${param(scope.upTo)}`

/**
 * How far the scores of some records have moved, where that differs from what they show: the difference of both scores
 * as screens write them, with one decimal. $1 is the tenant, $2 the level.
 */
function changesSql(key: string, since: Date, scope: RecordScope, param: Param): string {
  return `select x.record_id, '${key}' as key, x.value from (
      select s.record_id, r.custom->'${key}' as present,
        to_jsonb(round((round(e.score / 10.0) - round(b.score / 10.0)) / 10, 1)) as value
      from score_state s
      join record r on r.tenant_id = s.tenant_id and r.record_id = s.record_id
      join score_entry e on e.tenant_id = s.tenant_id and e.record_id = s.record_id and e.entry_id = s.entry_id
      left join lateral (
        select o.score from score_entry o
        where o.tenant_id = s.tenant_id and o.record_id = s.record_id and o.at < ${param(since)}::timestamptz
        order by o.at desc, o.entry_id desc limit 1) b on true
      where s.tenant_id = $1 and r.level = $2 and ${withinSql(scope, param)}) x
    where x.value is distinct from x.present`
}

/** Writes how far the scores of some records have moved. */
export async function writeChanges(work: ScoreChangeWork, scope: RecordScope): Promise<void> {
  const { tx, level, act, changeKey, changeSince } = work
  if (changeKey === null) return
  await writeValues(tx, act, {
    level,
    keys: [changeKey],
    source: (param) => changesSql(changeKey, changeSince, scope, param),
  })
}

/** Writes the health of records where it differs, and how far it has moved: one change of each record. */
async function writeHealth(work: ScoringWork, entries: readonly RecordEntry[]): Promise<void> {
  const { tx, act, level, changeKey, changeSince, changesOf } = work
  const latest = new Map(entries.map(({ recordId, score }) => [recordId, score]))
  const ids = [...latest.keys()]
  const healthSql = (param: Param) =>
    `select u.record_id, 'health' as key, to_jsonb(round(u.score / 100.0, 2)) as value
      from unnest(${param(ids)}::bigint[], ${param([...latest.values()])}::int[]) as u(record_id, score)`
  const written = await writeValues(tx, act, {
    level,
    keys: changeKey === null ? ['health'] : ['health', changeKey],
    source: (param) =>
      changeKey === null
        ? healthSql(param)
        : `${healthSql(param)} union all ${changesSql(changeKey, changeSince, { ids: changesOf ?? ids }, param)}`,
  })
  if (written.changeSetId !== null) act.changeSetId = written.changeSetId
}

/** Adds entries to the score ledger, and writes the health of their records. */
export async function keepEntries(work: ScoringWork, entries: readonly RecordEntry[]): Promise<void> {
  if (entries.length === 0) return
  await addEntries(work.tx, work.tenantId, entries)
  await writeHealth(work, entries)
}

/** Anyone who came after the version that all are scored by has a score for no other reason than being there. */
function firstCauseOf({ firstCause, version }: ScoringWork, { newSince }: Gathered): ScoreCause {
  return firstCause === 'publish' && (newSince ?? '') > version.publishedAt ? 'event' : firstCause
}

/** The entries that some records get now. Throws `ScoredMeanwhile`. */
async function entriesOf(work: ScoringWork, rows: readonly Gathered[]): Promise<RecordEntry[]> {
  const { tx, tenantId, now } = work
  const { versionId } = work.version
  const at = now.toISOString()
  const latest = await lockLatest(
    tx,
    tenantId,
    rows.map(({ recordId }) => recordId),
  )
  return rows.flatMap((row) => {
    const { recordId, entryId } = row
    const before = latest.get(recordId)
    if ((before?.entryId ?? null) !== entryId) throw new ScoredMeanwhile('Another entry was written')
    const cause = before ? work.cause : firstCauseOf(work, row)
    const situation = { ...situationOf(work, row), at, cause, versionId }
    return nextEntries(before ?? null, situation).map((entry) => ({ ...entry, recordId }))
  })
}

/** Scores records of a level, and writes what became other. Answers how many records got an entry. */
export async function scoreRecords(work: ScoringWork, scope: RecordScope): Promise<number> {
  const rows = await gatherInputs(work.tx, work.tenantId, work.plan, scope)
  const doubtful = rows.filter((row) => isDoubtful(work, row))
  if (doubtful.length === 0) return 0
  // Anyone who undoes or moves many takes their records first, too: entries that refer to them would wait the other way round.
  await holdForValues(
    work.tx,
    work.tenantId,
    doubtful.map(({ recordId }) => recordId),
  )
  await keepEntries(work, await entriesOf(work, doubtful))
  return doubtful.length
}

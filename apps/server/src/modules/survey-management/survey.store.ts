import { surveyTypeId, surveyTypes, type SurveyType } from '@steward/contracts/plain/survey'
import type { SurveyContent } from '@steward/contracts/survey/survey'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface StoredSurvey {
  surveyId: number
  name: string
  type: SurveyType
  paused: boolean
  draft: SurveyContent
  revision: number
  /** The version that is asked now; null before the first. */
  version: number | null
  /** What that version asks. */
  published: SurveyContent | null
  publishedAt: Date | null
  createdBy: number | null
  createdAt: Date
  updatedAt: Date
}

type Row = Omit<StoredSurvey, 'type'> & { type: number }

const columns = `s.survey_id as "surveyId", s.name, s.type, s.paused, s.draft, s.revision, s.version,
  v.content as published, s.published_at as "publishedAt", s.created_by as "createdBy", s.created_at as "createdAt",
  s.updated_at as "updatedAt"`

const from = `survey s left join survey_version v
  on v.tenant_id = s.tenant_id and v.survey_id = s.survey_id and v.version = s.version`

const surveyOf = (row: Row): StoredSurvey => ({ ...row, type: surveyTypes[row.type - 1] as SurveyType })

/** The surveys that were not deleted, newest first. */
export async function listSurveys(db: Db | Tx, tenantId: number): Promise<StoredSurvey[]> {
  const rows = await query<Row>(
    db,
    `/*survey.list*/ select ${columns} from ${from}
     where s.tenant_id = $1 and s.deleted_at is null order by s.survey_id desc`,
    [tenantId],
  )
  return rows.map(surveyOf)
}

export async function findSurvey(
  db: Db | Tx,
  tenantId: number,
  surveyId: number,
): Promise<StoredSurvey | undefined> {
  const [row] = await query<Row>(
    db,
    `/*survey.find*/ select ${columns} from ${from}
     where s.tenant_id = $1 and s.survey_id = $2 and s.deleted_at is null`,
    [tenantId, surveyId],
  )
  return row && surveyOf(row)
}

/** Locks a survey until the transaction ends; undefined where there is none. */
export async function lockSurvey(
  tx: Tx,
  tenantId: number,
  surveyId: number,
): Promise<StoredSurvey | undefined> {
  const [row] = await query<{ surveyId: number }>(
    tx,
    `/*survey.lock*/ select survey_id as "surveyId" from survey
     where tenant_id = $1 and survey_id = $2 and deleted_at is null for update`,
    [tenantId, surveyId],
  )
  return row && findSurvey(tx, tenantId, surveyId)
}

export async function countSurveys(tx: Tx, tenantId: number): Promise<number> {
  const [row] = await query<{ n: number }>(
    tx,
    'select count(*)::int as n from survey where tenant_id = $1 and deleted_at is null',
    [tenantId],
  )
  return row?.n ?? 0
}

export interface NewSurvey {
  name: string
  type: SurveyType
  draft: SurveyContent
  createdBy: number | null
  at: Date
}

/** Returns the new survey's id. */
export async function insertSurvey(tx: Tx, tenantId: number, survey: NewSurvey): Promise<number> {
  const { name, type, draft, createdBy, at } = survey
  const [row] = await query<{ surveyId: number }>(
    tx,
    `/*survey.insert*/ insert into survey (tenant_id, name, type, draft, created_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning survey_id as "surveyId"`,
    [tenantId, name, surveyTypeId(type), JSON.stringify(draft), createdBy, at],
  )
  return (row as { surveyId: number }).surveyId
}

export type SurveyState = Pick<
  StoredSurvey,
  'surveyId' | 'name' | 'paused' | 'draft' | 'revision' | 'version' | 'publishedAt'
>

export async function updateSurvey(
  tx: Tx,
  tenantId: number,
  { surveyId, name, paused, draft, revision, version, publishedAt }: SurveyState,
  at: Date,
): Promise<void> {
  await query(
    tx,
    `/*survey.update*/ update survey set name = $3, paused = $4, draft = $5, revision = $6, version = $7,
       published_at = $8, updated_at = $9
     where tenant_id = $1 and survey_id = $2`,
    [tenantId, surveyId, name, paused, JSON.stringify(draft), revision, version, publishedAt, at],
  )
}

/** Deletes a survey for those who use Steward. What was asked and answered stays on timelines. */
export async function markDeleted(tx: Tx, tenantId: number, surveyId: number, at: Date): Promise<void> {
  await query(
    tx,
    '/*survey.delete*/ update survey set deleted_at = $3, updated_at = $3 where tenant_id = $1 and survey_id = $2',
    [tenantId, surveyId, at],
  )
}

export interface StoredVersion {
  version: number
  content: SurveyContent
  publishedBy: number | null
  publishedAt: Date
}

/** The versions of a survey, latest first. */
export function listVersions(db: Db | Tx, tenantId: number, surveyId: number): Promise<StoredVersion[]> {
  return query(
    db,
    `/*survey.versions*/ select version, content, published_by as "publishedBy", published_at as "publishedAt"
     from survey_version where tenant_id = $1 and survey_id = $2 order by version desc`,
    [tenantId, surveyId],
  )
}

export async function insertVersion(
  tx: Tx,
  tenantId: number,
  surveyId: number,
  { version, content, publishedBy, publishedAt }: StoredVersion,
): Promise<void> {
  await query(
    tx,
    `/*survey.version*/ insert into survey_version (tenant_id, survey_id, version, content, published_by, published_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [tenantId, surveyId, version, JSON.stringify(content), publishedBy, publishedAt],
  )
}

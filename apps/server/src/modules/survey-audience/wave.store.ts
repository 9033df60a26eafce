import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface StoredWave {
  waveId: number
  surveyId: number
  version: number
  /** 1: sending, 2: finished, 3: stopped. */
  state: number
  /** The contact up to which all were considered. */
  cursor: number
  sent: number
  createdBy: number | null
  createdAt: Date
  finishedAt: Date | null
}

const columns = `w.wave_id as "waveId", w.survey_id as "surveyId", w.version, w.state, w.cursor, w.sent,
  w.created_by as "createdBy", w.created_at as "createdAt", w.finished_at as "finishedAt"`

export type ListedWave = StoredWave & { answered: number }

/** The waves of a survey with how many people answered each, latest first. */
export function listWaves(db: Db, tenantId: number, surveyId: number): Promise<ListedWave[]> {
  return query(
    db,
    `/*survey_wave.list*/ select ${columns}, (
       select count(*)::int from survey_ask a
       where a.tenant_id = w.tenant_id and a.wave_id = w.wave_id and a.answered_at is not null) as answered
     from survey_wave w where w.tenant_id = $1 and w.survey_id = $2 order by w.wave_id desc limit 100`,
    [tenantId, surveyId],
  )
}

/** Locks a wave until the transaction ends; undefined where it is not being sent. */
export async function lockWave(tx: Tx, tenantId: number, waveId: number): Promise<StoredWave | undefined> {
  const [row] = await query<StoredWave>(
    tx,
    `/*survey_wave.lock*/ select ${columns} from survey_wave w
     where w.tenant_id = $1 and w.wave_id = $2 and w.state = 1 for update`,
    [tenantId, waveId],
  )
  return row
}

/** Begins a wave; undefined where one of the survey is being sent. */
export async function insertWave(
  tx: Tx,
  tenantId: number,
  {
    surveyId,
    version,
    createdBy,
    createdAt,
  }: Pick<StoredWave, 'surveyId' | 'version' | 'createdBy' | 'createdAt'>,
): Promise<number | undefined> {
  const [row] = await query<{ waveId: number }>(
    tx,
    `/*survey_wave.insert*/ insert into survey_wave (tenant_id, survey_id, version, state, created_by, created_at)
     values ($1, $2, $3, 1, $4, $5)
     on conflict (tenant_id, survey_id) where state = 1 do nothing returning wave_id as "waveId"`,
    [tenantId, surveyId, version, createdBy, createdAt],
  )
  return row?.waveId
}

export async function updateWave(
  tx: Tx,
  tenantId: number,
  { waveId, state, cursor, sent, finishedAt }: StoredWave,
): Promise<void> {
  await query(
    tx,
    `/*survey_wave.update*/ update survey_wave set state = $3, cursor = $4, sent = $5, finished_at = $6
     where tenant_id = $1 and wave_id = $2`,
    [tenantId, waveId, state, cursor, sent, finishedAt],
  )
}

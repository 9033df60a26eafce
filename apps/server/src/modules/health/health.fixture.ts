import type { ScoreDetail, ScoreMovement, ScorePoint } from '@steward/contracts/health'
import type { LevelName } from '@steward/contracts/level'
import { expect } from 'vitest'
import type { Answer, Client, TestApp } from '../../../test/harness.ts'

const dayLength = 86_400_000

function good({ status, body }: Answer): Answer['body'] {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Waits until every event is received and every score has followed. */
export async function scored(app: TestApp): Promise<void> {
  const { owner } = app.application.platform.database
  await expect
    .poll(
      async () => {
        const { rows } = await owner.query<{ n: number }>(
          `select (select count(*) from event) + (select count(*) from score_pending)
             + (select count(*) from score_refresh where running)
             + (select count(*) from graphile_worker.jobs where task_identifier like 'health%' and run_at <= now()) as n`,
        )
        return rows[0]?.n
      },
      { timeout: 30_000, interval: 50 },
    )
    .toBe(0)
}

/** Lets days go by, and does the work of their last night. */
export async function nextDays(app: TestApp, days: number): Promise<void> {
  app.clock.advance(days * dayLength)
  const { owner } = app.application.platform.database
  await owner.query(`select graphile_worker.add_job('health:nightly', '{}'::json)`)
  await scored(app)
}

export function today(app: TestApp, offset = 0): string {
  return new Date(app.clock.now().getTime() + offset * dayLength).toISOString().slice(0, 10)
}

const path = (level: LevelName, id: number, more = ''): string =>
  `health-management/scores/${id}${more}?level=${level}`

export const callScore = (client: Client, level: LevelName, id: number): Promise<Answer> =>
  client.get(`health-management/scores/${id}/?level=${level}&detail=true`)

export async function scoreOf(client: Client, level: LevelName, id: number): Promise<ScoreDetail> {
  return good(await callScore(client, level, id)).data
}

export async function historyOf(client: Client, level: LevelName, id: number): Promise<ScorePoint[]> {
  return good(await client.get(path(level, id, '/history'))).data
}

export async function movementOf(
  client: Client,
  level: LevelName,
  id: number,
  from: string,
  to: string,
): Promise<ScoreMovement> {
  return good(await client.get(`${path(level, id, '/movement')}&from=${from}&to=${to}`)).data
}

export const override = (client: Client, level: LevelName, id: number, body: unknown): Promise<Answer> =>
  client.put(path(level, id, '/override'), body)

export const dropOverride = (client: Client, level: LevelName, id: number): Promise<Answer> =>
  client.delete(path(level, id, '/override'))

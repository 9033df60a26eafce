import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { liveSurvey } from '../survey-management/survey.fixture.ts'
import { gateSql, sampleBound, type Asking } from './gate.sql.ts'
import { placeholders } from './audience.service.ts'

const people = 10_000
const rounds = 12
const day = 86_400_000

/** Numbers from 0 to 1 that are the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

interface Person {
  id: number
  archived: boolean
  hasAddress: boolean
  isOut: boolean
  /** null: nothing is known. */
  consents: boolean | null
  pulse: number | null
  asks: { surveyId: number; at: number }[]
}

interface Round {
  surveyId: number
  needsAddress: boolean
  percent: number
  repeatDays: number | null
  quietDays: number
  ignoresQuietPeriod: boolean
  needsConsent: boolean
  /** Of the audience: those with this pulse or a better one. null: everyone. */
  leastPulse: number | null
  at: number
}

/** Of the past, as the documentation says it, without any SQL. */
function pastGateOf({ asks }: Person, round: Round): string | null {
  const within = (days: number, at: number) => round.at - at < days * day
  const ofSurvey = asks.filter(({ surveyId }) => surveyId === round.surveyId)
  if (ofSurvey.some(({ at }) => round.repeatDays === null || within(round.repeatDays, at))) return 'asked'
  const isQuiet = !round.ignoresQuietPeriod && asks.some(({ at }) => within(round.quietDays, at))
  return isQuiet ? 'quietPeriod' : null
}

/** Of what is known of the person, in the order of the documentation. */
function standingGateOf(person: Person, { needsConsent, needsAddress, leastPulse }: Round): string | null {
  if (person.archived) return 'archived'
  if (needsConsent && person.consents !== true) return 'consent'
  if (person.isOut) return 'unsubscribed'
  if (needsAddress && !person.hasAddress) return 'noAddress'
  return leastPulse !== null && (person.pulse ?? 0) < leastPulse ? 'audience' : null
}

function gateOf(person: Person, round: Round): string | null {
  const standing = standingGateOf(person, round)
  if (standing) return standing
  const hash = createHash('md5').update(`${round.surveyId}:${person.id}`).digest().readUInt32BE(0)
  if (round.percent < 100 && hash >= sampleBound(round.percent)) return 'sample'
  return pastGateOf(person, round)
}

let app: TestApp
let surveyIds: number[]
let persons: Person[]

const owner = () => app.application.platform.database.owner

beforeAll(async () => {
  app = await startTestApp()
  const manager = await app.as('manager')
  const surveys = await Promise.all([1, 2, 3].map(() => liveSurvey(manager)))
  surveyIds = surveys.map(({ surveyId }) => surveyId)
  const random = createRandom(20_260)
  const made = Array.from({ length: people }, () => ({
    archived: random() < 0.05,
    hasAddress: random() < 0.9,
    isOut: random() < 0.05,
    consents: random() < 0.1 ? null : random() < 0.85,
    pulse: random() < 0.2 ? null : 1 + Math.floor(random() * 5),
  }))
  const { rows } = await owner().query<{ id: number }>(
    `insert into record (tenant_id, level, name, email, archived, pulse, custom)
     select $1, 3, 'Person', case when p.has then 'person@example.com' end, p.archived, p.pulse,
       jsonb_strip_nulls(jsonb_build_object('consents', p.consents))
     from unnest($2::boolean[], $3::boolean[], $4::int[], $5::boolean[])
       with ordinality p(has, archived, pulse, consents, n) order by n
     returning record_id as id`,
    [
      app.tenantId,
      made.map(({ hasAddress }) => hasAddress),
      made.map(({ archived }) => archived),
      made.map(({ pulse }) => pulse),
      made.map(({ consents }) => consents),
    ],
  )
  persons = made.map((person, at) => ({ ...person, id: Number((rows[at] as { id: number }).id), asks: [] }))
  await owner().query(
    'insert into survey_opt_out (tenant_id, record_id, at) select $1, x, now() from unnest($2::bigint[]) x',
    [app.tenantId, persons.filter(({ isOut }) => isOut).map(({ id }) => id)],
  )
})
afterAll(() => app.stop())

async function gatesIn(round: Round): Promise<Map<number, string | null>> {
  const { values, param } = placeholders()
  const asking: Asking = {
    ...round,
    audience: { rule: null, maxPerDay: null, ...round },
    ruleSql: round.leastPulse === null ? null : `r.pulse >= ${round.leastPulse}`,
    consentSql: round.needsConsent ? `(r.custom->'consents')::boolean` : null,
    now: new Date(round.at),
  }
  const { rows } = await owner().query<{ id: string; gate: string | null }>(
    `select r.record_id as id, ${gateSql(asking, param)} as gate from record r
     where r.tenant_id = ${app.tenantId} and r.level = 3`,
    values,
  )
  return new Map(rows.map(({ id, gate }) => [Number(id), gate]))
}

async function ask(round: Round, asked: readonly Person[]): Promise<void> {
  for (const person of asked) person.asks.push({ surveyId: round.surveyId, at: round.at })
  await owner().query(
    `insert into survey_ask (tenant_id, survey_id, version, channel, record_id, offered_at, asked_at)
     select $1, $2, 1, $3, x, $4, $4 from unnest($5::bigint[]) x`,
    [app.tenantId, round.surveyId, round.needsAddress ? 2 : 1, new Date(round.at), asked.map(({ id }) => id)],
  )
}

it('10,000 people with random pasts are asked as a model of the rules says, round after round', async () => {
  const random = createRandom(7)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  let at = Date.parse('2026-01-01T00:00:00Z')
  for (let nth = 0; nth < rounds; nth += 1) {
    // Exactly a period later is one of the steps, where off-by-one faults would show.
    at += pick([0, 1, 10, 30]) * day
    const round: Round = {
      surveyId: pick(surveyIds),
      needsAddress: random() < 0.5,
      percent: pick([25, 60, 100, 100]),
      repeatDays: pick([null, 10, 30]),
      quietDays: pick([0, 10, 30]),
      ignoresQuietPeriod: random() < 0.25,
      needsConsent: random() < 0.3,
      leastPulse: pick([null, null, 2, 4]),
      at,
    }
    const gates = await gatesIn(round)
    const differing = persons.filter((person) => gates.get(person.id) !== gateOf(person, round))
    expect(differing.slice(0, 3), `round ${nth}`).toEqual([])
    // Not everyone who may be asked comes by.
    await ask(
      round,
      persons.filter((person) => gates.get(person.id) === null && random() < 0.6),
    )
  }
  const lengths = persons.map(({ asks }) => asks.length)
  expect(Math.max(...lengths)).toBeGreaterThan(2)
})

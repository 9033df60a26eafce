import { levels, type LevelPlural } from '@steward/contracts/level'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { query } from '../../platform/db/database.ts'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { byLength } from '../../../test/length.ts'
import { create, defineField, good, list } from './record.fixture.ts'

let app: TestApp
let admin: Client
let users: number[]
const stagesOf: Partial<Record<LevelPlural, number[]>> = {}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  good(await admin.put('core/fields/system/-7', { isEditable: true }))
  users = [admin.actor.userId, (await app.newUser('normalUser')).actor.userId]
  for (const { id, plural } of levels) {
    await defineField(admin, plural, 'seats', 'number')
    const { data } = good(await admin.get(`core/lifecycles?level=${id}`))
    stagesOf[plural] = data.map((stage: { lifecycleStageId: number }) => stage.lifecycleStageId)
  }
  for (const name of ['one', 'two']) {
    const organization = await create(admin, 'organizations', { name })
    const account = await create(admin, 'accounts', { name, organization })
    await create(admin, 'contacts', { name, account })
    await create(admin, 'pipelines', { name, account, pipelineType: name === 'one' ? 1 : 2 })
  }
})
afterAll(() => app.stop())

async function rows<Row>(sql: string): Promise<Row[]> {
  return query<Row>(app.application.platform.database.tenant(app.tenantId), sql)
}

/** Every record with all that people can set. */
const snapshot = () =>
  rows(`select record_id, level, churned, archived, pulse, pipeline_type, status_id, stage_id, organization_id,
    account_id, owners, name, external_id, email, about, custom from record order by record_id`)

const counted = 'level, archived, churned, stage_id, pipeline_type, status_id'

const keptCounts = () =>
  rows(
    `select ${counted}, sum(n)::int as n from record_count group by ${counted} having sum(n) <> 0 order by ${counted}`,
  )

const trueCounts = () =>
  rows(`select ${counted}, count(*)::int as n from (
      select level, archived, churned, coalesce(stage_id, 0) as stage_id,
        coalesce(pipeline_type, 0::smallint) as pipeline_type, coalesce(status_id, 0::smallint) as status_id
      from record) r group by ${counted} order by ${counted}`)

/** A step names its objects by places in lists, which are taken around their length. */
interface Step {
  act: 'create' | 'edit' | 'flag' | 'many' | 'assign' | 'move' | 'undo'
  level: number
  a: number
  b: number
  c: number
}

const place = fc.nat(40)
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    'create',
    'create',
    'edit',
    'edit',
    'flag',
    'flag',
    'many',
    'assign',
    'move',
    'move',
    'undo',
    'undo',
  ),
  level: fc.nat(3),
  a: place,
  b: place,
  c: place,
})

const pick = <T>(items: readonly T[], at: number): T => items[at % items.length] as T

/** Ids of the records that a run knows of, some of which may be gone, and its change sets in their order. */
interface Run {
  ids: Record<LevelPlural, number[]>
  changeSets: number[]
}

const parentsFor = (plural: LevelPlural, { ids }: Run, at: number): Record<string, number> => {
  if (plural === 'organizations') return {}
  const isBelowAccount = plural !== 'accounts' && at % 3 > 0
  return isBelowAccount ? { account: pick(ids.accounts, at) } : { organization: pick(ids.organizations, at) }
}

function dataFor(plural: LevelPlural, { b, c }: Step): Record<string, unknown> {
  const stages = stagesOf[plural] ?? []
  const changes: Record<string, unknown>[] = [
    { about: `text ${c % 3}` },
    { name: `name ${c % 4}`, seats: c % 3 },
    { externalId: `id ${c % 2}` },
    { externalId: null, seats: null },
    plural === 'pipelines' ? { pipelineStatus: (c % 6) + 1 } : { lifecycleStage: pick(stages, c) },
    plural === 'pipelines' ? { seats: c } : { pulse: (c % 5) + 1, lifecycleStage: pick(stages, c) },
  ]
  return pick(changes, b)
}

type Take = (run: Run, plural: LevelPlural, step: Step) => Promise<Answer>

const flags = ['archive', 'restore', 'churn', 'unchurn']

const takes: Record<Step['act'], Take> = {
  async create(run, plural, { a, b }) {
    const more = plural === 'contacts' ? { email: 'a@example.com' } : {}
    const type = plural === 'pipelines' ? { pipelineType: (b % 2) + 1 } : {}
    const globalFields = { name: `new ${a % 3}`, ...more, ...type, ...parentsFor(plural, run, b) }
    const answer = await admin.post(`core/${plural}`, { globalFields })
    const id = answer.body.data?.[levels.find((level) => level.plural === plural)?.idKey ?? '']
    if (id) run.ids[plural].push(id)
    return answer
  },
  edit: (run, plural, one) =>
    admin.post(`core/${plural}/${pick(run.ids[plural], one.a)}`, { data: dataFor(plural, one) }),
  flag(run, plural, { a, b }) {
    const action = pick(plural === 'accounts' || plural === 'organizations' ? flags : flags.slice(0, 2), b)
    return admin.post(`core/${plural}/change`, { ids: [pick(run.ids[plural], a)], action })
  },
  many: (run, plural, one) =>
    admin.post(`core/${plural}/change`, { ids: run.ids[plural], action: 'edit', data: dataFor(plural, one) }),
  assign(run, plural, { a, b, c }) {
    const level = plural === 'organizations' ? plural : 'accounts'
    const mode = pick(['replace', 'add', 'remove'], b)
    return admin.post(`core/${level}/assign`, {
      ids: run.ids[level].slice(a % 3),
      owners: [pick(users, c)],
      mode,
    })
  },
  move(run, plural, { a, b, c }) {
    const level = plural === 'organizations' ? 'accounts' : plural
    const { account, organization } = parentsFor(level, run, b)
    const formData = account ? { accountId: account } : { organizationId: c % 7 === 0 ? null : organization }
    return admin.post(`core/${level}/${pick(run.ids[level], a)}/move`, { formData })
  },
  undo: (run, _, { a }) => admin.post(`core/change-sets/${pick(run.changeSets, a) ?? 999_999}/undo`),
}

async function take(run: Run, one: Step): Promise<void> {
  const plural = pick(levels, one.level).plural
  const { status, body } = await takes[one.act](run, plural, one)
  expect([200, 400, 404, 409], JSON.stringify([one, body])).toContain(status)
  const changeSetId = body.changeSetId ?? body.data?.changeSetId
  if (status === 200 && changeSetId) run.changeSets.push(changeSetId)
}

async function beginRun(): Promise<Run> {
  const found = await rows<{ record_id: number; level: number }>(
    'select record_id, level from record order by record_id',
  )
  const idsOf = (level: number) => found.filter((row) => row.level === level).map((row) => row.record_id)
  return {
    ids: { organizations: idsOf(1), accounts: idsOf(2), contacts: idsOf(3), pipelines: idsOf(4) },
    changeSets: [],
  }
}

/** Holds of every record, and makes the list count instead of taking the kept counts. */
const anything = {
  or: [
    { field: 'name', operator: 'set' },
    { field: 'name', operator: 'notSet' },
  ],
}

const byStage = ({ lifecycleGroupTotalItemCounts }: Answer['body']) => new Set(lifecycleGroupTotalItemCounts)

async function expectSameTotals(): Promise<void> {
  for (const { plural, id } of levels) {
    const rules = [
      { field: 'entityArchived', operator: 'isFalse' },
      { not: { field: 'entityArchived', operator: 'isFalse' } },
      ...(id < 3 ? [{ field: 'churned', operator: 'isTrue' }] : []),
      ...(id < 4 ? [{ field: 'lifecycleStage', operator: 'isSetTo', value: [stagesOf[plural]?.[1]] }] : []),
      ...(id === 4 ? [{ field: 'pipelineStatus', operator: 'isNotSetTo', value: [1] }] : []),
    ]
    for (const rule of rules) {
      const kept = await list(admin, plural, { filter: rule })
      const truly = await list(admin, plural, { filter: { and: [rule, anything] } })
      expect(kept.totalItemCount).toBe(kept.data.length)
      expect(kept.totalItemCount).toBe(truly.totalItemCount)
      expect(kept.statbarData).toEqual(truly.statbarData)
      expect(byStage(kept)).toEqual(byStage(truly))
    }
  }
}

/** Below an account stands what belongs to the account's organization. */
const strays = () =>
  rows(`select r.record_id from record r join record a on a.record_id = r.account_id
    where r.organization_id is distinct from a.organization_id`)

describe('whatever is done to records', () => {
  it('keeps counts, totals and parents right, and can be undone step by step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const run = await beginRun()
        const before = await snapshot()
        for (const one of steps) await take(run, one)
        expect(await keptCounts()).toEqual(await trueCounts())
        expect(await strays()).toEqual([])
        await expectSameTotals()
        for (const changeSetId of run.changeSets.toReversed()) {
          const { status, body } = await admin.post(`core/change-sets/${changeSetId}/undo`)
          // What an undo among the steps reverted stays so until that undo is undone.
          expect([status, body.data?.kept ?? []], JSON.stringify(body)).toEqual([200, []])
        }
        expect(await snapshot()).toEqual(before)
        expect(await keptCounts()).toEqual(await trueCounts())
      }),
      {
        seed: 20_261_121,
        numRuns: byLength(6, 60),
        interruptAfterTimeLimit: byLength(50_000, 600_000),
        endOnFailure: true,
      },
    )
  })
})

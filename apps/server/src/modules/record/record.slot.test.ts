import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { query } from '../../platform/db/database.ts'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { byLength } from '../../../test/length.ts'
import { defineField, good, list, straySlots } from './record.fixture.ts'

let app: TestApp
let admin: Client
let stages: number[]

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  const { data } = good(await admin.get('core/lifecycles?level=2'))
  stages = data.map((stage: { lifecycleStageId: number }) => stage.lifecycleStageId)
  // Enough for the filling to take more than one turn.
  await rows(
    `insert into record (tenant_id, level, name, stage_id, custom)
     select ${app.tenantId}, 2, 'Old ' || n, ${stages[0]}, '{}' from generate_series(1, 1200) n`,
  )
  await app.application.platform.database.owner.query('select fill_slots($1, 2)', [app.tenantId])
  await rows(
    `insert into record_count select ${app.tenantId}, 2, false, false, ${stages[0]}, 0, 0, 0, 1200 returning n`,
  )
})
afterAll(() => app.stop())

async function rows<Row>(sql: string): Promise<Row[]> {
  return query<Row>(app.application.platform.database.tenant(app.tenantId), sql)
}

const types = ['number', 'currency', 'date', 'boolean', 'singlePicklist'] as const

interface Field {
  id: number
  name: string
  type: (typeof types)[number]
  options: number[]
}

let made = 0

async function makeField(type: Field['type']): Promise<Field> {
  made += 1
  const more = type === 'singlePicklist' ? { picklistDefinition: ['north', 'south', 'west'] } : {}
  const name = `slot_${made}`
  const field = await defineField(admin, 'account', name, type, more)
  return { id: field.customColumnId, name, type, options: field.picklistDefinition.map(({ id }) => id) }
}

/** The n-th of a few values, so that they meet; unset among them. */
function valueOf({ type, options }: Field, n: number): unknown {
  if (n % 5 === 0) return null
  if (type === 'date') return `2026-03-0${n % 5}`
  if (type === 'boolean') return n % 2 === 0
  if (type === 'singlePicklist') return options[n % options.length]
  return type === 'currency' ? { value: n % 5 } : (n % 5) - 2.5
}

interface Step {
  act: 'create' | 'edit' | 'stage' | 'archive' | 'many' | 'undo'
  a: number
  b: number
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('create', 'create', 'edit', 'edit', 'edit', 'stage', 'archive', 'many', 'undo'),
  a: fc.nat(60),
  b: fc.nat(60),
})

interface Run {
  field: Field
  ids: number[]
  changeSets: number[]
}

const takes: Record<Step['act'], (run: Run, step: Step, id: number) => Promise<Answer>> = {
  create: ({ field }, { a, b }) =>
    admin.post('core/accounts', {
      globalFields: { name: `New ${a}` },
      customFields: { [field.name]: valueOf(field, b) },
    }),
  edit: ({ field }, { b }, id) =>
    admin.post(`core/accounts/${id}`, { data: { [field.name]: valueOf(field, b) } }),
  stage: (_, { b }, id) =>
    admin.post(`core/accounts/${id}`, { data: { lifecycleStage: stages[b % stages.length] } }),
  archive: (_, { b }, id) =>
    admin.post('core/accounts/change', { ids: [id], action: b % 2 === 0 ? 'archive' : 'churn' }),
  many: ({ field, ids }, { a, b }) =>
    admin.post('core/accounts/change', {
      ids: ids.slice(a % 7, (a % 7) + 20),
      action: 'edit',
      data: { [field.name]: valueOf(field, b) },
    }),
  undo: ({ changeSets }, { a }) =>
    admin.post(`core/change-sets/${changeSets[a % (changeSets.length || 1)] ?? 999_999}/undo`),
}

async function take(run: Run, one: Step): Promise<void> {
  const id = run.ids[one.a % run.ids.length] ?? 0
  const { status, body } = await takes[one.act](run, one, id)
  expect([200, 400, 404, 409], JSON.stringify([one, body])).toContain(status)
  const changeSetId = body.changeSetId ?? body.data?.changeSetId
  if (status === 200 && changeSetId) run.changeSets.push(changeSetId)
}

async function askForIndex(field: Field): Promise<void> {
  const { fields } = app.application.modules
  const found = (await fields.catalogue(app.tenantId, 2)).byKey(String(field.id))
  if (found) await fields.requestIndex(app.tenantId, found, 2, 'match')
}

async function untilIndexed(field: Field): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const found = await rows(`select from field_index where field_id = ${field.id} and ready_at is not null`)
    if (found.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The index was not made after twenty seconds')
}

const idsOf = (records: { accountId: number }[]) => new Set(records.map((record) => record.accountId))

type Listed = { customFields: Record<string, never>; globalFields: Record<string, unknown> }

const amountOf = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && 'value' in value ? value.value : value

/** Lists by the field say what plain counting over all records says. */
async function expectRightLists({ name, type, options }: Field): Promise<void> {
  const { data: all } = await list(admin, 'accounts', { pageSize: 5000 })
  const asked: { rule: object; holds: (value: never) => boolean }[] = {
    number: [{ rule: { operator: 'greater', value: -1 }, holds: (value: number) => value > -1 }],
    currency: [{ rule: { operator: 'greater', value: 2 }, holds: (value: number) => value > 2 }],
    date: [{ rule: { operator: 'set' }, holds: () => true }],
    boolean: [{ rule: { operator: 'isTrue' }, holds: (value: boolean) => value }],
    singlePicklist: [
      {
        rule: { operator: 'isSetTo', value: [options[1]] },
        holds: (value: number) => value === options[1],
      },
    ],
  }[type]
  for (const { rule, holds } of asked) {
    const stage = { field: 'lifecycleStage', operator: 'isSetTo', value: [stages[0]] }
    const active = { field: 'entityArchived', operator: 'isFalse' }
    const anyName = { field: 'name', operator: 'set' }
    const own = { field: name, ...rule }
    const isFound = ({ customFields, globalFields }: Listed) => {
      const value = amountOf(customFields[name] ?? null)
      const isIn = value !== null && holds(value as never)
      return (
        isIn && globalFields['lifecycleStageId'] === stages[0] && globalFields['entityArchived'] === false
      )
    }
    const truly = all.filter(isFound)
    for (const sortDirection of ['ASC', 'DESC']) {
      for (const filter of [{ and: [own, stage, active] }, { and: [own, stage, active, anyName] }]) {
        const found = await list(admin, 'accounts', {
          pageSize: 5000,
          sortColumn: name,
          sortDirection,
          filter,
        })
        expect(idsOf(found.data)).toEqual(idsOf(truly))
        expect(found.totalItemCount).toBe(truly.length)
        expect(found.data).toHaveLength(truly.length)
      }
      const sorted = await list(admin, 'accounts', { pageSize: 5000, sortColumn: name, sortDirection })
      expect(sorted.totalItemCount).toBe(all.length)
      expect(sorted.data).toHaveLength(all.length)
      if (type === 'singlePicklist') continue
      const values = sorted.data.map((one: Listed) => amountOf(one.customFields[name] ?? null))
      const set = values.filter((value: unknown) => value !== null)
      const inOrder = set.toSorted((a: never, b: never) => (a < b ? -1 : a > b ? 1 : 0))
      expect(values.slice(0, set.length)).toEqual(sortDirection === 'ASC' ? inOrder : inOrder.toReversed())
    }
  }
}

/** Does a job of the queue at once. */
async function work(name: string, payload: object): Promise<void> {
  const { platform, modules } = app.application
  const [task] = modules.modules.flatMap(({ tasks }) => tasks?.[name] ?? [])
  await task?.(payload, { signal: new AbortController().signal, log: platform.log })
}

describe('values in slots', () => {
  it(
    'are those of the records, whatever is written while and after an index is made',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...types),
          fc.array(step, { minLength: 20, maxLength: 60 }),
          async (type, steps) => {
            const field = await makeField(type)
            const found = await rows<{ record_id: number }>(
              'select record_id from record where level = 2 order by record_id desc limit 60',
            )
            const run: Run = { field, ids: found.map((row) => row.record_id), changeSets: [] }
            const lanes = [0, 1, 2].map(async (lane) => {
              for (const [at, one] of steps.entries()) if (at % 3 === lane) await take(run, one)
            })
            await Promise.all([...lanes, askForIndex(field)])
            await untilIndexed(field)
            expect(await straySlots(app)).toEqual([])
            for (const one of steps.slice(0, 15)) await take(run, one)
            expect(await straySlots(app)).toEqual([])
            await expectRightLists(field)
          },
        ),
        {
          seed: 20_261_122,
          numRuns: byLength(3, 16),
          interruptAfterTimeLimit: byLength(60_000, 600_000),
          endOnFailure: true,
        },
      )
    },
    byLength(120_000, 1_200_000),
  )

  it('go with the record that is undone, and with the field that is deleted', async () => {
    const field = await makeField('number')
    await askForIndex(field)
    await untilIndexed(field)
    const brief = good(
      await admin.post('core/accounts', {
        globalFields: { name: 'Brief' },
        customFields: { [field.name]: 7 },
      }),
    )
    const { slots } = (await app.application.modules.fields.catalogue(app.tenantId, 2)).find(field.name) ?? {}
    const slot = slots?.value ?? ''
    const valuesOf = () => rows(`select ${slot} as value from record_slot where level = 2 and ${slot} = 7`)
    expect(await valuesOf()).toEqual([{ value: 7 }])
    good(await admin.post(`core/change-sets/${brief.changeSetId}/undo`))
    expect(await valuesOf()).toEqual([])
    good(
      await admin.post('core/accounts', {
        globalFields: { name: 'Left' },
        customFields: { [field.name]: 7 },
      }),
    )
    good(await admin.delete(`core/fields/${field.id}`))
    const other = await makeField('number')
    const taken = await rows(`select slot from custom_field where field_id in (${field.id}, ${other.id})`)
    expect(new Set(taken.map((row) => (row as { slot: string }).slot)).size).toBe(2)
    await work('field.slot_free', { tenantId: app.tenantId, fieldId: field.id })
    expect(await valuesOf()).toEqual([])
    const third = await makeField('number')
    expect(await rows(`select slot from custom_field where field_id = ${third.id}`)).toEqual([{ slot }])
    expect(await straySlots(app)).toEqual([])
  }, 60_000)
})

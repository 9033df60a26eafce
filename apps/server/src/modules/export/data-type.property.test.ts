import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { checkRule, evaluateRule, operatorsOf } from '@steward/conditions'
import { customDataTypes, dataTypes, type CustomDataType } from '@steward/contracts/data-type'
import type { RecordBody } from '@steward/contracts/record'
import type { CurrencyValue, FieldValue } from '@steward/contracts/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { run } from '../bulk/bulk.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { cutText, operands, sortKey, wordsOf } from './data-type.comparing.fixture.ts'
import { named, options, retired, values } from './data-type.fixture.ts'
import { exported, fileOf } from './export.fixture.ts'

/** Each run has other values; a failure prints the seed, which repeats it. */
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const records = 24

let app: TestApp
let admin: Client

const nameOf = (type: CustomDataType) => `t_${type}`
const isAlwaysSet = (type: CustomDataType) => type.startsWith('mandatory')

/** What a new record gets of its own, and what is calculated a moment later. */
const isGivenAnew = new Set(['externalId', 'createdAt', 'updatedAt', 'health', 'healthStatus'])

/** What the records of the first set hold, by external id. */
const held = new Map<string, Partial<Record<CustomDataType, FieldValue | null>>>()
const idByExternal = new Map<string, number>()

function valuesOf(type: CustomDataType): (FieldValue | null)[] {
  const { always, any } = values[type]
  const drawn = fc.sample(isAlwaysSet(type) ? any() : fc.option(any()), { numRuns: records, seed })
  return [...always(), ...drawn].slice(0, records)
}

function good<T>({ status, body }: { status: number; body: T }): T {
  if (status !== 200) throw new Error(JSON.stringify(body).slice(0, 2000))
  return body
}

async function create(plural: string, globalFields: object, customFields: object = {}): Promise<number> {
  const { data } = good(await admin.post(`core/${plural}`, { globalFields, customFields }))
  return data[`${plural.slice(0, -1)}Id`]
}

async function defineField(name: string, dataType: string, more: object = {}) {
  const field = { name, displayName: name, dataType, columnLevel: 'account', ...more }
  return good(await admin.post('core/fields', field)).data
}

async function prepareLists(): Promise<void> {
  const users = [admin, await app.newUser('manager', "o'neil+x@example.com"), await app.newUser('manager')]
  named.users = users.map(({ actor }) => actor.userId)
  good(await admin.post('currency/currency-types', [{ code: 'CHF', isActive: true }]))
  const currencies = good(await admin.get('currency/active-currencies')).data
  // A unit of each is worth the same, so that amounts compare by their numbers.
  const month = app.clock.now().toISOString().slice(0, 7)
  const rates = ['CHF', 'EUR', 'GBP'].map((code) => ({ month, code, rate: 1 }))
  good(await admin.post('currency/exchange-rates', { rates }))
  named.currencies = currencies.map((one: { currencyDefinitionId: number }) => one.currencyDefinitionId)
  for (const [at, name] of ['Ünïque; name', '=2+2', 'plain'].entries()) {
    const called = { name, ...(at === 0 ? {} : { externalId: `key, ${at}` }) }
    named.organizations.push(await create('organizations', called))
    named.accounts.push(await create('accounts', { ...called, name: `${name} account` }))
    named.contacts.push(await create('contacts', { ...called, email: `c${at}@example.com` }))
  }
}

async function prepareFields(): Promise<void> {
  for (const type of customDataTypes) {
    const isPicklist = type.endsWith('Picklist')
    const field = await defineField(nameOf(type), type, isPicklist ? { picklistDefinition: options } : {})
    if (!isPicklist) continue
    named.optionIds[type] = field.picklistDefinition.map((option: { id: number }) => option.id)
  }
  await defineField('origin', 'string')
}

async function prepareRecords(): Promise<void> {
  const byType = new Map(customDataTypes.map((type) => [type, valuesOf(type)]))
  for (let at = 0; at < records; at += 1) {
    const row = Object.fromEntries(customDataTypes.map((type) => [type, byType.get(type)![at] ?? null]))
    const externalId = `R-${at}`
    held.set(externalId, row)
    const customFields = Object.fromEntries(customDataTypes.map((type) => [nameOf(type), row[type]]))
    const globalFields = {
      name: `Record ${at}`,
      externalId,
      about: at % 2 === 0 ? '=about\nit' : null,
      pulse: (at % 5) + 1,
      organization: named.organizations[at % 3],
      owners: at % 2 === 0 ? named.users : [named.users[1]],
    }
    idByExternal.set(externalId, await create('accounts', globalFields, customFields))
  }
}

/** Takes options away that records hold, so that they are retired. */
async function retireOptions(): Promise<void> {
  const fields = good(await admin.get('core/fields?level=account')).data as {
    name: string
    customColumnId: number
  }[]
  for (const type of ['singlePicklist', 'multiPicklist'] as const) {
    const { customColumnId } = fields.find((field) => field.name === nameOf(type))!
    const picklistDefinition = options.filter((option) => !retired.has(option))
    const field = good(await admin.put(`core/fields/${customColumnId}`, { picklistDefinition })).data
    expect(field.picklistDefinition.filter((option: { retired: boolean }) => option.retired)).toHaveLength(2)
  }
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.newUser('administrator', 'ada@example.com')
  await app.application.startWorker()
  await prepareLists()
  await prepareFields()
  await prepareRecords()
  await retireOptions()
})
afterAll(() => app.stop())

const firstSet = JSON.stringify({ field: 'system:externalId', operator: 'startsWith', value: 'R-' })

async function list(query: Record<string, string>): Promise<RecordBody[]> {
  const search = new URLSearchParams({ pageSize: '500', ...query })
  return good(await admin.get(`core/accounts?${search}`)).data
}

/** The types whose fields differ between what a record holds and what it should. */
function differences(record: RecordBody, row: Partial<Record<CustomDataType, FieldValue | null>>) {
  return customDataTypes.flatMap((type) => {
    const found = (record.customFields[nameOf(type)] ?? null) as FieldValue | null
    return isDeepStrictEqual(found, row[type]) ? [] : [{ type, found, wanted: row[type] }]
  })
}

describe(`every data type (seed ${seed})`, () => {
  it('is read as it was written', async () => {
    const found = await list({ filter: firstSet })
    expect(found).toHaveLength(records)
    for (const record of found)
      expect(differences(record, held.get(record.globalFields.externalId!)!)).toEqual([])
  })

  it.each(customDataTypes)('%s is found by each operator as it is in memory', async (type) => {
    const { kind } = dataTypes[type]
    const plain = (value: FieldValue | null | undefined) =>
      type === 'currency' ? ((value as CurrencyValue | null)?.value ?? null) : wordsOf(type, value ?? null)
    const all = [...held].map(([externalId, row]) => ({ externalId, value: plain(row[type]) }))
    const samples = all.map(({ value }) => value).filter((value) => value !== null)
    for (const operator of operatorsOf(kind)) {
      for (const value of operands(operator, kind, samples)) {
        const condition = { field: nameOf(type), operator, ...(value === undefined ? {} : { value }) }
        const { rule, problems } = checkRule(condition, () => ({ name: nameOf(type), kind }))
        expect(problems).toEqual([])
        const today = app.clock.now().toISOString().slice(0, 10)
        const wanted = all.filter((one) => evaluateRule(rule, () => one.value, { today }))
        const filter = JSON.stringify({ and: [JSON.parse(firstSet), condition] })
        const found = await list({ filter, columns: nameOf(type) })
        expect(
          found.map(({ globalFields }) => globalFields.externalId).toSorted(),
          JSON.stringify(condition).slice(0, 300),
        ).toEqual(wanted.map(({ externalId }) => externalId).toSorted())
      }
    }
  })

  it.each(customDataTypes)('%s sorts up and down, what is not set last', async (type) => {
    const up = await list({ filter: firstSet, sortColumn: nameOf(type), columns: nameOf(type) })
    const down = await list({
      filter: firstSet,
      sortColumn: nameOf(type),
      sortDirection: 'DESC',
      columns: nameOf(type),
    })
    const valueOf = (record: RecordBody) => (record.customFields[nameOf(type)] ?? null) as FieldValue | null
    for (const page of [up, down]) {
      const firstEmpty = page.findIndex((record) => valueOf(record) === null)
      expect(firstEmpty === -1 || page.slice(firstEmpty).every((record) => valueOf(record) === null)).toBe(
        true,
      )
    }
    const set = (page: RecordBody[]) => page.filter((record) => valueOf(record) !== null)
    expect(set(down).map(({ accountId }) => accountId)).toEqual(
      set(up)
        .map(({ accountId }) => accountId)
        .toReversed(),
    )
    const keys = set(up).flatMap((record) => sortKey(type, valueOf(record)!) ?? [])
    expect(keys).toEqual(keys.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)))
  })

  it.each(['csv', 'xlsx'] as const)('comes back from a file of %s the same', async (format) => {
    const done = await exported(admin, 'accounts', {
      format,
      columns: [
        'name',
        'system:externalId',
        'about',
        'system:owners',
        'organization',
        'system:pulse',
        'system:lifecycleStageId',
        ...customDataTypes.map(nameOf),
      ],
      query: { filter: firstSet, sort: 'system:externalId' },
    })
    expect(done).toMatchObject({ state: 'ready', rowsDone: records, failure: null })
    if (format === 'csv') expect(done.note).toBeNull()
    else expect(done.note).toMatch(/^One text is longer/)
    const bytes = await fileOf(admin, app.application.app, done.exportId)
    const uploadId = await upload(app, admin, done.fileName, bytes)
    const targets = [
      'name',
      'origin',
      'about',
      'system:owners',
      // Names for people follow what is read back.
      null,
      'organization',
      null,
      'system:pulse',
      'system:lifecycleStageId',
      ...customDataTypes.map(nameOf),
    ]
    const columns = targets.flatMap((target, column) => (target === null ? [] : [{ column, target }]))
    const job = await run(admin, {
      level: 'account',
      config: { uploadId, mode: 'create', columns },
    })
    const { body } = await admin.get(`core/entity/bulk/${job.jobId}/items?status=10,30`)
    expect(body.data).toEqual([])
    expect(job.counts.create).toBe(records)
    const second = await list({ filter: JSON.stringify({ field: 'origin', operator: 'set' }) })
    const fresh = second.filter(({ globalFields }) => !globalFields.entityArchived)
    expect(fresh).toHaveLength(records)
    const first = new Map(
      (await list({ filter: firstSet })).map((record) => [record.globalFields.externalId, record]),
    )
    for (const record of fresh) {
      const origin = String(record.customFields['origin'])
      const wanted = { ...held.get(origin)! }
      if (format === 'xlsx') wanted.longText = cutText(wanted.longText)
      expect(differences(record, wanted)).toEqual([])
      const globals = Object.fromEntries(
        Object.entries(record.globalFields).filter(([name]) => !isGivenAnew.has(name)),
      )
      expect(first.get(origin)?.globalFields).toMatchObject(globals)
      good(await admin.put(`core/accounts/${record.accountId}/archive`))
    }
  })

  it('changes nothing when a file is imported again by external id', async () => {
    const columns = ['name', 'system:externalId', ...customDataTypes.map(nameOf)]
    const done = await exported(admin, 'accounts', { format: 'csv', columns, query: { filter: firstSet } })
    const bytes = await fileOf(admin, app.application.app, done.exportId)
    const uploadId = await upload(app, admin, done.fileName, bytes)
    const job = await run(admin, {
      level: 'account',
      config: {
        uploadId,
        mode: 'createOrUpdate',
        key: ['system:externalId'],
        emptyCells: 'clear',
        columns: columns.map((target, column) => ({ column, target })),
      },
    })
    expect(job.counts).toEqual({ create: 0, update: 0, unchanged: records, conflict: 0, refused: 0 })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Field } from '@steward/contracts/field'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'

let test: TestApp
let admin: Client
let viewer: Client
let stranger: Client
let serial = 0

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
  viewer = await test.as('viewer')
  stranger = await test.foreigner()
})
afterAll(() => test.stop())

async function create(body: object): Promise<Field> {
  serial += 1
  const answer = await admin.post('core/fields', {
    displayName: `Field number ${serial}`,
    dataType: 'string',
    columnLevel: 'account',
    ...body,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

async function listNames(level: string): Promise<string[]> {
  const { body } = await admin.get(`core/fields?level=${level}`)
  return body.data.map((field: Field) => field.name)
}

describe('POST /core/fields', () => {
  it('defines a field whose API name comes from its display name', async () => {
    const { status, body } = await admin.post('core/fields', {
      displayName: ' Annual revenue ',
      dataType: 'currency',
      columnLevel: 2,
      description: 'Per year',
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      name: 'annual_revenue',
      displayName: 'Annual revenue',
      dataType: 'currency',
      columnLevel: 2,
      description: 'Per year',
      vertical: false,
      horizontal: false,
      required: false,
      isVisible: true,
      isEditable: true,
      isDefault: false,
      picklistDefinition: [],
    })
    expect(body.data.customColumnId).toBeGreaterThan(0)
  })

  it('makes options of plain values, in their order', async () => {
    const field = await create({
      dataType: 'singlePicklist',
      picklistDefinition: ['Gold', 'Basic', 'Silver'],
    })
    expect(field.picklistDefinition.map(({ value, retired }) => [value, retired])).toEqual([
      ['Gold', false],
      ['Basic', false],
      ['Silver', false],
    ])
  })

  it.each([
    ['organizationPicklist', 'organization'],
    ['accountPicklist', 'account'],
    ['contactPicklist', 'contact'],
    ['userPicklist', 'user'],
  ])('takes the type %s, which is another name of %s', async (dataType, kept) => {
    expect(await create({ displayName: `A ${dataType}`, dataType })).toMatchObject({ dataType: kept })
  })

  it('requires the mandatory types whatever is said', async () => {
    expect(await create({ dataType: 'mandatoryDate' })).toMatchObject({ required: true })
    const number = await create({ dataType: 'mandatoryNumber', required: false })
    const { body } = await admin.put(`core/fields/${number.customColumnId}`, { required: false })
    expect(body.data.required).toBe(true)
  })

  it('keeps display names and API names of a level apart, in any case', async () => {
    await create({ displayName: 'Tariff', name: 'tariff' })
    const sameDisplay = await admin.post('core/fields', {
      displayName: 'TARIFF',
      dataType: 'string',
      columnLevel: 'account',
    })
    expect(sameDisplay.status).toBe(409)
    expect(sameDisplay.body.reason).toBe('field.name_taken')
    expect(sameDisplay.body.fields.displayName).toContain('There is already a field named "TARIFF"')
    const sameName = await admin.post('core/fields', {
      displayName: 'Tariff of old',
      name: 'Tariff',
      dataType: 'string',
      columnLevel: 'account',
    })
    expect(sameName.status).toBe(409)
    expect(Object.keys(sameName.body.fields)).toEqual(['name'])
    await create({ displayName: 'Tariff', columnLevel: 'organization' })
  })

  it.each(['name', 'externalId', 'OWNERS', 'health', 'lastNps'])('keeps the API name %s', async (name) => {
    const { status, body } = await admin.post('core/fields', {
      displayName: `Mine ${name}`,
      name,
      dataType: 'string',
      columnLevel: 'account',
    })
    expect(status).toBe(409)
    expect(body.reason).toBe('field.name_taken')
    expect(body.fields.name).toContain(name)
  })

  it.each([
    [{ displayName: '  ' }, 'displayName'],
    [{ dataType: 'colour' }, 'dataType'],
    [{ dataType: 'pulse' }, 'dataType'],
    [{ columnLevel: 5 }, 'columnLevel'],
    [{ columnLevel: undefined }, 'columnLevel'],
    [{ name: '1st' }, 'name'],
    [{ vertical: true }, 'rollup'],
    [{ horizontal: true }, 'calculatedFields'],
    [{ picklistDefinition: ['A'] }, 'picklistDefinition'],
    [{ dataType: 'singlePicklist', picklistDefinition: ['A', 'a'] }, 'picklistDefinition.1'],
    [{ dataType: 'singlePicklist', picklistDefinition: [''] }, 'picklistDefinition.0'],
    [{ dataType: 'singlePicklist', picklistDefinition: [{ id: 1, value: 'A' }] }, 'picklistDefinition.0'],
    [{ dataTypo: 'string' }, 'dataTypo'],
  ])('refuses %j at %s', async (body, path) => {
    const answer = await admin.post('core/fields', {
      displayName: 'Refused',
      dataType: 'string',
      columnLevel: 'account',
      ...body,
    })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual([path])
    expect(await listNames('account')).not.toContain('refused')
  })

  it('names the fields of a crowd that comes at once apart', async () => {
    const crowd = await Promise.all(
      ['!', '!!', '!!!', '!!!!', '!!!!!'].map((mark) => create({ displayName: `Crowd${mark}` })),
    )
    expect(new Set(crowd.map((field) => field.name)).size).toBe(5)
    expect(new Set(crowd.map((field) => field.order)).size).toBe(5)
  })

  it('stops at 500 fields of a level', async () => {
    await test.application.platform.database.owner.query(
      `insert into custom_field (tenant_id, level, name, display_name, data_type, position)
       select $1, 4, 'many_' || n, 'Many ' || n, 'string', n from generate_series(1, 500) n`,
      [test.tenantId],
    )
    const body = { displayName: 'One more', dataType: 'string', columnLevel: 'pipeline' }
    const refused = await admin.post('core/fields', body)
    expect(refused.status).toBe(400)
    expect(refused.body.fields.columnLevel).toContain('Pipeline has 500 custom fields')
    const { body: list } = await admin.get('core/fields?level=4&name=many_7')
    await admin.delete(`core/fields/${list.data[0].customColumnId}`)
    expect((await admin.post('core/fields', body)).status).toBe(200)
  })
})

describe('GET /core/fields', () => {
  let tier: Field
  beforeAll(async () => {
    tier = await create({
      displayName: 'Support tier',
      dataType: 'multiPicklist',
      columnLevel: 'contact',
      picklistDefinition: ['A', 'B'],
    })
    await create({ displayName: 'Seniority', columnLevel: 'contact' })
  })

  it.each(['contact', 'contacts', '3'])('lists the fields of the level %s in their order', async (level) => {
    const { status, body } = await viewer.get(`core/fields?level=${level}`)
    expect(status).toBe(200)
    expect(body.data.map((field: Field) => field.name)).toEqual(['support_tier', 'seniority'])
    expect(body.data[0]).toEqual(tier)
  })

  it('gives an object keyed by API name', async () => {
    const { body } = await viewer.get('core/fields?level=contact&format=object')
    expect(Object.keys(body.data)).toEqual(['support_tier', 'seniority'])
    expect(body.data.support_tier).toEqual(tier)
  })

  it.each([
    ['displayName=Support tier', ['support_tier']],
    ['displayName=support%20TIER', ['support_tier']],
    ['name=Seniority', ['seniority']],
    ['name=region', []],
    ['name=seniority&displayName=Support tier', []],
  ])('looks fields up by %s', async (lookup, names) => {
    const { body } = await viewer.get(`core/fields?level=contact&${lookup}`)
    expect(body.data.map((field: Field) => field.name)).toEqual(names)
  })

  it.each(['name=', 'displayName=', 'name=%20%20'])('refuses the lookup %s', async (lookup) => {
    const { status, body } = await viewer.get(`core/fields?level=contact&${lookup}`)
    expect(status).toBe(400)
    expect(body.message).toBe('No Value Entered!')
  })

  it.each(['', '?level=', '?name=region'])('refuses %j without a level', async (search) => {
    const { status, body } = await viewer.get(`core/fields${search}`)
    expect(status).toBe(400)
    expect(body.message).toBe('Level cannot be null or undefined')
  })

  it('shows a tenant its own fields only', async () => {
    expect((await stranger.get('core/fields?level=contact')).body.data).toEqual([])
  })
})

describe('PUT /core/fields/{id}', () => {
  it('changes what is sent and leaves the rest', async () => {
    const field = await create({ displayName: 'Plan', description: 'Old' })
    const { status, body } = await admin.put(`core/fields/${field.customColumnId}`, {
      displayName: 'Pricing plan',
      dataType: 'string',
      columnLevel: 'account',
      name: 'plan',
      required: true,
      isVisible: false,
    })
    expect(status).toBe(200)
    expect(body.data).toEqual({ ...field, displayName: 'Pricing plan', required: true, isVisible: false })
    const { body: found } = await admin.get('core/fields?level=account&name=plan')
    expect(found.data).toEqual([body.data])
  })

  it('refuses another type, level or name, and what it does not know', async () => {
    const { customColumnId } = await create({})
    const { status, body } = await admin.put(`core/fields/${customColumnId}`, {
      dataType: 'number',
      columnLevel: 'contact',
      name: 'other',
    })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual(['dataType', 'columnLevel', 'name'])
    const unknown = await admin.put(`core/fields/${customColumnId}`, { label: 'X' })
    expect(unknown.status).toBe(400)
    expect(unknown.body.fields.label).toContain('"label" is an unknown property')
  })

  it('refuses a display name that is taken', async () => {
    const [one, two] = [await create({}), await create({})]
    const { status, body } = await admin.put(`core/fields/${two.customColumnId}`, {
      displayName: one.displayName.toUpperCase(),
    })
    expect(status).toBe(409)
    expect(Object.keys(body.fields)).toEqual(['displayName'])
  })

  it.each(['999999', '99999999999', '9007199254740991'])('answers 404 to the id %s', async (id) => {
    expect((await admin.put(`core/fields/${id}`, { required: true })).status).toBe(404)
  })
})

describe('DELETE /core/fields/{id}', () => {
  it('frees the names and hides the field', async () => {
    const field = await create({ displayName: 'Short-lived' })
    const { status, body } = await admin.delete(`core/fields/${field.customColumnId}`)
    expect([status, body]).toEqual([200, { data: { customColumnId: field.customColumnId } }])
    expect(await listNames('account')).not.toContain('short_lived')
    expect((await admin.delete(`core/fields/${field.customColumnId}`)).status).toBe(404)
    expect((await admin.put(`core/fields/${field.customColumnId}`, {})).status).toBe(404)
    expect((await admin.get(`core/fields/${field.customColumnId}/system-usage`)).status).toBe(404)
    const successor = await create({ displayName: 'Short-lived' })
    expect(successor.name).toBe('short_lived')
    expect(successor.customColumnId).not.toBe(field.customColumnId)
  })
})

describe('who may', () => {
  it.each(['normalUser', 'manager', 'viewer'] as const)('a %s reads but does not define', async (role) => {
    const field = await create({})
    const client = await test.as(role)
    expect((await client.get('core/fields?level=2')).status).toBe(200)
    expect((await client.get('core/fields/system')).status).toBe(200)
    expect((await client.get(`core/fields/${field.customColumnId}/system-usage`)).status).toBe(200)
    const refused = await Promise.all([
      client.post('core/fields', { displayName: 'No', dataType: 'string', columnLevel: 2 }),
      client.put(`core/fields/${field.customColumnId}`, { required: true }),
      client.delete(`core/fields/${field.customColumnId}`),
      client.put('core/field-order', { columnLevel: 2, orderArray: [field.customColumnId] }),
      client.put('core/fields/system/-3', { required: false }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })

  it('another tenant finds nothing, and nobody enters without a session', async () => {
    const field = await create({})
    const path = `core/fields/${field.customColumnId}`
    expect((await stranger.put(path, { required: true })).status).toBe(404)
    expect((await stranger.delete(path)).status).toBe(404)
    expect((await stranger.get(`${path}/system-usage`)).status).toBe(404)
    expect((await test.anonymous.get('core/fields?level=2')).status).toBe(401)
    expect((await admin.get('core/fields?level=2')).body.data).toContainEqual(field)
  })
})

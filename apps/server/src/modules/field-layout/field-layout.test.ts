import { fieldDeleted } from '@steward/contracts/event/field.event'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Field } from '@steward/contracts/field'
import type { FieldSection } from '@steward/contracts/field-layout'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'

let test: TestApp
let admin: Client
let viewer: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
  viewer = await test.as('viewer')
})
afterAll(() => test.stop())

let serial = 0
async function create(columnLevel = 'account', displayName = 'Made'): Promise<Field> {
  const name = `${displayName} ${(serial += 1)}`
  const { status, body } = await admin.post('core/fields', {
    displayName: name,
    dataType: 'string',
    columnLevel,
  })
  expect(status).toBe(200)
  return body.data
}

/** Hands subscribers the event of a deleted field, as the dispatcher of a worker does. */
async function deliver(field: Field): Promise<void> {
  const payload = { fieldId: field.customColumnId, level: field.columnLevel, name: field.name }
  const { tenantId } = test
  for (const { subscribers = [] } of test.application.modules.modules) {
    const handlers = subscribers.flatMap((subscriber) => subscriber.handlers)
    for (const { type, handle } of handlers.filter((one) => one.type === fieldDeleted)) {
      await handle(tenantId, [{ tenantId, eventId: 1, payload: type.payload.parse(payload), at: new Date() }])
    }
  }
}

const rowsOf = async (table: string) =>
  (await test.application.platform.database.owner.query(`select * from ${table}`)).rows

const pin = (field: Field, type = 'summary') =>
  admin.post('core/field-pins', { customColumnId: field.customColumnId, type })
const listPins = async (level: string) => (await viewer.get(`core/field-pins?level=${level}`)).body.data

const pinNames = async (level: string) => (await listPins(level)).map((one: { name: string }) => one.name)

describe('pins', () => {
  it('stand in the order in which they were made, or are put', async () => {
    const [one, two] = [await create('contact'), await create('contact')]
    const { body } = await pin(one, 'contact')
    expect(body.data).toEqual({
      pinId: expect.any(Number),
      customColumnId: one.customColumnId,
      customColumnPinId: body.data.pinId,
      type: 'contact',
      columnLevel: 3,
      name: one.name,
      displayName: one.displayName,
      order: 1,
    })
    const second = (await pin(two)).body.data
    expect(await pinNames('contact')).toEqual([one.name, two.name])
    const order = { columnLevel: 'contact', orderArray: [second.pinId, body.data.pinId] }
    expect((await admin.put('core/field-pins', order)).body.data.map((p: Field) => p.name)).toEqual([
      two.name,
      one.name,
    ])
    expect(await pinNames('contact')).toEqual([two.name, one.name])
    const object = (await viewer.get('core/field-pins?level=contact&format=object')).body.data
    expect(object[one.name]).toMatchObject({ pinId: body.data.pinId, order: 2 })
    const short = await admin.put('core/field-pins', { ...order, orderArray: [second.pinId] })
    expect([short.status, short.body.reason]).toEqual([400, 'field_pin.order'])
    expect((await admin.delete(`core/field-pins/${body.data.pinId}`)).status).toBe(200)
    expect(await pinNames('contact')).toEqual([two.name])
    expect((await admin.delete(`core/field-pins/${body.data.pinId}`)).status).toBe(404)
  })

  it('are made once for a field, at its own level, and at most twelve', async () => {
    const field = await create('pipeline')
    const first = await pin(field)
    expect((await pin(field)).body.data.pinId).toBe(first.body.data.pinId)
    const wrong = await pin(field, 'account')
    expect(wrong.body.fields.type).toBe(`${field.displayName} is a field of pipelines.`)
    for (let made = 1; made < 12; made += 1) await pin(await create('pipeline'))
    const late = await pin(await create('pipeline'))
    expect([late.status, late.body.reason]).toEqual([400, 'field_pin.too_many'])
    expect((await listPins('pipeline')).length).toBe(12)
  })

  it('need a level, a field of the company, and an administrator', async () => {
    expect((await viewer.get('core/field-pins')).body.fields.level).toBe('Level cannot be null or undefined')
    const field = await create()
    const foreigner = await test.foreigner()
    const body = { customColumnId: field.customColumnId, type: 'summary' }
    expect((await foreigner.post('core/field-pins', body)).body.fields.customColumnId).toMatch(
      /Custom field .* does not exist/,
    )
    for (const role of ['normalUser', 'manager', 'viewer'] as const) {
      expect((await (await test.as(role)).post('core/field-pins', body)).status).toBe(403)
    }
  })
})

describe('mappings', () => {
  const path = 'core/field-mappings?level=organization'
  const change = (data: object) => admin.patch(path, { data })

  it('change what is named, and are read by API name', async () => {
    const field = await create('organization', 'Customer number')
    const about = { externalNames: ['Notes', 'Remarks', 'notes'], direction: 'in' }
    const first = await change({ about, [field.name]: { externalNames: [' Cust no. '] } })
    expect(first.status).toBe(200)
    const expected = {
      about: { externalNames: ['notes', 'Remarks'], direction: 'in' },
      [field.name]: { externalNames: ['Cust no.'], direction: 'both' },
    }
    expect(first.body.data).toEqual(expected)
    expect((await viewer.get(path)).body.data).toEqual(expected)
    await change({ about: null })
    expect((await viewer.get(`${path}&format=list`)).body.data).toEqual([
      { name: field.name, externalNames: ['Cust no.'], direction: 'both' },
    ])
    await change({ [field.name]: { externalNames: [] } })
    expect((await viewer.get(path)).body.data).toEqual({})
  })

  it('give an outside name to one field only', async () => {
    await change({ about: { externalNames: ['Text'] } })
    const twice = await change({ 'system:externalId': { externalNames: ['Key', 'TEXT'] } })
    expect([twice.status, twice.body.reason]).toEqual([400, 'field_mapping.invalid'])
    expect(twice.body.fields['data.system:externalId.externalNames']).toBe(
      '"TEXT" is already used for About. Remove it there first.',
    )
    const moved = await change({ 'system:externalId': { externalNames: ['Text'] }, about: null })
    expect(moved.body.data).toEqual({
      'system:externalId': { externalNames: ['Text'], direction: 'both' },
    })
    const unknown = await change({ nothing: { externalNames: ['A'] } })
    expect(unknown.body.fields['data.nothing']).toBe('Unknown field "nothing".')
    const aliased = await change({ externalId: null, 'system:externalId': null })
    expect(aliased.body.fields['data.system:externalId']).toBe('External ID is named twice.')
    expect((await viewer.patch(path, { data: {} })).status).toBe(403)
  })
})

const shape = (sections: readonly FieldSection[]) =>
  sections.map(({ name, collapsed, fields }) => [name, collapsed, fields.slice(0, 2)])

describe('sections', () => {
  const path = 'core/field-sections?level=account'
  const put = (sections: object[]) => admin.put(path, { sections })
  const read = async (): Promise<FieldSection[]> => (await viewer.get(path)).body.data

  beforeEach(async () => void (await put([])))

  it('are the usual ones until a company has its own', async () => {
    const field = await create()
    const sections = await read()
    expect(sections.map(({ name, sectionId }) => [name, sectionId])).toEqual([
      ['Details', null],
      ['Ownership', null],
      ['Custom fields', null],
      ['System', null],
    ])
    expect(sections[2]?.fields).toContain(field.name)
    expect(sections.flatMap(({ fields }) => fields)).not.toContain('name')
  })

  it('are kept in order with their ids; the rest comes last', async () => {
    const [arr, seats] = [await create(), await create()]
    const made = await put([
      { name: 'Contract', fields: [arr.name, 'about'] },
      { name: 'Empty', collapsed: true, fields: [] },
    ])
    expect(made.status).toBe(200)
    const [contract, empty, rest] = made.body.data as FieldSection[]
    expect(contract).toMatchObject({ name: 'Contract', collapsed: false, fields: [arr.name, 'about'] })
    expect(rest).toMatchObject({ sectionId: null, name: 'Other fields' })
    expect(rest?.fields).toContain(seats.name)
    expect(rest?.fields).not.toContain('about')
    // What was read can be sent back; the order, a new name and a new section are taken over.
    const again = await put([
      { ...empty, name: 'Use', fields: [seats.name] },
      { ...contract },
      { name: 'New', fields: [] },
      { ...rest },
    ])
    expect(shape(again.body.data)).toEqual([
      ['Use', true, [seats.name]],
      ['Contract', false, [arr.name, 'about']],
      ['New', false, []],
      ['Other fields', false, expect.any(Array)],
    ])
    const ids = again.body.data.map((section: FieldSection) => section.sectionId)
    expect(ids.slice(0, 2)).toEqual([empty?.sectionId, contract?.sectionId])
    expect(ids.slice(0, 2)).not.toContain(ids[2])
    expect(await read()).toEqual(again.body.data)
  })

  it('refuse what cannot be, where it stands', async () => {
    const field = await create()
    const { body } = await put([
      { name: 'One', fields: [field.name, 'nothing'] },
      { name: 'one', fields: [field.name, 'name'], sectionId: 999 },
    ])
    expect(body.reason).toBe('field_section.invalid')
    expect(body.fields).toEqual({
      'sections.0.fields.1': 'Unknown field "nothing".',
      'sections.1.name': 'Two sections have the name "one".',
      'sections.1.sectionId': 'Section 999 does not exist. Leave out the id for a new one.',
      'sections.1.fields.0': `${field.displayName} is in "One" already.`,
      'sections.1.fields.1': "Name is above all sections and can't be in one.",
    })
    expect((await put([{ name: ' ', fields: [] }])).body.fields['sections.0.name']).toBe('Enter a name.')
    expect((await viewer.put(path, { sections: [] })).status).toBe(403)
  })

  it('of another company are its own', async () => {
    const { body } = await put([{ name: 'Ours', fields: ['about'] }])
    const foreigner = await test.foreigner()
    const theirs = await foreigner.get(path)
    expect(theirs.body.data[0].name).toBe('Details')
    const taken = { ...body.data[0], name: 'Theirs' }
    const answer = await foreigner.put(path, { sections: [taken] })
    expect(Object.keys(answer.body.fields)).toEqual(['sections.0.sectionId'])
  })
})

it('tells where a field has its place, and lets go of all of it when the field is deleted', async () => {
  const field = await create('account', 'Placed')
  const path = `core/fields/${field.customColumnId}`
  const places = async () => {
    const { body } = await viewer.get(`core/fields?level=account&name=${field.name}&withPlaces=true`)
    return body.data[0].places
  }
  expect(await places()).toBe(0)
  await admin.post('core/field-pins', { customColumnId: field.customColumnId, type: 'summary' })
  const mapping = { [field.name]: { externalNames: ['Place', 'Spot'] } }
  await admin.patch('core/field-mappings?level=account', { data: mapping })
  await admin.put('core/field-sections?level=account', {
    sections: [{ name: 'Places', fields: [field.name, 'about'] }],
  })
  expect((await viewer.get(`${path}/system-usage`)).body.data).toEqual({
    records: 0,
    uses: [
      { kind: 'pin', name: 'Pinned fields', count: 1 },
      { kind: 'mapping', name: 'Place, Spot', count: 1 },
      { kind: 'section', name: 'Places', count: 1 },
    ],
  })
  expect(await places()).toBe(3)

  await admin.delete(path)
  // Before the event is received no one sees it any more.
  expect((await viewer.get('core/field-pins?level=account')).body.data).toEqual([])
  expect((await viewer.get('core/field-mappings?level=account')).body.data).toEqual({})
  const [section] = (await viewer.get('core/field-sections?level=account')).body.data
  expect(section).toMatchObject({ name: 'Places', fields: ['about'] })

  await deliver(field)
  await deliver(field)
  const isLeft = (row: object) => JSON.stringify(row).includes(`"${field.customColumnId}"`)
  expect((await rowsOf('field_pin')).filter((row) => row.field_id === field.customColumnId)).toEqual([])
  expect((await rowsOf('field_mapping')).filter(isLeft)).toEqual([])
  expect((await rowsOf('field_section_layout')).filter(isLeft)).toEqual([])
})

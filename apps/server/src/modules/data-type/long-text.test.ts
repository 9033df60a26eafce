import { plainTextOf } from '@steward/rich-text'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let admin: Client
let notes: string

const text = (value: string, ...marks: object[]) => ({ type: 'text', text: value, marks })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const document = (...content: object[]) => JSON.stringify({ type: 'doc', content })
const bold = (value: string) => document(paragraph(text(value, { type: 'bold' })))
const tasks = document({
  type: 'taskList',
  content: [
    { type: 'taskItem', attrs: { checked: true }, content: [paragraph(text('Kick-off'))] },
    { type: 'taskItem', attrs: { checked: false }, content: [paragraph(text('Go live'))] },
  ],
})

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.newUser('administrator')
  const field = { name: 'notes', displayName: 'Notes', dataType: 'longText', columnLevel: 'account' }
  notes = (await admin.post('core/fields', field)).body.data.name
})
afterAll(() => app.stop())

async function create(name: string, value: string | null, about: string | null = null): Promise<number> {
  const input = { globalFields: { name, about }, customFields: { [notes]: value } }
  const { status, body } = await admin.post('core/accounts', input)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.accountId
}

const read = async (id: number) => (await admin.get(`core/accounts/${id}`)).body.data

async function names(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await admin.get(`core/accounts?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.map((record: { globalFields: { name: string } }) => record.globalFields.name)
}

const where = (field: string, operator: string, value?: string) =>
  names({ filter: JSON.stringify({ field, operator, ...(value === undefined ? {} : { value }) }) })

it('keeps a document as JSON with its plain text, and paragraphs as a plain text', async () => {
  const record = await read(
    await create('Kept', tasks, document(paragraph(text('One')), paragraph(text('two')))),
  )
  const stored = record.customFields[notes]
  expect(plainTextOf(stored)).toBe('[x] Kick-off\n[ ] Go live')
  expect(JSON.parse(stored)).toMatchObject({ type: 'doc', plainText: '[x] Kick-off\n[ ] Go live' })
  expect(record.globalFields.about).toBe('One\ntwo')
  const again = await read(await create('Again', stored, '{"type": "x"}'))
  expect(again.customFields[notes]).toBe(stored)
  expect(again.globalFields.about).toBe('{"type": "x"}')
  const empty = await read(await create('Empty', document(paragraph(text('  ')))))
  expect(empty.customFields[notes] ?? null).toBeNull()
})

it.each([
  [
    bold('a').replace('"bold"', '"link","attrs":{"href":"javascript:alert(1)"}'),
    /^Notes has a link to "javascript:/,
  ],
  [document({ type: 'iframe' }), /^Notes has an unknown part "iframe"/],
  ['{"type":"doc","plainText":"x"', /^Notes is a document that can't be read/],
  ['x'.repeat(100_001), /^Notes can have at most 100,000 characters/],
])('refuses %.80s at the field', async (value, message) => {
  const { status, body } = await admin.post('core/accounts', {
    globalFields: { name: 'Refused' },
    customFields: { [notes]: value },
  })
  expect(status).toBe(400)
  expect(Object.values(body.fields as Record<string, string>)).toEqual([expect.stringMatching(message)])
})

it('filters and sorts by what a document says', async () => {
  for (const [name, value] of [
    ['F1', bold('Beta launch')],
    ['F2', 'alpha launch'],
    ['F3', bold('gamma launch')],
  ] as const)
    await create(name, value, value)
  for (const field of [notes, 'about']) {
    expect((await where(field, 'contains', 'LAUNCH')).toSorted()).toEqual(['F1', 'F2', 'F3'])
    expect(await where(field, 'equals', 'beta launch')).toEqual(['F1'])
    expect(await where(field, 'startsWith', 'Gam')).toEqual(['F3'])
    expect(await where(field, 'contains', 'plainText')).toEqual([])
    const filter = JSON.stringify({ field, operator: 'contains', value: 'launch' })
    expect(await names({ filter, sort: field })).toEqual(['F2', 'F1', 'F3'])
    expect(await names({ filter, sort: `-${field}` })).toEqual(['F3', 'F1', 'F2'])
  }
})

it('tells in the history what was said', async () => {
  const id = await create('Told', 'before')
  const { status } = await admin.post(`core/accounts/${id}`, { data: { [notes]: bold('after') } })
  expect(status).toBe(200)
  const { body } = await admin.get(`core/accounts/${id}/history`)
  const changes = body.data.flatMap((entry: { changes: object[] }) => entry.changes)
  expect(changes).toContainEqual(expect.objectContaining({ beforeText: 'before', afterText: 'after' }))
})

it('gives formulas the plain text', async () => {
  const id = await create('Formula', bold('four'))
  const formula = `len({${notes}})`
  const { body } = await admin.post('core/fields/formula/check', { level: 'account', formula, recordId: id })
  expect(body.data).toMatchObject({ result: 4 })
})

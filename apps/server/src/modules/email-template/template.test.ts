import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let account: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  const region = await defineField(admin, 'account', 'Region', 'singlePicklist', {
    picklistDefinition: ['North'],
  })
  await defineField(admin, 'account', 'Seats', 'number')
  await defineField(admin, 'account', 'Delivery', 'longText')
  const organization = await create(admin, 'organizations', { name: 'Holding' })
  account = await create(admin, 'accounts', {
    name: 'Northwind {{user.email}}',
    organization,
    Region: region.picklistDefinition[0]?.id,
  })
})
afterAll(() => app.stop())

const path = 'email-v3/templates'
const fill = (form: object, client = admin) =>
  client.post(`${path}/fill`, { level: 'account', parentIdentifier: account, ...form })

describe('templates', () => {
  it('are made, changed, listed by name and deleted', async () => {
    const { templateId } = good(await admin.post(path, { name: 'Renewal', subject: 'Hi', body: 'Text' })).data
    good(await admin.post(path, { name: 'arrival' }))
    const listed = good(await (await app.as('viewer')).get(path)).data
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(['arrival', 'Renewal'])
    const changed = good(await admin.patch(`${path}/${templateId}`, { subject: '' })).data
    expect(changed).toEqual({ templateId, name: 'Renewal', subject: '', body: 'Text' })
    const taken = await admin.post(path, { name: 'RENEWAL' })
    expect(taken).toMatchObject({ status: 409, body: { reason: 'email.template.name' } })
    good(await admin.delete(`${path}/${templateId}`))
    expect((await admin.delete(`${path}/${templateId}`)).status).toBe(404)
    expect((await admin.patch(`${path}/${templateId}`, { name: 'x' })).status).toBe(404)
  })

  it('are administered by administrators alone', async () => {
    expect((await (await app.as('manager')).post(path, { name: 'Mine' })).status).toBe(403)
    const foreigner = await app.foreigner()
    const { templateId } = good(await admin.post(path, { name: 'Ours' })).data
    expect((await foreigner.patch(`${path}/${templateId}`, { name: 'Theirs' })).status).toBe(404)
    expect(good(await foreigner.get(path)).data).toEqual([])
  })

  it.each([
    [{ name: ' ' }, { name: 'Enter a name.' }],
    [{ name: 'x', subject: 'a\r\nb' }, { subject: 'The title must be a single line.' }],
    [
      { name: 'x', body: '{"type":"doc","content":[{"type":"script"}]}' },
      { body: expect.stringContaining('The text') },
    ],
  ])('refuse %j', async (form, fields) => {
    const answer = await admin.post(path, form)
    expect({ status: answer.status, fields: answer.body.fields }).toEqual({ status: 400, fields })
  })
})

describe('a template that is filled in', () => {
  it('says what the record and its author are called', async () => {
    const { data } = good(
      await fill({
        subject: '{{record.name}} of {{ organization.name }}',
        body: 'Region {{field: region}}, from {{user.firstName}}, {{account.name}}',
      }),
    )
    expect(data.subject).toBe('Northwind {{user.email}} of Holding')
    expect(data.body).toMatch(/^Region North, from First\d+, Northwind/)
    expect(data.missing).toEqual([])
  })

  it('keeps its form, and says a name as text', async () => {
    const text = { type: 'text', text: '{{record.name}}', marks: [{ type: 'bold' }] }
    const body = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [text] }] })
    const { data } = good(await fill({ body }))
    expect(JSON.parse(data.body).content[0].content[0]).toEqual({ ...text, text: 'Northwind {{user.email}}' })
  })

  it('names what nothing is known of', async () => {
    const { data } = good(
      await fill({ subject: '{{field:Seats}} {{field:Nope}} {{constructor}} {{record.name}}' }),
    )
    expect(data.missing).toEqual(['field:Seats', 'field:Nope', 'constructor'])
    expect(data.subject).toContain('{{field:Seats}} {{field:Nope}} {{constructor}} Northwind')
  })

  it('is read at once, however much stands in it', async () => {
    const began = performance.now()
    const { data } = good(
      await fill({ body: `a{{${' '.repeat(99_000)}`, subject: '{{ }}{{  record.name }}' }),
    )
    expect(performance.now() - began).toBeLessThan(2000)
    expect(data).toMatchObject({ subject: '{{ }}Northwind {{user.email}}', missing: [] })
  })

  it('has a subject that can be sent', async () => {
    const lines = await create(admin, 'accounts', { name: 'Lines', Delivery: 'Ring\n\ttwice' })
    const long = '{{field:Delivery}} '.repeat(10)
    const { data } = good(await fill({ parentIdentifier: lines, subject: long }))
    expect(data.subject).toBe('Ring twice '.repeat(10).trim())
    const cut = await fill({ subject: '{{record.name}}'.repeat(15) })
    expect(good(cut).data.subject).toBe('Northwind {{user.email}}'.repeat(15).slice(0, 255))
  })

  it('is of a record in sight only', async () => {
    expect((await fill({ subject: 'x' }, await app.newUser('normalUser'))).status).toBe(404)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NoteTemplate } from '@steward/contracts/note'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { seededByMigration } from '../../../test/seeded-by-migration.ts'
import { good } from '../record/record.fixture.ts'
import { firstTemplates } from './note-template.rules.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const url = 'core/note-templates'
const list = async (client = admin): Promise<NoteTemplate[]> => good(await client.get(url)).data
const names = async () => (await list()).map(({ name }) => name)
const entries = async (act: string) => good(await admin.get(`audit?action=note_template.${act}`)).data

describe('note templates', () => {
  it('of a new company are there to begin with, and every role sees them', async () => {
    expect(await names()).toEqual(['Kick-off', 'Meeting minutes', 'Quarterly review'])
    for (const { body } of await list()) expect(JSON.parse(body)).toMatchObject({ type: 'doc' })
    for (const role of ['viewer', 'normalUser', 'manager'] as const) {
      const client = await app.as(role)
      const [first] = await list(client)
      expect(first?.title).toBe('Kick-off')
      expect((await client.post(url, { name: 'x' })).status).toBe(403)
      expect((await client.patch(`${url}/${first?.templateId}`, { name: 'x' })).status).toBe(403)
      expect((await client.delete(`${url}/${first?.templateId}`)).status).toBe(403)
    }
  })

  it('of a company that was there before are the same', async () => {
    const rows = await seededByMigration(app, '20261121T0045__note__template.sql', 'note_template')
    const templates = rows.map(({ name, title, body }) => ({ name, title, body }))
    expect(templates).toEqual(expect.arrayContaining([...firstTemplates]))
    expect(templates).toHaveLength(firstTemplates.length)
  })

  it('are made, changed and deleted, which the audit log tells', async () => {
    const made = good(await admin.post(url, { name: ' Win back ', body: 'Why they left' })).data
    expect(made).toMatchObject({ name: 'Win back', title: '', body: 'Why they left' })
    const path = `${url}/${made.templateId}`
    expect(good(await admin.patch(path, { title: 'Win back call' })).data).toMatchObject({
      title: 'Win back call',
      body: 'Why they left',
    })
    expect(await names()).toEqual(['Kick-off', 'Meeting minutes', 'Quarterly review', 'Win back'])
    expect(good(await admin.delete(path)).data).toEqual({ templateId: made.templateId })
    expect((await admin.delete(path)).status).toBe(404)
    expect(await names()).not.toContain('Win back')
    expect((await entries('created'))[0].summary).toBe('Added the note template Win back')
    expect((await entries('changed'))[0].details.after.title).toBe('Win back call')
    expect((await entries('deleted'))[0].summary).toBe('Deleted the note template Win back')
  })

  it('have names of their own and sound texts', async () => {
    const taken = await admin.post(url, { name: 'KICK-OFF' })
    expect([taken.status, taken.body.reason]).toEqual([409, 'note_template.name_taken'])
    expect((await admin.post(url, { name: ' ' })).body.fields).toEqual({ name: 'Enter a name.' })
    const hostile = await admin.post(url, { name: 'x', body: '{"type":"doc","content":[{"type":"iframe"}]}' })
    expect([hostile.status, Object.keys(hostile.body.fields)]).toEqual([400, ['body']])
  })

  it('of another company are unknown', async () => {
    const [theirs] = await list(await app.foreigner())
    expect((await admin.patch(`${url}/${theirs?.templateId}`, { name: 'x' })).status).toBe(404)
    expect((await admin.delete(`${url}/${theirs?.templateId}`)).status).toBe(404)
  })
})

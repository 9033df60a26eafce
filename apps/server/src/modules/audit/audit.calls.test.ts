import type { AuditEntry } from '@steward/contracts/audit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'

const minute = 60_000

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
})
afterAll(() => test.stop())

async function find(query: string): Promise<AuditEntry[]> {
  const { status, body } = await admin.get(`audit?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

describe('calls', () => {
  it('that administer are written down by themselves, with names and no values', async () => {
    const made = await admin.post('core/fields', {
      displayName: 'Region',
      dataType: 'singlePicklist',
      columnLevel: 'account',
      picklistDefinition: ['North of everything'],
    })
    const id = String(made.body.data.customColumnId)
    await admin.delete(`core/fields/${id}`)
    const entries = await find('action=field')
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'field.deleteField',
        summary: 'Delete a custom field',
        subjectKind: 'field',
        subjectId: id,
        details: { params: { id: expect.anything() } },
      }),
      expect.objectContaining({
        action: 'field.createField',
        summary: 'Create a custom field: “Region”',
        actorId: admin.actor.userId,
        subjectName: 'Region',
        address: '127.0.0.1',
        details: { sent: expect.arrayContaining(['displayName', 'picklistDefinition']) },
      }),
    ])
    expect(JSON.stringify(entries)).not.toContain('North of everything')
  })

  it('that fail, that only read, or that everybody makes are not', async () => {
    const before = (await find('pageSize=1'))[0]?.auditId
    expect((await admin.post('core/fields', { displayName: '' })).status).toBe(400)
    expect((await admin.delete('core/fields/999999')).status).toBe(404)
    expect((await admin.get('core/fields?level=account')).status).toBe(200)
    expect((await admin.post('core/accounts', { globalFields: { name: 'Acme' } })).status).toBe(200)
    expect((await find('pageSize=1'))[0]?.auditId).toBe(before)
  })

  it('that take data away are written down', async () => {
    const started = await admin.post('core/entity/bulk', {
      type: 'entity',
      level: 'account',
      data: [{ id: 999999, data: { about: 'More' } }],
    })
    const jobId = String(started.body.data.jobId)
    const { status } = await admin.get(`core/entity/bulk/${jobId}/errors.csv`)
    expect(status).toBe(200)
    expect(await find('action=export.downloaded')).toEqual([
      expect.objectContaining({ actorId: admin.actor.userId, subjectId: jobId, outcome: 'done' }),
    ])
  })

  it('that are refused for want of a permission are written down, once a minute', async () => {
    const viewer = await test.newUser('viewer')
    const refusals = () => find(`action=permission.refused&actorId=${viewer.actor.userId}`)
    await viewer.get('audit')
    await viewer.get('audit/export')
    expect((await viewer.post('core/fields', {})).status).toBe(403)
    expect(await refusals()).toEqual([
      expect.objectContaining({ outcome: 'refused', subjectId: 'field.administer' }),
      expect.objectContaining({
        outcome: 'refused',
        summary: 'Refused: Read and export the audit log',
        subjectId: 'audit.read',
        details: { call: 'GET /api/audit' },
        address: '127.0.0.1',
      }),
    ])
    test.clock.advance(minute)
    await viewer.get('audit')
    expect(await refusals()).toHaveLength(3)
  })
})

import type { Permission } from '@steward/contracts/plain/permission'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { callFrom } from '../../../test/sign-in.ts'
import { create, good } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let manager: Client
let account: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  manager = await app.as('manager')
  account = await create(admin, 'accounts', { name: 'Ours' })
})
afterAll(() => app.stop())

const permissions: Permission[] = [
  'record.read',
  'timeline.read',
  'timeline.edit',
  'segment.read',
  'segment.edit',
]

/** Calls with a token that was made for a manager, or for the company with the role of one. */
async function callsWith(scope: 'personal' | 'tenant') {
  const maker = scope === 'tenant' ? admin : manager
  const form = { name: `Sync ${scope}`, scope, permissions, ...(scope === 'tenant' ? { roleId: 2 } : {}) }
  const { token } = good(await maker.post('identity/api-tokens', form)).data
  return (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    callFrom(app, path, { method, token, ...(body && { body }) })
}

const noteOf = async (client: Client): Promise<{ noteId: number; commentId: number }> => {
  const form = { level: 'account', parentIdentifier: account, title: 'Kick-off' }
  const { noteId } = good(await client.post('core/notes', form)).data
  const comment = good(await client.post(`core/timeline/${noteId}/comments`, { body: 'Well done' })).data
  return { noteId, commentId: comment.commentId }
}

describe('a token of the company with the role of a manager', () => {
  it('changes what it wrote, and leaves what others wrote', async () => {
    const call = await callsWith('tenant')
    const form = { level: 'account', parentIdentifier: account, title: 'From the billing system' }
    const own = good(await call('POST', 'core/notes', form)).data
    good(await call('PUT', `core/notes/${own.noteId}`, { formData: { title: 'Corrected' } }))
    good(await call('DELETE', `core/notes/${own.noteId}`))

    const { noteId, commentId } = await noteOf(admin)
    const refused = [
      await call('PUT', `core/notes/${noteId}`, { formData: { title: 'Taken over' } }),
      await call('DELETE', `core/notes/${noteId}`),
      await call('PATCH', `core/timeline/${noteId}/pin`, { pinStatus: true }),
      await call('DELETE', `core/timeline/${noteId}/comments/${commentId}`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    const shown = good(await call('GET', `core/timeline/${noteId}`)).data
    expect(shown).toMatchObject({ title: 'Kick-off', mayEdit: false, pinned: false })
    expect(good(await call('GET', `core/timeline/${noteId}/comments`)).data).toMatchObject([
      { mayDelete: false },
    ])
  })

  it('leaves the segments that others share', async () => {
    const call = await callsWith('tenant')
    const logic = { field: 'system:pulse', operator: 'isSetTo', value: [1] }
    const form = { name: 'Shared', segmentLevel: 'account', logic, isPrivate: false }
    const { segmentId } = good(await admin.post('segment', form)).data
    const refused = await call('PATCH', `segment/${segmentId}`, { name: 'Taken over' })
    expect(refused.status).toBe(403)
    expect(good(await call('GET', `segment/${segmentId}`)).data.name).toBe('Shared')
  })
})

describe('a token of a manager', () => {
  it('keeps the notes and comments of others in order, as the manager does', async () => {
    const call = await callsWith('personal')
    const { noteId, commentId } = await noteOf(admin)
    good(await call('DELETE', `core/timeline/${noteId}/comments/${commentId}`))
    good(await call('PUT', `core/notes/${noteId}`, { formData: { title: 'Put right' } }))
    good(await call('DELETE', `core/notes/${noteId}`))
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create, good } from '../src/modules/record/record.fixture.ts'
import { startTestApp, type Answer, type Client, type TestApp } from './harness.ts'

let app: TestApp
let admin: Client
let records: Record<'organization' | 'account' | 'contact', number>
let typeId: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  const organization = await create(admin, 'organizations', { name: 'Group' })
  const account = await create(admin, 'accounts', { name: 'Company', organization })
  const contact = await create(admin, 'contacts', { name: 'Ada', account })
  records = { organization, account, contact }
  typeId = good(await admin.get('core/activity-type?displayName=Call')).data[0].activityTypeId
})
afterAll(() => app.stop())

const rich = JSON.stringify({
  type: 'doc',
  content: [{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Said' }] }],
})

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** What every logged thing answers, whatever its kind. */
const shared = () => ({
  itemId: expect.any(Number),
  record: { level: 2, id: records.account, name: 'Company' },
  inherited: false,
  linked: [],
  occurredAt: instant,
  author: { id: admin.actor.userId, name: expect.any(String), imageId: null },
  source: expect.any(String),
  title: expect.any(String),
  body: expect.any(String),
  text: 'Said',
  files: [],
  audience: 'everyone',
  bookmarked: false,
  pinned: false,
  unread: false,
  commentCount: 0,
  version: 1,
  createdAt: instant,
  updatedAt: null,
  mayEdit: true,
})

interface Kind {
  url: string
  idKey: 'noteId' | 'activityId' | 'pulseId'
  kind: string
  /** What the address says beside the form, when it is made, changed and deleted. */
  making: string
  changing: () => string
  deleting: () => string
  form: () => object
  details: () => object
}

const kinds: readonly Kind[] = [
  {
    url: 'core/notes',
    idKey: 'noteId',
    kind: 'note',
    making: '',
    changing: () => '',
    deleting: () => '',
    form: () => ({ title: 'Kick-off' }),
    details: () => ({}),
  },
  {
    url: 'core/entity-action/activity',
    idKey: 'activityId',
    kind: 'activity',
    making: '?text_format=rich',
    changing: () => '?text_format=rich',
    deleting: () => '',
    form: () => ({ title: 'Call', activityTypeId: typeId, durationMinutes: 30 }),
    details: () => ({
      activityType: { id: typeId, name: 'Call', iconName: 'phone' },
      durationMinutes: 30,
      outcome: null,
      sentiment: null,
      users: [{ id: admin.actor.userId, name: expect.any(String) }],
      contacts: [],
    }),
  },
  {
    url: 'core/entity-action/pulse',
    idKey: 'pulseId',
    kind: 'pulse',
    making: '?level=account',
    changing: () => `?entityId=${records.account}&level=account`,
    deleting: () => `?entityId=${records.account}&level=account`,
    form: () => ({ pulse: 4 }),
    details: () => ({ pulse: 4, previous: null }),
  },
]

describe.each(kinds)('$url', ({ url, idKey, kind, making, changing, deleting, form, details }) => {
  const whole = () => ({ level: 'account', parentIdentifier: records.account, description: rich, ...form() })
  const shape = () => ({
    ...shared(),
    kind,
    details: details(),
    [idKey]: expect.any(Number),
    ...(kind !== 'pulse' && { title: expect.stringMatching(/^(Kick-off|Call)$/) }),
  })
  const make = async (body: object): Promise<Answer['body']> =>
    good(await admin.post(`${url}${making}`, body)).data
  const list = async (level: keyof typeof records) =>
    good(await admin.get(`${url}?level=${level}&parentIdentifier=${records[level]}`))

  it('takes the form as it is, and as formData beside source', async () => {
    const flat = await make(whole())
    expect(flat).toEqual({ ...shape(), source: 'app' })
    expect(flat[idKey]).toBe(flat.itemId)
    good(await admin.delete(`${url}/${flat.itemId}${deleting()}`))
    const wrapped = await make({ formData: whole(), source: 'web' })
    expect(wrapped).toEqual({ ...shape(), source: 'web' })
    expect(await list('account')).toEqual({
      data: [wrapped],
      itemCount: 1,
      page: 1,
      pageSize: 10,
      totalItemCount: 1,
    })
    expect((await list('organization')).data).toEqual([{ ...wrapped, inherited: true }])
    expect(await list('contact')).toMatchObject({ data: [], itemCount: 0, totalItemCount: 0 })
    good(await admin.delete(`${url}/${wrapped.itemId}${deleting()}`))
  })

  it('is changed, bookmarked, deleted and restored, and answers the same shape', async () => {
    const { itemId } = await make(whole())
    const path = `${url}/${itemId}`
    const changed = good(
      await admin.put(`${path}${changing()}`, { formData: { ...whole(), description: 'Plain' } }),
    ).data
    expect(changed).toEqual({ ...shape(), body: 'Plain', text: 'Plain', version: 2, updatedAt: instant })
    const marked = good(await admin.patch(`${path}/bookmark`, { bookmarkStatus: true })).data
    expect(marked).toEqual({ ...changed, bookmarked: true })
    const gone = good(await admin.delete(`${path}${deleting()}`)).data
    expect(gone).toEqual({ itemId, [idKey]: itemId })
    expect((await list('account')).totalItemCount).toBe(0)
    good(await admin.post(`core/timeline/${itemId}/restore`))
    expect((await list('account')).data).toMatchObject([{ itemId, text: 'Plain', bookmarked: true }])
    good(await admin.delete(`${path}${deleting()}`))
  })

  it('says what is missing, in one shape', async () => {
    const { status, body } = await admin.post(`${url}${making}`, { formData: {} })
    expect([status, body]).toEqual([
      400,
      {
        code: 'invalid_input',
        reason: expect.any(String),
        message: expect.any(String),
        fields: expect.objectContaining({ parentIdentifier: 'An id must be a whole number.' }),
        requestId: expect.any(String),
      },
    ])
  })
})

describe('core/activity-type', () => {
  it('has the five parts, as a list and as an object', async () => {
    const parts = { displayName: 'Workshop', iconName: 'users-group', description: 'A day', isActive: true }
    const made = good(await admin.post('core/activity-type', parts)).data
    expect(made).toEqual({ activityTypeId: expect.any(Number), ...parts })
    const sent = { ...made, isActive: false }
    expect(good(await admin.patch(`core/activity-type/${made.activityTypeId}`, sent)).data).toEqual(sent)
    expect(good(await admin.get('core/activity-type')).data).toContainEqual(sent)
    expect(good(await admin.get('core/activity-type?format=object')).data[made.activityTypeId]).toEqual(sent)
  })
})

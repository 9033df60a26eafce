import { describe, expect, it } from 'vitest'
import { eml, importOne, messagesOf } from '../email/email.fixture.ts'
import { create, good } from '../record/record.fixture.ts'
import { log } from '../timeline/timeline.fixture.ts'
import {
  account,
  add,
  admin,
  app,
  idsOf,
  openStage,
  receiver,
  verified,
  webhooksPath as url,
} from './webhook.fixture.ts'

openStage()

const poll = (read: () => unknown) => expect.poll(read, { timeout: 30_000, interval: 50 })

const noteEvents = ['note.created', 'note.updated', 'note.deleted', 'note.restored']

const page = () => `level=account&parentIdentifier=${account}`

async function logNote(fields: Record<string, unknown> = {}): Promise<number> {
  const form = {
    level: 'account',
    parentIdentifier: account,
    title: 'Call',
    description: 'Wants more',
    ...fields,
  }
  return good(await admin.post('core/notes', form)).data.noteId
}

describe('what is logged', () => {
  it('is sent as the timeline returns it, with what an edit changed, and once more when it is gone', async () => {
    const { secret } = await add({ events: noteEvents })
    const noteId = await logNote()
    // Without an order of its own, a webhook may be sent two events at once.
    await poll(() => receiver.received.length).toBe(1)
    good(await admin.put(`core/notes/${noteId}`, { title: 'Visit' }))
    await poll(() => receiver.received.length).toBe(2)
    const [item] = good(await admin.get(`core/timeline?${page()}&kinds=note`)).data
    good(await admin.delete(`core/notes/${noteId}`))
    await poll(() => receiver.received.length).toBe(3)
    good(await admin.post(`core/timeline/${noteId}/restore`))
    await poll(() => receiver.received.length).toBe(4)
    const told = receiver.received.map((call) => verified(call, secret))
    expect(told.map(({ type }) => type)).toEqual(noteEvents)
    const reader = { mayEdit: false }
    expect(told[1].data).toEqual({
      record: null,
      changes: { title: { before: 'Call', after: 'Visit' } },
      actor: { kind: 'person', id: admin.actor.userId },
      changeSet: null,
      version: 2,
      item: { ...item, ...reader },
    })
    expect(told[2].data).toMatchObject({ version: 3, changes: {}, item: { itemId: noteId, title: 'Visit' } })
    expect(new Set(idsOf(receiver.received)).size).toBe(4)
  })

  it('is an activity or a pulse too, and what is not for everyone is not sent', async () => {
    const { secret } = await add({ events: ['activity.created', 'pulse.created', 'note.created'] })
    await log(
      app,
      admin,
      { on: ['accounts', account], audience: 'participants' },
      { on: ['accounts', account], audience: 'team' },
    )
    const on = { level: 'account', parentIdentifier: account }
    const [type] = good(await admin.get('core/activity-type')).data
    good(
      await admin.post('core/entity-action/activity', {
        ...on,
        activityTypeId: type.activityTypeId,
        title: 'Met',
      }),
    )
    good(await admin.post('core/entity-action/pulse', { ...on, pulse: 2, description: 'Slow answers' }))
    await poll(() => receiver.received.length).toBe(2)
    const told = receiver.received.map((call) => verified(call, secret))
    expect(told.map(({ type: name }) => name).toSorted()).toEqual(['activity.created', 'pulse.created'])
    const pulse = told.find(({ type: name }) => name === 'pulse.created')
    expect(pulse.data.item).toMatchObject({ kind: 'pulse', text: 'Slow answers', details: { pulse: 2 } })
  })

  it('is sent where its record meets the condition, and names no other record then', async () => {
    const other = await create(admin, 'accounts', { name: 'Other' })
    const rule = { field: 'name', operator: 'equals', value: 'Northwind' }
    const { secret } = await add({ events: ['note.created'], condition: { level: 2, rule } })
    const all = await add({ events: ['note.created'] })
    await logNote({ parentIdentifier: other, title: 'Elsewhere' })
    await logNote({ linkedEntities: { accounts: [other] } })
    await poll(() => receiver.received.length).toBe(3)
    const own = receiver.received.filter((call) => {
      try {
        return verified(call, secret)
      } catch {
        return false
      }
    })
    expect(own.map((call) => verified(call, secret).data.item)).toMatchObject([{ title: 'Call', linked: [] }])
    const whole = receiver.received.filter((call) => !own.includes(call))
    const linked = whole.map((call) => verified(call, all.secret).data.item.linked)
    expect(linked).toContainEqual([{ level: 2, id: other, name: 'Other' }])
  })

  it('has only ids where the webhook is thin', async () => {
    const { secret } = await add({ events: ['note.created'], thin: true })
    const noteId = await logNote()
    await poll(() => receiver.received.length).toBe(1)
    const { data } = verified(receiver.received[0]!, secret)
    expect(data.item).toEqual({ itemId: noteId, kind: 'note', version: 1, record: { level: 2, id: account } })
    expect(JSON.stringify(data)).not.toContain('Wants more')
  })
})

describe('what comes from outside', () => {
  it('is a mail, sent as the API returns it, unless it is private', async () => {
    const { secret } = await add({ events: ['email.synced'] })
    const secretly = eml({ id: '<private@customer.test>', subject: 'Between us' })
    await importOne(app, admin, `${page()}&privacy=participants`, secretly)
    const { threadId } = await importOne(
      app,
      admin,
      page(),
      eml({ id: '<one@customer.test>', subject: 'Hello' }),
    )
    await poll(() => receiver.received.length).toBe(1)
    const told = verified(receiver.received[0]!, secret)
    const [message] = await messagesOf(admin, threadId)
    expect(told.data.email).toMatchObject({ ...message, html: null, bcc: [], mayRetry: false })
    expect(told.data).toMatchObject({ actor: { id: admin.actor.userId }, record: null })
    expect(told.data.records).toContainEqual({ level: 2, id: account, name: 'Northwind' })
  })

  it('is an import that finished, with its job; a bulk update is none', async () => {
    const { secret } = await add({ events: ['import.finished'] })
    const rows = [{ id: account, data: { about: 'More' } }]
    good(await admin.post('core/entity/bulk', { type: 'entity', level: 'account', data: rows }))
    const form = {
      type: 'entityBulkUpload',
      level: 'account',
      config: { columns: [] },
      data: [{ name: 'Imported' }],
    }
    const { jobId } = good(await admin.post('core/entity/bulk', form)).data
    await poll(() => receiver.received.length).toBe(1)
    const told = verified(receiver.received[0]!, secret)
    const { data: job } = good(await admin.get(`core/entity/bulk/${jobId}`))
    expect(told).toMatchObject({ type: 'import.finished', data: { import: job, changeSet: job.changeSetId } })
  })
})

describe('a replay of a time', () => {
  it('has what was logged, mails and imports too, with the same ids and data', async () => {
    const from = app.clock.now().toISOString()
    const events = [...noteEvents, 'email.synced']
    const { webhookId, secret } = await add({ events })
    const noteId = await logNote()
    good(await admin.put(`core/notes/${noteId}`, { title: 'Visit' }))
    good(await admin.put(`core/notes/${noteId}`, { title: 'Lunch' }))
    await importOne(app, admin, page(), eml({ id: '<two@customer.test>', subject: 'Again' }))
    await poll(() => receiver.received.length).toBe(4)
    const first = receiver.received.splice(0)
    const changes = first.map((call) => verified(call, secret).data.changes.title)
    expect(changes).toContainEqual({ before: 'Call', after: 'Visit' })
    expect(changes).toContainEqual({ before: 'Visit', after: 'Lunch' })
    const to = new Date(app.clock.now().getTime() + 1000).toISOString()
    good(await admin.post(`${url}/${webhookId}/replay`, { from, to }))
    await poll(() => receiver.received.length).toBe(4)
    expect(idsOf(receiver.received).toSorted()).toEqual(idsOf(first).toSorted())
    const counted = good(await admin.post(`${url}/preview`, { events })).data
    expect(counted.count).toBeGreaterThanOrEqual(4)
  })
})

describe('the events of a record', () => {
  it('keep their order where the webhook asks for it, also while the first fails', async () => {
    let isDown = true
    receiver.answer((response) => void response.writeHead(isDown ? 500 : 204).end())
    const { secret } = await add({ events: noteEvents, ordered: true })
    const noteId = await logNote()
    good(await admin.put(`core/notes/${noteId}`, { title: 'Visit' }))
    good(await admin.delete(`core/notes/${noteId}`))
    await poll(() => receiver.received.length).toBe(1)
    const { owner } = app.application.platform.database
    const waiting = `select count(*)::int as n from outbox_item where state = 'waiting' and leased_until is null`
    await poll(async () => (await owner.query(waiting)).rows[0].n).toBe(3)
    isDown = false
    app.clock.advance(10_000)
    await poll(() => receiver.received.length).toBe(4)
    const types = receiver.received.map((call) => verified(call, secret).type)
    expect(types).toEqual(['note.created', 'note.created', 'note.updated', 'note.deleted'])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LevelPlural } from '@steward/contracts/level'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, edit, good } from '../record/record.fixture.ts'
import {
  listPulses,
  logPulse,
  newAccount as ofNewAccount,
  pulseOf as ofRecord,
  pulseUrl,
} from './pulse.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const url = pulseUrl
const newAccount = (more: object = {}) => ofNewAccount(admin, more)
const pulseOf = (id: number, plural?: LevelPlural) => ofRecord(admin, id, plural)
const log = (id: number, pulse: number, more: object = {}, client = admin) =>
  logPulse(client, id, pulse, more)
const list = (id: number) => listPulses(admin, id)
const ledgerOf = async (id: number) => good(await admin.get(`core/accounts/${id}/history`)).data
const restore = async (id: number) => good(await admin.post(`core/timeline/${id}/restore`))

describe('a pulse', () => {
  it.each([
    ['organization', 'organizations'],
    ['account', 'accounts'],
    ['contact', 'contacts'],
  ] as const)('of an %s becomes its own, with the reason', async (level, plural) => {
    const id = await create(admin, plural, { name: 'One' })
    const { data, changeSetId } = good(
      await admin.post(`${url}?level=${level}`, {
        formData: { parentIdentifier: id, pulse: 4, description: 'They like it' },
      }),
    )
    expect(data).toMatchObject({
      kind: 'pulse',
      pulseId: data.itemId,
      details: { pulse: 4, previous: null },
      text: 'They like it',
      record: { id },
    })
    expect(changeSetId).toEqual(expect.any(Number))
    expect(await pulseOf(id, plural)).toBe(4)
  })

  it('is one act of the ledger, in the same moment', async () => {
    const id = await newAccount({ pulse: 2 })
    const { data, changeSetId } = await log(id, 5)
    expect(data.details).toEqual({ pulse: 5, previous: 2 })
    const [latest, first] = await ledgerOf(id)
    expect(latest).toMatchObject({
      changeSetId,
      action: 'pulse',
      source: 'person',
      by: { id: admin.actor.userId },
      changes: [{ field: 'system:pulse', before: 2, after: 5 }],
    })
    expect(first.action).toBe('create')
  })

  it('that says what is there already writes no act', async () => {
    const id = await newAccount({ pulse: 3 })
    expect((await log(id, 3)).changeSetId).toBeNull()
    expect(await ledgerOf(id)).toHaveLength(1)
    expect((await list(id)).totalItemCount).toBe(1)
  })

  it('of an earlier day leaves the record as the newest says it', async () => {
    const id = await newAccount()
    await log(id, 4)
    const { data, changeSetId } = await log(id, 1, { occurredAt: '2026-01-01T00:00:00Z' })
    expect([changeSetId, await pulseOf(id)]).toEqual([null, 4])
    const [newest, oldest] = (await list(id)).data
    expect([newest.details, oldest.details]).toEqual([
      { pulse: 4, previous: 1 },
      { pulse: 1, previous: null },
    ])
    const moved = good(await admin.put(`${url}/${data.pulseId}`, { occurredAt: new Date().toISOString() }))
    expect([moved.changeSetId, await pulseOf(id)]).toEqual([expect.any(Number), 1])
  })

  it('that is changed changes the record, where it is the newest', async () => {
    const id = await newAccount()
    const first = await log(id, 2, { occurredAt: '2026-01-01T00:00:00Z' })
    const { data } = await log(id, 3)
    const path = `${url}/${data.pulseId}?entityId=${id}&level=account`
    const changed = good(await admin.put(path, { pulse: 5, description: 'Better' }))
    expect(changed.data).toMatchObject({ details: { pulse: 5, previous: 2 }, text: 'Better', version: 2 })
    expect(await pulseOf(id)).toBe(5)
    expect((await ledgerOf(id))[0]).toMatchObject({ changeSetId: changed.changeSetId, action: 'pulse' })
    expect(good(await admin.put(`${url}/${first.data.pulseId}`, { pulse: 1 })).changeSetId).toBeNull()
    expect(good(await admin.put(path, { description: 'Best' })).changeSetId).toBeNull()
    expect(await pulseOf(id)).toBe(5)
  })

  it('that is deleted gives the one before; the last one leaves none; each comes back', async () => {
    const id = await newAccount()
    const first = (await log(id, 2, { occurredAt: '2026-01-01T00:00:00Z' })).data.pulseId
    const second = (await log(id, 4)).data.pulseId
    const gone = good(await admin.delete(`${url}/${second}?entityId=${id}&level=account`))
    expect(gone).toEqual({ data: { pulseId: second, itemId: second }, changeSetId: expect.any(Number) })
    expect(await pulseOf(id)).toBe(2)
    good(await admin.delete(`${url}/${first}`))
    expect(await pulseOf(id)).toBeNull()
    expect((await admin.delete(`${url}/${first}`)).status).toBe(409)
    await restore(first)
    expect(await pulseOf(id)).toBe(2)
    await restore(second)
    expect(await pulseOf(id)).toBe(4)
    expect((await ledgerOf(id)).slice(0, 4).map(({ action }: { action: string }) => action)).toEqual(
      Array.from({ length: 4 }, () => 'pulse'),
    )
  })

  it('keeps a pulse that was changed since', async () => {
    const id = await newAccount()
    const { data } = await log(id, 4)
    await edit(admin, 'accounts', id, { pulse: 1 })
    expect(good(await admin.delete(`${url}/${data.pulseId}`)).changeSetId).toBeNull()
    expect(await pulseOf(id)).toBe(1)
    await restore(data.pulseId)
    expect(await pulseOf(id)).toBe(1)
  })

  it('of two people at the same moment leaves the newest on the record', async () => {
    const id = await newAccount()
    const manager = await app.as('manager')
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 1, 2, 3].map((pulse, at) => log(id, pulse, {}, at % 2 === 0 ? admin : manager)),
    )
    expect(answers).toHaveLength(8)
    const [newest] = (await list(id)).data
    expect(await pulseOf(id)).toBe(newest.details.pulse)
  })

  it('is bookmarked by each for themselves', async () => {
    const { data } = await log(await newAccount(), 4)
    const marked = await admin.patch(`${url}/${data.pulseId}/bookmark`, { bookmarkStatus: true })
    expect(good(marked).data).toMatchObject({ pulseId: data.pulseId, bookmarked: true })
  })
})

describe('a pulse that is wrong', () => {
  it.each([
    ['nothing', { pulse: undefined }, 'pulse'],
    ['0', { pulse: 0 }, 'pulse'],
    ['6', { pulse: 6 }, 'pulse'],
    ['a half', { pulse: 2.5 }, 'pulse'],
    ['a word', { pulse: 'good' }, 'pulse'],
    ['the future', { occurredAt: '2999-01-01T00:00:00Z' }, 'occurredAt'],
    ['a hostile reason', { description: '{"type":"doc","content":[{"type":"script"}]}' }, 'description'],
    ['another level in the form', { level: 'contact' }, 'level'],
  ])('with %s is refused at its field', async (_, more, field) => {
    const id = await newAccount({ pulse: 3 })
    const answer = await admin.post(`${url}?level=account`, { parentIdentifier: id, pulse: 4, ...more })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
    expect(await pulseOf(id)).toBe(3)
  })

  it('needs a level that has a pulse', async () => {
    const id = await newAccount()
    const pipeline = await create(admin, 'pipelines', { name: 'Deal', account: id })
    const none = await admin.post(url, { parentIdentifier: id, pulse: 4 })
    expect(none.body.fields).toEqual({ level: 'Level cannot be null or undefined' })
    const deal = await admin.post(`${url}?level=pipeline`, { parentIdentifier: pipeline, pulse: 4 })
    expect([deal.status, deal.body.fields.level]).toEqual([
      400,
      expect.stringContaining('Pipelines have no pulse'),
    ])
    good(await admin.post(url, { parentIdentifier: id, level: 'account', pulse: 4 }))
    expect((await admin.post(`${url}?level=contact`, { parentIdentifier: id, pulse: 4 })).status).toBe(404)
  })

  it('is of the record that the address names', async () => {
    const [id, other] = [await newAccount(), await newAccount()]
    const { data } = await log(id, 4)
    for (const query of [`entityId=${other}`, `entityId=${id}&level=contact`]) {
      expect((await admin.put(`${url}/${data.pulseId}?${query}`, { pulse: 1 })).status).toBe(404)
      expect((await admin.delete(`${url}/${data.pulseId}?${query}`)).status).toBe(404)
    }
    expect(await pulseOf(id)).toBe(4)
  })
})

describe('who may', () => {
  it('log pulses: not a viewer, and a Normal User with what they own', async () => {
    const id = await newAccount()
    const { data } = await log(id, 4)
    const viewer = await app.as('viewer')
    for (const answer of [
      await viewer.post(`${url}?level=account`, { parentIdentifier: id, pulse: 1 }),
      await viewer.put(`${url}/${data.pulseId}`, { pulse: 1 }),
      await viewer.delete(`${url}/${data.pulseId}`),
    ]) {
      expect(answer.status).toBe(403)
    }
    const user = await app.newUser('normalUser')
    const own = await newAccount({ owners: [user.actor.userId] })
    const mine = await log(own, 2, {}, user)
    const others = await log(own, 5)
    expect((await user.put(`${url}/${others.data.pulseId}`, { pulse: 1 })).status).toBe(403)
    expect((await user.delete(`${url}/${others.data.pulseId}`)).status).toBe(403)
    good(await user.delete(`${url}/${mine.data.pulseId}`))
    const unseen = [
      await user.post(`${url}?level=account`, { parentIdentifier: id, pulse: 1 }),
      await user.get(`${url}?level=account&parentIdentifier=${id}`),
      await user.get(`${url}/history?level=account&parentIdentifier=${id}`),
      await user.put(`${url}/${data.pulseId}`, { pulse: 1 }),
      await user.patch(`${url}/${data.pulseId}/bookmark`),
      await user.delete(`${url}/${data.pulseId}`),
    ]
    expect(unseen.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect([await pulseOf(id), await pulseOf(own)]).toEqual([4, 5])
  })

  it('of another company: nothing', async () => {
    const id = await newAccount()
    const { data } = await log(id, 4)
    const foreigner = await app.foreigner()
    const answers = [
      await foreigner.post(`${url}?level=account`, { parentIdentifier: id, pulse: 1 }),
      await foreigner.get(`${url}?level=account&parentIdentifier=${id}`),
      await foreigner.get(`${url}/history?level=account&parentIdentifier=${id}`),
      await foreigner.put(`${url}/${data.pulseId}`, { pulse: 1 }),
      await foreigner.patch(`${url}/${data.pulseId}/bookmark`),
      await foreigner.delete(`${url}/${data.pulseId}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  })
})

import { roleIds } from '@steward/contracts/plain/permission'
import { levels, type LevelPlural } from '@steward/contracts/level'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, edit, good, list, namesOf, read } from './record.fixture.ts'

let app: TestApp
let admin: Client
let user: Client
let other: Client

/** Ids of the user's records and of someone else's, by level. */
const mine = {} as Record<LevelPlural, number>
const theirs = {} as Record<LevelPlural, number>

async function createFor(owner: Client, name: string, ids: Record<LevelPlural, number>): Promise<void> {
  const owners = [owner.actor.userId]
  const more = { externalId: name, pulse: 3 }
  ids.organizations = await create(admin, 'organizations', { name: `${name} org`, owners, ...more })
  const organization = ids.organizations
  ids.accounts = await create(admin, 'accounts', { name: `${name} account`, owners, organization, ...more })
  const account = ids.accounts
  ids.contacts = await create(admin, 'contacts', {
    name: `${name} contact`,
    account,
    email: 'c@example.com',
    ...more,
  })
  ids.pipelines = await create(admin, 'pipelines', {
    name: `${name} deal`,
    owners,
    account,
    externalId: name,
  })
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  user = await app.as('normalUser')
  other = await app.newUser('normalUser')
  await createFor(user, 'mine', mine)
  await createFor(other, 'theirs', theirs)
})
afterAll(() => app.stop())

const named = (name: string) => [expect.stringContaining(name)]

const sum = (values: { value: number }[]) => values.reduce((total, { value }) => total + value, 0)

describe.each(levels.map(({ plural }) => plural))('a Normal User and %s', (plural) => {
  it('lists their own, and counts no others in any total', async () => {
    const all = await list(user, plural)
    expect(namesOf(all)).toEqual(named('mine'))
    expect(all).toMatchObject({ itemCount: 1, totalItemCount: 1, totalEntityCount: 1 })
    expect(all.statbarData[0]).toMatchObject({ key: 'total', value: 1 })
    if (plural !== 'pipelines') expect(sum(all.statbarData.slice(1))).toBe(1)
    const stages = all.lifecycleGroupTotalItemCounts as { totalItemCount: number }[]
    expect(stages.map(({ totalItemCount }) => totalItemCount)).toEqual([1])
    expect(await list(user, plural, { query: 'theirs' })).toMatchObject({
      totalItemCount: 0,
      totalEntityCount: 1,
    })
    expect(await list(admin, plural)).toMatchObject({ totalItemCount: 2, totalEntityCount: 2 })
  })

  it('finds no others by search, by ids or by external id', async () => {
    const found = async (query: string) => good(await user.get(`core/${plural}/partial?${query}`)).data
    expect((await found('')).length).toBe(1)
    expect(await found('name=theirs')).toEqual([])
    expect((await found(`name=mine&mandatoryIds=${theirs[plural]}`)).length).toBe(1)
    const byIds = good(await user.post(`core/${plural}/get-by-ids`, [mine[plural], theirs[plural]]))
    expect([namesOf(byIds), byIds.totalItemCount]).toEqual([named('mine'), 1])
    expect(await list(user, plural, { ids: theirs[plural] })).toMatchObject({ totalItemCount: 0 })
    const byExternalId = async (id: string) =>
      good(await user.get(`core/entity?levels=${plural}&externalId=${id}`)).data.length
    expect([await byExternalId('mine'), await byExternalId('theirs')]).toEqual([1, 0])
  })

  it('reads and changes no others, which do not exist for them', async () => {
    const id = theirs[plural]
    const before = await read(admin, plural, id)
    const calls = [
      user.get(`core/${plural}/${id}`),
      user.get(`core/${plural}/${id}/history`),
      user.post(`core/${plural}/${id}`, { data: { name: 'Taken' } }),
      user.put(`core/${plural}/${id}/archive`),
      user.put(`core/${plural}/${id}/restore`),
      user.post(`core/${plural}/${id}/move`, { formData: { organizationId: mine.organizations } }),
      user.post(`core/${plural}/${id}/restore-value`, { field: 'name', changeSetId: 1 }),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404))
    const many = await user.post(`core/${plural}/change`, { ids: [id], action: 'archive' })
    expect(good(many).data).toMatchObject({ changed: 0, refused: [{ id }] })
    expect(await read(admin, plural, id)).toEqual(before)
  })

  it('edits their own', async () => {
    await edit(user, plural, mine[plural], { about: 'Mine' })
    expect((await read(user, plural, mine[plural])).globalFields.about).toBe('Mine')
    expect(good(await user.get(`core/${plural}/${mine[plural]}/history`)).data.length).toBe(2)
  })
})

describe('a Normal User', () => {
  it('creates contacts only where they can see them afterwards', async () => {
    const contact = { name: 'Person', email: 'seen@example.com' }
    const lost = await user.post('core/contacts', { globalFields: contact })
    expect([lost.status, lost.body.fields]).toEqual([
      400,
      {
        account:
          "Choose an account or an organization that you own. Without one you couldn't see this contact.",
      },
    ])
    const theirAccount = { ...contact, account: theirs.accounts }
    const unseen = await user.post('core/contacts', { globalFields: theirAccount })
    expect([unseen.status, Object.keys(unseen.body.fields)]).toEqual([400, ['account']])
    for (const parent of [{ account: mine.accounts }, { organization: mine.organizations }]) {
      const id = await create(user, 'contacts', { ...contact, ...parent })
      expect((await user.get(`core/contacts/${id}`)).status).toBe(200)
      const [field] = Object.keys(parent)
      const cleared = await user.post(`core/contacts/${id}`, { data: { account: null, organization: null } })
      expect([cleared.status, Object.keys(cleared.body.fields), field]).toEqual([400, ['account'], field])
      good(await admin.put(`core/contacts/${id}/archive`))
    }
    good(await admin.post('core/contacts', { globalFields: contact }))
  })

  it('loses a contact when its parents are no longer theirs', async () => {
    const account = await create(user, 'accounts', { name: 'For a while' })
    const contact = await create(user, 'contacts', { name: 'Person', account })
    expect((await user.get(`core/contacts/${contact}`)).status).toBe(200)
    good(await admin.post('core/accounts/assign', { ids: [account], owners: [other.actor.userId] }))
    expect((await user.get(`core/contacts/${contact}`)).status).toBe(404)
    expect((await other.get(`core/contacts/${contact}`)).status).toBe(200)
    good(await admin.put(`core/contacts/${contact}/archive`))
  })

  it('gets contacts of an account and by e-mail only where they may see them', async () => {
    expect((await user.get(`core/accounts/${theirs.accounts}/contacts`)).status).toBe(404)
    const byEmail = good(await user.post('core/contacts/get-by-emails', { emails: ['c@example.com'] }))
    expect(namesOf(byEmail)).toEqual(['mine contact'])
  })

  it('learns nothing of others through filters on parents or references', async () => {
    const owners = [user.actor.userId]
    const below = { name: 'Below theirs', owners, organization: theirs.organizations }
    const id = await create(admin, 'accounts', below)
    const filter = { field: 'organization.system:externalId', operator: 'equals', value: 'theirs' }
    expect(await list(user, 'accounts', { filter })).toMatchObject({ totalItemCount: 0 })
    expect(await list(admin, 'accounts', { filter })).toMatchObject({ totalItemCount: 2 })
    const own = { ...filter, value: 'mine' }
    expect(namesOf(await list(user, 'accounts', { filter: own }))).toEqual([expect.stringContaining('mine')])
    good(await admin.put(`core/accounts/${id}/archive`))
    const body = { globalFields: { name: 'A', organization: theirs.organizations } }
    expect((await user.post('core/accounts', body)).body.fields).toEqual({
      organization: `Organization: there is no organization ${theirs.organizations}.`,
    })
  })

  it('may give a record away, and is told the outcome', async () => {
    const id = await create(user, 'accounts', { name: 'Gift' })
    const given = good(await user.post(`core/accounts/${id}`, { data: { owners: [other.actor.userId] } }))
    expect(given.data.globalFields.owners).toMatchObject([{ id: other.actor.userId }])
    expect((await user.get(`core/accounts/${id}`)).status).toBe(404)
  })

  it('undoes and reads only change sets of their own', async () => {
    const own = await edit(user, 'accounts', mine.accounts, { about: 'Second' })
    const foreign = await edit(admin, 'accounts', mine.accounts, { name: 'mine account renamed' })
    expect((await user.get(`core/change-sets/${foreign}`)).status).toBe(404)
    expect((await user.post(`core/change-sets/${foreign}/undo`)).status).toBe(404)
    expect((await other.post(`core/change-sets/${own}/undo`)).status).toBe(404)
    expect(good(await user.post(`core/change-sets/${own}/undo`)).data.undone).toBe(1)
    const manager = await app.as('manager')
    expect(good(await manager.post(`core/change-sets/${foreign}/undo`)).data.undone).toBe(1)
  })

  it('cannot undo what they did to a record that is no longer theirs', async () => {
    const id = await create(user, 'accounts', { name: 'Passed on' })
    const own = await edit(user, 'accounts', id, { about: 'Mine' })
    good(await admin.post('core/accounts/assign', { ids: [id], owners: [other.actor.userId] }))
    const undone = good(await user.post(`core/change-sets/${own}/undo`)).data
    expect(undone).toMatchObject({ undone: 0, changeSetId: null, kept: [{ id }] })
    expect((await read(admin, 'accounts', id)).globalFields.about).toBe('Mine')
  })
})

describe('the other roles', () => {
  it('Manager and Administrator see and change all', async () => {
    for (const client of [await app.as('manager'), admin]) {
      for (const { plural } of levels) {
        expect((await list(client, plural)).totalEntityCount).toBeGreaterThan(1)
        await edit(client, plural, theirs[plural], { about: `By ${client.actor.roleId}` })
      }
    }
  })

  it('a Viewer sees all and changes nothing', async () => {
    const viewer = await app.as('viewer')
    expect(viewer.actor.roleId).toBe(roleIds.viewer)
    const set = await edit(admin, 'accounts', mine.accounts, { about: 'Seen' })
    for (const { plural } of levels) {
      expect((await read(viewer, plural, theirs[plural])).level).toBeGreaterThan(0)
      const calls = [
        viewer.post(`core/${plural}`, { globalFields: { name: 'A' } }),
        viewer.post(`core/${plural}/${mine[plural]}`, { data: { name: 'A' } }),
        viewer.put(`core/${plural}/${mine[plural]}/archive`),
        viewer.post(`core/${plural}/change`, { ids: [mine[plural]], action: 'archive' }),
        viewer.post(`core/change-sets/${set}/undo`),
      ]
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    }
    expect(good(await viewer.get(`core/accounts/${mine.accounts}/history`)).data.length).toBeGreaterThan(0)
  })

  it('narrow a list to their own where they ask for it; contacts have no owners', async () => {
    const id = await create(admin, 'accounts', { name: 'Of the admin' })
    const own = await list(admin, 'accounts', { myEntitiesOnly: true })
    expect(own.data.map((one: { accountId: number }) => one.accountId)).toEqual([id])
    expect(own.totalItemCount).toBe(1)
    const all = await list(admin, 'contacts')
    expect(await list(admin, 'contacts', { myEntitiesOnly: true })).toEqual(all)
  })
})

describe('an external ID', () => {
  it('is set with the record, and is changed only where administrators allow it', async () => {
    const id = await create(admin, 'accounts', { name: 'Named elsewhere', externalId: 'there' })
    const change = () => admin.post(`core/accounts/${id}`, { data: { externalId: 'elsewhere' } })
    const refused = await change()
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { 'system:externalId': 'External ID cannot be edited.' },
    ])
    good(await admin.put('core/fields/system/-7', { isEditable: true }))
    good(await change())
    good(await admin.put('core/fields/system/-7', { isEditable: false }))
    good(await admin.put(`core/accounts/${id}/archive`))
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import type { LevelPlural } from '@steward/contracts/level'
import { create, edit, good, read, undo } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let user: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  user = await app.as('normalUser')
})
afterAll(() => app.stop())

const creationOf = async (plural: LevelPlural, id: number): Promise<number> =>
  good(await admin.get(`core/${plural}/${id}/history`)).data.at(-1).changeSetId

const move = async (plural: LevelPlural, id: number, formData: object): Promise<number> =>
  good(await admin.post(`core/${plural}/${id}/move`, { formData })).changeSetId

const parentsOf = async (plural: LevelPlural, id: number) => {
  const { organization, account } = (await read(admin, plural, id)).globalFields
  return [organization?.id ?? null, account?.id ?? null]
}

describe('undoing where a parent of before was deleted', () => {
  it('leaves an account and what is below it where they are, and says so', async () => {
    const before = await create(admin, 'organizations', { name: 'Before' })
    const after = await create(admin, 'organizations', { name: 'After' })
    const id = await create(admin, 'accounts', { name: 'Moved', organization: before })
    const contact = await create(admin, 'contacts', { name: 'Person', account: id })
    const moved = await move('accounts', id, { organizationId: after })
    await undo(admin, await creationOf('organizations', before))
    expect(await undo(admin, moved)).toMatchObject({
      undone: 0,
      changeSetId: null,
      kept: [
        {
          id,
          name: 'Moved',
          fields: ['Organization'],
          message: 'The previous organization was deleted, so the current one is kept.',
        },
      ],
    })
    expect(await parentsOf('accounts', id)).toEqual([after, null])
    expect(await parentsOf('contacts', contact)).toEqual([after, id])
  })

  it('leaves a contact at its account and organization where its account is gone', async () => {
    const above = await create(admin, 'organizations', { name: 'Above' })
    const other = await create(admin, 'organizations', { name: 'Other' })
    const account = await create(admin, 'accounts', { name: 'Gone', organization: above })
    const contact = await create(admin, 'contacts', { name: 'Person', account })
    const moved = await move('contacts', contact, { organizationId: other })
    await undo(admin, await creationOf('accounts', account))
    expect((await undo(admin, moved)).kept).toMatchObject([
      { id: contact, message: 'The previous account was deleted, so the current one is kept.' },
    ])
    expect(await parentsOf('contacts', contact)).toEqual([other, null])
  })

  it('brings an account back without its organization', async () => {
    const organization = await create(admin, 'organizations', { name: 'Gone above' })
    const id = await create(admin, 'accounts', { name: 'Back', organization })
    const first = await undo(admin, await creationOf('accounts', id))
    await undo(admin, await creationOf('organizations', organization))
    expect(await undo(admin, first.changeSetId)).toMatchObject({ undone: 1, kept: [] })
    expect(await parentsOf('accounts', id)).toEqual([null, null])
  })

  it('does not bring a pipeline back that would belong to nothing', async () => {
    const account = await create(admin, 'accounts', { name: 'Gone above' })
    const id = await create(admin, 'pipelines', { name: 'Deal', account })
    const first = await undo(admin, await creationOf('pipelines', id))
    await undo(admin, await creationOf('accounts', account))
    expect(await undo(admin, first.changeSetId)).toMatchObject({
      undone: 0,
      kept: [{ id, message: 'Its parent was deleted, so it is not restored.' }],
    })
  })
})

it('undoing an undo of thousands of records brings parents back before what is below them', async () => {
  const { records } = app.application.modules
  const act = { source: 'import', action: 'create', at: app.clock.now() } as const
  const made = await records.write(admin.actor, 1, act, () => [
    { kind: 'create', values: { name: 'Above many' } },
  ])
  const organizationId = made.results[0]?.recordId as number
  const changeSetId = made.changeSetId as number
  await records.write(admin.actor, 2, { ...act, changeSetId }, () =>
    Array.from({ length: 2100 }, (_, at) => ({
      kind: 'create' as const,
      values: { name: `Below ${at}`, organizationId },
    })),
  )
  const gone = await undo(admin, changeSetId)
  expect(gone).toMatchObject({ undone: 2101, kept: [] })
  expect(await undo(admin, gone.changeSetId)).toMatchObject({ undone: 2101, kept: [] })
})

describe('a Normal User who undoes', () => {
  it('puts a contact below the organization of its account, also where they do not see that account', async () => {
    const owners = [user.actor.userId]
    const first = await create(admin, 'organizations', { name: 'First' })
    const second = await create(admin, 'organizations', { name: 'Second' })
    const from = await create(admin, 'accounts', { name: 'From', owners, organization: first })
    const to = await create(admin, 'accounts', { name: 'To', owners, organization: first })
    const contact = await create(admin, 'contacts', { name: 'Person', account: from })
    const moved = await edit(user, 'contacts', contact, { account: to })
    good(await admin.post('core/accounts/assign', { ids: [from], owners: [admin.actor.userId] }))
    await move('accounts', from, { organizationId: second })
    expect(await undo(user, moved)).toMatchObject({ undone: 1, kept: [] })
    expect(await parentsOf('contacts', contact)).toEqual([second, from])
  })

  it('leaves a contact where its account stays, because that is no longer theirs', async () => {
    const owners = [user.actor.userId]
    const first = await create(admin, 'organizations', { name: 'First', owners })
    const second = await create(admin, 'organizations', { name: 'Second', owners })
    const account = await create(admin, 'accounts', { name: 'Secret by now', owners, organization: first })
    const contact = await create(admin, 'contacts', { name: 'Person', account })
    const moved = good(
      await user.post(`core/accounts/${account}/move`, { formData: { organizationId: second } }),
    ).changeSetId
    good(await admin.post('core/accounts/assign', { ids: [account], owners: [admin.actor.userId] }))
    const { undone, kept } = await undo(user, moved)
    expect([undone, kept]).toMatchObject([0, [{ id: account, name: '' }]])
    expect(await parentsOf('contacts', contact)).toEqual([second, account])
  })

  it('is not told that pipelines of others stay, which follow the account', async () => {
    const first = await create(user, 'organizations', { name: 'First' })
    const second = await create(user, 'organizations', { name: 'Second' })
    const account = await create(user, 'accounts', { name: 'Mine', organization: first })
    const owners = [admin.actor.userId]
    const pipeline = await create(admin, 'pipelines', { name: 'Not theirs', account, owners })
    const moved = good(
      await user.post(`core/accounts/${account}/move`, { formData: { organizationId: second } }),
    ).changeSetId
    expect(await undo(user, moved)).toMatchObject({ undone: 2, kept: [] })
    expect(await parentsOf('pipelines', pipeline)).toEqual([first, account])
  })
})

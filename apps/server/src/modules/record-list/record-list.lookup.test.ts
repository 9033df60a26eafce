import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good, list, namesOf } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

async function search(plural: string, query: string): Promise<string[]> {
  const { data } = good(await admin.get(`core/${plural}/partial?${query}`))
  return data.map((one: { name: string }) => one.name)
}

describe('a search by part of a name', () => {
  let ids: Record<string, number>

  beforeAll(async () => {
    ids = {}
    for (const name of [
      'Alpha One',
      'alpha two',
      'Beta',
      '100% sure',
      'a_b',
      String.raw`back\slash`,
      'ÄRGER & Söhne',
    ]) {
      ids[name] = await create(admin, 'accounts', { name })
    }
    ids['alpha gone'] = await create(admin, 'accounts', { name: 'alpha gone' })
    good(await admin.put(`core/accounts/${ids['alpha gone']}/archive`))
  })

  it.each([
    ['name=alpha', ['Alpha One', 'alpha two', 'alpha gone']],
    ['name=ALPHA%20o', ['Alpha One']],
    ['name=%25', ['100% sure']],
    ['name=_', ['a_b']],
    ['name=%5C', [String.raw`back\slash`]],
    ['name=%C3%A4rger', ['ÄRGER & Söhne']],
    ['name=nothing-like-it', []],
    ['name=e&limit=1', ['100% sure']],
  ])('%s', async (query, names) => {
    expect(await search('accounts', query)).toEqual(names)
  })

  it('with a blank name gives the first ones, active ones first', async () => {
    for (const query of ['', 'name=', 'name=%20%20']) {
      const names = await search('accounts', query)
      expect([names.length, names[0], names.at(-1)]).toEqual([8, '100% sure', 'alpha gone'])
    }
  })

  it('has those first that must be in the answer, once, whatever their name', async () => {
    const mandatory = `mandatoryIds=${ids['Beta']},${ids['Alpha One']},999999`
    expect(await search('accounts', `name=alpha&limit=2&${mandatory}`)).toEqual([
      'Alpha One',
      'Beta',
      'alpha two',
    ])
    expect(await search('accounts', `name=zzz&${mandatory}`)).toEqual(['Alpha One', 'Beta'])
    expect(await search('organizations', `name=zzz&${mandatory}`)).toEqual([])
  })

  it('finds the same in the list', async () => {
    expect(namesOf(await list(admin, 'accounts', { query: '%' }))).toEqual(['100% sure'])
    expect(namesOf(await list(admin, 'accounts', { query: '_B' }))).toEqual(['a_b'])
    expect(await list(admin, 'accounts', { query: 'ALPHA' })).toMatchObject({
      totalItemCount: 3,
      totalEntityCount: 8,
    })
  })
})

const find = (query: string): Promise<Answer> => admin.get(`core/entity?${query}`)

describe('a lookup by external id', () => {
  it('looks at the levels that are named, by name or number', async () => {
    const organization = await create(admin, 'organizations', { name: 'Org', externalId: 'X 1' })
    const account = await create(admin, 'accounts', { name: 'Acc', externalId: 'X 1' })
    const found = async (levels: string) =>
      good(await find(`levels=${levels}&externalId=X%201`)).data.map((one: { id: number }) => one.id)
    expect(await found('organization')).toEqual([organization])
    expect(await found('1,accounts')).toEqual([organization, account])
    expect(await found('contact,pipeline')).toEqual([])
    expect(good(await find('levels=account&externalId=x%201')).data).toEqual([])
  })

  it.each([
    ['levels=account', 'externalId', 'No Value Entered!'],
    ['levels=account&externalId=', 'externalId', 'No Value Entered!'],
    ['levels=account&externalId=%20', 'externalId', 'No Value Entered!'],
    ['externalId=1', 'levels', 'Level cannot be null or undefined'],
    ['levels=&externalId=1', 'levels', 'Level cannot be null or undefined'],
    ['levels=galaxy&externalId=1', 'levels', 'Unknown level "galaxy".'],
  ])('says what is missing: %s', async (query, field, message) => {
    const { status, body } = await find(query)
    expect([status, body.fields]).toEqual([400, { [field]: message }])
  })
})

describe('records by their ids', () => {
  it('come with the paging and totals of a list', async () => {
    const ids = await Promise.all(['i1', 'i2', 'i3'].map((name) => create(admin, 'organizations', { name })))
    const ask = async (body: object, query = '') =>
      good(await admin.post(`core/organizations/get-by-ids${query}`, body))
    expect(await ask([...ids, 999_999])).toMatchObject({ itemCount: 3, totalItemCount: 3, page: 1 })
    const second = await ask({ ids }, '?page=2&pageSize=2')
    expect(namesOf(second)).toEqual(['i3'])
    expect(second).toMatchObject({ itemCount: 1, totalItemCount: 3, pageSize: 2, page: 2 })
    expect(await ask([])).toMatchObject({ itemCount: 0, totalItemCount: 0 })
    expect(namesOf(await list(admin, 'organizations', { ids: ids.slice(0, 2).join(',') }))).toEqual([
      'i1',
      'i2',
    ])
  })

  it('are found without a limit that anybody would notice', async () => {
    const ids = Array.from({ length: 10_001 }, (_, at) => at + 1)
    expect((await admin.post('core/accounts/get-by-ids', ids)).status).toBe(400)
    expect((await admin.post('core/accounts/get-by-ids', ids.slice(1))).status).toBe(200)
  })
})

describe('contacts', () => {
  it('are found by e-mail address, whatever its case', async () => {
    await create(admin, 'contacts', { name: 'Ada', email: 'Ada@Example.com' })
    await create(admin, 'contacts', { name: 'Ada again', email: 'ada@example.com' })
    const { data } = good(
      await admin.post('core/contacts/get-by-emails', { emails: ['ADA@example.COM', 'no@one.org'] }),
    )
    expect(namesOf({ data })).toEqual(['Ada', 'Ada again'])
    const none = await admin.post('core/contacts/get-by-emails', { emails: [] })
    expect([none.status, none.body.fields]).toEqual([400, { emails: 'No Value Entered!' }])
  })

  it('of an account or organization are listed without the archived ones', async () => {
    const organization = await create(admin, 'organizations', { name: 'Org' })
    const account = await create(admin, 'accounts', { name: 'Acc', organization })
    await create(admin, 'contacts', { name: 'Below account', account })
    await create(admin, 'contacts', { name: 'Above', organization })
    const gone = await create(admin, 'contacts', { name: 'Gone', account })
    good(await admin.put(`core/contacts/${gone}/archive`))
    expect(namesOf(good(await admin.get(`core/accounts/${account}/contacts?format=list`)))).toEqual([
      'Below account',
    ])
    const all = good(await admin.get(`core/organizations/${organization}/contacts`))
    expect(namesOf(all)).toEqual(['Above', 'Below account'])
    expect(all).toMatchObject({ itemCount: 2, totalItemCount: 2 })
    expect((await admin.get(`core/accounts/${organization}/contacts`)).status).toBe(404)
  })
})

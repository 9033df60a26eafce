import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upload } from '../sheet/sheet.fixture.ts'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'

const names = ['arr', 'renewal_date', 'tier', 'contract_start', 'website_domain', 'health_change']

describe('the fields that a new company starts with', () => {
  let app: TestApp
  let admin: Client
  const read = async (path: string) => (await admin.get(path)).body.data

  beforeAll(async () => {
    app = await startTestApp({ STARTER_FIELDS: 'on' })
    admin = await app.as('administrator')
  })
  afterAll(() => app.stop())

  it.each(['organization', 'account'])('are there on the level %s, under stable names', async (level) => {
    const fields: { name: string; picklistDefinition: { value: string }[] }[] = await read(
      `core/fields?level=${level}`,
    )
    expect(fields.map(({ name }) => name)).toEqual(names)
    const tiers = fields.find(({ name }) => name === 'tier')?.picklistDefinition.map(({ value }) => value)
    expect(tiers).toEqual(['Enterprise', 'Mid-market', 'Small business'])
  })

  it.each(['contact', 'pipeline'])('are not there on the level %s', async (level) => {
    expect(await read(`core/fields?level=${level}`)).toEqual([])
  })

  it('are filled and filtered like other custom fields', async () => {
    const usd = (await read('currency/currency-definitions')).find(
      ({ code }: { code: string }) => code === 'USD',
    )
    const arr = { currencyDefinitionId: usd.currencyDefinitionId, value: 48_000 }
    const customFields = {
      arr,
      renewal_date: '2027-03-01',
      tier: 'Enterprise',
      website_domain: 'northwind.example',
    }
    const { body } = await admin.post('core/accounts', { globalFields: { name: 'Northwind' }, customFields })
    expect(body.data.customFields).toMatchObject({ arr, renewal_date: '2027-03-01' })
    const filter = JSON.stringify({ field: 'arr', operator: 'greater', value: 40_000 })
    const found = await read(`core/accounts?filter=${encodeURIComponent(filter)}`)
    expect(found.map(({ accountId }: { accountId: number }) => accountId)).toEqual([body.data.accountId])
  })

  it.each([
    ['organization', []],
    ['account', ['organization']],
  ])(
    'lead the default columns of %s lists, and those that matter less are left out',
    async (level, parents) => {
      const { selected } = await read(`core/table-column-config?scope=${level}-list`)
      const expected = [
        'name',
        'system:health',
        'health_change',
        'arr',
        'renewal_date',
        'system:lifecycleStageId',
        'system:owners',
      ]
      expect(selected).toEqual([...expected, 'system:pulse', ...parents, 'tier', 'updatedAt'])
    },
  )

  it.each(['organization', 'account'])('are pinned to the head of each %s', async (level) => {
    const pins: { name: string }[] = await read(`core/field-pins?level=${level}`)
    expect(pins.map(({ name }) => name)).toEqual(['arr', 'renewal_date', 'tier'])
  })

  it('are found in files by the usual headers', async () => {
    const rows = ['Company,Website,Annual Recurring Revenue,Renewal Date,Start Date,Customer Tier']
    rows.push('Northwind,northwind.example,48000,2027-03-01,2024-03-01,Enterprise')
    rows.push('Fabrikam,fabrikam.example,12500,2027-06-15,2023-06-15,Small business')
    const uploadId = await upload(app, admin, 'customers.csv', rows.join('\n'))
    const { body } = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' })
    const targets = body.data.columns.map(
      ({ target, offer }: { target: string | null; offer: { target: string } | null }) =>
        target ?? offer?.target ?? null,
    )
    expect(targets).toEqual(['name', 'website_domain', 'arr', 'renewal_date', 'contract_start', 'tier'])
  })

  it.each([
    [['Enterprise', 'small business'], 'tier'],
    [['Enterprise', 'Basic'], null],
  ])('take a column that ends in their name where its values are options: %j', async (values, target) => {
    const rows = ['Company,plan_tier', ...values.map((value, at) => `Customer ${at},${value}`)]
    const uploadId = await upload(app, admin, 'plans.csv', rows.join('\n'))
    const { body } = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' })
    expect(body.data.columns[1].target).toBe(target)
  })
})

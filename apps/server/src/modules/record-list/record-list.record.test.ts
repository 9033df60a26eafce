import { customDataTypes } from '@steward/contracts/data-type'
import { levelOf, levels } from '@steward/contracts/level'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good, list, read } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client

/** What a JSON text, an SQL text or a concatenation could stumble over. */
const awkward = String.raw`"quoted" back\slash 'single' {} [] , : % $1 ${'\t\n\u0001\u007f'} ÄÖ 漢字 🐘 </script>`

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  for (const { name } of levels) {
    for (const type of customDataTypes) {
      if (type.startsWith('mandatory')) continue
      const more = { displayName: `A 'quoted' ${type}`, picklistDefinition: ['One', 'Two'] }
      await defineField(admin, name, `r_${type}`, type, type.endsWith('Picklist') ? more : {})
    }
  }
})
afterAll(() => app.stop())

async function fill(at: number): Promise<void> {
  const text = at === 0 ? awkward : ' plain '
  const organization = await create(admin, 'organizations', {
    name: `O ${text}`,
    about: text,
    externalId: text.trim(),
  })
  const account = await create(admin, 'accounts', {
    name: `A ${text}`,
    about: text,
    organization,
    pulse: at + 1,
  })
  const contact = await create(admin, 'contacts', { name: `C ${text}`, account, email: `c${at}@example.com` })
  const values = {
    r_string: text,
    r_longText: text,
    r_number: at === 0 ? -0.000_001 : 12_345_678_901.5,
    r_percentage: 0,
    r_currency: { value: at === 0 ? 9e14 : 0.1 },
    r_date: '0001-01-01',
    r_boolean: at === 0,
    r_singlePicklist: 'Two',
    r_multiPicklist: ['Two', 'One'],
    r_organization: organization,
    r_account: account,
    r_contact: contact,
    r_user: admin.actor.userId,
    r_email: 'x@example.com',
  }
  await create(admin, 'pipelines', { name: `P ${text}`, account, ...values })
  await create(admin, 'contacts', { name: `D ${text}`, organization, ...values })
  await create(admin, 'accounts', { name: `B ${text}`, ...values })
  await create(admin, 'organizations', { name: `Q ${text}`, ...values })
}

describe('a record of a list', () => {
  it('is written by the database as it is presented when it is read on its own', async () => {
    await fill(0)
    await fill(1)
    // Scores come from health management, which is outside of forms.
    const { owner } = app.application.platform.database
    await owner.query(`update record set health = (array[null, 0, 3.99, 4, 7, 10])[1 + record_id % 6]`)
    for (const { plural } of levels) {
      const { data } = await list(admin, plural)
      expect(data.length).toBeGreaterThan(1)
      for (const record of data)
        expect(record).toEqual(await read(admin, plural, record[levelOf(plural).idKey]))
    }
  })

  it('has as many fields as a tenant defined', async () => {
    for (let n = 0; n < 120; n += 1) await defineField(admin, 'pipeline', `many_${n}`, 'number')
    const [{ pipelineId }] = (await list(admin, 'pipelines')).data
    const data = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`many_${n}`, n]))
    good(await admin.post(`core/pipelines/${pipelineId}`, { data }))
    const [record] = (await list(admin, 'pipelines')).data
    expect(record).toEqual(await read(admin, 'pipelines', pipelineId))
    expect(record.customFields.many_119).toBe(119)
  })
})

/** The built-in values of the first account of a list. */
async function readGlobals(columns?: string) {
  const query = columns === undefined ? '' : `?columns=${columns}`
  return good(await admin.get(`core/accounts${query}`)).data[0].globalFields
}

describe('a list that names its columns', () => {
  it('sends the built-in values that were asked for beside what every list shows', async () => {
    const always = [
      'name',
      'externalId',
      'imageId',
      'health',
      'healthStatus',
      'lifecycleStageId',
      'pulse',
      'owners',
      'churned',
      'entityArchived',
      'pipelineType',
    ]
    expect(Object.keys(await readGlobals(''))).toEqual(always)
    const asked = ['about', 'organization', 'createdAt', 'lifecycleStage']
    const names = ['about', 'organization', 'createdAt', 'system:lifecycleStageId']
    const sent = Object.keys(await readGlobals(names.join(',')))
    expect(sent.toSorted()).toEqual([...always, ...asked].toSorted())
    const whole = await readGlobals()
    expect(Object.keys(whole)).toHaveLength(22)
    expect(await readGlobals(names.join(','))).toEqual(
      Object.fromEntries(sent.map((name) => [name, whole[name]])),
    )
  })
})

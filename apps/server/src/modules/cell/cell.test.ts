import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, good, read, undo } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let seats: string
let tier: { name: string; fieldId: number; ids: Record<string, number> }
let renewal: string
let paid: string
let arr: string
let champion: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  good(await admin.put('core/fields/system/-7', { isEditable: true }))
  const named = (label: string, type: string, more = {}) => defineField(admin, 'account', label, type, more)
  seats = (await named('Seats', 'number')).name
  renewal = (await named('Renewal', 'date')).name
  paid = (await named('Paid', 'boolean')).name
  arr = (await named('Arr', 'currency')).name
  champion = (await named('Champion', 'contact')).name
  const field = await named('Tier', 'singlePicklist', { picklistDefinition: ['Gold', 'Silver', 'Bronze'] })
  tier = {
    name: field.name,
    fieldId: field.customColumnId,
    ids: Object.fromEntries(field.picklistDefinition.map(({ id, value }) => [value, id])),
  }
})
afterAll(() => app.stop())

const write = (client: Client, body: unknown): Promise<Answer> => client.post('core/accounts/cells', body)
const written = async (client: Client, body: unknown) => good(await write(client, body)).data
const account = (name: string, fields = {}) => create(admin, 'accounts', { name, ...fields })
const customOf = async (id: number) => (await read(admin, 'accounts', id)).customFields

describe('cells written together', () => {
  it('take every type as a file would say it, in one change set that is undone at once', async () => {
    const [one, two] = [await account('Alder'), await account('Birch')]
    const contact = await create(admin, 'contacts', { name: 'Ann Archer', account: one })
    const answer = await written(admin, {
      asText: true,
      locale: 'de-DE',
      cells: [
        {
          id: one,
          data: {
            name: 'Alder & Co',
            [seats]: '1.234,5',
            [renewal]: '31.12.2026',
            [paid]: 'ja',
            [tier.name]: 'silver',
            [champion]: 'ann archer',
            'system:pulse': 'Satisfied',
            'system:owners': (await person(admin)).name,
          },
        },
        { id: two, data: { [seats]: 7, [renewal]: '2027-01-02', [paid]: 'nein' } },
      ],
    })
    expect(answer.refused).toEqual([])
    expect(answer.changed).toBe(10)
    expect(answer.records.map(({ id }: { id: number }) => id).toSorted()).toEqual([one, two].toSorted())
    const [first, second] = [await read(admin, 'accounts', one), await read(admin, 'accounts', two)]
    expect(first.globalFields).toMatchObject({ name: 'Alder & Co', pulse: 4 })
    expect(first.customFields).toMatchObject({
      [seats]: 1234.5,
      [renewal]: '2026-12-31',
      [paid]: true,
      [tier.name]: tier.ids['Silver'],
      [champion]: contact,
    })
    expect(second.customFields).toMatchObject({ [seats]: 7, [renewal]: '2027-01-02', [paid]: false })
    for (const { id, version } of answer.records) {
      expect((await read(admin, 'accounts', id)).version).toBe(version)
    }

    expect(await undo(admin, answer.changeSetId)).toMatchObject({ undone: 2, kept: [] })
    expect((await read(admin, 'accounts', one)).globalFields.name).toBe('Alder')
    expect((await customOf(two))[seats] ?? null).toBeNull()
  })

  it('keep the good cells of a row although others are bad, and say of each bad one what is wrong', async () => {
    const id = await account('Cedar')
    const answer = await written(admin, {
      asText: true,
      locale: 'en-GB',
      cells: [
        {
          id,
          data: {
            [seats]: '12',
            [renewal]: '31/02/2027',
            [paid]: 'perhaps',
            [tier.name]: 'Platinum',
            [arr]: 'ISK 100',
            [champion]: 'Nobody Known',
            name: '',
            'system:health': '7',
            createdAt: '2026-01-01',
            'no such field': 'x',
          },
        },
      ],
    })
    const said = Object.fromEntries(
      answer.refused.map(({ field, message }: { field: string; message: string }) => [field, message]),
    )
    expect(said).toEqual({
      [renewal]: 'Renewal: "31/02/2027" is not a valid date. Enter it like 31/12/2026 or 2026-12-31.',
      [paid]: 'Paid: "perhaps" is neither yes nor no.',
      [tier.name]: '"Platinum" is not an option of Tier.',
      [arr]: 'Arr: there is no currency "ISK".',
      [champion]: 'Champion: there is no contact "Nobody Known".',
      name: 'Name is required and cannot be cleared.',
      'system:health': 'Health cannot be edited.',
      createdAt: 'Created cannot be edited.',
      'no such field': 'Unknown field "no such field".',
    })
    expect(answer.refused.every((cell: { id: number }) => cell.id === id)).toBe(true)
    expect(answer.changed).toBe(1)
    expect(await customOf(id)).toMatchObject({ [seats]: 12 })
  })

  it('are refused where their field is calculated, or was closed by an administrator', async () => {
    const double = await defineField(admin, 'account', 'Double', 'number', {
      horizontal: true,
      calculatedFields: { formula: '{Seats} * 2' },
    })
    const closed = await defineField(admin, 'account', 'Closed', 'string')
    good(await admin.put(`core/fields/${closed.customColumnId}`, { isEditable: false }))
    const id = await account('Dragon tree')
    for (const asText of [true, false]) {
      const answer = await written(admin, {
        asText,
        cells: [{ id, data: { [double.name]: asText ? '4' : 4, [closed.name]: 'x' } }],
      })
      expect(answer.refused.map(({ message }: { message: string }) => message)).toEqual([
        'Double is calculated, so it cannot be set.',
        'Closed cannot be edited.',
      ])
    }
  })

  it('read days and numbers as the writer’s own language has them where the call names none', async () => {
    const writer = await app.newUser('administrator')
    good(await writer.patch(`user-management/users/${writer.actor.userId}`, { locale: 'es-ES' }))
    const id = await account('Dogwood')
    const answer = await written(writer, {
      asText: true,
      cells: [{ id, data: { [renewal]: '31/12/2026', [seats]: '1.234,5' } }],
    })
    expect(answer.refused).toEqual([])
    expect(await customOf(id)).toMatchObject({ [renewal]: '2026-12-31', [seats]: 1234.5 })
  })

  it('name records by external id, and say when a name is not enough', async () => {
    const [one, two] = [await account('Elm'), await account('Elm')]
    const organization = await create(admin, 'organizations', {
      name: 'Wood',
      'system:externalId': 'W-1',
    })
    await create(admin, 'organizations', { name: 'Forest' })
    await create(admin, 'organizations', { name: 'Forest' })
    const answer = await written(admin, {
      asText: true,
      cells: [
        { id: one, data: { organization: 'W-1' } },
        { id: two, data: { organization: 'forest' } },
      ],
    })
    expect(answer.refused).toEqual([
      {
        id: two,
        field: 'organization',
        message: 'Organization: several organizations are called "forest". Use the external ID.',
      },
    ])
    expect((await read(admin, 'accounts', one)).globalFields.organization.id).toBe(organization)
  })

  it('clear with null and with nothing, and leave a retired option where it stands only', async () => {
    const [one, two] = [await account('Fir'), await account('Ginkgo')]
    await edit(admin, 'accounts', one, { [tier.name]: 'Bronze', [seats]: 4, [renewal]: '2026-05-05' })
    await retireBronze()
    const answer = await written(admin, {
      asText: true,
      cells: [
        { id: one, data: { [tier.name]: 'Bronze', [seats]: '', [renewal]: null } },
        { id: two, data: { [tier.name]: 'Bronze', [seats]: '5' } },
      ],
    })
    expect(answer.refused).toEqual([
      {
        id: two,
        field: tier.name,
        message: '"Bronze" is retired and can no longer be chosen for Tier.',
      },
    ])
    const fir = await customOf(one)
    expect([fir[tier.name], fir[seats] ?? null, fir[renewal] ?? null]).toEqual([
      tier.ids['Bronze'],
      null,
      null,
    ])
    expect(await customOf(two)).toMatchObject({ [seats]: 5 })
  })

  it('refuse a cell that somebody changed since, by name, and write its neighbours', async () => {
    const id = await account('Hazel')
    const { version } = await read(admin, 'accounts', id)
    const colleague = await app.newUser('manager')
    await edit(colleague, 'accounts', id, { [seats]: 40 })
    const answer = await written(admin, {
      cells: [{ id, version, data: { [seats]: 50, 'system:pulse': 2 } }],
    })
    const { name } = await person(colleague)
    expect(answer.refused).toEqual([
      {
        id,
        field: seats,
        message: `Seats was changed by ${name} in the meantime. Look at it, then write it again.`,
        changedBy: { id: colleague.actor.userId, name, at: expect.any(String) },
      },
    ])
    const now = await read(admin, 'accounts', id)
    expect([now.customFields[seats], now.globalFields.pulse]).toEqual([40, 2])
  })

  it('give an external id to one record only', async () => {
    const [one, two] = [await account('Ironwood'), await account('Juniper')]
    const answer = await written(admin, {
      cells: [one, two].map((id) => ({ id, data: { 'system:externalId': 'T-9', [seats]: 3 } })),
    })
    expect(answer.refused).toMatchObject([{ id: two, field: 'system:externalId' }])
    expect(await customOf(two)).toMatchObject({ [seats]: 3 })
  })

  it('come together where a call names a record twice', async () => {
    const id = await account('Larch')
    const answer = await written(admin, {
      cells: [
        { id, data: { [seats]: 1, [paid]: true } },
        { id, data: { [seats]: 2 } },
      ],
    })
    expect(answer).toMatchObject({ changed: 2, refused: [] })
    expect(await customOf(id)).toMatchObject({ [seats]: 2, [paid]: true })
  })

  it('change nothing, and open no change set, where all is as it was', async () => {
    const id = await account('Maple')
    const first = await written(admin, { cells: [{ id, data: { [seats]: 9 } }] })
    expect(first.changeSetId).not.toBeNull()
    expect(await written(admin, { cells: [{ id, data: { [seats]: 9 } }] })).toEqual({
      changeSetId: null,
      changed: 0,
      records: [],
      refused: [],
    })
  })
})

describe('who may write cells', () => {
  it('is not a viewer', async () => {
    const id = await account('Oak')
    const answer = await write(await app.as('viewer'), { cells: [{ id, data: { [seats]: 1 } }] })
    expect(answer.status).toBe(403)
  })

  it('is a Normal User for what they own, and nobody for records of others', async () => {
    const id = await account('Pine')
    const normal = await app.as('normalUser')
    const mine = await create(normal, 'accounts', { name: 'Mine' })
    const answer = await written(normal, {
      cells: [id, mine].map((one) => ({ id: one, data: { [seats]: 6, [paid]: true } })),
    })
    expect(answer.refused.map(({ id: of, field }: { id: number; field: string }) => [of, field])).toEqual([
      [id, seats],
      [id, paid],
    ])
    expect(await customOf(mine)).toMatchObject({ [seats]: 6 })
    const foreigner = await app.foreigner()
    expect((await written(foreigner, { cells: [{ id, data: { name: 'Taken' } }] })).refused).toHaveLength(1)
    expect((await read(admin, 'accounts', id)).globalFields.name).toBe('Pine')
  })
})

async function person(client: Client): Promise<{ name: string }> {
  const { byId } = await app.application.modules.users.directory(app.tenantId)
  return { name: byId.get(client.actor.userId)?.name ?? '' }
}

async function retireBronze(): Promise<void> {
  const body = { picklistDefinition: ['Gold', 'Silver'] }
  good(await admin.put(`core/fields/${tier.fieldId}`, body))
}

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, good, read } from '../record/record.fixture.ts'
import { define, formula, rollup, settled, valuesOf } from './calculation.fixture.ts'

let app: TestApp
let admin: Client
let home: number
let away: number
const held: (() => Promise<void>)[] = []

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  home = await create(admin, 'organizations', { name: 'Home' })
  away = await create(admin, 'organizations', { name: 'Away' })
})
afterAll(() => app.stop())

const waiting = async () => {
  const { rows } = await app.application.platform.database.owner.query(
    `select count(*)::int as n from pg_locks where not granted and locktype in ('tuple', 'transactionid')
       and pid in (select pid from pg_stat_activity where datname = current_database())`,
  )
  return rows[0]?.n as number
}

interface Holder {
  /** Those of the records that no one else holds. */
  free(ids: readonly number[]): Promise<number[]>
  letGo(): Promise<void>
}

/** Holds a record as someone else does who writes it. */
async function hold(id: number): Promise<Holder> {
  const client = await app.application.platform.database.owner.connect()
  await client.query('begin')
  await client.query('select from record where record_id = $1 for update', [id])
  const letGo = async () => {
    held.splice(held.indexOf(letGo), 1)
    await client.query('commit')
    client.release()
  }
  held.push(letGo)
  return {
    async free(ids) {
      await client.query('savepoint looking')
      const { rows } = await client.query<{ id: number }>(
        `select record_id::int as id from record
         where record_id = any($1) and record_id <> $2 order by 1 for share skip locked`,
        [ids, id],
      )
      await client.query('rollback to looking')
      return rows.map((row) => row.id)
    },
    letGo,
  }
}

afterEach(() => Promise.all([...held].map((letGo) => letGo())))

const move = (account: number, organizationId: number): Promise<Answer> =>
  admin.post(`core/accounts/${account}/move`, { formData: { organizationId } })

describe('whoever holds several records takes them in the order of their ids', () => {
  it('when an account moves, with what hangs below it, and when that is undone', async () => {
    const first = await create(admin, 'contacts', { name: 'Older than the account' })
    const account = await create(admin, 'accounts', { name: 'Mover', organization: home })
    good(await admin.post(`core/contacts/${first}/move`, { formData: { accountId: account } }))
    const last = await create(admin, 'contacts', { name: 'Younger', account })
    const all = [first, account, last]

    const onFirst = await hold(first)
    const moved = move(account, away)
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    expect(await onFirst.free(all)).toEqual([account, last])
    await onFirst.letGo()
    const { changeSetId } = good(await moved)
    expect((await read(admin, 'contacts', first)).globalFields.organization.id).toBe(away)

    const again = await hold(first)
    const undone = admin.post(`core/change-sets/${changeSetId}/undo`)
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    expect(await again.free(all)).toEqual([account, last])
    await again.letGo()
    expect(good(await undone).data).toMatchObject({ undone: 3, kept: [] })
  })

  it('when values are worked out at several levels, while an account moves', async () => {
    const seats = (await defineField(admin, 'contact', 'seats', 'number')).customColumnId
    const sum = { function: 'sum' }
    await define(admin, formula('contact', 'double', 'number', '{seats} * 2'))
    const below = await define(
      admin,
      rollup('account', 'below', 'number', seats, { ...sum, childLevel: 'contact' }),
    )
    await define(
      admin,
      rollup('organization', 'all_below', 'number', below, { ...sum, childLevel: 'account' }),
    )
    const account = await create(admin, 'accounts', { name: 'Counted', organization: home })
    const contact = await create(admin, 'contacts', { name: 'Seated', account })
    await app.application.startWorker()
    await settled(app)

    const onHome = await hold(home)
    await edit(admin, 'contacts', contact, { seats: 2 })
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    expect(await onHome.free([account, contact])).toEqual([account, contact])
    good(await move(account, away))
    await onHome.letGo()
    await settled(app)
    expect(await valuesOf(admin, 'contacts', contact)).toMatchObject({ double: 4 })
    expect(await valuesOf(admin, 'accounts', account)).toMatchObject({ below: 2 })
    expect(await valuesOf(admin, 'organizations', away)).toMatchObject({ all_below: 2 })
    expect((await valuesOf(admin, 'organizations', home))['all_below'] ?? null).toBeNull()
  })

  it('when cells move an account, before any of it is planned', async () => {
    const first = await create(admin, 'contacts', { name: 'Older than the cell' })
    const account = await create(admin, 'accounts', { name: 'Moved by a cell', organization: home })
    good(await admin.post(`core/contacts/${first}/move`, { formData: { accountId: account } }))
    await settled(app)
    const onFirst = await hold(first)
    const written = admin.post('core/accounts/cells', {
      cells: [{ id: account, data: { organization: away } }],
    })
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    expect(await onFirst.free([first, account])).toEqual([account])
    await onFirst.letGo()
    good(await written)
    expect((await read(admin, 'contacts', first)).globalFields.organization.id).toBe(away)
  })
})

it('a form that names the account its record has waits for nobody who holds that account', async () => {
  const account = await create(admin, 'accounts', { name: 'Held', organization: home })
  const contact = await create(admin, 'contacts', { name: 'Below it', account })
  const onAccount = await hold(account)
  await edit(admin, 'contacts', contact, { account, about: 'Written meanwhile' })
  await onAccount.letGo()
  expect((await read(admin, 'contacts', contact)).globalFields.about).toBe('Written meanwhile')
})
